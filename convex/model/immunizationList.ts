/**
 * Reading the kennel's doses, the newest first. Totals and the place of a far page come from the counts by day, so
 * that a page reads little more than itself; a search goes through its index and then holds every word against what
 * it found. Source: decision GAP-HLT-08.
 */
import { v } from "convex/values";
import { doseFiltersSchema, type DoseFilters } from "../../domain/schemas/immunization";
import { parseOrFail } from "../../domain/schemas/parse";
import { searchWords } from "../../domain/text/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { dosesOf } from "./doseRows";
import { toImmunizationEntry, type ImmunizationPage } from "./immunizationShape";
import { toPageRequest, toPagination, type PageRequest } from "./paging";
import { PatientReader, type PatientIds } from "./patientShape";
import type { Patient } from "./patients";
import { findPlace, FIRST_DAY, LAST_DAY, totalOf, VaccinationDays, type Days } from "./vaccinationMonths";

/** Arguments of the list; an empty filter narrows nothing. */
export const immunizationListArgs = {
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
  search: v.optional(v.string()),
  dogId: v.optional(v.string()),
  puppyId: v.optional(v.string()),
  startDate: v.optional(v.string()),
  endDate: v.optional(v.string()),
};

/** Arguments of the list of one patient's doses. */
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

/** Doses that a search looks through, the best matches; a search index answers no more than 1,024. */
const MOST_FOUND = 1000;

const daysOf = ({ startDate, endDate }: DoseFilters): Days => ({
  from: startDate ?? FIRST_DAY,
  to: endDate ?? LAST_DAY,
});

/** Reads a page by the counts of days, which say where it begins. */
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
  const rows = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_date", (q) =>
      q.eq("kennelId", kennelId).gte("dateAdministered", days.from).lte("dateAdministered", place.day),
    )
    .order("desc")
    .take(place.skip + limit);
  return { rows: rows.slice(place.skip), total };
}

const newestFirst = (a: Row, b: Row): number =>
  a.dateAdministered === b.dateAdministered
    ? b._creationTime - a._creationTime
    : a.dateAdministered < b.dateAdministered
      ? 1
      : -1;

/** Finds doses by the longest word, which is the rarest; the others are held against what it finds. */
async function findByWords(ctx: QueryCtx, kennelId: Id<"kennels">, words: readonly string[]): Promise<Row[]> {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best));
  const found = await ctx.db
    .query("immunizations")
    .withSearchIndex("by_words", (q) => q.search("searchText", longest).eq("kennelId", kennelId))
    .take(MOST_FOUND);
  return found.sort(newestFirst);
}

/** The dog or puppy that a filter names; undefined when none is named, null when there is none. */
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
  const candidates = patient
    ? await dosesOf(ctx, kennelId, patient)
    : await findByWords(ctx, kennelId, words);
  const matches = candidates.filter(
    ({ dateAdministered, searchText = "" }) =>
      days.from <= dateAdministered &&
      dateAdministered <= days.to &&
      words.every((word) => searchText.includes(word)),
  );
  const start = (request.page - 1) * request.limit;
  return {
    rows: matches.slice(start, start + request.limit),
    total: matches.length,
    isCut: !patient && candidates.length === MOST_FOUND,
  };
}

/** Lists a page of the kennel's doses; throws VALIDATION_FAILED for filters that are none. */
export async function listImmunizations(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  typed: ListRequest,
): Promise<ImmunizationPage> {
  const { page, limit, ...filters } = typed;
  const request = toPageRequest({ page, limit });
  const { rows, total, isCut = false } = await readRows(ctx, kennelId, filters, request);
  const patients = new PatientReader(ctx);
  return {
    data: await Promise.all(rows.map(async (row) => await toImmunizationEntry(row, patients))),
    pagination: toPagination(request, total),
    isCut,
  };
}

/** Lists a page of one patient's doses; throws VALIDATION_FAILED for filters that are none. */
export const listImmunizationsOf = async (
  ctx: QueryCtx,
  { kennelId, dogId, puppyId }: Patient,
  typed: Pick<ListRequest, "page" | "limit" | "startDate" | "endDate">,
): Promise<ImmunizationPage> => await listImmunizations(ctx, kennelId, { ...typed, dogId, puppyId });
