/**
 * Creates, changes and deletes dogs. Each change checks the rules of domain/ and the rules about other dogs, and
 * then writes the row and an activity. tables/projections.ts and convex/follows.ts define the updates that follow
 * from a change.
 */
import { v, type Infer } from "convex/values";
import { trustedToday } from "../../platform/model/people/today";
import { MAX_DOGS_CHANGED, MAX_DOGS_PER_KENNEL, type DogStatus } from "../../../domain/dogs/rules";
import { MAX_ANCESTORS_PER_KENNEL } from "../../../domain/imports/rules";
import { warnOfMicrochip, warnOfRegistration } from "../../../domain/dogs/identifiers";
import { numberKeyOf, otherKeysOf } from "../../../domain/dogs/registrations";
import { checkDates, settleDependents } from "../../../domain/dogs/checks";
import { PLACES } from "../../../domain/contacts/naming";
import { ERRORS, fail, failOnFields, getErrorData } from "../../../domain/errors";
import { DOG_FIELDS } from "../../../domain/dogs/record";
import { applyChanges, blankValues } from "../../../domain/records/record";
import {
  dogChangesSchema,
  externalDogSchema,
  newDogSchema,
  type DogChanges,
} from "../../../domain/dogs/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import { recordActivity } from "../../platform/model/changes/activities";
import { settleNow } from "../../changes/follow";
import { admitPeople } from "../../contacts/model/naming";
import { getCounters } from "../../platform/model/changes/counters";
import { checkDogRoom } from "../../billing/model/dogLimit";
import { logAncestor, logDogChange, logDogDeletion } from "./dogActivities";
import { checkRelations } from "./dogRelations";
import {
  toDog,
  type Dog,
  type SavedDog,
  NO_PARENTS,
  toRowFields,
  valuesOf,
  type DogValues,
  type ParentIds,
} from "./dogShape";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { ParentReader } from "../../platform/model/paging/parents";
import type { Access } from "../../platform/model/people/identity";
import { PhotoReader } from "../../platform/model/files/photoShape";
import { removeRow } from "../../platform/model/changes/removing";
import { closeDogPresence } from "../../kennels/model/presence";
import { checkVersion, saveRow } from "../../platform/model/changes/edits";
import { breedingsOf } from "./parentage";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { MAX_FOLLOWING_AT_ONCE } from "../../platform/model/changes/cascades";
import { settleOldStudFee } from "./studFees";
import { BREEDING_HISTORY_LIMIT } from "../../../domain/breedings/rules";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

/** Throws LIMIT_REACHED. External ancestors have a separate limit. */
export async function checkRoom(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  isExternal: boolean,
  added = 1,
): Promise<void> {
  const { dogs, externalDogs } = await getCounters(ctx, kennelId);
  const [count, most] = isExternal ? [externalDogs, MAX_ANCESTORS_PER_KENNEL] : [dogs, MAX_DOGS_PER_KENNEL];
  if (count + added > most) fail("LIMIT_REACHED", { count: most });
}

/** Throws VALIDATION_FAILED, or returns the parents and the warnings. */
async function checkDog(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  values: DogValues,
  dog: Doc<"dogs"> | null,
  today: string,
): Promise<{ parents: ParentIds; warnings: string[] }> {
  const { parents, errors, warnings } = await checkRelations(ctx, kennelId, values, dog);
  failOnFields({ ...errors, ...checkDates(values, today) });
  return { parents, warnings: [...warnings, ...warnOfNumbers(values, dog)] };
}

function newOtherNumbers({ otherRegistrations }: DogValues, dog: Doc<"dogs"> | null): string[] {
  const known = otherKeysOf(dog ?? {});
  const isNew = (number: string) => !known.some((key) => key === numberKeyOf(number));
  return (otherRegistrations ?? []).map(({ number }) => number).filter(isNew);
}

/** For an unchanged number, the user has already seen the warning. */
function warnOfNumbers(values: DogValues, dog: Doc<"dogs"> | null): string[] {
  const { microchipNumber, registrationNumber } = values;
  const warnings = [
    microchipNumber === dog?.microchipNumber ? null : warnOfMicrochip(microchipNumber),
    registrationNumber === dog?.registrationNumber ? null : warnOfRegistration(registrationNumber),
    ...newOtherNumbers(values, dog).map(warnOfRegistration),
  ];
  return warnings.filter((warning) => warning !== null);
}

export async function describeDog(ctx: QueryCtx, dog: Doc<"dogs">): Promise<Dog> {
  return await toDog(dog, new ParentReader(ctx), await new PhotoReader(ctx).allOf(dog));
}

