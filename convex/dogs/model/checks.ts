/** Validates dogs and their photos. */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { MAX_CAPTION_LENGTH } from "../../../domain/photos/rules";
import { isCounted } from "../../../domain/billing/dog-limit";
import { checkOwnerDays } from "../../../domain/dogs/owners";
import { checkDates, settleDependents } from "../../../domain/dogs/checks";
import { MAX_OWNERS_PER_DOG } from "../../../domain/dogs/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  roomOf,
  type Check,
  type Checking,
  type Checks,
  type Fault,
  type Faults,
} from "../../platform/model/changes/checking";
import {
  checkGenderChange,
  checkNumbers,
  checkRelations,
  DATED_RECORDS,
  isBeforeLife,
  offspringOf,
  recordsOf,
} from "./dogRelations";
import { checkDogLimitAfter } from "../../billing/model/dogLimit";
import { withPending } from "../../changes/follow";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { checkRoom } from "./dogs";
import { keysOf, valuesOf } from "./dogShape";
import { amongOwners, queryOwners } from "./dogOwners";
import { checkReturn } from "./photos";
import { breedingsOf } from "./parentage";

const DEPENDENTS = {
  breedingRights: "Only a breeding dog has breeding rights",
  statusChangedOn: "An active dog has no status date",
  causeOfDeath: "Only a deceased dog has a cause of death",
  causeOfDeathNotes: "Only a deceased dog has a cause of death",
  sireName: "The sire is one of the recorded dogs",
  damName: "The dam is one of the recorded dogs",
} as const;

const checkOwn: Check<"dogs">["own"] = (row, today) => {
  const values = valuesOf(row);
  const settled = settleDependents(values);
  const faults: Record<string, Fault> = { ...checkDates(values, today) };
  for (const [name, message] of Object.entries(DEPENDENTS)) {
    const field = name as keyof typeof DEPENDENTS; // The name is a key of the table.
    if (settled[field] !== values[field]) faults[name] = message;
  }
  return { ...faults, ...checkLifeDay("spayedOn", "Day", row.spayedOn, { today }) };
};

/** Enough to decide which of two dates is wrong. */
const MOST_WITNESSES = 3;

interface Witnesses {
  readonly against: number;
  readonly records: number;
  readonly child: Doc<"dogs"> | undefined;
}

/** The result counts the records that contradict the birth date and the records that agree with it. */
async function birthWitnesses(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  bornOn: string,
): Promise<Witnesses & { agreeing: number }> {
  let [records, agreeing] = [0, 0];
  for (const [table, index, name] of DATED_RECORDS) {
    const rows = await recordsOf(ctx, dog, [table, index]).take(2 * MOST_WITNESSES);
    for (const row of rows) {
      const day = String(Reflect.get(row, name));
      if (isBeforeLife(table, day, bornOn)) records += 1;
      else agreeing += 1;
    }
  }
  const offspring = await offspringOf(ctx, dog.kennelId, dog._id, dog.gender).take(2 * MOST_WITNESSES);
  const dated = offspring.filter(({ dateOfBirth }) => dateOfBirth !== undefined);
  const older = dated.filter(({ dateOfBirth = "" }) => dateOfBirth <= bornOn);
  return {
    against: records + older.length,
    records,
    agreeing: agreeing + dated.length - older.length,
    child: older[0],
  };
}

/** The date is removed if at least as many records contradict it as agree with it. */
async function checkBirth(ctx: QueryCtx, dog: Doc<"dogs">, { hasOthers }: Checking): Promise<string | null> {
  if (dog.dateOfBirth === undefined) return null;
  const { against, records, agreeing, child } = await birthWitnesses(ctx, dog, dog.dateOfBirth);
  // If only one offspring contradicts the date and was restored together with the dog, the link between these two
  // is removed instead.
  const isDoubted = records > 0 || against > 1 || (hasOthers && against > 0);
  if (!isDoubted || (against < agreeing && !(hasOthers && child))) return null;
  return child
    ? `${child.name}, its offspring, was born on ${child.dateOfBirth ?? ""}`
    : "Records of this dog are from before its birth";
}

/** Later doses of vaccine contradict the date. */
async function checkDeath(ctx: QueryCtx, dog: Doc<"dogs">): Promise<string | null> {
  const { status, statusChangedOn } = dog;
  if (status !== "deceased" || statusChangedOn === undefined) return null;
  const doses = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(2 * MOST_WITNESSES);
  const later = doses.filter(({ dateAdministered }) => dateAdministered > statusChangedOn).length;
  return later > 0 && 2 * later >= doses.length ? "Vaccines were given to this dog afterwards" : null;
}

