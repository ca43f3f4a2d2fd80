/** Pages of lists: fills in and limits the arguments, and describes the position of a page in the whole list. */
import type { PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from "../../../../domain/records/paging";

export const paginationShape = v.object({
  totalPages: v.number(),
  totalItems: v.number(),
  page: v.number(),
  limit: v.number(),
  hasNext: v.boolean(),
  hasPrev: v.boolean(),
});
export type Pagination = Infer<typeof paginationShape>;

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

const wholeAtLeastOne = (value: number | undefined, fallback: number): number =>
  Number.isFinite(value) ? Math.max(1, Math.trunc(value ?? fallback)) : fallback;

/** A limit above the maximum is lowered, not refused. */
export const toPageRequest = (request: { page?: number; limit?: number }): PageRequest => ({
  page: wholeAtLeastOne(request.page, 1),
  limit: Math.min(wholeAtLeastOne(request.limit, DEFAULT_PAGE_LIMIT), MAX_PAGE_LIMIT),
});

export function toPagination({ page, limit }: PageRequest, totalItems: number): Pagination {
  const totalPages = Math.ceil(totalItems / limit);
  return {
    totalPages,
    totalItems,
    page,
    limit,
    hasNext: page < totalPages,
    hasPrev: page > 1 && totalItems > 0,
  };
}

type Ordered<Row> = (order: "asc" | "desc") => { take: (most: number) => Promise<Row[]> };

/** The index has `total` rows. The page is read from its nearer end. */
export async function takePage<Row>(
  { page, limit }: PageRequest,
  total: number,
  ordered: Ordered<Row>,
): Promise<Row[]> {
  const start = (page - 1) * limit;
  if (start >= total) return [];
  const end = Math.min(start + limit, total);
  if (end <= total - start) return (await ordered("asc").take(end)).slice(start);
  const fromEnd = await ordered("desc").take(total - start);
  return fromEnd.reverse().slice(0, limit);
}

export async function readAllPages<Row extends { readonly _id: string }>(
  limit: number,
  readPage: (
    page: PageRequest,
  ) => Promise<{ readonly data: readonly Row[]; readonly pagination: { readonly hasNext: boolean } }>,
): Promise<Row[]> {
  // Rows are collected by id, because a row that changes may move to another page.
  const rows = new Map<string, Row>();
  for (let page = 1, hasNext = true; hasNext; page += 1) {
    const { data, pagination } = await readPage({ page, limit });
    for (const row of data) rows.set(row._id, row);
    hasNext = pagination.hasNext;
  }
  return [...rows.values()];
}

/** `read` receives the cursor of each page, which is null for the first page. */
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
