/**
 * Reading pedigrees: the ancestors of a dog, generation by generation, each read once however often it occurs,
 * and what domain/pedigree reckons from them. A whole pedigree may reach far into a breed: beyond what one answer can
 * read, its coefficient is the one that was reckoned in the background.
 */
import { v, type Infer } from "convex/values";
import { MAX_GENERATIONS, MIN_GENERATIONS } from "../../../domain/constants/pedigree";
import { fail } from "../../../domain/errors";
import { pedigreeCompleteness } from "../../../domain/pedigree/completeness";
import { InbreedingCalculator, WHOLE_PEDIGREE } from "../../../domain/pedigree/inbreeding";
import { relationshipOf } from "../../../domain/pedigree/closeness";
import type { Parents, Pedigree } from "../../../domain/pedigree/pedigree";
import { PARENT_ROLES, type ParentRole } from "../../../domain/dogs/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findCoefficient } from "./coefficientRuns";
import { genderValidator, statusValidator } from "../../dogs/tables/dogs";
import { PhotoReader, photoShape } from "../../platform/model/photoShape";

const textOrNull = v.union(v.string(), v.null());
const idOrNull = v.union(v.id("dogs"), v.null());

const ancestorShape = v.object({
  _id: v.id("dogs"),
  isExternal: v.boolean(),
  name: v.string(),
  callName: textOrNull,
  breed: v.string(),
  gender: genderValidator,
  dateOfBirth: textOrNull,
  status: statusValidator,
  statusChangedOn: textOrNull,
  registrationNumber: textOrNull,
  color: textOrNull,
  sireId: idOrNull,
  damId: idOrNull,
  sireName: textOrNull,
  damName: textOrNull,
  /** The primary photo, if there is one. */
  photos: v.array(photoShape),
});

/** A dog's pedigree: each dog once, the dog itself first; the tree follows from `sireId` and `damId`. */
export const pedigreeShape = v.object({
  kennelId: v.id("kennels"),
  generations: v.number(),
  dogs: v.array(ancestorShape),
});

export const inbreedingShape = v.object({
  kennelId: v.id("kennels"),
  /** Null means the whole known pedigree. */
  generations: v.union(v.number(), v.null()),
  method: v.string(),
  coefficient: v.number(),
  percentage: v.number(),
  commonAncestors: v.array(
    v.object({
      _id: v.id("dogs"),
      name: v.string(),
      contribution: v.number(),
      inbreeding: v.number(),
    }),
  ),
  completeness: v.array(
    v.object({
      generation: v.number(),
      known: v.number(),
      possible: v.number(),
      completeness: v.number(),
    }),
  ),
});

export type PedigreeAnswer = Infer<typeof pedigreeShape>;
type Ancestor = PedigreeAnswer["dogs"][number];
type InbreedingAnswer = Infer<typeof inbreedingShape>;

/** Throws VALIDATION_FAILED unless the number of generations can be asked for. */
function checkGenerations(generations: number): void {
  if (Number.isInteger(generations) && generations >= MIN_GENERATIONS && generations <= MAX_GENERATIONS) {
    return;
  }
  fail("VALIDATION_FAILED", {
    fields: { generations: `Generations must be from ${MIN_GENERATIONS} to ${MAX_GENERATIONS}` },
  });
}

/** Ancestors that one answer reads and reckons with, inside what a transaction may read and the second it has. */
const MOST_ANCESTORS = 1200;

/** Reads dogs and their ancestors, nearest generation first; a generation that would be too many is left out. */
async function loadUpTo(
  ctx: QueryCtx,
  starts: readonly Doc<"dogs">[],
  generations: number,
  most: number,
): Promise<{ dogs: Map<Id<"dogs">, Doc<"dogs">>; isCut: boolean }> {
  const found = new Map(starts.map((dog) => [dog._id, dog]));
  let youngest = [...starts];
  for (let generation = 1; generation <= generations && youngest.length > 0; generation += 1) {
    const wanted = new Set<Id<"dogs">>();
    for (const { sireId, damId } of youngest) {
      for (const id of [sireId, damId]) if (id !== undefined && !found.has(id)) wanted.add(id);
    }
    if (found.size + wanted.size > most) return { dogs: found, isCut: true };
    const read = await Promise.all([...wanted].map(async (id) => await ctx.db.get("dogs", id)));
    youngest = read.filter((row) => row !== null);
    for (const row of youngest) found.set(row._id, row);
  }
  return { dogs: found, isCut: false };
}

