/**
 * Rules between a dog and the other dogs of its kennel: its parents exist, are suitable and do not descend from the
 * dog, its offspring are born after the dog, and its numbers are unique. The functions return messages by field.
 * Sources: decisions GAP-DOG-18 to GAP-DOG-20.
 */
import type { Gender } from "../../../domain/dogs/rules";
import { diedOn } from "../../../domain/dogs/age";
import { checkParent, PARENT_ROLES, warnOfDam, type ParentRole } from "../../../domain/dogs/checks";
import { numberKeyOf, otherKeysOf } from "../../../domain/dogs/registrations";
import type { FieldErrors } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { withPending } from "../../changes/follow";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { breedingsOf } from "./parentage";
import { type DogValues, type ParentIds } from "./dogShape";
import { makeHiddenTest } from "./pedigreeStates";
import { findRow } from "../../platform/model/paging/rows";

export interface CheckedRelations {
  readonly parents: ParentIds;
  readonly errors: FieldErrors;
  readonly warnings: string[];
}

/** Returns null for a dog of another kennel. */
async function findParent(ctx: QueryCtx, kennelId: Id<"kennels">, id: string): Promise<Doc<"dogs"> | null> {
  const dog = await findRow(ctx, "dogs", id);
  if (!dog || dog.kennelId !== kennelId) return null;
  const isHidden = await makeHiddenTest(ctx, kennelId);
  return isHidden(dog) ? null : dog;
}

export const toFacts = (dog: Doc<"dogs">) => ({
  name: dog.name,
  gender: dog.gender,
  dateOfBirth: dog.dateOfBirth ?? null,
  diedOn: diedOn({ status: dog.status, statusChangedOn: dog.statusChangedOn ?? null }),
});

/** One transaction may not read many more dogs. */
const MAX_CHECKED = 1500;

/**
 * Continues in one direction until the target is found or no relatives are left. Returns whether the target was
 * found.
 */
async function* walk(
  start: Doc<"dogs">,
  next: (dog: Doc<"dogs">) => Promise<readonly Doc<"dogs">[]>,
  target: Id<"dogs">,
): AsyncGenerator<undefined, boolean> {
  const seen = new Set([start._id]);
  const waiting = [start];
  for (let dog = waiting.pop(); dog; dog = waiting.pop()) {
    if (dog._id === target) return true;
    yield;
    for (const other of await next(dog)) {
      if (seen.has(other._id)) continue;
      seen.add(other._id);
      waiting.push(other);
    }
  }
  return false;
}

/**
 * Says whether `start` is `dog` or a descendant of `dog`; null if the pedigree is too large to decide. The search
 * alternates between the ancestors of `start` and the descendants of `dog`, because a young dog has few
 * descendants, and an old dog has few known ancestors.
 */
export async function descendsFrom(
  ctx: QueryCtx,
  start: Doc<"dogs">,
  dog: Doc<"dogs">,
): Promise<boolean | null> {
  const parentsOf = async ({ sireId, damId }: Doc<"dogs">) => {
    const ids = [sireId, damId].filter((id) => id !== undefined);
    return (await Promise.all(ids.map(async (id) => await ctx.db.get("dogs", id)))).filter(
      (row) => row !== null,
    );
  };
  const childrenOf = async (parent: Doc<"dogs">) =>
    offspringCountOf(ctx, parent) === 0
      ? []
      : await offspringOf(ctx, parent.kennelId, parent._id, parent.gender).take(MAX_CHECKED);
  const walks = [walk(dog, childrenOf, start._id), walk(start, parentsOf, dog._id)];
  for (let checked = 0; checked < MAX_CHECKED; checked += 1) {
    for (const one of walks) {
      const step = await one.next();
      if (step.done) return step.value;
    }
  }
  return null;
}

async function checkOneParent(
  ctx: QueryCtx,
  role: ParentRole,
  parent: Doc<"dogs">,
  values: DogValues,
  dog: Doc<"dogs"> | null,
): Promise<string | null> {
  const problem = checkParent(role, toFacts(parent), values.dateOfBirth);
  if (problem !== null || dog === null) return problem;
  if (parent._id === dog._id) return "A dog cannot be its own parent";
  const { field, label } = PARENT_ROLES[role];
  if (parent._id === dog[field]) return null;
  const isDescendant = await descendsFrom(ctx, parent, dog);
  if (isDescendant === null) return `${label} ${parent.name} has too large a pedigree to be checked here`;
  return isDescendant ? `${label} ${parent.name} descends from this dog` : null;
}

/** The number includes the changes of this transaction. */
export const offspringCountOf = (ctx: QueryCtx, dog: Doc<"dogs">): number =>
  withPending(ctx, DOG_PARTS, dog).offspringCount;

