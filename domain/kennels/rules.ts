/** Limits and defaults of a kennel: members, branding, logo, presence, deletion. */
import type { Area } from "../permissions/rules";

/** The default branding of a kennel's printed papers. Source: decision GAP-SET-14. */

export interface Branding {
  /** The color of titles and highlights, as '#rrggbb'. */
  readonly primaryColor: string;
  /** The color of frames and lines. */
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

/** The optional contents of a family's page: the parents, the family's place on the list, and planned litters. */
export interface FamilyPages {
  readonly showsParents: boolean;
  readonly showsPlace: boolean;
  readonly showsPlans: boolean;
}

export const DEFAULT_FAMILY_PAGES: FamilyPages = {
  showsParents: true,
  showsPlace: false,
  showsPlans: false,
};

/** Settings for mates and planned litters. */
export interface MatingSettings {
  /** The kennel's limit: the highest acceptable coefficient of inbreeding of puppies. */
  readonly inbreedingLimitPercent: number;
}

/** 6.25% is the coefficient of the puppies of first cousins. */
export const DEFAULT_MATING: MatingSettings = { inbreedingLimitPercent: 6.25 };

/** The most characters of a footer, which is one line at the bottom of a page. */
export const MAX_FOOTER_LENGTH = 120;

/** How an account is deleted. Source: decision GAP-SET-12. */

/** For how many days a deletion can be cancelled. */
export const ACCOUNT_DELETION_DAYS = 14;

/** The word that the user types to confirm the deletion. */
export const DELETION_WORD = "DELETE";

/** Limits and defaults of kennels and their people. Sources: decisions GAP-KEN-02, 04 and 06. */

/** The name of the kennel that is created at a breeder's first sign-in. */
export const FIRST_KENNEL_NAME = "My Kennel";

/** The most members and invitations of one kennel. One small read returns the whole team. */
export const MAX_PEOPLE_PER_KENNEL = 100;

/** The most kennels that one person may own. */
export const MAX_KENNELS_PER_USER = 100;

/** The most kennels of other owners that one person may be a member of. */
export const MAX_SHARED_KENNELS_PER_USER = 100;

/** The most kennels of one person in total. */
export const MAX_MEMBERSHIPS_PER_USER = MAX_KENNELS_PER_USER + MAX_SHARED_KENNELS_PER_USER;

/** For how many days an invitation can be accepted. */
export const INVITATION_DAYS = 14;

/** For how many days an expired invitation can be sent again. Afterwards it is deleted. */
export const LAPSED_INVITATION_DAYS = 30;

/**
 * The number of days between the request to delete a kennel and its deletion. During this time the deletion can be
 * cancelled.
 */
export const KENNEL_DELETION_DAYS = 14;

/** Limits of a kennel's logo. Source: decision GAP-SET-14. SVG is not allowed, because it can contain script. */

/** The most bytes of an uploaded logo. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** The most pixels of an uploaded logo. No real logo has more, and the pixels need little of a server's memory. */
export const MAX_LOGO_PIXELS = 25_000_000;

/** The longest edge of a stored logo in pixels. This is enough for printing, so one file serves all uses. */
export const LOGO_EDGE = 640;

/** JPG quality of a logo without transparency, from 0 to 1. */
export const LOGO_QUALITY = 0.9;

/** File types for the file dialog. */
export const LOGO_FILE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** The types of stored logos. A PDF can contain both types. It cannot contain WEBP, which becomes PNG. */
export const STORED_LOGO_TYPES = ["image/png", "image/jpeg"] as const;
export type StoredLogoType = (typeof STORED_LOGO_TYPES)[number];

/** The timing of presence, and the screens that other people can see. */

/**
 * How often a page reports that its user is present. A user without a report for two and a half intervals counts as
 * absent. Browsers slow the timers of hidden pages to one a minute. A form in another tab therefore still counts as
 * present. A user who closes the page or opens another screen is absent immediately.
 */
export const PRESENCE_BEAT_MS = 30_000;

/** The places of a kennel other than its dogs: the kennel itself and its settings. */
export const KENNEL_PLACES = ["kennel", "settings"] as const;
export type KennelPlace = (typeof KENNEL_PLACES)[number];

/**
 * The screens on which other people can see a user, each with the right to see this, and the table of the record
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
