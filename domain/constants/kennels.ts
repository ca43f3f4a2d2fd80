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