/** The earliest birth is first. */
export const offspringOf = (ctx: QueryCtx, kennelId: Id<"kennels">, parentId: Id<"dogs">, gender: Gender) =>
  gender === "male"
    ? ctx.db
        .query("dogs")
        .withIndex("by_kennel_and_sire_and_birth", (q) => q.eq("kennelId", kennelId).eq("sireId", parentId))
    : ctx.db
        .query("dogs")
        .withIndex("by_kennel_and_dam_and_birth", (q) => q.eq("kennelId", kennelId).eq("damId", parentId));

/** An error names at most this many offspring. Further offspring are only counted. */
const NAMED_OFFSPRING = 3;

/** Returns null if the gender can change. */
export async function checkGenderChange(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  values: Pick<DogValues, "gender">,
): Promise<string | null> {
  if (values.gender === dog.gender) return null;
  const count = offspringCountOf(ctx, dog);
  if (count === 0) return await checkGenderInBreedings(ctx, dog);
  const offspring = await offspringOf(ctx, dog.kennelId, dog._id, dog.gender).take(NAMED_OFFSPRING);
  const names = offspring.map((child) => child.name).join(", ");
  const others = count - offspring.length;
  const role = dog.gender === "male" ? "sire" : "dam";
  return `Gender cannot change: ${dog.name} is the ${role} of ${names}${others > 0 ? ` and ${others} more` : ""}`;
}

/** For more breedings, an error only says that others exist. */
const NAMED_BREEDINGS = 3;

async function checkGenderInBreedings(ctx: QueryCtx, dog: Doc<"dogs">): Promise<string | null> {
  const breedings = await breedingsOf(ctx, dog)
    .order("desc")
    .take(NAMED_BREEDINGS + 1);
  if (breedings.length === 0) return null;
  const days = breedings.slice(0, NAMED_BREEDINGS).map((breeding) => breeding.breedingDate);
  const role = dog.gender === "male" ? "sire" : "dam";
  const others = breedings.length > NAMED_BREEDINGS ? " and others" : "";
  return `Gender cannot change: ${dog.name} is the ${role} of the breeding of ${days.join(", ")}${others}`;
}

/** Offspring without a birth date are excluded, because the index sorts them before all dates. */
const offspringBornBy = (ctx: QueryCtx, parent: Doc<"dogs">, day: string) =>
  parent.gender === "male"
    ? ctx.db
        .query("dogs")
        .withIndex("by_kennel_and_sire_and_birth", (q) =>
          q
            .eq("kennelId", parent.kennelId)
            .eq("sireId", parent._id)
            .gte("dateOfBirth", "")
            .lte("dateOfBirth", day),
        )
        .first()
    : ctx.db
        .query("dogs")
        .withIndex("by_kennel_and_dam_and_birth", (q) =>
          q
            .eq("kennelId", parent.kennelId)
            .eq("damId", parent._id)
            .gte("dateOfBirth", "")
            .lte("dateOfBirth", day),
        )
        .first();

async function checkOffspringBirths(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  values: DogValues,
): Promise<string | null> {
  const bornOn = values.dateOfBirth;
  if (bornOn === null || bornOn === dog.dateOfBirth || offspringCountOf(ctx, dog) === 0) return null;
  const tooOld = await offspringBornBy(ctx, dog, bornOn);
  return tooOld ? `${tooOld.name}, its offspring, was born on ${tooOld.dateOfBirth}` : null;
}

/** The dates of these records cannot be before the dog's birth. Each kind has the word for a single record. */
export const DATED_RECORDS = [
  ["heats", "by_kennel_and_dog_and_start", "startOn", "a heat"],
  ["healthTests", "by_kennel_and_dog_and_tested", "testedOn", "a health test"],
  ["medicationCourses", "by_kennel_and_dog_and_start", "startOn", "a medication"],
  ["dogWeights", "by_kennel_and_dog_and_weighed", "weighedOn", "a weight"],
  ["immunizations", "by_kennel_and_dog_and_date", "dateAdministered", "an immunization"],
] as const;

/** Some records, such as a heat, must be later than the day of birth. */
export const isBeforeLife = (table: string, day: string, bornOn: string): boolean =>
  day < bornOn || (table === "heats" && day === bornOn);

/** The compiler cannot check the index, because it comes from the list. */
export const recordsOf = (
  ctx: QueryCtx,
  { kennelId, _id }: Doc<"dogs">,
  [table, index]: readonly [string, string, ...string[]],
) =>
  ctx.db
    .query(table as "heats")
    .withIndex(index as "by_kennel_and_dog_and_start", (q) => q.eq("kennelId", kennelId).eq("dogId", _id));

/** Only the dog's first record of each kind is compared. */
async function checkRecordDays(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  { dateOfBirth: bornOn }: DogValues,
): Promise<string | null> {
  if (bornOn === null || bornOn === dog.dateOfBirth) return null;
  for (const kind of DATED_RECORDS) {
    const [table, , field, label] = kind;
    const first = await recordsOf(ctx, dog, kind).first();
    const day = first && String(Reflect.get(first, field));
    if (day !== null && isBeforeLife(table, day, bornOn)) {
      return `It has ${label} of ${day}`;
    }
  }
  return null;
}