async function insertDog(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  values: DogValues,
  parents: ParentIds,
  isExternal: boolean,
): Promise<Doc<"dogs">> {
  const people = await admitPeople(ctx, PLACES.dogs, kennelId, { values, former: null });
  const id = await ctx.db.insert("dogs", {
    kennelId,
    isExternal,
    ...toRowFields({ ...values, ...people }, parents),
    ...DOG_PARTS.fresh,
    updatedAt: Date.now(),
  });
  await settleNow(ctx);
  return await getOrFail(ctx, "dogs", id);
}

/** Throws VALIDATION_FAILED, DOG_LIMIT_REACHED or LIMIT_REACHED. */
export async function createDog(
  ctx: MutationCtx,
  { kennelId }: Access,
  { today, ...fields }: { today: string },
): Promise<SavedDog> {
  const day = trustedToday(today);
  const values = settleDependents(valuesOf(parseOrFail(newDogSchema, fields)));
  const { parents, warnings } = await checkDog(ctx, kennelId, values, null, day);
  await checkDogRoom(ctx, kennelId, values.status, null);
  await checkRoom(ctx, kennelId, false);
  const dog = await insertDog(ctx, kennelId, values, parents, false);
  await recordActivity(ctx, kennelId, {
    type: "dog_added",
    title: "Dog added",
    description: `${dog.name} (${dog.breed})`,
    dogId: dog._id,
    record: { table: "dogs", id: dog._id },
  });
  return { ...(await describeDog(ctx, dog)), warnings };
}

/** The ancestor is neither listed nor counted. Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createExternalDog(
  ctx: MutationCtx,
  { kennelId }: Access,
  fields: object,
): Promise<Doc<"dogs">> {
  const values = valuesOf({ ...blankValues(DOG_FIELDS), ...parseOrFail(externalDogSchema, fields) });
  const { errors } = await checkRelations(ctx, kennelId, values, null);
  failOnFields(errors);
  await checkRoom(ctx, kennelId, true);
  const dog = await insertDog(ctx, kennelId, values, NO_PARENTS, true);
  await logAncestor(ctx, dog);
  return dog;
}

interface ReadyChange {
  readonly values: DogValues;
  readonly parents: ParentIds;
  readonly warnings: string[];
}

/**
 * A proof of parentage belongs to one parent. If the parent changes, the new proof is stored if one was sent, and
 * otherwise the proof is cleared.
 */
function proofsOfNewParents(
  former: DogValues,
  { sireId, damId, sireProof = null, damProof = null }: DogChanges,
): Partial<Pick<DogValues, "sireProof" | "damProof">> {
  return {
    ...(sireId !== undefined && sireId !== former.sireId && { sireProof }),
    ...(damId !== undefined && damId !== former.damId && { damProof }),
  };
}

/** Writes nothing; throws VALIDATION_FAILED or DOG_LIMIT_REACHED. */
export async function checkChange(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  { today, ...fields }: { today: string },
): Promise<ReadyChange> {
  const day = trustedToday(today);
  const changes: DogChanges = parseOrFail(dogChangesSchema, fields);
  const former = valuesOf(dog);
  const values = settleDependents({
    ...applyChanges(DOG_FIELDS, former, changes),
    ...proofsOfNewParents(former, changes),
  });
  const { parents, warnings } = await checkDog(ctx, dog.kennelId, values, dog, day);
  if (!dog.isExternal && values.status !== dog.status) {
    await checkDogRoom(ctx, dog.kennelId, values.status, dog.status);
  }
  return { values, parents, warnings };
}

/** The change must have been checked. */
async function saveChange(
  ctx: MutationCtx,
  dog: Doc<"dogs">,
  { values, parents }: ReadyChange,
): Promise<Doc<"dogs">> {
  const people = await admitPeople(ctx, PLACES.dogs, dog.kennelId, { values, former: dog });
  await saveRow(ctx, "dogs", dog, toRowFields({ ...values, ...people }, parents));
  await settleNow(ctx);
  const saved = await getOrFail(ctx, "dogs", dog._id);
  await logDogChange(ctx, dog, saved);
  return saved;
}

/**
 * Throws VALIDATION_FAILED, STALE_UPDATE if another user saved the dog after `expectedUpdatedAt`, or
 * DOG_LIMIT_REACHED if the dog returns to the kennel and the plan has no room.
 */
export async function updateDog(
  ctx: MutationCtx,
  dog: Doc<"dogs">,
  { expectedUpdatedAt, ...change }: { today: string; expectedUpdatedAt?: number },
): Promise<SavedDog> {
  checkVersion(dog, expectedUpdatedAt);
  const ready = await checkChange(ctx, dog, change);
  const saved = await saveChange(ctx, dog, ready);
  return { ...(await describeDog(ctx, saved)), warnings: ready.warnings };
}

