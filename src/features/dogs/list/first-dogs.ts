/** The initial list of dogs, in a small module so that it can be loaded before the page's code. */
import { readStored } from "@/lib/browser-storage";
import { DEFAULT_DOGS_PER_PAGE } from "@domain/records/paging";
import type { Id } from "@convex/_generated/dataModel";

/** The key under which the browser stores whether the user prefers the table. */
export const VIEW_KEY = "studbook.dogs.view";

export type DogView = "cards" | "table";

/** Returns the layout in an address, otherwise the user's last choice. */
export const viewOf = (params: URLSearchParams): DogView =>
  (params.get("view") ?? readStored(VIEW_KEY)) === "table" ? "table" : "cards";

/** Creates the arguments of the query for the first page of cards; null if the user prefers the table. */
export function firstListArgs(kennelId: Id<"kennels">) {
  if (readStored(VIEW_KEY) !== null) return null;
  // The arguments have the same order as in the page's own query. Another order would be another query.
  return { kennelId, limit: DEFAULT_DOGS_PER_PAGE, page: 1 };
}
