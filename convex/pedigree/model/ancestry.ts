/**
 * Pedigrees as the screens show them: a dog's ancestors by generation, its coefficient of inbreeding, and
 * predictions for a mating. Coefficients over the whole known pedigree are exact at any depth, because the
 * coefficients of all dogs are stored. During the calculation after a large change, only the progress is shown.
 */
import { v, type Infer } from "convex/values";
import { MAX_GENERATIONS, MIN_GENERATIONS } from "../../../domain/pedigree/rules";
import { fail } from "../../../domain/errors";
import { ancestorLoss, pedigreeCompleteness } from "../../../domain/pedigree/completeness";
import { relationshipOf } from "../../../domain/pedigree/closeness";
import { effectOfLoss } from "../../../domain/pedigree/loss";
import { UNKNOWN } from "../../../domain/pedigree/packed";
import { PARENT_ROLES, type ParentRole } from "../../../domain/dogs/checks";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { genderValidator, statusValidator } from "../../platform/tables/dogs";
import {
  coefficientOf,
  findProgress,
  loadAncestors,
  nameContributors,
  namedAncestorsShape,
  progressShape,
  shareOf,
  viewBreed,
  viewPedigree,
  type PedigreeView,
  type Shared,
} from "./pedigreeViews";
import { PhotoReader, photoShape } from "../../platform/model/files/photoShape";
import { requireRowOf } from "../../platform/model/paging/rows";
import { textOrNull } from "../../platform/tables/shared";

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
  /** Contains at most the primary photo. */
  photos: v.array(photoShape),
});

/** Each dog is listed once, and the dog itself comes first. `sireId` and `damId` define the tree. */
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
  /** Null while the coefficients of ancestors are being calculated. */
  coefficient: v.union(v.number(), v.null()),
  percentage: v.union(v.number(), v.null()),
  /** Null if no calculation is needed. */
  progress: v.union(progressShape, v.null()),
  ...namedAncestorsShape,
  completeness: v.array(
    v.object({
      generation: v.number(),
      known: v.number(),
      possible: v.number(),
      completeness: v.number(),
    }),
  ),
  /** The ancestors that occur at several places (German: AVK); null before the pedigree is packed. */
  ancestorLoss: v.union(
    v.object({
      generations: v.number(),
      possible: v.number(),
      known: v.number(),
      different: v.number(),
      coefficient: v.number(),
      coefficientOfKnown: v.union(v.number(), v.null()),
    }),
    v.null(),
  ),
});

export type PedigreeAnswer = Infer<typeof pedigreeShape>;
type Ancestor = PedigreeAnswer["dogs"][number];
type InbreedingAnswer = Infer<typeof inbreedingShape>;

/** Throws VALIDATION_FAILED for an invalid number of generations. */
function checkGenerations(generations: number): void {
  if (Number.isInteger(generations) && generations >= MIN_GENERATIONS && generations <= MAX_GENERATIONS) {
    return;
  }
  fail("VALIDATION_FAILED", {
    fields: { generations: `Generations must be from ${MIN_GENERATIONS} to ${MAX_GENERATIONS}` },
  });
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

/** Throws VALIDATION_FAILED. */
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

/** For a whole pedigree, completeness is shown for this number of generations. */
const COMPLETENESS_GENERATIONS = 10;

/**
 * For a whole pedigree, ancestor loss is counted in this number of generations. German clubs use the same number.
 */
const LOSS_GENERATIONS = 5;

const WHOLE_METHOD = "Wright's coefficient over the whole known pedigree (equal to the tabular method)";

const methodOf = (generations: number | null): string =>
  generations === null
    ? WHOLE_METHOD
    : `Wright's coefficient over ${generations} generations; the common ancestors' own inbreeding counts within these generations only`;

/** The place of an unborn dog between its parents. No real dog has this place. */
const LITTER = -2;

/** Null generations mean the whole pedigree. Throws VALIDATION_FAILED. */
export async function describeInbreeding(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  generations: number | null,
): Promise<InbreedingAnswer> {
  if (generations !== null) checkGenerations(generations);
  const { kennelId } = dog;
  const view = await viewPedigree(ctx, kennelId, [dog], generations);
  if (!view) return await describeWaiting(ctx, kennelId, generations);
  const { sire, dam } = view.pedigree.at(view.placeOf(dog));
  return await describeShared(ctx, kennelId, view, [sire, dam], generations);
}

/** These values are known before the kennel's pedigree is packed. */
const describeWaiting = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  generations: number | null,
): Promise<InbreedingAnswer> => ({
  kennelId,
  generations,
  method: methodOf(generations),
  coefficient: null,
  percentage: null,
  progress: await findProgress(ctx, kennelId),
  commonAncestors: [],
  further: 0,
  completeness: [],
  ancestorLoss: null,
});

