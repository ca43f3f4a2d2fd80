/**
 * The figures of a population. Everything is calculated from the packed pedigree on request and cached until the
 * pedigree changes.
 */
import { grouped } from "../../../domain/formatting/formatting";
import { v, type Infer } from "convex/values";
import {
  findAncestors,
  meanKinships,
  rankByKinship,
  summarizeFounders,
} from "../../../domain/genetics/population";
import {
  generationInterval,
  listBirthYears,
  rateByInbreeding,
  rateByYear,
} from "../../../domain/genetics/rates";
import {
  birthYearsOf,
  bornWithin,
  COMPLETENESS_GENERATIONS,
  dogsOfBreed,
  livingBreedingDogs,
  meanCompleteness,
  type BirthYears,
} from "../../../domain/genetics/reference";
import { Relationship } from "../../../domain/genetics/relationship";
import { listPopularSires } from "../../../domain/genetics/sires";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { spellBreed } from "../../../domain/dogs/breeds";
import { fail, failOnFields, type FieldErrors } from "../../../domain/errors";
import { PLACE_KINDS, UNKNOWN, type PackedPedigree } from "../../../domain/pedigree/packed";
import { foldText } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getPedigreeState } from "../../dogs/model/pedigreeStates";
import { MOST_BREEDS, type Packed } from "../../pedigree/model/pedigreeParts";
import {
  findProgress,
  progressShape,
  viewBreed,
  type PedigreeView,
} from "../../pedigree/model/pedigreeViews";

const MOST_NAMED = 20;

/** The limit applies to each year and generation. */
const MOST_SIRES = 5;

/** If there are more ancestors, the effective number is an interval. */
const MOST_ANCESTORS = 100;

const RANK_PAGE = 25;

/** Changes are shown and measured over this number of years of birth, about three generations. */
const TREND_YEARS = 12;

export const populationArgs = {
  /** Decides which dogs count as living. */
  today: v.string(),
  /** The default is the breed of most of the dogs. */
  breed: v.optional(v.string()),
  /** These years define the reference instead of the living breeding dogs. */
  bornFrom: v.optional(v.number()),
  bornTo: v.optional(v.number()),
};
type PopulationArgs = Partial<Readonly<Record<"bornFrom" | "bornTo", number | undefined>>> & {
  readonly today: string;
  readonly breed?: string | undefined;
};

const namedShape = { _id: v.id("dogs"), name: v.string(), isExternal: v.boolean() };
const number = v.union(v.number(), v.null());

const referenceFields = {
  /** The breeds of ancestors are included. The most frequent breed is first. */
  breeds: v.array(v.object({ breed: v.string(), dogs: v.number() })),
  breed: v.string(),
  /** The recorded dogs of the breed, and the dogs in the reference. */
  dogs: v.number(),
  reference: v.number(),
  /** Null if the reference is the living breeding dogs. */
  born: v.union(
    v.object({ from: v.union(v.number(), v.null()), to: v.union(v.number(), v.null()) }),
    v.null(),
  ),
  /** Null if no year is known. */
  birthYears: v.union(v.object({ first: v.number(), last: v.number() }), v.null()),
  /** For each of five generations, from 0 to 1. */
  completeness: v.array(v.number()),
};

const withProgress = <Result extends Parameters<typeof v.union>[0]>(result: Result) =>
  v.object({
    /** Null if no calculation must finish first. */
    progress: v.union(progressShape, v.null()),
    /** Null while the pedigree is being calculated, and if there are no dogs. */
    result: v.union(result, v.null()),
  });

export const populationShape = withProgress(
  v.object({
    ...referenceFields,
    /** Null if the reference is empty. */
    figures: v.union(
      v.object({
        meanInbreeding: v.number(),
        meanKinship: v.number(),
        geneDiversity: v.number(),
        /** 1/(2 mean kinship) (Lacy 1995). */
        founderGenomeEquivalents: number,
        founders: v.number(),
        unknownParents: v.number(),
        effectiveFounders: number,
        effectiveKnownFounders: number,
        equivalentGenerations: v.number(),
      }),
      v.null(),
    ),
    founders: v.array(v.object({ ...namedShape, share: v.number() })),
    /** The dogs with the rarest lines are first. */
    rank: v.object({
      page: v.number(),
      pages: v.number(),
      dogs: v.array(
        v.object({ ...namedShape, position: v.number(), meanKinship: v.number(), coefficient: v.number() }),
      ),
    }),
  }),
);

