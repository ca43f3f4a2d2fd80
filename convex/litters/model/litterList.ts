/**
 * Lists and searches the kennel's litters and puppies, page by page. Without a search, a page of litters reads only
 * its own rows. A search reads all litters with one query and all breedings with another, and the name of each
 * parent once.
 */
import { v, type Infer } from "convex/values";
import { MAX_BREEDINGS_PER_KENNEL } from "../../../domain/breedings/rules";
import { type PuppyStatus, PUPPY_STATUSES } from "../../../domain/litters/rules";
import { fail } from "../../../domain/errors";
import { makePersonTest, matchesWords, searchWords } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { breedingEntryShape, toBreedingEntry } from "../../breedings/model/breedingShape";
import { getCounters } from "../../platform/model/changes/counters";
import { ParentReader } from "../../platform/model/paging/parents";
import { toLitterEntry, type LitterEntry, type LitterPage } from "./litterShape";
import { paginationShape, toPageRequest, toPagination } from "../../platform/model/paging/paging";
import { getPuppyCounts } from "./puppyCounts";
import { puppies } from "./puppies";
import { tallyFields } from "../../platform/tables/tallies";
import { getOrFail } from "../../platform/model/paging/rows";

/** An empty search has no effect. */
export const litterListArgs = {
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
  search: v.optional(v.string()),
};

const newestFirst = (ctx: QueryCtx, kennelId: Id<"kennels">) =>
  ctx.db
    .query("litters")
    .withIndex("by_kennel_and_whelping_date", (q) => q.eq("kennelId", kennelId))
    .order("desc");

async function breedingEntryOf(
  ctx: QueryCtx,
  litter: Pick<Doc<"litters">, "breedingId">,
  parents: ParentReader,
) {
  const breeding = await getOrFail(ctx, "breedings", litter.breedingId);
  return await toBreedingEntry(breeding, parents);
}

async function toEntries(
  ctx: QueryCtx,
  rows: readonly Doc<"litters">[],
  parents: ParentReader,
): Promise<LitterEntry[]> {
  return await Promise.all(
    rows.map(async (row) => await toLitterEntry(ctx, row, await breedingEntryOf(ctx, row, parents))),
  );
}

/** One query costs much less than one read for each litter. */
async function readBreedings(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Map<Id<"breedings">, Doc<"breedings">>> {
  const rows = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId))
    .take(MAX_BREEDINGS_PER_KENNEL);
  return new Map(rows.map((row) => [row._id, row]));
}

/** Every word must match the parents or the notes. */
async function findLitters(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  words: readonly string[],
  parents: ParentReader,
): Promise<Doc<"litters">[]> {
  const rows = await newestFirst(ctx, kennelId).take(MAX_BREEDINGS_PER_KENNEL);
  const breedings = await readBreedings(ctx, kennelId);
  const matches = await Promise.all(
    rows.map(async ({ breedingId, notes }) => {
      const breeding = breedings.get(breedingId);
      const [sire, dam] = [await parents.read(breeding?.sireId), await parents.read(breeding?.damId)];
      return matchesWords(words, [sire?.name ?? breeding?.sireName, dam?.name ?? breeding?.damName, notes]);
    }),
  );
  return rows.filter((_, index) => matches[index]);
}

/** The youngest litter is first. */
export async function listLitters(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { search = "", ...asked }: { page?: number; limit?: number; search?: string },
): Promise<LitterPage> {
  const request = toPageRequest(asked);
  const parents = new ParentReader(ctx);
  const start = (request.page - 1) * request.limit;
  const words = searchWords(search);
  if (words.length > 0) {
    const found = await findLitters(ctx, kennelId, words, parents);
    const shown = found.slice(start, start + request.limit);
    return { data: await toEntries(ctx, shown, parents), pagination: toPagination(request, found.length) };
  }
  const { litters: total = 0 } = await getCounters(ctx, kennelId);
  const rows =
    start < total ? await newestFirst(ctx, kennelId).take(Math.min(start + request.limit, total)) : [];
  return {
    data: await toEntries(ctx, rows.slice(start), parents),
    pagination: toPagination(request, total),
  };
}

/** An empty status means all. */
export const puppyListArgs = {
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
  status: v.optional(v.string()),
};

export const puppyPageShape = v.object({
  data: v.array(puppies.shape),
  pagination: paginationShape,
  counts: v.object(tallyFields(PUPPY_STATUSES)),
});

const isStatus = (text: string): text is PuppyStatus => PUPPY_STATUSES.some((status) => status === text);

/** The puppies are sorted by status; within a status, the newest record is first. */
export async function listPuppies(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { status = "", ...asked }: { page?: number; limit?: number; status?: string },
): Promise<Infer<typeof puppyPageShape>> {
  if (status !== "" && !isStatus(status)) {
    return fail("VALIDATION_FAILED", {
      fields: { status: `Status must be ${PUPPY_STATUSES.join(", ")} or empty` },
    });
  }
  const request = toPageRequest(asked);
  const counts = await getPuppyCounts(ctx, kennelId);
  const total = status === "" ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[status];
  const start = (request.page - 1) * request.limit;
  const rows =
    start < total
      ? await ctx.db
          .query("puppies")
          .withIndex("by_kennel_and_status", (q) =>
            status === "" ? q.eq("kennelId", kennelId) : q.eq("kennelId", kennelId).eq("status", status),
          )
          .order("desc")
          .take(Math.min(start + request.limit, total))
      : [];
  const data = await Promise.all(rows.slice(start).map(puppies.answering(ctx)));
  return { data, pagination: toPagination(request, total), counts };
}

/** A search reads the newest records first. */
const MOST_SEARCHED = 2500;

/** The user can narrow the search with more words. */
const MOST_FOUND = 4;

export const foundPuppyShape = v.object({ puppy: puppies.shape, breeding: breedingEntryShape });

/**
 * Every word must match the name, microchip or buyer, wherever the puppies live now. The newest records are first.
 * Puppies are found by their buyer only if the user may read contacts.
 */
export async function searchPuppies(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  search: string,
): Promise<Infer<typeof foundPuppyShape>[]> {
  if (searchWords(search).length === 0) return [];
  const isSought = makePersonTest(search);
  const rows = await ctx.db
    .query("puppies")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .order("desc")
    .take(MOST_SEARCHED);
  const found = rows
    .filter(({ name, microchipNumber, buyer }) =>
      isSought([name, microchipNumber, buyer?.name, buyer?.email], buyer?.phone),
    )
    .slice(0, MOST_FOUND);
  const parents = new ParentReader(ctx);
  return await Promise.all(
    found.map(async (row) => {
      const litter = await getOrFail(ctx, "litters", row.litterId);
      return {
        puppy: await puppies.describe(ctx, row),
        breeding: await breedingEntryOf(ctx, litter, parents),
      };
    }),
  );
}
