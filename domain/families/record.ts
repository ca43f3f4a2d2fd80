/** The fields of an entry in a litter's diary, each defined once. */
import { choice, instant, neededText } from "../records/fields";
import { requiredNotes } from "../records/parts";
import { DIARY_AUDIENCES, type DiaryAudience } from "./rules";

const NO_TEXT = "Write what there is to tell";

export const DIARY_FIELDS = {
  text: {
    ...neededText("Text", NO_TEXT, { example: "First time on grass" }),
    // The limit is higher than that of other required texts.
    schema: requiredNotes("Text", NO_TEXT),
  },
  audience: choice("For", DIARY_AUDIENCES, { initial: "families" }),
} as const;

/** Nobody outside the kennel can read an entry before it was shared. */
export const DIARY_STATE = {
  sharedAt: instant("Shared"),
} as const;

/** The family has a puppy of the litter, or is only on the waiting list. */
export const isForFamily = (
  { sharedAt, audience }: { readonly sharedAt?: number | undefined; readonly audience: DiaryAudience },
  isOfLitter: boolean,
): boolean => sharedAt !== undefined && (isOfLitter || audience !== "families");
