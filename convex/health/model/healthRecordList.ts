/**
 * Lists the kennel's health records, the newest first. The totals come from the stored months, which also determine
 * where a distant page begins, so a page reads little more than its own rows. A search reads a limited number of
 * rows (platform/model/paging/newestMatches.ts) and counts only as many matches as the page needs. Sources: document 001 section 2,
 * decision GAP-HLT-08.
 */
import { v, type Infer } from "convex/values";
import { MAX_HEALTH_RECORDS_PER_DOG, type HealthRecordType } from "../../../domain/health/rules";
import { monthOf } from "../../../domain/dates/months";
import { healthRecordFiltersSchema, type HealthRecordFilters } from "../../../domain/health/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { hasWords, searchWords } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { countOf, readHealthMonths } from "./healthMonths";
import { healthRecords } from "./healthRecords";
import { byNewest, findNewest } from "../../platform/model/paging/newestMatches";
import {
  paginationShape,
  toPageRequest,
  toPagination,
  type PageRequest,
} from "../../platform/model/paging/paging";

const filterOfDogArgs = {
  search: v.optional(v.string()),
  type: v.optional(v.string()),
  startDate: v.optional(v.string()),
  endDate: v.optional(v.string()),
};

const pageArgs = { page: v.optional(v.number()), limit: v.optional(v.number()) };

/** An empty filter has no effect. */
export const healthRecordListOfDogArgs = { ...pageArgs, ...filterOfDogArgs };

export const healthFilterArgs = { ...filterOfDogArgs, dogId: v.optional(v.string()) };

export const healthRecordListArgs = { ...pageArgs, ...healthFilterArgs };

export const healthRecordPageShape = v.object({
  data: v.array(healthRecords.shape),
  pagination: paginationShape,
  /** The search stopped before the last row. The true total may then be higher. */
  isCut: v.boolean(),
});
type HealthRecordPage = Infer<typeof healthRecordPageShape>;

/** Up to this number, the matches of a search are counted exactly, even if a page shows fewer. */
const FEWEST_COUNTED = 100;

const FIRST_DAY = "0000-00-00";
const LAST_DAY = "9999-99-99";

interface Range {
  readonly from: string;
  readonly to: string;
}

interface Rows {
  readonly rows: Doc<"healthRecords">[];
  readonly total: number;
  readonly isCut?: boolean;
}

const rangeOf = ({ startDate, endDate }: HealthRecordFilters): Range => ({
  from: startDate ?? FIRST_DAY,
  to: endDate ?? LAST_DAY,
});

const newestFirst = (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  type: HealthRecordType | null,
  { from, to }: Range,
) =>
  (type === null
    ? ctx.db
        .query("healthRecords")
        .withIndex("by_kennel_and_date", (q) =>
          q.eq("kennelId", kennelId).gte("dateRecorded", from).lte("dateRecorded", to),
        )
    : ctx.db
        .query("healthRecords")
        .withIndex("by_kennel_and_type_and_date", (q) =>
          q.eq("kennelId", kennelId).eq("recordType", type).gte("dateRecorded", from).lte("dateRecorded", to),
        )
  ).order("desc");

/** Records are read only if part of the month is outside the period. */
async function countWithin(
  ctx: QueryCtx,
  month: Doc<"healthMonths">,
  type: HealthRecordType | null,
  range: Range,
): Promise<number> {
  const [first, last] = [`${month.month}-01`, `${month.month}-31`];
  const count = countOf(month, type);
  if (range.from <= first && last <= range.to) return count;
  const within = {
    from: range.from > first ? range.from : first,
    to: range.to < last ? range.to : last,
  };
  return (await newestFirst(ctx, month.kennelId, type, within).take(count)).length;
}

/** The months' counts show how many records to skip. */
async function readByMonths(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  filters: HealthRecordFilters,
  { page, limit }: PageRequest,
): Promise<Rows> {
  const range = rangeOf(filters);
  const months = await readHealthMonths(ctx, kennelId, { from: monthOf(range.from), to: monthOf(range.to) });
  let skip = (page - 1) * limit;
  let total = 0;
  let beginsIn: string | null = null;
  for (const month of months) {
    const count = await countWithin(ctx, month, filters.type, range);
    total += count;
    if (beginsIn !== null) continue;
    if (skip < count) beginsIn = month.month;
    else skip -= count;
  }
  if (beginsIn === null) return { rows: [], total };
  const to = range.to < `${beginsIn}-31` ? range.to : `${beginsIn}-31`;
  const rows = await newestFirst(ctx, kennelId, filters.type, { ...range, to }).take(skip + limit);
  return { rows: rows.slice(skip), total };
}

