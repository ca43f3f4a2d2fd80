/** The list of dogs as it is opened first, small enough to be asked for before the code of its page has come. */
import { readStored } from "@/lib/browser-storage";
import { DEFAULT_DOGS_PER_PAGE } from "@domain/records/paging";
import type { Id } from "@convex/_generated/dataModel";

/** Where the browser keeps whether the dogs stand in a table. */
export const VIEW_KEY = "studbook.dogs.view";

/** Makes the question for the first page of cards; null where somebody prefers another list. */
export function firstListArgs(kennelId: Id<"kennels">) {
  if (readStored(VIEW_KEY) !== null) return null;
  // In the order of the page's own question, as another order is another question.
  return { kennelId, limit: DEFAULT_DOGS_PER_PAGE, page: 1 };
}
