/**
 * How close two dogs of a kennel are, whatever their sex: their kinship over all that is recorded, from whom it comes,
 * their nearest relation in words, and how much of either pedigree is known. domain/pedigree reckons it.
 */
import { v, type Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import { relationshipOf } from "../../../domain/pedigree/closeness";
import { pedigreeCompleteness } from "../../../domain/pedigree/completeness";
import { InbreedingCalculator, WHOLE_PEDIGREE } from "../../../domain/pedigree/inbreeding";
import type { Pedigree } from "../../../domain/pedigree/pedigree";
import { describeRelation, findRelation, kinshipOf, nearestSteps } from "../../../domain/pedigree/relation";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { endWhereCut, loadWithinReach, parentsById } from "./ancestry";

/** Generations whose completeness is told: those that most of a kinship comes from. */
const COMPLETENESS_GENERATIONS = 5;

/** Two sums of the same kinship may differ by this much. */
const ROUNDING = 1e-12;

const comparedShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  /** Its own coefficient of inbreeding. */
  coefficient: v.number(),
  /** Known places among the possible ones of its nearest generations. */
  known: v.number(),
  possible: v.number(),
});

export const kinshipShape = v.object({
  dog: comparedShape,
  other: comparedShape,
  /** The chance that a gene of the one is the same by descent as one of the other. */
  kinship: v.number(),
  /** Wright's coefficient of relationship. */
  relationship: v.number(),
  words: v.string(),
  /** Whether they are closer than the words say, because they are related in other ways besides. */
  isCloser: v.boolean(),
  /** Generations whose completeness is told. */
  generations: v.number(),
  /** Whether the pedigree reaches further than one answer can read. */
  isCut: v.boolean(),
  commonAncestors: v.array(
    v.object({
      _id: v.id("dogs"),
      name: v.string(),
      contribution: v.number(),
      inbreeding: v.number(),
      /** Generations up to its nearest place. */
      stepsFromDog: v.number(),
      stepsFromOther: v.number(),
    }),
  ),
});

type Kinship = Infer<typeof kinshipShape>;

async function requireDog(ctx: QueryCtx, kennelId: Id<"kennels">, dogId: string): Promise<Doc<"dogs">> {
  const id = ctx.db.normalizeId("dogs", dogId);
  const dog = id && (await ctx.db.get("dogs", id));
  return dog?.kennelId === kennelId ? dog : fail("NOT_FOUND");
}

function describeCompared(
  calculator: InbreedingCalculator,
  pedigree: Pedigree,
  { _id, name }: Doc<"dogs">,
): Kinship["dog"] {
  const rows = pedigreeCompleteness(pedigree, _id, COMPLETENESS_GENERATIONS);
  return {
    _id,
    name,
    coefficient: calculator.ofDog(_id, WHOLE_PEDIGREE).coefficient,
    known: rows.reduce((sum, { known }) => sum + known, 0),
    possible: rows.reduce((sum, { possible }) => sum + possible, 0),
  };
}

/** Answers how two dogs are related; throws NOT_FOUND, or VALIDATION_FAILED for one and the same. */
export async function describeKinship(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogId, otherId }: { dogId: string; otherId: string },
): Promise<Kinship> {
  const dog = await requireDog(ctx, kennelId, dogId);
  const other = await requireDog(ctx, kennelId, otherId);
  if (dog._id === other._id) fail("VALIDATION_FAILED", { fields: { otherId: "Choose another dog" } });
  const { dogs, isCut } = await loadWithinReach(ctx, [dog, other], null);
  const pedigree = parentsById(dogs);
  const calculator = new InbreedingCalculator(endWhereCut(pedigree, isCut));
  // Two dogs' kinship is the coefficient of an offspring of theirs, whether or not they could have one.
  const { coefficient, commonAncestors } = calculator.ofOffspring(dog._id, other._id, WHOLE_PEDIGREE);
  const relation = findRelation(endWhereCut(pedigree, isCut), dog._id, other._id);
  const compared = {
    dog: describeCompared(calculator, pedigree, dog),
    other: describeCompared(calculator, pedigree, other),
  };
  const [fromDog, fromOther] = [nearestSteps(pedigree, dog._id), nearestSteps(pedigree, other._id)];
  return {
    ...compared,
    kinship: coefficient,
    relationship: relationshipOf(coefficient, compared.dog.coefficient, compared.other.coefficient),
    words: describeRelation(relation, dog, other),
    isCloser: coefficient > kinshipOf(relation) + ROUNDING,
    generations: COMPLETENESS_GENERATIONS,
    isCut,
    commonAncestors: commonAncestors.flatMap(({ id, contribution, inbreeding }) => {
      const row = dogs.get(id as Id<"dogs">); // the pedigree's ids are those of the dogs read
      const [stepsFromDog, stepsFromOther] = [fromDog.get(id), fromOther.get(id)];
      if (!row || stepsFromDog === undefined || stepsFromOther === undefined) return [];
      return [{ _id: row._id, name: row.name, contribution, inbreeding, stepsFromDog, stepsFromOther }];
    }),
  };
}
