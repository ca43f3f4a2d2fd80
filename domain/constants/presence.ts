/** How presence is kept alive, and where in the app people are told to be. */
import type { Area } from "./roles";

/**
 * How often a page says that somebody is still there; after two and a half of these in silence they are taken for
 * gone. A browser slows a hidden page's timers to one a minute, so a form left open in another tab just holds. Who
 * closes the page or goes elsewhere is gone at once, whatever this is.
 */
export const PRESENCE_BEAT_MS = 30_000;

/** Places of a kennel where people can meet besides its dogs: the kennel itself and its settings. */
export const KENNEL_PLACES = ["kennel", "settings"] as const;
export type KennelPlace = (typeof KENNEL_PLACES)[number];

/**
 * The screens on which people of a kennel meet: whose right it takes to be told of each, and the table of the record
 * that may be open there.
 */
export const PRESENCE_SCREENS = {
  dashboard: { label: "Dashboard", area: null, table: null },
  dogs: { label: "Dogs", area: "dogs", table: "dogs" },
  pedigrees: { label: "Pedigree database", area: "dogs", table: null },
  breeding: { label: "Breeding", area: "breeding", table: "breedings" },
  litters: { label: "Litter", area: "breeding", table: "litters" },
  health: { label: "Health", area: "health", table: null },
  reminders: { label: "Reminders", area: "reminders", table: null },
  settings: { label: "Settings", area: null, table: null },
} as const satisfies Record<
  string,
  { label: string; area: Area | null; table: "dogs" | "breedings" | "litters" | null }
>;
export type PresenceScreen = keyof typeof PRESENCE_SCREENS;
export const PRESENCE_SCREEN_NAMES = Object.keys(PRESENCE_SCREENS) as PresenceScreen[];
