/**
 * Possible mates of one dog, and the effect of a planned litter on its breed. Both are calculated from the packed
 * pedigree when they are requested. Only the dogs of the shown page are read.
 */
import { v, type Infer } from "convex/values";
import {
  isOverLimit,
  listMates,
  MATE_GROUPS,
  MATE_SORTS,
  REASONS_AGAINST,
  sortMates,
  STANDINGS,
  type CarriedCopies,
  type CarriedVariant,
  type MateSort,
} from "../../../domain/genetics/mates";
import { COMPLETENESS_GENERATIONS, completenessOfPuppies } from "../../../domain/genetics/reference";
import type { Standing } from "../../../domain/genetics/results";
import { meanKinshipAfter, meanKinships } from "../../../domain/genetics/population";
import { fail } from "../../../domain/errors";
import { UNKNOWN } from "../../../domain/pedigree/packed";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findProgress, progressShape, type PedigreeView } from "../../pedigree/model/pedigreeViews";
import { inbreedingLimitOf } from "../../kennels/model/kennelSettings";
import type { ReachedDog } from "../../platform/model/people/identity";
import { requireRowOf } from "../../platform/model/paging/rows";
import { textOrNull } from "../../platform/tables/shared";
import { viewPopulationOf } from "./population";

const MATES_PAGE = 25;
const MAX_MATES_PAGE = 250;

const literals = <Word extends string>(words: readonly Word[]) =>
  v.union(...words.map((word) => v.literal(word)));

export const matesArgs = {
  /** The user's date, which decides which dogs count as living. */
  today: v.string(),
  page: v.optional(v.number()),
  /** Export files request large pages. */
  limit: v.optional(v.number()),
  /** If true, lists the mates that are not recommended instead of the recommended mates. */
  isNotAdvised: v.optional(v.boolean()),
  sort: v.optional(literals(MATE_SORTS)),
};

export const matesShape = v.union(
  v.object({
    progress: v.union(progressShape, v.null()),
    /** Null while the pedigree is being calculated. */
    result: v.union(
      v.object({
        name: v.string(),
        /** The number of the breed's living breeding dogs. */
        reference: v.number(),
        meanInbreeding: v.number(),
        /** Mates whose puppies would have a higher coefficient come last. */
        limit: v.number(),
        gender: v.union(v.literal("male"), v.literal("female")),
        /** False if the caller may not read genetic results. */
        isByTests: v.boolean(),
        /** The dog carries these variants. */
        carries: v.array(v.string()),
        /** More results are recorded than are compared. A mate without a compared result must be tested. */
        isPartial: v.boolean(),
        good: v.number(),
        testFirst: v.number(),
        notAdvised: v.number(),
        page: v.number(),
        pages: v.number(),
        mates: v.array(
          v.object({
            _id: v.id("dogs"),
            name: v.string(),
            isExternal: v.boolean(),
            dateOfBirth: textOrNull,
            offspring: v.number(),
            coefficient: v.number(),
            standing: literals(STANDINGS),
            meanKinship: v.number(),
            position: v.number(),
            completeness: v.number(),
            group: literals(MATE_GROUPS),
            against: v.union(literals(REASONS_AGAINST), v.null()),
            /** The harm to the puppies if both parents carry the variant. */
            harm: textOrNull,
            /** The dog carries these variants, and the mate has no readable result for them. */
            untested: v.array(v.string()),
            /** Variants that the dog does not carry, as far as the dog's results show. */
            carries: v.array(
              v.object({ name: v.string(), isAtRisk: v.boolean(), isOtherClear: v.boolean() }),
            ),
          }),
        ),
      }),
      v.null(),
    ),
  }),
  v.null(),
);

type MatesArgs = {
  readonly today: string;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly isNotAdvised?: boolean | undefined;
  readonly sort?: MateSort | undefined;
};

/** The most results of one kind that are compared for a variant. */
const MOST_RESULTS = 2000;
const MOST_COMPARED_DOGS = 3000;
const MOST_VARIANTS = 1000;

type Variant = Doc<"dogVariants">;

const copiesOf = ({ atRisk, alleles }: Variant): CarriedCopies => ({
  isAtRisk: atRisk > 0,
  alleles: Object.keys(alleles),
});

export const variantsOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  dogId: Id<"dogs">,
): Promise<Variant[]> =>
  await ctx.db
    .query("dogVariants")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MOST_VARIANTS);

/**
 * The result contains only variants that the given dog carries. Dogs without a place in the packed pedigree are
 * left out.
 */
