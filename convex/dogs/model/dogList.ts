/**
 * Lists the kennel's dogs: paged, filtered and sorted, by default in alphabetical order. Without filters, a page
 * reads its rows from the nearer end of the index, and the total is a stored count. With filters, or sorted by a
 * column, all dogs are read. The number of a kennel's dogs is limited. Sources: decisions GAP-DOG-08 to 11 and 27.
 */
import { v, type Infer } from "convex/values";
import { MAX_DOGS_PER_KENNEL, type Gender } from "../../../domain/dogs/rules";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { isInAgeBand } from "../../../domain/dogs/age";
import { otherKeysOf } from "../../../domain/dogs/registrations";
import {
  DOG_SORT_COLUMNS,
  SORT_DIRECTIONS,
  sortDogs,
  type DogSortColumn,
  type SortDirection,
} from "../../../domain/dogs/list-order";
import { goneLast, isGone } from "../../../domain/dogs/standing";
import { fail } from "../../../domain/errors";
import { dogFiltersSchema, type DogFilters } from "../../../domain/dogs/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { foldText, matchesWords, searchWords } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { dogShape, toDog } from "./dogShape";
import { ParentReader } from "../../platform/model/paging/parents";
import {
  paginationShape,
  takePage,
  toPageRequest,
  toPagination,
  type PageRequest,
} from "../../platform/model/paging/paging";
import { PhotoReader } from "../../platform/model/files/photoShape";

export const dogPageShape = v.object({ data: v.array(dogShape), pagination: paginationShape });

/** Every filter is a string; an empty string has no effect. */
export const dogListArgs = {
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
  search: v.optional(v.string()),
  breed: v.optional(v.string()),
  gender: v.optional(v.string()),
  status: v.optional(v.string()),
  isBreedingDog: v.optional(v.string()),
  hasPhotos: v.optional(v.string()),
  /** "true" leaves out deceased and sold dogs. */
  isInKennel: v.optional(v.string()),
  ageRange: v.optional(v.string()),
  /** Only `ageRange` needs the user's date. */
  today: v.optional(v.string()),
  /** Form fields that choose a dog set this. */
  hasGoneLast: v.optional(v.boolean()),
  /** The default is the name in lower case and without accents. */
  sort: v.optional(v.union(...DOG_SORT_COLUMNS.map((column) => v.literal(column)))),
  direction: v.optional(v.union(...SORT_DIRECTIONS.map((each) => v.literal(each)))),
};

interface DogOrder {
  hasGoneLast?: boolean;
  sort?: DogSortColumn;
  direction?: SortDirection;
}

interface DogListRequest extends Partial<Record<keyof DogFilters, string>>, DogOrder {
  page?: number;
  limit?: number;
  today?: string;
}

/** The dogs are in alphabetical order, without external ancestors. */
export const listedByName = (ctx: QueryCtx, kennelId: Id<"kennels">) =>
  ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId).eq("isExternal", false));

const isFiltered = ({ search, breed, ...choices }: DogFilters): boolean =>
  search !== "" || breed !== "" || Object.values(choices).some((choice) => choice !== null);

/** Reads from the index that yields the smallest number of candidates. */
async function readCandidates(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { breed, gender }: DogFilters,
): Promise<Doc<"dogs">[]> {
  if (breed !== "") {
    return await ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_external_and_breed", (q) =>
        q.eq("kennelId", kennelId).eq("isExternal", false).eq("breedKey", foldText(breed)),
      )
      .take(MAX_DOGS_PER_KENNEL);
  }
  if (gender !== null) {
    return await listedOfGender(ctx, kennelId, gender).take(MAX_DOGS_PER_KENNEL);
  }
  return await listedByName(ctx, kennelId).take(MAX_DOGS_PER_KENNEL);
}

/** The dogs are in alphabetical order, without external ancestors. */
export const listedOfGender = (ctx: QueryCtx, kennelId: Id<"kennels">, gender: Gender) =>
  ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_gender_and_name", (q) =>
      q.eq("kennelId", kennelId).eq("isExternal", false).eq("gender", gender),
    );

export const searchedFields = (dog: Doc<"dogs">) => [
  ...[dog.name, dog.callName, dog.registrationNumber],
  ...(dog.otherRegistrations ?? []).map(({ registry, number }) => `${registry} ${number}`),
  // Some people type a number without its spaces and dashes.
  ...[dog.registrationKey, ...otherKeysOf(dog)],
];

const toAging = (dog: Doc<"dogs">) => ({
  dateOfBirth: dog.dateOfBirth ?? null,
  status: dog.status,
  statusChangedOn: dog.statusChangedOn ?? null,
});

function makeMatcher(filters: DogFilters, today: string | undefined): (dog: Doc<"dogs">) => boolean {
  const { gender, status, isBreedingDog, hasPhotos, isInKennel, ageRange } = filters;
  const words = searchWords(filters.search);
  if (ageRange !== null && (today === undefined || !isCalendarDay(today))) {
    fail("VALIDATION_FAILED", { fields: { today: "Today must be a date" } });
  }
  return (dog) =>
    (gender === null || dog.gender === gender) &&
    (status === null || dog.status === status) &&
    (isBreedingDog === null || String(dog.isBreedingDog) === isBreedingDog) &&
    (hasPhotos === null || String(dog.photoCount > 0) === hasPhotos) &&
    (isInKennel === null || String(!isGone(dog)) === isInKennel) &&
    (ageRange === null || today === undefined || isInAgeBand(toAging(dog), ageRange, today)) &&
    matchesWords(words, searchedFields(dog));
}

/** The order is alphabetical unless a sort column is given. Throws VALIDATION_FAILED for invalid filters. */
export async function listDogs(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { page, limit, today, hasGoneLast = false, sort, direction, ...typed }: DogListRequest,
): Promise<Infer<typeof dogPageShape>> {
  const request = toPageRequest({ page, limit });
  const filters = parseOrFail(dogFiltersSchema, typed);
  const isScanned = hasGoneLast || sort !== undefined || isFiltered(filters);
  const { rows, total } = isScanned
    ? await readFilteredPage(ctx, kennelId, { filters, today, hasGoneLast, sort, direction }, request)
    : await readUnfilteredPage(ctx, kennelId, request);
  const parents = new ParentReader(ctx);
  const photos = new PhotoReader(ctx);
  return {
    data: await Promise.all(rows.map(async (row) => await toDog(row, parents, await photos.primaryOf(row)))),
    pagination: toPagination(request, total),
  };
}

interface Page {
  readonly rows: Doc<"dogs">[];
  readonly total: number;
}

async function readUnfilteredPage(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  request: PageRequest,
): Promise<Page> {
  const { dogs: total } = await getCounters(ctx, kennelId);
  const listed = listedByName(ctx, kennelId);
  return { rows: await takePage(request, total, (order) => listed.order(order)), total };
}

async function readFilteredPage(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  {
    filters,
    today,
    hasGoneLast,
    sort,
    direction = "asc",
  }: DogOrder & { filters: DogFilters; today: string | undefined },
  { page, limit }: PageRequest,
): Promise<Page> {
  const found = (await readCandidates(ctx, kennelId, filters)).filter(makeMatcher(filters, today));
  const sorted = sort === undefined ? found : sortDogs(found, sort, direction);
  const matches = hasGoneLast ? goneLast(sorted) : sorted;
  return { rows: matches.slice((page - 1) * limit, page * limit), total: matches.length };
}
