/** Whether two registration numbers may be one, as one office, program or person writes them and the next. Pure. */

const bare = (key: string): string => key.replace(/[^\p{L}\p{N}]/gu, "");

/** Compares folded numbers without their slashes and points; only for dogs of one name, as 12/345 is not 123/45. */
export const isSameNumber = (one: string, other: string): boolean =>
  one === other || bare(one) === bare(other);