async function readCarried(
  ctx: QueryCtx,
  { placeOf }: PedigreeView,
  own: readonly Variant[],
): Promise<{ carried: CarriedVariant[]; isPartial: boolean }> {
  const carried: CarriedVariant[] = [];
  const places = new Map<Id<"dogs">, Promise<number>>();
  let isPartial = false;
  const readPlace = async (dogId: Id<"dogs">): Promise<number> => {
    const dog = await ctx.db.get("dogs", dogId);
    return dog ? placeOf(dog) : UNKNOWN;
  };
  const placeOfId = async (dogId: Id<"dogs">): Promise<number> => {
    const known = places.get(dogId);
    if (known !== undefined) return await known;
    if (places.size >= MOST_COMPARED_DOGS) {
      isPartial = true;
      return UNKNOWN;
    }
    const place = readPlace(dogId);
    places.set(dogId, place);
    return await place;
  };
  for (const { kennelId, variant, name, ...row } of own) {
    if (row.standing !== "carries") continue;
    const read = async (standing: Standing): Promise<[place: number, row: Variant][]> => {
      const found = await ctx.db
        .query("dogVariants")
        .withIndex("by_kennel_and_variant", (q) =>
          q.eq("kennelId", kennelId).eq("variant", variant).eq("standing", standing),
        )
        .take(MOST_RESULTS);
      if (found.length === MOST_RESULTS) isPartial = true;
      return await Promise.all(
        found.map(async (each): Promise<[number, Variant]> => [await placeOfId(each.dogId), each]),
      );
    };
    carried.push({
      ...{ variant, name, isAtRisk: row.atRisk > 0, alleles: Object.keys(row.alleles) },
      carriers: new Map((await read("carries")).map(([place, each]) => [place, copiesOf(each)])),
      clear: new Set((await read("clear")).map(([place]) => place)),
      unclear: new Set((await read("unclear")).map(([place]) => place)),
    });
  }
  return { carried, isPartial };
}

/** Variants that the dog also carries are left out. */
async function othersCarried(ctx: QueryCtx, mate: Doc<"dogs">, own: readonly Variant[]) {
  const { kennelId, _id: dogId } = mate;
  const rows = await ctx.db
    .query("dogVariants")
    .withIndex("by_kennel_and_dog", (q) =>
      q.eq("kennelId", kennelId).eq("dogId", dogId).eq("standing", "carries"),
    )
    .take(MOST_VARIANTS);
  return rows.flatMap(({ variant, name, atRisk }) => {
    const standings = own.filter((each) => each.variant === variant).map(({ standing }) => standing);
    if (standings.includes("carries")) return [];
    const isOtherClear = standings.length > 0 && standings.every((standing) => standing === "clear");
    return [{ name, isAtRisk: atRisk > 0, isOtherClear }];
  });
}

/** Throws VALIDATION_FAILED for an invalid date. */
export async function describeMates(
  ctx: QueryCtx,
  { dog, access }: ReachedDog,
  { today, page = 1, limit = MATES_PAGE, isNotAdvised = false, sort = "advised" }: MatesArgs,
): Promise<Infer<typeof matesShape>> {
  const population = await viewPopulationOf(ctx, dog, today);
  if (!population) return { progress: await findProgress(ctx, dog.kennelId), result: null };
  const { view, relationship, reference } = population;
  const isByTests = hasPermission(access.permissions, "health", "read");
  const own = isByTests ? await variantsOf(ctx, dog.kennelId, dog._id) : [];
  const { carried, isPartial } = await readCarried(ctx, view, own);
  const all = listMates(relationship, view.placeOf(dog), reference, carried);
  const countOf = (group: (typeof MATE_GROUPS)[number]): number =>
    all.filter((mate) => mate.group === group).length;
  const listed = all.filter(({ group }) => (group === "not advised") === isNotAdvised);
  const inbreedingLimit = await inbreedingLimitOf(ctx, dog.kennelId);
  const size = Math.max(1, Math.min(Math.trunc(limit), MAX_MATES_PAGE));
  const pages = Math.ceil(listed.length / size);
  const shown = Math.max(1, Math.min(Math.trunc(page), pages));
  const mates = await Promise.all(
    sortMates(listed, sort, inbreedingLimit)
      .slice((shown - 1) * size, shown * size)
      .map(async ({ place, year: _year, untested, ...mate }) => {
        const found = await view.dogAt(place);
        if (!found) return [];
        const { _id, name, isExternal, dateOfBirth = null } = found;
        const carries = isByTests ? await othersCarried(ctx, found, own) : [];
        return [{ _id, name, isExternal, dateOfBirth, ...mate, untested: [...untested], carries }];
      }),
  );
  const sum = reference.reduce((total, place) => total + view.pedigree.at(place).coefficient, 0);
  return {
    progress: null,
    result: {
      ...{ name: dog.name, gender: dog.gender, reference: reference.length, limit: inbreedingLimit },
      meanInbreeding: reference.length === 0 ? 0 : sum / reference.length,
      ...{ isByTests, isPartial, carries: carried.map(({ name }) => name) },
      good: countOf("good"),
      testFirst: countOf("test first"),
      notAdvised: countOf("not advised"),
      ...{ page: shown, pages, mates: mates.flat() },
    },
  };
}