export const trendShape = withProgress(
  v.object({
    breed: v.string(),
    years: v.array(
      v.object({ year: v.number(), dogs: v.number(), meanInbreeding: v.number(), meanKinship: v.number() }),
    ),
    /** In years; null if no grandparents with known years of birth exist. */
    generationInterval: number,
    /**
     * Effective population sizes. Null if inbreeding or kinship does not increase, or if the size cannot be
     * calculated.
     */
    ne: v.object({ individual: number, inbreedingByYear: number, kinshipByYear: number }),
    sires: v.array(
      v.object({
        year: v.number(),
        dogs: v.number(),
        /**
         * The lists are for offspring, grand-offspring and great-grand-offspring. Only the sires with the largest
         * numbers are listed.
         */
        generations: v.array(v.array(v.object({ ...namedShape, dogs: v.number() }))),
      }),
    ),
  }),
);

export const ancestorsShape = withProgress(
  v.object({
    breed: v.string(),
    /** An interval if more ancestors exist than were searched; null without dogs. */
    effective: v.union(v.object({ low: v.number(), high: v.number() }), v.null()),
    /** From 0 to 1. */
    explained: v.number(),
    /** Unknown parents are not named. */
    ancestors: v.array(v.object({ ...namedShape, share: v.number() })),
  }),
);

/** A pedigree object never changes. Each change creates a new object. */
const relationships = new WeakMap<PackedPedigree, Relationship>();

/** The result is cached as long as the pedigree object exists. */
export function relationshipOf(pedigree: PackedPedigree): Relationship {
  const relationship = relationships.get(pedigree) ?? new Relationship(pedigree);
  relationships.set(pedigree, relationship);
  return relationship;
}

export interface Population {
  readonly view: PedigreeView;
  readonly relationship: Relationship;
  readonly breed: string;
  readonly breeds: { breed: string; dogs: number }[];
  readonly dogs: readonly number[];
  readonly reference: readonly number[];
  /** Null if the reference is the living breeding dogs. */
  readonly born: BirthYears | null;
  readonly year: number;
}

/** Clients may request these years of birth. */
const YEARS = { first: 1800, last: 2200 };

/** Returns null for the living breeding dogs. Throws VALIDATION_FAILED. */
function checkYears({ bornFrom, bornTo }: PopulationArgs): BirthYears | null {
  const fields: FieldErrors = {};
  for (const [name, label, year] of [
    ["bornFrom", "First year of birth", bornFrom],
    ["bornTo", "Last year of birth", bornTo],
  ] as const) {
    if (year !== undefined && !(Number.isInteger(year) && year >= YEARS.first && year <= YEARS.last)) {
      fields[name] = `${label} must be a year such as 2018`;
    }
  }
  if (bornFrom !== undefined && bornTo !== undefined && bornTo < bornFrom) {
    fields["bornTo"] ??= "Last year of birth cannot be before the first";
  }
  failOnFields(fields);
  return bornFrom === undefined && bornTo === undefined
    ? null
    : { from: bornFrom ?? null, to: bornTo ?? null };
}

/** The limit applies to a breed without a number, once for the kennel's own dogs and once for external dogs. */
const MOST_UNLISTED = 3000;

/** The first 255 breeds have a number in the packed pedigree. Dogs of further breeds are counted here. */
async function countUnlisted(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { breeds = [] }: Packed,
): Promise<{ key: string; dogs: number }[]> {
  if (breeds.length < MOST_BREEDS) return [];
  const own = await ctx.db
    .query("kennelBreeds")
    .withIndex("by_kennel_and_breed", (q) => q.eq("kennelId", kennelId))
    .take(MOST_UNLISTED);
  return own.flatMap(({ breedKey: key, dogs }) => (breeds.includes(key) ? [] : [{ key, dogs }]));
}

/** Throws VALIDATION_FAILED for too many dogs. */
async function findUnlisted(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { placeOf }: PedigreeView,
  breedKey: string,
): Promise<number[]> {
  const places: number[] = [];
  for (const isExternal of [false, true]) {
    const dogs = await ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_external_and_breed", (q) =>
        q.eq("kennelId", kennelId).eq("isExternal", isExternal).eq("breedKey", breedKey),
      )
      .take(MOST_UNLISTED + 1);
    if (dogs.length > MOST_UNLISTED) {
      const breed = `Your database has more than ${MOST_BREEDS} breeds. A breed that came after them has figures with up to ${grouped(MOST_UNLISTED)} dogs, and this one has more`;
      fail("VALIDATION_FAILED", { fields: { breed } });
    }
    for (const dog of dogs) {
      const place = placeOf(dog);
      if (place !== UNKNOWN) places.push(place);
    }
  }
  return places.sort((a, b) => a - b);
}