/** For an ancestor, the message also says what to do next. */
function alreadyHas(holder: Doc<"dogs">, number: string): string {
  const taken = `already has ${number}`;
  return holder.isExternal
    ? `The ancestor ${holder.name} ${taken}; find it in the pedigree database and add it to the kennel`
    : `${holder.name} ${taken}`;
}

/** Dogs with this number as their first number come first. */
export async function dogsRegistered(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  from: string,
  most: number,
  /** The end of a range of numbers; omitted for a single number. */
  to?: string,
): Promise<Doc<"dogs">[]> {
  const first = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_registration", (q) => {
      const kennel = q.eq("kennelId", kennelId);
      return to === undefined
        ? kennel.eq("registrationKey", from)
        : kennel.gte("registrationKey", from).lt("registrationKey", to);
    })
    .take(most);
  const others = await ctx.db
    .query("dogNumbers")
    .withIndex("by_kennel_and_number", (q) => {
      const kennel = q.eq("kennelId", kennelId);
      return to === undefined
        ? kennel.eq("numberKey", from)
        : kennel.gte("numberKey", from).lt("numberKey", to);
    })
    .take(most);
  const dogs = await Promise.all(others.map(async ({ dogId }) => await ctx.db.get("dogs", dogId)));
  return [...first, ...dogs.filter((dog) => dog !== null)];
}

/** The keys are normalized numbers. */
interface NumberKeys {
  readonly registrationKey?: string | undefined;
  readonly otherKeys?: readonly string[];
  readonly microchipKey?: string | undefined;
}

/** The registration or the microchip number is the same. */
export async function findHolders(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { registrationKey, otherKeys = [], microchipKey }: NumberKeys,
  dogId?: Id<"dogs">,
) {
  const isOther = ({ _id }: Doc<"dogs">) => _id !== dogId;
  const registered = async (key: string | undefined) =>
    key === undefined ? undefined : (await dogsRegistered(ctx, kennelId, key, 2)).find(isOther);
  const chipped =
    microchipKey === undefined
      ? []
      : await ctx.db
          .query("dogs")
          .withIndex("by_kennel_and_microchip", (q) =>
            q.eq("kennelId", kennelId).eq("microchipKey", microchipKey),
          )
          .take(2);
  return {
    registration: await registered(registrationKey),
    others: await Promise.all(otherKeys.map(registered)),
    microchip: chipped.find(isOther),
  };
}

/** No other dog of the kennel may have the same numbers. */
export async function checkNumbers(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  values: Pick<DogValues, "registrationNumber" | "otherRegistrations" | "microchipNumber">,
  dog: Doc<"dogs"> | null,
): Promise<FieldErrors> {
  const otherKeys = otherKeysOf(values);
  const keys = {
    registrationKey: numberKeyOf(values.registrationNumber),
    otherKeys,
    microchipKey: numberKeyOf(values.microchipNumber),
  };
  const { registration, others, microchip } = await findHolders(ctx, kennelId, keys, dog?._id);
  const errors: FieldErrors = {
    ...(registration && { registrationNumber: alreadyHas(registration, "this registration number") }),
    ...(microchip && { microchipNumber: alreadyHas(microchip, "this microchip number") }),
  };
  const taken = others.findIndex(Boolean);
  const holder = others[taken];
  const key = otherKeys[taken];
  const number = (values.otherRegistrations ?? []).find((each) => numberKeyOf(each.number) === key)?.number;
  if (holder) errors.otherRegistrations = alreadyHas(holder, `the registration number ${number ?? ""}`);
  return errors;
}

/** `dog` is null for a new dog. */
export async function checkRelations(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  values: DogValues,
  dog: Doc<"dogs"> | null,
): Promise<CheckedRelations> {
  const errors = await checkNumbers(ctx, kennelId, values, dog);
  const warnings: string[] = [];
  const ids: Record<"sireId" | "damId", Id<"dogs"> | null> = { sireId: null, damId: null };
  for (const role of ["sire", "dam"] as const) {
    const { field, label } = PARENT_ROLES[role];
    const id = values[field];
    if (id === null) continue;
    const parent = await findParent(ctx, kennelId, id);
    const problem = parent
      ? await checkOneParent(ctx, role, parent, values, dog)
      : `${label} is not a dog of this kennel`;
    if (problem !== null) errors[field] = problem;
    ids[field] = parent?._id ?? null;
    const warning = role === "dam" && parent ? warnOfDam(toFacts(parent), values.dateOfBirth) : null;
    if (warning !== null) warnings.push(warning);
  }
  if (dog) {
    const gender = await checkGenderChange(ctx, dog, values);
    if (gender !== null) errors.gender = gender;
    const births =
      (await checkOffspringBirths(ctx, dog, values)) ?? (await checkRecordDays(ctx, dog, values));
    if (births !== null) errors.dateOfBirth ??= births;
  }
  return { parents: ids, errors, warnings };
}
