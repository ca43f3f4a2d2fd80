/**
 * Lists the kennel's doses, the newest first. The totals come from the counts by date, which also determine where a
 * distant page begins, so a page reads little more than its own rows. A search reads a limited number of rows
 * (platform/model/paging/newestMatches.ts) and counts only as many matches as the page needs. Source: decision GAP-HLT-08.
 */
import { v, type Infer } from "convex/values";
import { doseFiltersSchema, type DoseFilters } from "../../../domain/vaccinations/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { hasWords, searchWords } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { doses } from "./immunizations";
import { byNewest, findNewest } from "../../platform/model/paging/newestMatches";
import {
  paginationShape,
  toPageRequest,
  toPagination,
  type PageRequest,
} from "../../platform/model/paging/paging";
import type { PatientIds } from "./patientShape";
import { dosesOf } from "./doseRows";
import type { Patient } from "./patients";
import { findPlace, FIRST_DAY, LAST_DAY, totalOf, VaccinationDays, type Days } from "./vaccinationMonths";

export const immunizationPageShape = v.object({
  data: v.array(doses.shape),
  pagination: paginationShape,
  /**
   * There are more matches than the search reads. The user can narrow the search with another word or the choice of
   * a dog.
   */
  isCut: v.boolean(),
});
export type ImmunizationPage = Infer<typeof immunizationPageShape>;

/** An empty filter has no effect. */
export const immunizationListArgs = {
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
  search: v.optional(v.string()),
  dogId: v.optional(v.string()),
  puppyId: v.optional(v.string()),
  startDate: v.optional(v.string()),
  endDate: v.optional(v.string()),
};

export const dogDoseArgs = {
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
  startDate: v.optional(v.string()),
  endDate: v.optional(v.string()),
};

interface ListRequest {
  page?: number;
  limit?: number;
  search?: string;
  dogId?: string;
  puppyId?: string;
  startDate?: string;
  endDate?: string;
}

type Row = Doc<"immunizations">;

interface Rows {
  readonly rows: Row[];
  readonly total: number;
  readonly isCut?: boolean;
}

/** Up to this number, the matches of a search are counted exactly, even if a page shows fewer. */
const FEWEST_COUNTED = 100;

const daysOf = ({ startDate, endDate }: DoseFilters): Days => ({
  from: startDate ?? FIRST_DAY,
  to: endDate ?? LAST_DAY,
});

const newestFirst = (ctx: QueryCtx, kennelId: Id<"kennels">, { from, to }: Days) =>
  ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_date", (q) =>
      q.eq("kennelId", kennelId).gte("dateAdministered", from).lte("dateAdministered", to),
    )
    .order("desc");

/** The counts by date determine where the page begins. */
async function readByDays(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  days: Days,
  { page, limit }: PageRequest,
): Promise<Rows> {
  const given = (await VaccinationDays.read(ctx, kennelId, days)).list(["given"], days);
  const total = totalOf(given);
  const place = findPlace(given.reverse(), (page - 1) * limit);
  if (!place) return { rows: [], total };
  const upTo = { from: days.from, to: place.day };
  const rows = await newestFirst(ctx, kennelId, upTo).take(place.skip + limit);
  return { rows: rows.slice(place.skip), total };
}

const isWithin = ({ dateAdministered }: Row, { from, to }: Days): boolean =>
  from <= dateAdministered && dateAdministered <= to;

/** Every word must match. */
async function find(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  words: readonly string[],
  days: Days,
  wanted: number,
): Promise<{ matches: readonly Row[]; isCut: boolean }> {
  return await findNewest<Row>({
    words,
    wanted,
    newestFirst: newestFirst(ctx, kennelId, days),
    readByWord: async (word, most) =>
      await ctx.db
        .query("immunizations")
        .withSearchIndex("by_words", (q) => q.search("searchText", word).eq("kennelId", kennelId))
        .take(most),
    isAdmitted: (row) => isWithin(row, days),
    compare: byNewest("dateAdministered"),
  });
}

const ofPatient = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  patient: PatientIds,
  words: readonly string[],
  days: Days,
): Promise<Row[]> =>
  (await dosesOf(ctx, kennelId, patient)).filter(
    (row) => isWithin(row, days) && hasWords(words, row.searchText ?? ""),
  );

/** Returns undefined if the filter is not set, null if the dog or puppy does not exist. */
function namedPatient(ctx: QueryCtx, { dogId, puppyId }: ListRequest): PatientIds | undefined | null {
  if (dogId) {
    const id = ctx.db.normalizeId("dogs", dogId);
    return id && { dogId: id };
  }
  if (!puppyId) return undefined;
  const id = ctx.db.normalizeId("puppies", puppyId);
  return id && { puppyId: id };
}

async function readRows(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  typed: ListRequest,
  request: PageRequest,
): Promise<Rows> {
  const filters = parseOrFail(doseFiltersSchema, typed);
  const days = daysOf(filters);
  const words = searchWords(filters.search);
  const patient = namedPatient(ctx, typed);
  if (patient === null) return { rows: [], total: 0 };
  if (patient === undefined && words.length === 0) return await readByDays(ctx, kennelId, days, request);
  const start = (request.page - 1) * request.limit;
  const { matches, isCut } = patient
    ? { matches: await ofPatient(ctx, kennelId, patient, words, days), isCut: false }
    : await find(ctx, kennelId, words, days, Math.max(start + request.limit, FEWEST_COUNTED) + 1);
  return { rows: matches.slice(start, start + request.limit), total: matches.length, isCut };
}

type DoseExportFilters = DoseFilters & { dogId: string | null };

/** A search is ignored. */
export const countDoses = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogId, startDate, endDate }: DoseExportFilters,
): Promise<number> => {
  const narrowed = { dogId: dogId ?? "", startDate: startDate ?? "", endDate: endDate ?? "" };
  return (await readRows(ctx, kennelId, narrowed, { page: 1, limit: 1 })).total;
};

/** The newest dose is first. A search filters the doses afterwards. */
export function queryDoses(ctx: QueryCtx, kennelId: Id<"kennels">, filters: DoseExportFilters) {
  const { from, to } = daysOf(filters);
  const dogId = filters.dogId === null ? null : ctx.db.normalizeId("dogs", filters.dogId);
  return dogId === null
    ? newestFirst(ctx, kennelId, { from, to })
    : ctx.db
        .query("immunizations")
        .withIndex("by_kennel_and_dog_and_date", (q) =>
          q
            .eq("kennelId", kennelId)
            .eq("dogId", dogId)
            .gte("dateAdministered", from)
            .lte("dateAdministered", to),
        )
        .order("desc");
}

/** Throws VALIDATION_FAILED for invalid filters. */
export async function listImmunizations(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  typed: ListRequest,
): Promise<ImmunizationPage> {
  const { page, limit, ...filters } = typed;
  const request = toPageRequest({ page, limit });
  const { rows, total, isCut = false } = await readRows(ctx, kennelId, filters, request);
  return {
    data: await Promise.all(rows.map(doses.answering(ctx))),
    pagination: toPagination(request, total),
    isCut,
  };
}

/** Throws VALIDATION_FAILED for invalid filters. */
export const listImmunizationsOf = async (
  ctx: QueryCtx,
  { kennelId, dogId, puppyId }: Patient,
  typed: Pick<ListRequest, "page" | "limit" | "startDate" | "endDate">,
): Promise<ImmunizationPage> => await listImmunizations(ctx, kennelId, { ...typed, dogId, puppyId });