/** Describes the offspring of the dogs at two places. */
async function describeShared(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  view: PedigreeView,
  [sire, dam]: readonly [number, number],
  generations: number | null,
): Promise<InbreedingAnswer> {
  const shared: Shared = shareOf(view, [sire, dam], generations);
  const { named, further } = await nameContributors(view, shared);
  const { coefficient } = shared;
  const parents = { sireId: sire === UNKNOWN ? null : sire, damId: dam === UNKNOWN ? null : dam };
  const lossGenerations = generations ?? LOSS_GENERATIONS;
  const pedigree = { get: (place: number) => (place === LITTER ? parents : view.pedigree.get(place)) };
  return {
    kennelId,
    generations,
    method: methodOf(generations),
    coefficient,
    percentage: coefficient === null ? null : coefficient * 100,
    progress: coefficient === null ? await findProgress(ctx, kennelId) : null,
    commonAncestors: named.map(({ dog: { _id, name }, contribution, inbreeding }) => ({
      _id,
      name,
      contribution,
      inbreeding,
    })),
    further,
    completeness: pedigreeCompleteness(pedigree, LITTER, generations ?? COMPLETENESS_GENERATIONS),
    ancestorLoss: {
      generations: lossGenerations,
      ...ancestorLoss(pedigree, parents, lossGenerations),
    },
  };
}

const mateShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  coefficient: v.union(v.number(), v.null()),
});

/**
 * A prediction for the offspring of two dogs: the litter's coefficient, its parents' coefficients and their
 * relationship.
 */
export const matingShape = v.object({
  ...inbreedingShape.fields,
  sire: mateShape,
  dam: mateShape,
  /** Wright's coefficient of relationship over the same generations. */
  relationship: v.union(v.number(), v.null()),
});

/** Throws NOT_FOUND, or VALIDATION_FAILED for the wrong sex. */
async function requireMate(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  dogId: string,
  role: ParentRole,
): Promise<Doc<"dogs">> {
  const dog = await requireRowOf(ctx, "dogs", dogId, { kennelId });
  const { field, gender, label } = PARENT_ROLES[role];
  if (dog.gender === gender) return dog;
  return fail("VALIDATION_FAILED", { fields: { [field]: `${label} must be a ${gender} dog` } });
}

/** Throws NOT_FOUND or VALIDATION_FAILED. */
export async function describeMating(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { sireId, damId, generations }: { sireId: string; damId: string; generations: number | null },
): Promise<Infer<typeof matingShape>> {
  if (generations !== null) checkGenerations(generations);
  const sire = await requireMate(ctx, kennelId, sireId, "sire");
  const dam = await requireMate(ctx, kennelId, damId, "dam");
  const view = await viewPedigree(ctx, kennelId, [sire, dam], generations);
  const places = [sire, dam].map((dog) => view?.placeOf(dog) ?? UNKNOWN) as [number, number];
  const litter = view
    ? await describeShared(ctx, kennelId, view, places, generations)
    : await describeWaiting(ctx, kennelId, generations);
  const mate = (dog: Doc<"dogs">, place: number) => ({
    _id: dog._id,
    name: dog.name,
    coefficient: view && coefficientOf(view, place, generations),
  });
  const mates = { sire: mate(sire, places[0]), dam: mate(dam, places[1]) };
  const figures = [litter.coefficient, mates.sire.coefficient, mates.dam.coefficient];
  const [expected, ofSire, ofDam] = figures.map((figure) => figure ?? Number.NaN) as [number, number, number];
  const relationship = relationshipOf(expected, ofSire, ofDam);
  return { ...litter, ...mates, relationship: Number.isNaN(relationship) ? null : relationship };
}

export const deletionEffectShape = v.object({
  /** Until the pedigree is packed, only offspring are counted. */
  descendants: v.number(),
  /** Descendants whose coefficient would change; null until the pedigree is packed. */
  changed: v.union(v.number(), v.null()),
});

/** The offspring would lose a parent. */
export async function describeDeletion(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
): Promise<Infer<typeof deletionEffectShape>> {
  if (dog.offspringCount === 0) return { descendants: 0, changed: 0 };
  const view = await viewBreed(ctx, dog.kennelId);
  if (!view) return { descendants: dog.offspringCount, changed: null };
  return effectOfLoss(view.pedigree, view.placeOf(dog));
}