export const changedStatusShape = v.object({
  dogId: v.string(),
  /** Null if the dog was changed. */
  problem: v.union(v.string(), v.null()),
});

interface StatusChange {
  readonly today: string;
  readonly status: DogStatus;
  readonly statusChangedOn?: string | null;
}

/**
 * If a dog cannot be changed, the other dogs are still changed. Throws VALIDATION_FAILED for more dogs than one
 * call may change.
 */
export async function changeStatuses(
  ctx: MutationCtx,
  access: Access,
  { dogIds, ...change }: StatusChange & { dogIds: readonly string[] },
): Promise<Infer<typeof changedStatusShape>[]> {
  if (dogIds.length > MAX_DOGS_CHANGED) {
    failOnFields({ dogIds: `At most ${MAX_DOGS_CHANGED} dogs can be changed at once` });
  }
  const results = [];
  for (const dogId of new Set(dogIds)) {
    results.push({ dogId, problem: await changeStatusOf(ctx, access, dogId, change) });
  }
  return results;
}

async function changeStatusOf(
  ctx: MutationCtx,
  access: Access,
  dogId: string,
  change: StatusChange,
): Promise<string | null> {
  const dog = await findRow(ctx, "dogs", dogId);
  if (!dog || dog.kennelId !== access.kennelId || dog.isExternal) return ERRORS.NOT_FOUND.message;
  let ready: ReadyChange;
  try {
    // Everything is checked before anything is written, so a refused dog stays unchanged.
    ready = await checkChange(ctx, dog, change);
  } catch (error) {
    const refusal = getErrorData(error);
    if (!refusal) throw error;
    return Object.values(refusal.details.fields ?? {})[0] ?? refusal.message;
  }
  await saveChange(ctx, dog, ready);
  return null;
}

/** Throws HAS_OFFSPRING or HAS_BREEDINGS with the number of records that refer to the dog. */
async function checkUnused(ctx: QueryCtx, dog: Doc<"dogs">): Promise<void> {
  if (dog.offspringCount > 0) fail("HAS_OFFSPRING", { count: dog.offspringCount });
  // The dog's history shows at most this number of breedings, so no more are counted.
  const breedings = await breedingsOf(ctx, dog).take(BREEDING_HISTORY_LIMIT);
  if (breedings.length > 0) fail("HAS_BREEDINGS", { count: breedings.length });
}

/**
 * The dog's own records and photos are also deleted. Throws HAS_OFFSPRING or HAS_BREEDINGS unless the caller has
 * confirmed the deletion. After a confirmation, offspring and breedings keep the dog's name as text. If a very
 * large number of records belongs only to this dog, later batches delete these records. Throws STILL_MOVING, or
 * TOO_MANY_AT_ONCE if one transaction cannot change all offspring, breedings and reminders.
 */
export async function removeDog(ctx: MutationCtx, dog: Doc<"dogs">, isConfirmed: boolean): Promise<null> {
  if (!isConfirmed) await checkUnused(ctx, dog);
  // While both parents exist, it can be decided whether the stud fee of an old breeding is income or cost.
  for (const breeding of await breedingsOf(ctx, dog).take(MAX_FOLLOWING_AT_ONCE)) {
    const settled = await settleOldStudFee(ctx, breeding);
    if (settled) await ctx.db.patch("breedings", breeding._id, settled);
  }
  await closeDogPresence(ctx, dog);
  await removeRow(ctx, "dogs", dog);
  await logDogDeletion(ctx, dog);
  return null;
}

/**
 * Throws DOG_LIMIT_REACHED, LIMIT_REACHED, or VALIDATION_FAILED if the dog is already one of the kennel's own dogs.
 */
export async function adoptDog(ctx: MutationCtx, dog: Doc<"dogs">): Promise<Dog> {
  if (!dog.isExternal)
    fail("VALIDATION_FAILED", { fields: { dogId: "This is already one of the kennel's dogs" } });
  await checkDogRoom(ctx, dog.kennelId, dog.status, null);
  await checkRoom(ctx, dog.kennelId, false);
  const adopted = await saveRow(ctx, "dogs", dog, { isExternal: false, importId: undefined });
  await recordActivity(ctx, dog.kennelId, {
    type: "dog_added",
    title: "Dog added",
    description: `${dog.name} (${dog.breed})`,
    dogId: dog._id,
    record: { table: "dogs", id: dog._id },
  });
  return await describeDog(ctx, adopted);
}