/**
 * Returns null while the pedigree is being calculated, and without dogs. Throws VALIDATION_FAILED for an invalid
 * date or year and for a breed without dogs.
 */
export async function viewPopulation(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { today, breed, ...years }: PopulationArgs,
): Promise<Population | null> {
  if (!isCalendarDay(today)) fail("VALIDATION_FAILED", { fields: { today: "Today must be a day" } });
  const born = checkYears({ today, ...years });
  const { packed } = await getPedigreeState(ctx, kennelId);
  const view = (await findProgress(ctx, kennelId)) ? null : await viewBreed(ctx, kennelId);
  if (!view || !packed?.breeds) return null;
  const { pedigree } = view;
  const counts = new Uint32Array(256);
  for (let place = 0; place < pedigree.size; place += 1) {
    if (pedigree.kinds[place] === PLACE_KINDS.nobody) continue;
    const number = pedigree.breeds[place] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
  const unlisted = await countUnlisted(ctx, kennelId, packed);
  const listed = packed.breeds
    .map((key, index) => ({ key, number: index + 1, dogs: counts[index + 1] ?? 0 }))
    .concat(unlisted.map((each) => ({ ...each, number: 0 })))
    .filter(({ dogs }) => dogs > 0)
    .sort((a, b) => b.dogs - a.dogs || (a.key < b.key ? -1 : 1));
  const key = breed === undefined ? listed[0]?.key : foldText(breed);
  if (key === undefined) return null;
  const number = listed.find((each) => each.key === key)?.number ?? 0;
  const mayBeUnlisted = number === 0 && packed.breeds.length >= MOST_BREEDS;
  const dogs = mayBeUnlisted
    ? await findUnlisted(ctx, kennelId, view, key)
    : number > 0
      ? dogsOfBreed(pedigree, number)
      : [];
  if (number === 0 && dogs.length === 0) {
    fail("VALIDATION_FAILED", { fields: { breed: "Your kennel has no dogs of this breed" } });
  }
  const year = Number(today.slice(0, 4));
  return {
    ...{ view, year, relationship: relationshipOf(pedigree), breed: spellBreed(key), dogs, born },
    breeds: listed.map((each) => ({ breed: spellBreed(each.key), dogs: each.dogs })),
    reference: born ? bornWithin(pedigree, dogs, born) : livingBreedingDogs(pedigree, dogs, year),
  };
}

/** Returns null while the pedigree is being calculated. Throws VALIDATION_FAILED. */
export async function viewPopulationOf(
  ctx: QueryCtx,
  { kennelId, breedKey }: Doc<"dogs">,
  today: string,
): Promise<Population | null> {
  return await viewPopulation(ctx, kennelId, { today, breed: breedKey });
}

type Named<Row> = Row & Pick<Doc<"dogs">, "_id" | "name" | "isExternal">;

/** Rows whose place has no dog are left out. */
async function nameRows<Row extends { readonly place: number }>(
  { dogAt }: PedigreeView,
  rows: readonly Row[],
): Promise<Named<Omit<Row, "place">>[]> {
  const named = await Promise.all(
    rows.map(async ({ place, ...row }) => {
      const dog: Doc<"dogs"> | null = place === UNKNOWN ? null : await dogAt(place);
      return dog ? [{ _id: dog._id, name: dog.name, isExternal: dog.isExternal, ...row }] : [];
    }),
  );
  return named.flat();
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The result contains one page of the ranking of the reference's dogs. */
export async function describePopulation(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { page = 1, ...args }: PopulationArgs & { readonly page?: number | undefined },
): Promise<Infer<typeof populationShape>> {
  const population = await viewPopulation(ctx, kennelId, args);
  if (!population) return { progress: await findProgress(ctx, kennelId), result: null };
  const { view, relationship, breed, breeds, dogs, reference, born } = population;
  const { pedigree, order } = relationship;
  const common = {
    ...{ breeds, breed, dogs: dogs.length, reference: reference.length },
    ...{ born: born && { ...born }, birthYears: birthYearsOf(pedigree, dogs) },
    completeness: meanCompleteness(relationship, reference, COMPLETENESS_GENERATIONS),
  };
  if (reference.length === 0) {
    const rank = { page: 1, pages: 0, dogs: [] };
    return { progress: null, result: { ...common, figures: null, founders: [], rank } };
  }
  const { byPlace, mean } = meanKinships(relationship, reference);
  const shares = relationship.shares(relationship.alike(reference));
  const founders = summarizeFounders(relationship, shares);
  const generations = relationship.equivalentGenerations();
  const meanOf = (of: (place: number) => number): number =>
    reference.reduce((sum, place) => sum + of(place), 0) / reference.length;
  const largest = [...order.keys()]
    .filter(
      (n) => relationship.sires[n] === UNKNOWN && relationship.dams[n] === UNKNOWN && (shares[n] ?? 0) > 0,
    )
    .sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0))
    .slice(0, MOST_NAMED)
    .map((n) => ({ place: order[n] ?? UNKNOWN, share: shares[n] ?? 0 }));
  const pages = Math.ceil(reference.length / RANK_PAGE);
  const shown = Math.min(Math.max(1, Math.trunc(page)), pages);
  const start = (shown - 1) * RANK_PAGE;
  const ranked = rankByKinship(byPlace, reference)
    .slice(start, start + RANK_PAGE)
    .map((place, index) => ({
      ...{ place, position: start + index + 1, meanKinship: byPlace[place] ?? 0 },
      coefficient: pedigree.at(place).coefficient,
    }));
  return {
    progress: null,
    result: {
      ...common,
      figures: {
        meanInbreeding: meanOf((place) => pedigree.at(place).coefficient),
        ...{ meanKinship: mean, geneDiversity: 1 - mean, founderGenomeEquivalents: finite(1 / (2 * mean)) },
        ...{ founders: founders.count, unknownParents: founders.unknownParents },
        effectiveFounders: finite(founders.effective),
        effectiveKnownFounders: finite(founders.effectiveKnown),
        equivalentGenerations: meanOf((place) => generations[relationship.numberOf(place)] ?? 0),
      },
      founders: await nameRows(view, largest),
      rank: { page: shown, pages, dogs: await nameRows(view, ranked) },
    },
  };
}

