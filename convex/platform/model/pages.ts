/** Reading a whole table from an action: page by page, so that no query reads much. */
import type { PaginationResult } from "convex/server";

/** Reads all pages, one after another; `read` is given the cursor of each, null for the first. */
export async function* pagesOf<Row>(
  read: (cursor: string | null) => Promise<Pick<PaginationResult<Row>, "page" | "isDone" | "continueCursor">>,
): AsyncGenerator<Row[], void> {
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const found = await read(cursor);
    yield found.page;
    ({ isDone, continueCursor: cursor } = found);
  }
}
