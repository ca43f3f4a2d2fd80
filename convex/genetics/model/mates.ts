/**
 * Mates for one dog, and what a planned litter means for its breed. Both are calculated from the packed pedigree when
 * they are asked for; only the dogs of the page that is shown are read.
 */
import { v, type Infer } from "convex/values";
import {
  INBREEDING_LIMIT,
  listMates,
  MATE_SORTS,
  REASONS_AGAINST,
  sortMates,
  STANDINGS,
  type MateSort,
} from "../../../domain/genetics/mates";
import { meanKinshipAfter, meanKinships } from "../../../domain/genetics/population";
import { fail } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findProgress, progressShape } from "../../pedigree/model/pedigreeViews";
import { requireRowOf } from "../../platform/model/paging/rows";
import { textOrNull } from "../../platform/tables/shared";
import { viewPopulationOf } from "./population";

const MATES_PAGE = 25;

const literals = <Word extends string>(words: readonly Word[]) =>
  v.union(...words.map((word) => v.literal(word)));

export const matesArgs = {
  /** The user's date, by which living dogs are chosen. */
  today: v.string(),
  page: v.optional(v.number()),
  /** Lists the mates that are not advised instead of the others. */
  isNotAdvised: v.optional(v.boolean()),
  sort: v.optional(literals(MATE_SORTS)),
};

export const matesShape = v.union(
  v.object({
    progress: v.union(progressShape, v.null()),
    /** Null during a calculation. */
    result: v.union(
      v.object({
        name: v.string(),
        /** The living breeding dogs of the breed, and the mean of their coefficients. */
        reference: v.number(),
        meanInbreeding: v.number(),
        /** Mates whose puppies would be more inbred come after the others. */
        limit: v.number(),
        good: v.number(),
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
            against: v.union(literals(REASONS_AGAINST), v.null()),
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
  readonly isNotAdvised?: boolean | undefined;
  readonly sort?: MateSort | undefined;
};

/** Lists a page of a dog's mates; throws VALIDATION_FAILED for a day that is none. */
export async function describeMates(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  { today, page = 1, isNotAdvised = false, sort = "advised" }: MatesArgs,
): Promise<Infer<typeof matesShape>> {
  const population = await viewPopulationOf(ctx, dog, today);
  if (!population) return { progress: await findProgress(ctx, dog.kennelId), result: null };
  const { view, relationship, reference } = population;
  const all = listMates(relationship, view.placeOf(dog), reference);
  const listed = all.filter(({ against }) => (against !== null) === isNotAdvised);
  const good = all.filter(({ against }) => against === null).length;
  const pages = Math.ceil(listed.length / MATES_PAGE);
  const shown = Math.max(1, Math.min(Math.trunc(page), pages));
  const mates = await Promise.all(
    sortMates(listed, sort)
      .slice((shown - 1) * MATES_PAGE, shown * MATES_PAGE)
      .map(async ({ place, year: _year, ...mate }) => {
        const found = await view.dogAt(place);
        if (!found) return [];
        const { _id, name, isExternal, dateOfBirth = null } = found;
        return [{ _id, name, isExternal, dateOfBirth, ...mate }];
      }),
  );
  const sum = reference.reduce((total, place) => total + view.pedigree.at(place).coefficient, 0);
  return {
    progress: null,
    result: {
      ...{ name: dog.name, reference: reference.length, limit: INBREEDING_LIMIT },
      meanInbreeding: reference.length === 0 ? 0 : sum / reference.length,
      ...{ good, notAdvised: all.length - good, page: shown, pages, mates: mates.flat() },
    },
  };
}

export const litterArgs = { mateId: v.string(), today: v.string(), puppies: v.optional(v.number()) };

export const litterShape = v.union(
  v.object({
    progress: v.union(progressShape, v.null()),
    /** Null during a calculation, and without living breeding dogs of the breed. */
    result: v.union(
      v.object({
        coefficient: v.number(),
        /** The mean kinships of the puppies and of the living breeding dogs with the latter. */
        puppyKinship: v.number(),
        breedKinship: v.number(),
        puppies: v.number(),
        /** By how much the litter raises the gene diversity of the breed, if all puppies are bred. */
        diversityChange: v.number(),
      }),
      v.null(),
    ),
  }),
  v.null(),
);

/** A litter of usual size. */
const USUAL_PUPPIES = 6;
const MOST_PUPPIES = 30;

/**
 * Says what a litter of two dogs means for the breed of the first; throws NOT_FOUND, or VALIDATION_FAILED for a mate
 * of the same sex, a day that is none and an impossible number of puppies.
 */
export async function describePlannedLitter(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  { mateId, today, puppies = USUAL_PUPPIES }: { mateId: string; today: string; puppies?: number | undefined },
): Promise<Infer<typeof litterShape>> {
  const { kennelId } = dog;
  const mate = await requireRowOf(ctx, "dogs", mateId, { kennelId });
  if (mate.gender === dog.gender)
    fail("VALIDATION_FAILED", { fields: { mateId: "Mates must be of both sexes" } });
  if (!Number.isInteger(puppies) || puppies < 1 || puppies > MOST_PUPPIES) {
    fail("VALIDATION_FAILED", { fields: { puppies: `Puppies must be from 1 to ${MOST_PUPPIES}` } });
  }
  const population = await viewPopulationOf(ctx, dog, today);
  if (!population) return { progress: await findProgress(ctx, kennelId), result: null };
  const { view, relationship, reference } = population;
  if (reference.length === 0) return { progress: null, result: null };
  const [one, other] = [view.placeOf(dog), view.placeOf(mate)];
  const coefficient = relationship.kinshipsOf(one)[other] ?? 0;
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
  return {
    progress: null,
    result: {
      ...{ coefficient, puppies, puppyKinship: (sireMean + damMean) / 2, breedKinship: mean },
      diversityChange: mean - after,
    },
  };
}
