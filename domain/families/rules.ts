/** Constants of the addresses that show pages to people without an account. */

/** The kinds of people whose page an address shows. */
export const LINK_KINDS = ["family"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/**
 * The path of a family's page. The part after # identifies the link. Browsers do not send this part to a server.
 */
export const FAMILY_PATH = "/f/";

/** How long a browser's session of a family's link lasts after its last use. */
export const LINK_SESSION_DAYS = 30;

/** The most browsers of one link. A further browser replaces the least recently used one. */
export const MAX_LINK_SESSIONS = 20;

/** How long a family's page shows a last message after its reservation was canceled. */
export const GOODBYE_DAYS = 7;

/** How long the visits of a link are kept. */
export const LINK_VISIT_DAYS = 730;

/** A code that confirms the person who opened a link. */
export const LINK_CODE_DIGITS = 6;
export const LINK_CODE_MINUTES = 10;
export const LINK_CODE_TRIES = 5;

/** The most visits that are listed. */
export const SHOWN_VISITS = 50;

/** The most characters of a browser's description that are stored. */
export const MAX_DEVICE_LENGTH = 300;

/** The most photos of a puppy on its family's page. */
export const PHOTOS_PER_PUPPY_PAGE = 50;

/** The most entries of a diary on a family's page. */
export const SHOWN_DIARY_ENTRIES = 100;

/** The audience of a diary entry: families of the litter, also families on the waiting list, or everybody. */
export const DIARY_AUDIENCES = ["families", "applicants", "everybody"] as const;
export type DiaryAudience = (typeof DIARY_AUDIENCES)[number];

/** The most photos of one entry, and the most entries of one litter. */
export const MAX_DIARY_PHOTOS = 12;
export const MAX_DIARY_ENTRIES = 500;
/** The most planned litters on the page of a family that is on the list. */
export const SHOWN_PLANS = 10;
