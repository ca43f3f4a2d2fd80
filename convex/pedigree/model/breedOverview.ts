/** The inbreeding of all of a kennel's dogs and ancestors, read from the packed pedigree. */
import { v, type Infer } from "convex/values";
import { summarizeBreed } from "../../../domain/pedigree/breed-summary";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { dogsOfKennel } from "../../dogs/model/dogDue";
import { coefficientOf, findProgress, progressShape, viewBreed } from "./pedigreeViews";
import { breedSummaryFields } from "../tables/coefficientRuns";

export const breedOverviewShape = v.object({
  /** Null if no calculation is needed. */
  progress: v.union(progressShape, v.null()),
  /** Null during a calculation, and if there are no dogs. */
  result: v.union(
    v.object({
      ...breedSummaryFields,
      mostInbred: v.array(
        v.object({ _id: v.id("dogs"), name: v.string(), isExternal: v.boolean(), coefficient: v.number() }),
      ),
    }),
    v.null(),
  ),
});

export async function describeBreed(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Infer<typeof breedOverviewShape>> {
  const progress = await findProgress(ctx, kennelId);
  const view = progress ? null : await viewBreed(ctx, kennelId);
  if (!view) return { progress, result: null };
  const { mostInbred, years, ...summary } = summarizeBreed(view.pedigree);
  if (summary.dogs === 0) return { progress, result: null };
  const named = await Promise.all(
    mostInbred.map(async ({ place, coefficient }) => {
      const dog = await view.dogAt(place);
      return dog ? [{ _id: dog._id, name: dog.name, isExternal: dog.isExternal, coefficient }] : [];
    }),
  );
  return { progress, result: { ...summary, years: [...years], mostInbred: named.flat() } };
}

export const dogCoefficientShape = v.union(
  v.object({ coefficient: v.number(), mean: v.number(), dogs: v.number() }),
  v.null(),
);

/** The coefficient is that of the whole known pedigree, and null during the calculation. */
export async function findCoefficient(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
): Promise<Infer<typeof dogCoefficientShape>> {
  const view = (await findProgress(ctx, dog.kennelId)) ? null : await viewBreed(ctx, dog.kennelId);
  if (!view) return null;
  const { mean, dogs } = summarizeBreed(view.pedigree);
  return { coefficient: view.pedigree.at(view.placeOf(dog)).coefficient, mean, dogs };
}

export const dogCoefficientsShape = v.array(
  v.object({ dogId: v.id("dogs"), coefficient: v.union(v.number(), v.null()) }),
);

/** The coefficients are those of the whole known pedigree. A coefficient is null while it is being calculated. */
export async function findCoefficients(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  dogIds: readonly string[],
): Promise<Infer<typeof dogCoefficientsShape>> {
  const dogs = await dogsOfKennel(ctx, kennelId, dogIds);
  const view = await viewBreed(ctx, kennelId);
  return dogs.map((dog) => ({
    dogId: dog._id,
    coefficient: view && coefficientOf(view, view.placeOf(dog), null),
  }));
}
