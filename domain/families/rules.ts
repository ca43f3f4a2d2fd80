/** Constants of the addresses that show pages to people without an account. */

export const LINK_KINDS = ["family"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** The part after # identifies the link. Browsers do not send this part to a server. */
export const FAMILY_PATH = "/f/";

/** The session ends this long after its last use. */
export const LINK_SESSION_DAYS = 30;

/** A further browser replaces the least recently used browser. */
export const MAX_LINK_SESSIONS = 20;

/** After a canceled reservation, the family's page shows a last message for this time. */
export const GOODBYE_DAYS = 7;

export const LINK_VISIT_DAYS = 730;

/** The code confirms the identity of the person who opened a link. */
export const LINK_CODE_DIGITS = 6;
export const LINK_CODE_MINUTES = 10;
export const LINK_CODE_TRIES = 5;

export const SHOWN_VISITS = 50;

export const MAX_DEVICE_LENGTH = 300;

export const PHOTOS_PER_PUPPY_PAGE = 50;

export const SHOWN_DIARY_ENTRIES = 100;

/** "applicants" includes the families of the litter. */
export const DIARY_AUDIENCES = ["families", "applicants", "everybody"] as const;
export type DiaryAudience = (typeof DIARY_AUDIENCES)[number];

/** The most photos of one entry. */
export const MAX_DIARY_PHOTOS = 12;
export const MAX_DIARY_ENTRIES = 500;
export const SHOWN_PLANS = 10;
