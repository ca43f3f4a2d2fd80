/**
 * Lists the kennel's breedings, the newest mating first. Without a search, a page reads only its own rows, and the
 * totals come from stored counts. A search reads all breedings of the kennel, whose number is limited, and the
 * names of their parents. Sources: document 001 sections 2 and 9, decision GAP-BRD-16.
 */
import { v, type Infer } from "convex/values";
import {
  BREEDING_STATUSES,
  MAX_BREEDINGS_PER_KENNEL,
  type BreedingStatus,
} from "../../../domain/breedings/rules";
import { breedingFiltersSchema } from "../../../domain/breedings/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { matchesWords, searchWords } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { breedingCardShape, CardReader } from "./breedingCards";
import { noneOf, tallyFields, totalOf } from "../../platform/tables/tallies";
import { getBreedingCounts, type BreedingCounts } from "./breedingCounts";
import { ParentReader } from "../../platform/model/paging/parents";
import type { Access } from "../../platform/model/people/identity";
import {
  paginationShape,
  toPageRequest,
  toPagination,
  type PageRequest,
} from "../../platform/model/paging/paging";

/** An empty status or search has no effect. */
export const breedingListArgs = {
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
  status: v.optional(v.string()),
  search: v.optional(v.string()),
};

export const breedingPageShape = v.object({
  data: v.array(breedingCardShape),
  pagination: paginationShape,
  /** Only breedings that match the search are counted. */
  counts: v.object(tallyFields(BREEDING_STATUSES)),
});
type BreedingPage = Infer<typeof breedingPageShape>;

const newestFirst = (ctx: QueryCtx, kennelId: Id<"kennels">, status: BreedingStatus | null) =>
  (status === null
    ? ctx.db.query("breedings").withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId))
    : ctx.db
        .query("breedings")
        .withIndex("by_kennel_and_status_and_date", (q) => q.eq("kennelId", kennelId).eq("status", status))
  ).order("desc");

async function readPage(
  ctx: QueryCtx,
  access: Access,
  status: BreedingStatus | null,
  request: PageRequest,
): Promise<BreedingPage> {
  const { kennelId } = access;
  const counts = await getBreedingCounts(ctx, kennelId);
  const total = status === null ? totalOf(counts) : counts[status];
  const start = (request.page - 1) * request.limit;
  const rows =
    start < total
      ? await newestFirst(ctx, kennelId, status).take(Math.min(start + request.limit, total))
      : [];
  return {
    data: await describeAll(ctx, access, rows.slice(start)),
    pagination: toPagination(request, total),
    counts,
  };
}

async function describeAll(
  ctx: QueryCtx,
  access: Access,
  rows: readonly Doc<"breedings">[],
): Promise<BreedingPage["data"]> {
  const cards = new CardReader(ctx, access);
  return await Promise.all(rows.map(async (row) => await cards.describe(row)));
}

async function isMatch(
  words: readonly string[],
  { sireId, sireName, damId, damName, notes }: Doc<"breedings">,
  parents: ParentReader,
): Promise<boolean> {
  const [sire, dam] = [await parents.read(sireId), await parents.read(damId)];
  return matchesWords(words, [sire?.name ?? sireName, dam?.name ?? damName, notes]);
}

function count(rows: readonly Doc<"breedings">[]): BreedingCounts {
  const counts = noneOf(BREEDING_STATUSES);
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

async function searchPage(
  ctx: QueryCtx,
  access: Access,
  { status, words }: { status: BreedingStatus | null; words: readonly string[] },
  request: PageRequest,
): Promise<BreedingPage> {
  const rows = await newestFirst(ctx, access.kennelId, null).take(MAX_BREEDINGS_PER_KENNEL);
  const parents = new ParentReader(ctx);
  const found = await Promise.all(rows.map(async (row) => await isMatch(words, row, parents)));
  const matches = rows.filter((_, index) => found[index]);
  const shown = status === null ? matches : matches.filter((row) => row.status === status);
  const start = (request.page - 1) * request.limit;
  return {
    data: await describeAll(ctx, access, shown.slice(start, start + request.limit)),
    pagination: toPagination(request, shown.length),
    counts: count(matches),
  };
}

/** Throws VALIDATION_FAILED for an invalid status. */
export async function listBreedings(
  ctx: QueryCtx,
  access: Access,
  { page, limit, ...typed }: { page?: number; limit?: number; status?: string; search?: string },
): Promise<BreedingPage> {
  const request = toPageRequest({ page, limit });
  const { status, search } = parseOrFail(breedingFiltersSchema, typed);
  const words = searchWords(search);
  return words.length === 0
    ? await readPage(ctx, access, status, request)
    : await searchPage(ctx, access, { status, words }, request);
}
