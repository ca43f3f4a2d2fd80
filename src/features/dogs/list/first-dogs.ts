/** The initial list of dogs, in a small module so that it can be loaded before the page's code. */
import { readStored } from "@/lib/browser-storage";
import { DEFAULT_DOGS_PER_PAGE } from "@domain/records/paging";
import type { Id } from "@convex/_generated/dataModel";

/** The browser stores under this key whether the user prefers the table. */
export const VIEW_KEY = "studbook.dogs.view";

export type DogView = "cards" | "table";

/** The address has priority over the user's last choice. */
export const viewOf = (params: URLSearchParams): DogView =>
  (params.get("view") ?? readStored(VIEW_KEY)) === "table" ? "table" : "cards";

/** For the first page of cards. Null if the user prefers the table. */
export function firstListArgs(kennelId: Id<"kennels">) {
  if (readStored(VIEW_KEY) !== null) return null;
  // The arguments have the same order as in the page's own query. Another order would be another query.
  return { kennelId, limit: DEFAULT_DOGS_PER_PAGE, page: 1 };
}
