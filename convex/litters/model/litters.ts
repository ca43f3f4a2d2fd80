/**
 * Records, changes and deletes litters. Recording a litter marks its breeding as whelped. The date and the numbers
 * of a breeding are calculated from its litters in the same transaction. Sources: document 001 section 7, decisions
 * GAP-LIT-02, 03 and 06.
 */
import { LITTERS_PER_BREEDING } from "../../../domain/breedings/rules";
import { warnOfDueDate } from "../../../domain/breedings/dates";
import { checkLimit, fail, failOnFields, type FieldErrors } from "../../../domain/errors";
import { differencesOf } from "../../../domain/history/differences";
import {
  checkAgainstPuppies,
  checkBirth,
  checkCounts,
  settleBirth,
  tallyPuppies,
} from "../../../domain/litters/counts";
import { PLACES } from "../../../domain/contacts/naming";
import { LITTER_FIELDS } from "../../../domain/litters/record";
import { applyChanges, valuesIn } from "../../../domain/records/record";
import { litterChangesSchema, newLitterSchema, type LitterChanges } from "../../../domain/litters/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { withPeople } from "../../contacts/model/naming";
import { storedFields } from "../../platform/tables/recordValidators";
import { removeRow } from "../../platform/model/changes/removing";
import { recordActivity } from "../../platform/model/changes/activities";
import {
  describeBreeding,
  enterStatus,
  littersOf,
  moveMating,
  titleOf,
} from "../../breedings/model/breedings";
import type { BreedingEntry } from "../../breedings/model/breedingShape";
import { trustedToday } from "../../platform/model/people/today";
import { settleNow } from "../../changes/follow";
import { puppiesOf } from "./puppyRows";
import { toLitterEntry, type LitterEntry, type SavedLitter } from "./litterShape";
import { logLitterActivity } from "./puppyActivities";
import { checkVersion, saveRow } from "../../platform/model/changes/edits";
import { puppyName } from "../../../domain/litters/words";
import { getOrFail } from "../../platform/model/paging/rows";

/** Throws for a whelping before the mating or after today. */
export const checkWhelpingDay = (whelpingDate: string, breedingDate: string, today: string): FieldErrors => {
  if (whelpingDate > today) return { whelpingDate: "Whelping date cannot be in the future" };
  return whelpingDate < breedingDate
    ? { whelpingDate: "Whelping date cannot be before the mating date" }
    : {};
};

/** A puppy's records of these kinds cannot be dated before its birth. */
const AFTER_BIRTH = [
  ["saleDate", "was sold"],
  ["diedOn", "died"],
  ["chippedOn", "was chipped"],
] as const;

/** A new birth date must not be later than a puppy's first record. */
export async function checkPuppyDays(
  ctx: QueryCtx,
  litter: Doc<"litters">,
  whelpingDate: string,
): Promise<FieldErrors> {
  if (whelpingDate === litter.whelpingDate) return {};
  const [first] = (await puppiesOf(ctx, litter))
    .flatMap((puppy) =>
      AFTER_BIRTH.map(([name, what]) => ({ day: puppy[name], what: `${puppyName(puppy)} ${what}` })),
    )
    .flatMap(({ day, what }) => (day === undefined || day >= whelpingDate ? [] : [{ day, what }]))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  return first ? { whelpingDate: `${first.what} on ${first.day}, which is before this birth` } : {};
}

/** The time between mating and whelping may be impossible for a pregnancy. */
function warningsOf(whelpingDate: string, { breedingDate }: Doc<"breedings">): string[] {
  return warnOfDueDate({ breedingDate, expectedDueDate: whelpingDate }) === null
    ? []
    : [`The whelping date ${whelpingDate} is unusually far from the mating on ${breedingDate}`];
}

const requireBreedingOf = async (ctx: QueryCtx, litter: Doc<"litters">): Promise<Doc<"breedings">> =>
  await getOrFail(ctx, "breedings", litter.breedingId);

export async function describeLitter(ctx: QueryCtx, litter: Doc<"litters">): Promise<LitterEntry> {
  const entry = await describeBreeding(ctx, await requireBreedingOf(ctx, litter));
  return await toLitterEntry(ctx, litter, entry);
}

/** The first born litter is first. */
export async function describeLittersOf(ctx: QueryCtx, breeding: Doc<"breedings">): Promise<LitterEntry[]> {
  const litters = await littersOf(ctx, breeding);
  return await Promise.all(litters.map(async (litter) => await describeLitter(ctx, litter)));
}

const puppiesInWords = (count: number): string => (count === 1 ? "1 puppy" : `${count} puppies`);

async function logBirthActivity(
  ctx: MutationCtx,
  entry: BreedingEntry,
  { _id: id, numberBorn, kennelId }: Pick<LitterEntry, "_id" | "numberBorn" | "kennelId">,
): Promise<void> {
  const numbers = numberBorn === 0 ? "" : `: ${puppiesInWords(numberBorn)}`;
  await recordActivity(ctx, kennelId, {
    type: "litter_born",
    title: "Litter born",
    description: `${titleOf(entry)}${numbers}`,
    record: { table: "litters", id },
    ...(entry.damId && { dogId: entry.damId }),
  });
}

