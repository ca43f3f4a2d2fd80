/** The fields of an entry in the diary of a litter, each defined once. */
import { choice, instant, neededText } from "../records/fields";
import { requiredNotes } from "../records/parts";
import { DIARY_AUDIENCES, type DiaryAudience } from "./rules";

const NO_TEXT = "Write what there is to tell";

export const DIARY_FIELDS = {
  text: {
    ...neededText("Text", NO_TEXT, { example: "First time on grass" }),
    // Longer than other texts that are needed.
    schema: requiredNotes("Text", NO_TEXT),
  },
  audience: choice("For", DIARY_AUDIENCES, { initial: "families" }),
} as const;

/** When the entry was shared; nobody outside the kennel reads it before. */
export const DIARY_STATE = {
  sharedAt: instant("Shared"),
} as const;

/** Says whether a family of the litter, or one that is only on the list, reads an entry. */
export const isForFamily = (
  { sharedAt, audience }: { readonly sharedAt?: number | undefined; readonly audience: DiaryAudience },
  isOfLitter: boolean,
): boolean => sharedAt !== undefined && (isOfLitter || audience !== "families");