/** Reads a dog and its ancestors over so many generations, nearest first. */
export async function loadAncestors(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  generations: number,
): Promise<Map<Id<"dogs">, Doc<"dogs">>> {
  return (await loadUpTo(ctx, [dog], generations, Infinity)).dogs;
}

const toAncestor = async (row: Doc<"dogs">, photos: PhotoReader): Promise<Ancestor> => ({
  _id: row._id,
  isExternal: row.isExternal,
  name: row.name,
  callName: row.callName ?? null,
  breed: row.breed,
  gender: row.gender,
  dateOfBirth: row.dateOfBirth ?? null,
  status: row.status,
  statusChangedOn: row.statusChangedOn ?? null,
  registrationNumber: row.registrationNumber ?? null,
  color: row.color ?? null,
  sireId: row.sireId ?? null,
  damId: row.damId ?? null,
  sireName: row.sireName ?? null,
  damName: row.damName ?? null,
  photos: await photos.primaryOf(row),
});

/** Answers a dog's pedigree over so many generations; throws VALIDATION_FAILED. */
export async function describePedigree(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  generations: number,
): Promise<PedigreeAnswer> {
  checkGenerations(generations);
  const dogs = await loadAncestors(ctx, dog, generations);
  const photos = new PhotoReader(ctx);
  const answers = [...dogs.values()].map((row) => toAncestor(row, photos));
  return { kennelId: dog.kennelId, generations, dogs: await Promise.all(answers) };
}

/** Takes the parents out of read dogs, for the calculations. */
export const parentsById = (dogs: ReadonlyMap<string, Doc<"dogs">>): Map<string, Parents> =>
  new Map([...dogs].map(([id, { sireId, damId }]) => [id, { sireId: sireId ?? null, damId: damId ?? null }]));

/** Ends a pedigree that was cut at the dogs that were read, so that nothing is reckoned from one that cannot be named. */
export function endWhereCut(pedigree: Pedigree, isCut: boolean): Pedigree {
  if (!isCut) return pedigree;
  const read = (id: string | null) => (id !== null && pedigree.has(id) ? id : null);
  return new Map(
    [...pedigree].map(([id, { sireId, damId }]) => [id, { sireId: read(sireId), damId: read(damId) }]),
  );
}

/** Generations whose completeness is told for the whole pedigree. */
const COMPLETENESS_GENERATIONS = 10;

const METHODS = {
  limited: "Wright's coefficient over the given generations",
  stored:
    "Wright's coefficient over the whole known pedigree, as calculated for the pedigree database; the common ancestors are those of the nearest 1,200 ancestors",
  cut: "Wright's coefficient over the nearest 1,200 ancestors; the pedigree database calculates it over all",
  whole: "Wright's coefficient over the whole known pedigree (equal to the tabular method)",
} as const;

/** Answers a dog's coefficient of inbreeding, over all generations with null; throws VALIDATION_FAILED. */
export async function describeInbreeding(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  generations: number | null,
): Promise<InbreedingAnswer> {
  if (generations !== null) checkGenerations(generations);
  const { dogs, isCut } = await loadWithinReach(ctx, [dog], generations);
  const reckoned = reckon(dogs, parentsById(dogs), dog._id, { generations, isCut });
  const stored = isCut ? await findCoefficient(ctx, dog) : null;
  if (stored === null || stored.isOutOfDate) return { kennelId: dog.kennelId, ...reckoned };
  const { coefficient } = stored;
  const told = { coefficient, percentage: coefficient * 100, method: METHODS.stored };
  return { kennelId: dog.kennelId, ...reckoned, ...told };
}