/** Only the kennel's own dogs can have these kinds of records. */
const OF_OWN_DOGS = [
  ["heats", "by_kennel_and_dog_and_start"],
  ["healthRecords", "by_kennel_and_dog_and_date"],
  ["immunizations", "by_kennel_and_dog_and_date"],
  ["medicationCourses", "by_kennel_and_dog_and_start"],
  ["veterinaryRecords", "by_kennel_and_dog"],
] as const;

async function checkStanding(ctx: QueryCtx, dog: Doc<"dogs">): Promise<Faults> {
  if (!dog.isExternal) return {};
  for (const kind of OF_OWN_DOGS) {
    if (await recordsOf(ctx, dog, kind).first()) {
      return { isExternal: { message: "It has records of one of the kennel's own dogs", instead: false } };
    }
  }
  return {};
}

/** A dog with at least this many heats counts as a bitch, unless other records show that the dog is male. */
const TELLING_HEATS = 2;

async function checkGender(ctx: QueryCtx, dog: Doc<"dogs">): Promise<Faults> {
  if (dog.gender === "female") return {};
  const heats = await recordsOf(ctx, dog, OF_OWN_DOGS[0]).take(TELLING_HEATS);
  if (heats.length < TELLING_HEATS) return {};
  const isSire =
    (await offspringOf(ctx, dog.kennelId, dog._id, "male").first()) ?? (await breedingsOf(ctx, dog).first());
  return isSire ? {} : { gender: { message: "It has heats", instead: "female" } };
}

const checkAmong: Check<"dogs">["among"] = async (ctx, dog, checking) => {
  const { errors } = await checkRelations(ctx, dog.kennelId, valuesOf(dog), dog);
  const { sireId, damId } = errors;
  const birth = await checkBirth(ctx, dog, checking);
  const death = await checkDeath(ctx, dog);
  return {
    ...(sireId !== undefined && { sireId }),
    ...(damId !== undefined && { damId }),
    ...(birth !== null && { dateOfBirth: birth }),
    ...(death !== null && { statusChangedOn: death }),
    ...(await checkStanding(ctx, dog)),
    ...(await checkGender(ctx, dog)),
  };
};

/**
 * Parents may no longer suit a dog because the parents have changed. Their names are kept, like the names of
 * deleted parents.
 */
export async function withoutMisfits(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  before: Doc<"dogs"> = dog,
): Promise<Partial<Doc<"dogs">>> {
  const { errors } = await checkRelations(ctx, dog.kennelId, valuesOf(dog), before);
  const changes: Partial<Doc<"dogs">> = {};
  for (const [field, name] of [
    ["sireId", "sireName"],
    ["damId", "damName"],
  ] as const) {
    const id = dog[field];
    if (errors[field] === undefined || id === undefined) continue;
    changes[field] = undefined;
    changes[name] = (await ctx.db.get("dogs", id))?.name;
  }
  return changes;
}

const checkReturningDog: Check<"dogs">["returning"] = async (ctx, dog) => {
  const { kennelId, isExternal, status } = dog;
  await checkRoom(ctx, kennelId, isExternal, 0);
  if (!isExternal && isCounted(status)) await checkDogLimitAfter(ctx, kennelId, 0);
  return await withoutMisfits(ctx, dog);
};

const checkReturningPhoto: NonNullable<Check<"photos">["returning"]> = async (ctx, { dogId }, isWithin) => {
  const dog = dogId && !isWithin(dogId) && (await ctx.db.get("dogs", dogId));
  // The count already includes this photo.
  if (dog) checkReturn({ photoCount: withPending(ctx, DOG_PARTS, dog).photoCount - 1 });
  return {};
};

/** The litters area checks the photos of puppies. */
export const photoCheck = {
  own: ({ caption = "" }) =>
    caption.length > MAX_CAPTION_LENGTH
      ? { caption: `Caption can have at most ${MAX_CAPTION_LENGTH} characters` }
      : {},
  // A backup file must not decide which file is the full size of a photo.
  derived: ({ files }) => ({ fullId: files.full.storageId }),
  returning: checkReturningPhoto,
} satisfies Check<"photos">;

export const dogChecks: Checks = {
  dogOwners: {
    own: checkOwnerDays,
    among: amongOwners,
    returning: roomOf(MAX_OWNERS_PER_DOG, ({ dogId }) => dogId, queryOwners),
  },
  dogs: {
    own: checkOwn,
    derived: keysOf,
    doubles: async (ctx, dog) => await checkNumbers(ctx, dog.kennelId, valuesOf(dog), dog),
    among: checkAmong,
    returning: checkReturningDog,
    replacing: async (ctx, before, after) => {
      const gender = await checkGenderChange(ctx, before, after);
      return gender === null ? {} : { gender };
    },
  },
};
