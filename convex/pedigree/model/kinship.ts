/**
 * The relationship of two dogs of a kennel, of any sex: their kinship over the whole known pedigree, the ancestors
 * who cause it, their closest relationship in words, and the completeness of both pedigrees.
 */
import { v, type Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import { relationshipOf } from "../../../domain/pedigree/closeness";
import { pedigreeCompleteness } from "../../../domain/pedigree/completeness";
import { describeRelation, findRelation, kinshipOf, nearestSteps } from "../../../domain/pedigree/relation";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  coefficientOf,
  findProgress,
  namedAncestorShape,
  nameContributors,
  progressShape,
  shareOf,
  viewPedigree,
  type PedigreeView,
} from "./pedigreeViews";
import { requireRowOf } from "../../platform/model/paging/rows";

/** Completeness is shown for these generations, which contribute most to a kinship. */
const COMPLETENESS_GENERATIONS = 5;

/** Because of rounding, two sums of the same kinship may differ by at most this much. */
const ROUNDING = 1e-12;

const comparedShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  /** Null while the dog's coefficient of inbreeding is being calculated. */
  coefficient: v.union(v.number(), v.null()),
  /** The known share of the dog's ancestors in the nearest generations. */
  known: v.number(),
  possible: v.number(),
});

export const kinshipShape = v.object({
  dog: comparedShape,
  other: comparedShape,
  /** The probability that a gene of one dog and the same gene of the other are identical by descent. */
  kinship: v.union(v.number(), v.null()),
  relationship: v.union(v.number(), v.null()),
  /** Null if no calculation is needed. */
  progress: v.union(progressShape, v.null()),
  words: v.union(v.string(), v.null()),
  /** Because of further relationships, the dogs are more closely related than `words` says. */
  isCloser: v.boolean(),
  generations: v.number(),
  commonAncestors: v.array(
    namedAncestorShape.extend({
      /** The steps lead from the dog to the ancestor's closest place in its pedigree. */
      stepsFromDog: v.number(),
      stepsFromOther: v.number(),
    }),
  ),
  /** Further common ancestors are not named. */
  further: v.number(),
});

type Kinship = Infer<typeof kinshipShape>;

async function requireDog(ctx: QueryCtx, kennelId: Id<"kennels">, dogId: string): Promise<Doc<"dogs">> {
  return await requireRowOf(ctx, "dogs", dogId, { kennelId });
}

function describeCompared(view: PedigreeView | null, dog: Doc<"dogs">): Kinship["dog"] {
  const { _id, name } = dog;
  if (!view) return { _id, name, coefficient: null, known: 0, possible: 0 };
  const place = view.placeOf(dog);
  const rows = pedigreeCompleteness(view.pedigree, place, COMPLETENESS_GENERATIONS);
  return {
    _id,
    name,
    coefficient: coefficientOf(view, place, null),
    known: rows.reduce((sum, { known }) => sum + known, 0),
    possible: rows.reduce((sum, { possible }) => sum + possible, 0),
  };
}

/** Throws NOT_FOUND, or VALIDATION_FAILED if both are the same dog. */
export async function describeKinship(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogId, otherId }: { dogId: string; otherId: string },
): Promise<Kinship> {
  const dog = await requireDog(ctx, kennelId, dogId);
  const other = await requireDog(ctx, kennelId, otherId);
  if (dog._id === other._id) fail("VALIDATION_FAILED", { fields: { otherId: "Choose another dog" } });
  const view = await viewPedigree(ctx, kennelId, [dog, other], null);
  const compared = { dog: describeCompared(view, dog), other: describeCompared(view, other) };
  const common = { ...compared, generations: COMPLETENESS_GENERATIONS };
  const nothing = {
    kinship: null,
    relationship: null,
    words: null,
    isCloser: false,
    commonAncestors: [],
    further: 0,
  };
  if (!view) return { ...common, ...nothing, progress: await findProgress(ctx, kennelId) };
  const { pedigree } = view;
  const places = [view.placeOf(dog), view.placeOf(other)] as const;
  // The kinship of two dogs equals the coefficient of their offspring, even if they cannot have offspring.
  const shared = shareOf(view, places, null);
  const { named, further } = await nameContributors(view, shared);
  const relation = findRelation(pedigree, ...places);
  const [fromDog, fromOther] = places.map((place) => nearestSteps(pedigree, place));
  const { coefficient } = shared;
  const relationship = relationshipOf(
    coefficient ?? Number.NaN,
    compared.dog.coefficient ?? Number.NaN,
    compared.other.coefficient ?? Number.NaN,
  );
  return {
    ...common,
    kinship: coefficient,
    relationship: Number.isNaN(relationship) ? null : relationship,
    progress: coefficient === null ? await findProgress(ctx, kennelId) : null,
    words: describeRelation(relation, dog, other),
    isCloser: coefficient !== null && coefficient > kinshipOf(relation) + ROUNDING,
    commonAncestors: named.flatMap(({ place, dog: { _id, name }, contribution, inbreeding }) => {
      const [stepsFromDog, stepsFromOther] = [fromDog?.get(place), fromOther?.get(place)];
      if (stepsFromDog === undefined || stepsFromOther === undefined) return [];
      return [{ _id, name, contribution, inbreeding, stepsFromDog, stepsFromOther }];
    }),
    further,
  };
}