export const litterArgs = { mateId: v.string(), today: v.string(), puppies: v.optional(v.number()) };

export const litterShape = v.union(
  v.object({
    progress: v.union(progressShape, v.null()),
    /** Null while the pedigree is being calculated. */
    result: v.union(
      v.object({
        coefficient: v.number(),
        /** The kennel's limit of the coefficient. */
        limit: v.number(),
        isOverLimit: v.boolean(),
        /** For each of five generations, from 0 to 1. */
        completeness: v.array(v.number()),
        /** The breed's living breeding dogs. */
        reference: v.number(),
        puppies: v.number(),
        /** Null if the breed has no living breeding dogs. */
        breed: v.union(
          v.object({
            /**
             * The mean kinship with the living breeding dogs: of the puppies, and of the living breeding dogs
             * themselves.
             */
            puppyKinship: v.number(),
            breedKinship: v.number(),
            /** The increase of the breed's gene diversity if all puppies are used for breeding. */
            diversityChange: v.number(),
          }),
          v.null(),
        ),
      }),
      v.null(),
    ),
  }),
  v.null(),
);

/** The mate must be in the dog's kennel. Throws NOT_FOUND, or VALIDATION_FAILED for a mate of the same sex. */
export async function requireMate(ctx: QueryCtx, dog: Doc<"dogs">, mateId: string): Promise<Doc<"dogs">> {
  const mate = await requireRowOf(ctx, "dogs", mateId, { kennelId: dog.kennelId });
  if (mate.gender === dog.gender) {
    fail("VALIDATION_FAILED", { fields: { mateId: "Mates must be of both sexes" } });
  }
  return mate;
}

const USUAL_PUPPIES = 6;
const MOST_PUPPIES = 30;

/**
 * The breed is that of the first dog. Throws NOT_FOUND, or VALIDATION_FAILED for a mate of the same sex, an invalid
 * date or an impossible number of puppies.
 */
export async function describePlannedLitter(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  { mateId, today, puppies = USUAL_PUPPIES }: { mateId: string; today: string; puppies?: number | undefined },
): Promise<Infer<typeof litterShape>> {
  const { kennelId } = dog;
  const mate = await requireMate(ctx, dog, mateId);
  if (!Number.isInteger(puppies) || puppies < 1 || puppies > MOST_PUPPIES) {
    fail("VALIDATION_FAILED", { fields: { puppies: `Puppies must be from 1 to ${MOST_PUPPIES}` } });
  }
  const population = await viewPopulationOf(ctx, dog, today);
  if (!population) return { progress: await findProgress(ctx, kennelId), result: null };
  const { view, relationship, reference } = population;
  const [one, other] = [view.placeOf(dog), view.placeOf(mate)];
  const coefficient = relationship.kinshipsOf(one)[other] ?? 0;
  const limit = await inbreedingLimitOf(ctx, kennelId);
  const common = {
    ...{ coefficient, puppies, reference: reference.length },
    ...{ limit, isOverLimit: isOverLimit(coefficient, limit) },
    completeness: completenessOfPuppies(relationship, [one, other], COMPLETENESS_GENERATIONS),
  };
  if (reference.length === 0) return { progress: null, result: { ...common, breed: null } };
  const { byPlace, mean } = meanKinships(relationship, reference);
  const [sireMean, damMean] = [byPlace[one] ?? 0, byPlace[other] ?? 0];
  const after = meanKinshipAfter(
    {
      ...{ dogs: reference.length, mean, coefficient, sireMean, damMean },
      sireInbreeding: view.pedigree.at(one).coefficient,
      damInbreeding: view.pedigree.at(other).coefficient,
    },
    puppies,
  );
  const breed = {
    puppyKinship: (sireMean + damMean) / 2,
    breedKinship: mean,
    diversityChange: mean - after,
  };
  return { progress: null, result: { ...common, breed } };
}