const dogNewestFirst = (ctx: QueryCtx, kennelId: Id<"kennels">, dogId: Id<"dogs">, { from, to }: Range) =>
  ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) =>
      q.eq("kennelId", kennelId).eq("dogId", dogId).gte("dateRecorded", from).lte("dateRecorded", to),
    )
    .order("desc");

async function readOfDog(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  dogId: Id<"dogs">,
  filters: HealthRecordFilters,
): Promise<Doc<"healthRecords">[]> {
  const rows = await dogNewestFirst(ctx, kennelId, dogId, rangeOf(filters)).take(MAX_HEALTH_RECORDS_PER_DOG);
  return filters.type === null ? rows : rows.filter(({ recordType }) => recordType === filters.type);
}

/** The newest records come first. Every word must match. */
async function find(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  words: readonly string[],
  filters: HealthRecordFilters,
  wanted: number,
): Promise<{ matches: readonly Doc<"healthRecords">[]; isCut: boolean }> {
  const { type } = filters;
  const range = rangeOf(filters);
  return await findNewest<Doc<"healthRecords">>({
    words,
    wanted,
    newestFirst: newestFirst(ctx, kennelId, type, range),
    readByWord: async (word, most) =>
      await ctx.db
        .query("healthRecords")
        .withSearchIndex("by_words", (q) => {
          const inKennel = q.search("searchText", word).eq("kennelId", kennelId);
          return type === null ? inKennel : inKennel.eq("recordType", type);
        })
        .take(most),
    isAdmitted: ({ dateRecorded }) => range.from <= dateRecorded && dateRecorded <= range.to,
    compare: byNewest("dateRecorded"),
  });
}

async function readRows(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  filters: HealthRecordFilters,
  request: PageRequest,
): Promise<Rows> {
  const words = searchWords(filters.search);
  const dogId = filters.dogId === null ? null : ctx.db.normalizeId("dogs", filters.dogId);
  if (filters.dogId !== null && dogId === null) return { rows: [], total: 0 };
  if (dogId === null && words.length === 0) return await readByMonths(ctx, kennelId, filters, request);
  const start = (request.page - 1) * request.limit;
  const { matches, isCut } =
    dogId === null
      ? await find(ctx, kennelId, words, filters, Math.max(start + request.limit, FEWEST_COUNTED) + 1)
      : {
          matches: (await readOfDog(ctx, kennelId, dogId, filters)).filter(({ searchText }) =>
            hasWords(words, searchText),
          ),
          isCut: false,
        };
  return { rows: matches.slice(start, start + request.limit), total: matches.length, isCut };
}

export const countMatching = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  filters: HealthRecordFilters,
): Promise<number> => (await readRows(ctx, kennelId, filters, { page: 1, limit: 1 })).total;

/** The newest record is first. A search filters the records afterwards. */
export function queryMatching(ctx: QueryCtx, kennelId: Id<"kennels">, filters: HealthRecordFilters) {
  const range = rangeOf(filters);
  const dogId = filters.dogId === null ? null : ctx.db.normalizeId("dogs", filters.dogId);
  return dogId === null
    ? newestFirst(ctx, kennelId, filters.type, range)
    : dogNewestFirst(ctx, kennelId, dogId, range);
}

/** Throws VALIDATION_FAILED for invalid filters. */
export async function listHealthRecords(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  {
    page,
    limit,
    ...typed
  }: Partial<Record<keyof HealthRecordFilters, string>> & {
    page?: number;
    limit?: number;
  },
): Promise<HealthRecordPage> {
  const request = toPageRequest({ page, limit });
  const filters = parseOrFail(healthRecordFiltersSchema, typed);
  const { rows, total, isCut = false } = await readRows(ctx, kennelId, filters, request);
  return {
    data: await Promise.all(rows.map(healthRecords.answering(ctx))),
    pagination: toPagination(request, total),
    isCut,
  };
}
