/** Limits and defaults of a kennel: members, branding, logo, presence, deletion. */
import type { Area } from "../permissions/rules";

/** Source: decision GAP-SET-14. */

export interface Branding {
  /** Titles and highlights have this color, as '#rrggbb'. */
  readonly primaryColor: string;
  /** Frames and lines have this color. */
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

export interface MatingSettings {
  /** The highest acceptable coefficient of inbreeding of puppies. */
  readonly inbreedingLimitPercent: number;
}

/** 6.25% is the coefficient of the puppies of first cousins. */
export const DEFAULT_MATING: MatingSettings = { inbreedingLimitPercent: 6.25 };

/** A footer is one line at the bottom of a page. */
export const MAX_FOOTER_LENGTH = 120;

/** Source: decision GAP-SET-12. */

/** During these days a deletion can be canceled. */
export const ACCOUNT_DELETION_DAYS = 14;

/** The user types this word to confirm the deletion. */
export const DELETION_WORD = "DELETE";

/** Sources: decisions GAP-KEN-02, 04 and 06. */

/** The kennel is created at a breeder's first sign-in. */
export const FIRST_KENNEL_NAME = "My Kennel";

/** Members and invitations together. One small read returns the whole team. */
export const MAX_PEOPLE_PER_KENNEL = 100;

export const MAX_KENNELS_PER_USER = 100;

/** Kennels of other owners. */
export const MAX_SHARED_KENNELS_PER_USER = 100;

export const MAX_MEMBERSHIPS_PER_USER = MAX_KENNELS_PER_USER + MAX_SHARED_KENNELS_PER_USER;

export const INVITATION_DAYS = 14;

/** An expired invitation can be sent again for this number of days, and is then deleted. */
export const LAPSED_INVITATION_DAYS = 30;

/** The deletion can be canceled during these days. */
export const KENNEL_DELETION_DAYS = 14;

/** Source: decision GAP-SET-14. SVG is not allowed, because it can contain script. */

export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** No real logo has more, and the pixels need little of a server's memory. */
export const MAX_LOGO_PIXELS = 25_000_000;

/** In pixels. This is enough for printing, so one file serves all uses. */
export const LOGO_EDGE = 640;

export const LOGO_QUALITY = 0.9;

export const LOGO_FILE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** The types of stored logos. A PDF can contain both types. It cannot contain WEBP, which becomes PNG. */
export const STORED_LOGO_TYPES = ["image/png", "image/jpeg"] as const;
export type StoredLogoType = (typeof STORED_LOGO_TYPES)[number];

/** The timing of presence, and the screens that other people can see. */

/**
 * The interval in which a page reports that its user is present. A user without a report for two and a half
 * intervals counts as absent. Browsers slow the timers of hidden pages to one a minute. A form in another tab
 * therefore still counts as present. A user who closes the page or opens another screen is absent immediately.
 */
export const PRESENCE_BEAT_MS = 30_000;

/** Places without a dog. */
export const KENNEL_PLACES = ["kennel", "settings"] as const;
export type KennelPlace = (typeof KENNEL_PLACES)[number];

/** Each screen has the right to see users there, and the table of the record that may be open. */
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
