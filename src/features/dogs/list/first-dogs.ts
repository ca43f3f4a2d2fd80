/** The initial list of dogs, in a small module so that it can be queried before the page's code is loaded. */
import { readStored } from "@/lib/browser-storage";
import { DEFAULT_DOGS_PER_PAGE } from "@domain/records/paging";
import type { Id } from "@convex/_generated/dataModel";

/** The browser's storage keys for leaving out deceased and sold dogs, and for the table. */
export const REMEMBERED_KEY = "studbook.dogs.in-kennel";
export const VIEW_KEY = "studbook.dogs.view";

/** Makes the query for the first page of cards; null if the user prefers another list. */
export function firstListArgs(kennelId: Id<"kennels">) {
  if (readStored(REMEMBERED_KEY) !== null || readStored(VIEW_KEY) !== null) return null;
  // In the order of the page's own query, as another order is another query.
  return { kennelId, limit: DEFAULT_DOGS_PER_PAGE, page: 1 };
}