/** Reads what a coefficient is reckoned from: all of some generations, or as much of everything as one answer can. */
export async function loadWithinReach(
  ctx: QueryCtx,
  starts: readonly Doc<"dogs">[],
  generations: number | null,
) {
  const most = generations === null ? MOST_ANCESTORS : Infinity;
  return await loadUpTo(ctx, starts, generations ?? Infinity, most);
}

/** Reckons the coefficient of one dog of a pedigree, and tells from whom it comes and how much is known. */
function reckon(
  dogs: ReadonlyMap<string, Doc<"dogs">>,
  pedigree: Pedigree,
  dogId: string,
  { generations, isCut }: { generations: number | null; isCut: boolean },
): Omit<InbreedingAnswer, "kennelId"> {
  const calculator = new InbreedingCalculator(endWhereCut(pedigree, isCut));
  const { coefficient, commonAncestors } = calculator.ofDog(dogId, generations ?? WHOLE_PEDIGREE);
  return {
    generations,
    method: METHODS[isCut ? "cut" : generations === null ? "whole" : "limited"],
    coefficient,
    percentage: coefficient * 100,
    commonAncestors: commonAncestors.flatMap(({ id, contribution, inbreeding }) => {
      const row = dogs.get(id);
      return row ? [{ _id: row._id, name: row.name, contribution, inbreeding }] : [];
    }),
    completeness: pedigreeCompleteness(pedigree, dogId, generations ?? COMPLETENESS_GENERATIONS),
  };
}

const mateShape = v.object({ _id: v.id("dogs"), name: v.string(), coefficient: v.number() });

/** What the offspring of two dogs would be: the litter's coefficient, and its parents' own and their relationship. */
export const matingShape = v.object({
  ...inbreedingShape.fields,
  sire: mateShape,
  dam: mateShape,
  /** Wright's coefficient of relationship over the same generations. */
  relationship: v.number(),
});

/** Finds a parent of a planned litter in the kennel; throws NOT_FOUND, or VALIDATION_FAILED for the other sex. */
async function requireMate(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  dogId: string,
  role: ParentRole,
): Promise<Doc<"dogs">> {
  const id = ctx.db.normalizeId("dogs", dogId);
  const dog = id && (await ctx.db.get("dogs", id));
  if (dog?.kennelId !== kennelId) return fail("NOT_FOUND");
  const { field, gender, label } = PARENT_ROLES[role];
  if (dog.gender === gender) return dog;
  return fail("VALIDATION_FAILED", { fields: { [field]: `${label} must be a ${gender} dog` } });
}

/** The unborn litter in its pedigree; no stored dog has this id. */
const LITTER = "litter";

/** Answers what to expect of a mating; throws NOT_FOUND or VALIDATION_FAILED. */
export async function describeMating(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { sireId, damId, generations }: { sireId: string; damId: string; generations: number | null },
): Promise<Infer<typeof matingShape>> {
  if (generations !== null) checkGenerations(generations);
  const sire = await requireMate(ctx, kennelId, sireId, "sire");
  const dam = await requireMate(ctx, kennelId, damId, "dam");
  const { dogs, isCut } = await loadWithinReach(ctx, [sire, dam], generations);
  const pedigree = parentsById(dogs).set(LITTER, { sireId: sire._id, damId: dam._id });
  const litter = reckon(dogs, pedigree, LITTER, { generations, isCut });
  const calculator = new InbreedingCalculator(endWhereCut(pedigree, isCut));
  const mate = (dog: Doc<"dogs">) => ({
    _id: dog._id,
    name: dog.name,
    coefficient: calculator.ofDog(dog._id, generations ?? WHOLE_PEDIGREE).coefficient,
  });
  const mates = { sire: mate(sire), dam: mate(dam) };
  const relationship = relationshipOf(litter.coefficient, mates.sire.coefficient, mates.dam.coefficient);
  return { kennelId, ...litter, ...mates, relationship };
}
