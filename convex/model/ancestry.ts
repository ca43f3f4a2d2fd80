/**
 * Reading pedigrees: the ancestors of a dog, generation by generation, each read once however often it occurs,
 * and what domain/pedigree reckons from them. A whole pedigree may reach far into a breed: beyond what one answer can
 * read, its coefficient is the one that was reckoned in the background.
 */
import { v, type Infer } from "convex/values";
import { MAX_GENERATIONS, MIN_GENERATIONS } from "../../domain/constants/pedigree";
import { fail } from "../../domain/errors";
import { pedigreeCompleteness } from "../../domain/pedigree/completeness";
import { InbreedingCalculator, WHOLE_PEDIGREE } from "../../domain/pedigree/inbreeding";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { findCoefficient } from "./coefficientRuns";
import { genderValidator, statusValidator } from "../tables/dogs";
import { PhotoReader, photoShape } from "./photoShape";

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

/** Reads a dog and its ancestors, nearest generation first; a generation that would be too many is left out. */
async function loadUpTo(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  generations: number,
  most: number,
): Promise<{ dogs: Map<Id<"dogs">, Doc<"dogs">>; isCut: boolean }> {
  const found = new Map([[dog._id, dog]]);
  let youngest = [dog];
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
  return (await loadUpTo(ctx, dog, generations, Infinity)).dogs;
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

const parentsById = (dogs: ReadonlyMap<string, Doc<"dogs">>) =>
  new Map([...dogs].map(([id, { sireId, damId }]) => [id, { sireId: sireId ?? null, damId: damId ?? null }]));

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
  const most = generations === null ? MOST_ANCESTORS : Infinity;
  const { dogs, isCut } = await loadUpTo(ctx, dog, generations ?? Infinity, most);
  const pedigree = parentsById(dogs);
  const calculator = new InbreedingCalculator(pedigree);
  const reckoned = calculator.ofDog(dog._id, generations ?? WHOLE_PEDIGREE);
  const { commonAncestors } = reckoned;
  const stored = isCut ? await findCoefficient(ctx, dog) : null;
  const isStored = stored !== null && !stored.isOutOfDate;
  const coefficient = isStored ? stored.coefficient : reckoned.coefficient;
  return {
    kennelId: dog.kennelId,
    generations,
    method: isStored ? METHODS.stored : METHODS[isCut ? "cut" : generations === null ? "whole" : "limited"],
    coefficient,
    percentage: coefficient * 100,
    commonAncestors: commonAncestors.flatMap(({ id, contribution, inbreeding }) => {
      const row = dogs.get(id as Id<"dogs">); // the pedigree's ids are those of the rows
      return row ? [{ _id: row._id, name: row.name, contribution, inbreeding }] : [];
    }),
    completeness: pedigreeCompleteness(pedigree, dog._id, generations ?? COMPLETENESS_GENERATIONS),
  };
}
