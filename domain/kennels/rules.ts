/** Limits and defaults of a kennel: members, branding, logo, presence, deletion. */
import type { Area } from "../permissions/rules";

/** The default branding of a kennel's printed papers. Source: decision GAP-SET-14. */

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

/** Name of the kennel created at a breeder's first sign-in. */
export const FIRST_KENNEL_NAME = "My Kennel";

/** The most members and invitations of one kennel, so that reading a team is one small read. */
export const MAX_PEOPLE_PER_KENNEL = 100;

/** Kennels one person may own. */
export const MAX_KENNELS_PER_USER = 100;

/** The most shared kennels of one person; they do not count as one's own. */
export const MAX_SHARED_KENNELS_PER_USER = 100;

/** The most kennels of one person in total. */
export const MAX_MEMBERSHIPS_PER_USER = MAX_KENNELS_PER_USER + MAX_SHARED_KENNELS_PER_USER;

/** Days in which an invitation can be accepted. */
export const INVITATION_DAYS = 14;

/** Days in which an expired invitation can still be sent again; then it is deleted. */
export const LAPSED_INVITATION_DAYS = 30;

/** Days between the request to delete a kennel and its deletion, in which it can be cancelled. */
export const KENNEL_DELETION_DAYS = 14;

/** Limits of a kennel's logo. Source: decision GAP-SET-14; no SVG, because it can contain script. */

/** Bytes of a logo as uploaded. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** Pixels of an uploaded logo: more than any has, and still little for a server to hold in memory. */
export const MAX_LOGO_PIXELS = 25_000_000;

/** The longest edge in pixels of a stored logo: enough for print, and one file for every use. */
export const LOGO_EDGE = 640;

/** JPG quality of a logo without transparency, from 0 to 1. */
export const LOGO_QUALITY = 0.9;

/** File types for the file dialog. */
export const LOGO_FILE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** Stored types: a PDF can contain both, so a WEBP becomes a PNG. */
export const STORED_LOGO_TYPES = ["image/png", "image/jpeg"] as const;
export type StoredLogoType = (typeof STORED_LOGO_TYPES)[number];

/** The timing of presence, and the screens shown to others. */

/**
 * How often a page sends that its user is present; after two and a half intervals without it the user counts as
 * gone. A browser slows a hidden page's timers to one a minute, so a form in another tab just stays. A user who
 * closes the page or goes elsewhere is gone at once.
 */
export const PRESENCE_BEAT_MS = 30_000;

/** Places of a kennel besides its dogs: the kennel itself and its settings. */
export const KENNEL_PLACES = ["kennel", "settings"] as const;
export type KennelPlace = (typeof KENNEL_PLACES)[number];

/**
 * The screens shown to others, each with the right to see it, and the table of the record that may be open there.
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