type Whelping = Doc<"litters">["whelping"];

/** Null clears a note. */
const applyWhelping = (before: Whelping, typed: LitterChanges["whelping"] = {}): Whelping =>
  Object.fromEntries(
    Object.entries({ ...before, ...withoutAbsent(typed) }).filter(([, value]) => value !== null),
  );

async function reachWhelped(ctx: MutationCtx, breeding: Doc<"breedings">): Promise<void> {
  if (breeding.status !== "completed") await enterStatus(ctx, breeding, "whelped");
}

/**
 * Marks the breeding as whelped, unless the breeding is already completed. Throws VALIDATION_FAILED, or
 * LIMIT_REACHED if the breeding already has the maximum number of litters.
 */
export async function createLitterOfBreeding(
  ctx: MutationCtx,
  planned: Doc<"breedings">,
  { today, breedingDate, ...fields }: { today: string; breedingDate?: string },
): Promise<SavedLitter> {
  const day = trustedToday(today);
  const breeding = await moveMating(ctx, planned, { breedingDate });
  const { whelping, ...typed } = parseOrFail(newLitterSchema, fields);
  failOnFields({
    ...checkWhelpingDay(typed.whelpingDate, breeding.breedingDate, day),
    ...checkCounts(typed),
    ...checkBirth(typed),
  });
  checkLimit((await littersOf(ctx, breeding)).length, LITTERS_PER_BREEDING);
  const { kennelId } = breeding;
  const values = await withPeople(ctx, PLACES.litters, kennelId, {
    values: valuesIn(LITTER_FIELDS, typed),
    former: null,
  });
  const id = await ctx.db.insert("litters", {
    kennelId,
    breedingId: breeding._id,
    ...storedFields(LITTER_FIELDS, values),
    whelping: applyWhelping({}, whelping),
    updatedAt: Date.now(),
  });
  await reachWhelped(ctx, breeding);
  await settleNow(ctx);
  const entry = await describeLitter(ctx, await getOrFail(ctx, "litters", id));
  await logBirthActivity(ctx, entry.breeding, entry);
  return { ...entry, warnings: warningsOf(entry.whelpingDate, breeding) };
}

/** Throws VALIDATION_FAILED, or STALE_UPDATE if another user saved the litter after `expectedUpdatedAt`. */
export async function updateLitter(
  ctx: MutationCtx,
  litter: Doc<"litters">,
  { today, expectedUpdatedAt, ...fields }: { today: string; expectedUpdatedAt?: number },
): Promise<SavedLitter> {
  checkVersion(litter, expectedUpdatedAt);
  const day = trustedToday(today);
  const { whelping, ...typed } = parseOrFail(litterChangesSchema, fields);
  const breeding = await requireBreedingOf(ctx, litter);
  const values = settleBirth(applyChanges(LITTER_FIELDS, valuesIn(LITTER_FIELDS, litter), typed));
  const { whelpingDate } = values;
  failOnFields({
    ...(await checkPuppyDays(ctx, litter, whelpingDate)),
    ...checkWhelpingDay(whelpingDate, breeding.breedingDate, day),
    ...checkCounts(values),
    ...checkBirth({ ...typed, birth: values.birth }),
    ...checkAgainstPuppies(values, tallyPuppies(await puppiesOf(ctx, litter))),
  });
  const stored = await withPeople(ctx, PLACES.litters, litter.kennelId, { values, former: litter });
  await saveRow(ctx, "litters", litter, {
    ...storedFields(LITTER_FIELDS, stored),
    whelping: applyWhelping(litter.whelping, whelping),
  });
  await reachWhelped(ctx, breeding);
  await settleNow(ctx);
  const saved = await getOrFail(ctx, "litters", litter._id);
  if (differencesOf("litters", litter, saved).length > 0)
    await logLitterActivity(ctx, saved, "Litter changed");
  return { ...(await describeLitter(ctx, saved)), warnings: warningsOf(whelpingDate, breeding) };
}

const withoutAbsent = <Shape extends object>(shape: Shape): Partial<Shape> =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Partial<Shape>; // The object keeps its keys.

/**
 * The puppies, their weights and checks, and the litter's reminders are also deleted. Throws HAS_SOLD_PUPPIES if a
 * puppy was sold. Throws HAS_PUPPIES with the number of puppies unless the caller has confirmed the deletion.
 */
export async function removeLitter(
  ctx: MutationCtx,
  litter: Doc<"litters">,
  isConfirmed: boolean,
): Promise<null> {
  const puppies = await puppiesOf(ctx, litter);
  const sold = puppies.filter(({ status }) => status === "sold").length;
  if (sold > 0) fail("HAS_SOLD_PUPPIES", { count: sold });
  if (puppies.length > 0 && !isConfirmed) fail("HAS_PUPPIES", { count: puppies.length });
  await removeRow(ctx, "litters", litter);
  await logLitterActivity(ctx, litter, "Litter deleted");
  return null;
}
