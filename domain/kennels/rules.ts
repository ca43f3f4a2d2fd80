/** What a kennel may hold and how it presents itself: members, papers, logo, who is present, deletion. */
import type { Area } from "../permissions/rules";

/** How a kennel's printed papers look until it says otherwise. Source: decision GAP-SET-14. */

export interface Branding {
  /** For titles and highlights, as '#rrggbb'. */
  readonly primaryColor: string;
  /** Frames and rules. */
  readonly accentColor: string;
  readonly footerText: string | null;
  readonly showLogo: boolean;
}

export const DEFAULT_BRANDING: Branding = {
  primaryColor: "#87580f",
  accentColor: "#b98a3a",
  footerText: null,
  showLogo: true,
};

/** Characters of a footer: one line at the foot of a page. */
export const MAX_FOOTER_LENGTH = 120;

/** How an account is deleted. Source: decision GAP-SET-12. */

/** Days in which a deletion can be cancelled. */
export const ACCOUNT_DELETION_DAYS = 14;

/** What is typed to confirm it. */
export const DELETION_WORD = "DELETE";

/** Limits and defaults of kennels and their people. Sources: decisions GAP-KEN-02, 04 and 06. */

/** Name of the kennel made at a breeder's first sign-in. */
export const FIRST_KENNEL_NAME = "My Kennel";

/** Members and invitations one kennel may have, so that reading a team stays one small read. */
export const MAX_PEOPLE_PER_KENNEL = 100;

/** Kennels one person may own. */
export const MAX_KENNELS_PER_USER = 100;

/** Kennels of others that one person may belong to; they take nothing of the room for one's own. */
export const MAX_SHARED_KENNELS_PER_USER = 100;

/** Kennels one person may belong to, however. */
export const MAX_MEMBERSHIPS_PER_USER = MAX_KENNELS_PER_USER + MAX_SHARED_KENNELS_PER_USER;

/** Days in which an invitation can be accepted. */
export const INVITATION_DAYS = 14;

/** Days in which an invitation that is over can still be sent again; then it goes. */
export const LAPSED_INVITATION_DAYS = 30;

/** Days between the wish to delete a kennel and its end, in which it can be kept. */
export const KENNEL_DELETION_DAYS = 14;

/** What a kennel's logo may be. Source: decision GAP-SET-14; no SVG, because it can carry script. */

/** Bytes of a logo as it is sent. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** Pixels of a logo as it is sent: more than any has, and still little for a server to hold in memory. */
export const MAX_LOGO_PIXELS = 25_000_000;

/** The longest edge in pixels that a logo is kept in: enough for print, and one file for every place. */
export const LOGO_EDGE = 640;

/** How strongly a logo without transparency is compressed as JPG, from 0 to 1. */
export const LOGO_QUALITY = 0.9;

/** What may be chosen in the file dialog. */
export const LOGO_FILE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** What is stored: both stand in a PDF, so a WEBP becomes a PNG. */
export const STORED_LOGO_TYPES = ["image/png", "image/jpeg"] as const;
export type StoredLogoType = (typeof STORED_LOGO_TYPES)[number];

/** How presence is kept alive, and where in the app people are told to be. */

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