export async function describeTrend(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  args: PopulationArgs,
): Promise<Infer<typeof trendShape>> {
  const population = await viewPopulation(ctx, kennelId, args);
  if (!population) return { progress: await findProgress(ctx, kennelId), result: null };
  const { view, relationship, breed, dogs, reference, year } = population;
  const ofBreed = new Set(dogs);
  const [first, last] = [year - TREND_YEARS, year];
  const years = listBirthYears(relationship, first, last, ofBreed);
  const { mean: interval } = generationInterval(relationship, ofBreed);
  const byYear = interval === null ? null : rateByYear(relationship, years, interval);
  const sires = await Promise.all(
    listPopularSires(relationship, first, last, MOST_SIRES, ofBreed).map(async ({ generations, ...of }) => ({
      ...of,
      generations: await Promise.all(generations.map(async (rows) => await nameRows(view, rows))),
    })),
  );
  return {
    progress: null,
    result: {
      breed,
      years: years.map(({ places, ...of }) => ({ ...of, dogs: places.length })),
      generationInterval: interval,
      ne: {
        individual: rateByInbreeding(relationship, reference)?.ne ?? null,
        inbreedingByYear: byYear?.inbreeding.ne ?? null,
        kinshipByYear: byYear?.kinship.ne ?? null,
      },
      sires,
    },
  };
}

export async function describeAncestors(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  args: PopulationArgs,
): Promise<Infer<typeof ancestorsShape>> {
  const population = await viewPopulation(ctx, kennelId, args);
  if (!population) return { progress: await findProgress(ctx, kennelId), result: null };
  const { view, relationship, breed, reference } = population;
  if (reference.length === 0) {
    return { progress: null, result: { breed, effective: null, explained: 0, ancestors: [] } };
  }
  const founders = summarizeFounders(relationship, relationship.shares(relationship.alike(reference)));
  const all = founders.count + founders.unknownParents;
  const { found, explained, lower, upper } = findAncestors(relationship, reference, MOST_ANCESTORS, all);
  return {
    progress: null,
    result: {
      ...{ breed, explained, effective: { low: lower, high: upper } },
      ancestors: await nameRows(view, found.slice(0, MOST_NAMED)),
    },
  };
}
