/**
 * Plans, changes and deletes breedings. Each change checks the rules of domain/ and the rules about the parents,
 * and then writes the row and an activity in one transaction. Sources: document 001 sections 4, 5 and 7, decisions
 * GAP-BRD-03, 06, 09, 10 and 18.
 */
import { differencesOf } from "../../../domain/history/differences";
import {
  LITTERS_PER_BREEDING,
  MAX_BREEDINGS_PER_KENNEL,
  type BreedingStatus,
} from "../../../domain/breedings/rules";
import {
  checkBreedingDays,
  dueDateOf,
  warnOfCheckDay,
  warnOfDueDate,
  warnOfFutureMating,
} from "../../../domain/breedings/dates";
import { PARENT_ROLES, type ParentRole } from "../../../domain/dogs/checks";
import { checkLimit, fail, failOnFields, type FieldErrors } from "../../../domain/errors";
import { BREEDING_FIELDS } from "../../../domain/breedings/record";
import { applyChanges, valuesIn, type Stored } from "../../../domain/records/record";
import {
  breedingChangesSchema,
  breedingStatus,
  newBreedingSchema,
  type BreedingChanges,
} from "../../../domain/breedings/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { removeRow } from "../../platform/model/changes/removing";
import { recordActivity } from "../../platform/model/changes/activities";
import { totalOf } from "../../platform/tables/tallies";
import { getBreedingCounts } from "./breedingCounts";
import { logBreedingActivity } from "./breedingActivities";
import {
  toBreedingEntry,
  toLitter,
  type BreedingEntry,
  type Litter,
  type SavedBreeding,
  type SteppedBreeding,
} from "./breedingShape";
import { addPregnancyCheck, takeBackCheck, type SentCheck } from "./pregnancyChecks";
import { trustedToday } from "../../platform/model/people/today";
import { ParentReader } from "../../platform/model/paging/parents";
import type { Access } from "../../platform/model/people/identity";
import { settleStudFee } from "../../dogs/model/studFees";
import { storedFields } from "../../platform/tables/recordValidators";
import { checkVersion, saveRow } from "../../platform/model/changes/edits";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

type BreedingValues = ReturnType<typeof valuesOfRow>;

type Parents = Record<ParentRole, Doc<"dogs"> | null>;

/** The parent may be an external ancestor. Returns a message if the dog is not suitable. */
export async function findParent(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  role: ParentRole,
  id: string,
): Promise<Doc<"dogs"> | string> {
  const { gender, label } = PARENT_ROLES[role];
  const dog = await findRow(ctx, "dogs", id);
  if (!dog || dog.kennelId !== kennelId) return `${label} was not found`;
  return dog.gender === gender ? dog : `${label} must be a ${gender} dog`;
}

/** Throws VALIDATION_FAILED with a message for each unsuitable parent. */
async function requireParents(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { sireId, damId }: { sireId?: string; damId?: string },
): Promise<Parents> {
  const parents: Parents = { sire: null, dam: null };
  const errors: FieldErrors = {};
  for (const [role, id] of [
    ["sire", sireId],
    ["dam", damId],
  ] as const) {
    if (id === undefined) continue;
    const found = await findParent(ctx, kennelId, role, id);
    if (typeof found === "string") errors[PARENT_ROLES[role].field] = found;
    else parents[role] = found;
  }
  failOnFields(errors);
  return parents;
}

const daysOf = ({ breedingDate, expectedDueDate }: BreedingValues) => ({
  breedingDate,
  expectedDueDate: expectedDueDate ?? null,
});

export const describeBreeding = async (ctx: QueryCtx, breeding: Doc<"breedings">): Promise<BreedingEntry> =>
  await toBreedingEntry(breeding, new ParentReader(ctx));

const nameOf = (dog: { name: string } | null, name: string | null): string => dog?.name ?? name ?? "Unknown";

/** The title is `sire × dam`. */
export const titleOf = ({ sire, sireName, dam, damName }: BreedingEntry): string =>
  `${nameOf(sire, sireName)} × ${nameOf(dam, damName)}`;

async function tell(
  ctx: MutationCtx,
  entry: BreedingEntry,
  title: string,
  description: string,
): Promise<void> {
  await recordActivity(ctx, entry.kennelId, {
    type: "breeding",
    title,
    description,
    record: { table: "breedings", id: entry._id },
    ...(entry.damId && { dogId: entry.damId }),
  });
}

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createBreeding(
  ctx: MutationCtx,
  { kennelId }: Access,
  fields: object,
): Promise<SavedBreeding> {
  const typed = parseOrFail(newBreedingSchema, fields);
  const { sire, dam } = await requireParents(ctx, kennelId, typed);
  const values: BreedingValues = {
    sireId: sire?._id,
    damId: dam?._id,
    ...typedFields({ ...typed, expectedDueDate: typed.expectedDueDate ?? dueDateOf(typed.breedingDate) }),
  };
  failOnFields(checkBreedingDays(daysOf(values)));
  checkLimit(totalOf(await getBreedingCounts(ctx, kennelId)), MAX_BREEDINGS_PER_KENNEL);
  const status = "planned";
  const studFeeWay = await settleStudFee(ctx, values, undefined);
  const row = { kennelId, ...values, status, studFeeWay, updatedAt: Date.now() } as const;
  const id = await ctx.db.insert("breedings", row);
  const entry = await describeBreeding(ctx, await getOrFail(ctx, "breedings", id));
  await tell(ctx, entry, "Breeding planned", titleOf(entry));
  return { ...entry, warnings: warningsOf(values) };
}

function warningsOf(values: BreedingValues): string[] {
  const warning = warnOfDueDate(daysOf(values));
  return warning === null ? [] : [warning];
}

const typedFields = (typed: Stored<typeof BREEDING_FIELDS>) =>
  storedFields(BREEDING_FIELDS, valuesIn(BREEDING_FIELDS, typed));

const valuesOfRow = (row: Doc<"breedings">) => ({
  sireId: row.sireId,
  damId: row.damId,
  ...typedFields(row),
});

/** A new mating date moves the due date, unless a due date is given. */
function changedValues(before: BreedingValues, changes: BreedingChanges, parents: Parents): BreedingValues {
  const { breedingDate = before.breedingDate } = changes;
  const expectedDueDate =
    breedingDate === before.breedingDate ? before.expectedDueDate : dueDateOf(breedingDate);
  const moved = valuesIn(BREEDING_FIELDS, { ...before, expectedDueDate });
  return {
    sireId: parents.sire?._id ?? before.sireId,
    damId: parents.dam?._id ?? before.damId,
    ...typedFields(applyChanges(BREEDING_FIELDS, moved, changes)),
  };
}

/** A mating must not be later than the birth of the breeding's first litter. Returns null if the date is valid. */
export async function checkMatingDay(
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
  day: string,
): Promise<{ readonly message: string; readonly bornOn: string } | null> {
  const [bornOn] = (await littersOf(ctx, breeding)).map(({ whelpingDate }) => whelpingDate).sort();
  return bornOn === undefined || bornOn >= day
    ? null
    : { message: `Its litter was born on ${bornOn}`, bornOn };
}

/** Writes no activity; throws VALIDATION_FAILED. */
async function saveBreeding(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  fields: object,
): Promise<Doc<"breedings">> {
  const changes = parseOrFail(breedingChangesSchema, fields);
  const parents = await requireParents(ctx, breeding.kennelId, changes);
  const before = valuesOfRow(breeding);
  const values = changedValues(before, changes, parents);
  const isMoved = values.breedingDate !== before.breedingDate;
  const late = isMoved ? await checkMatingDay(ctx, breeding, values.breedingDate) : null;
  failOnFields({
    ...checkBreedingDays(daysOf(values)),
    ...(late && { breedingDate: late.message }),
  });
  const areParentsChanged = values.sireId !== before.sireId || values.damId !== before.damId;
  return await saveRow(ctx, "breedings", breeding, {
    ...values,
    ...(areParentsChanged && { studFeeWay: await settleStudFee(ctx, values, breeding.studFeeWay) }),
    // The parent that was known only by name has a record again.
    ...(parents.sire && { sireName: undefined }),
    ...(parents.dam && { damName: undefined }),
  });
}

/** Throws VALIDATION_FAILED, or STALE_UPDATE if another user saved the breeding after `expectedUpdatedAt`. */
export async function updateBreeding(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  { expectedUpdatedAt, ...fields }: { expectedUpdatedAt?: number },
): Promise<SavedBreeding> {
  checkVersion(breeding, expectedUpdatedAt);
  const saved = await saveBreeding(ctx, breeding, fields);
  if (differencesOf("breedings", breeding, saved).length > 0)
    await logBreedingActivity(ctx, saved, "Breeding changed");
  return { ...(await describeBreeding(ctx, saved)), warnings: warningsOf(valuesOfRow(saved)) };
}

/**
 * Sets the actual date and type of the mating. Moves the due date too, unless a due date is given. Throws
 * VALIDATION_FAILED.
 */
export const moveMating = async (
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  mating: {
    breedingDate?: string | undefined;
    expectedDueDate?: string | null | undefined;
    breedingType?: string | null | undefined;
  },
): Promise<Doc<"breedings">> =>
  Object.values(mating).every((value) => value === undefined)
    ? breeding
    : await saveBreeding(ctx, breeding, mating);

/** Values that a change of status may set besides the status. */
interface Step {
  readonly status: string;
  readonly expectedStatus?: string;
  readonly breedingDate?: string;
  readonly expectedDueDate?: string | null;
  readonly breedingType?: string | null;
  readonly pregnancyCheck?: SentCheck;
  /** The check was recorded with the change of status that is now undone. */
  readonly undoneCheckId?: string;
  readonly today: string;
}

/**
 * Sets a breeding's status, regardless of the current status. The actual dates of mating and birth and a pregnancy
 * check are also stored if they are given. Throws VALIDATION_FAILED, or STALE_UPDATE if the status is no longer
 * `expectedStatus`. The client asks the user to confirm an unusual change. An unusual date is returned as a
 * warning.
 */
export async function setBreedingStatus(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  { today, expectedStatus, pregnancyCheck, undoneCheckId, status: asked, ...days }: Step,
): Promise<SteppedBreeding> {
  const day = trustedToday(today);
  if (expectedStatus !== undefined && expectedStatus !== breeding.status) fail("STALE_UPDATE");
  const parsed = breedingStatus.safeParse(asked);
  if (!parsed.success) {
    return fail("VALIDATION_FAILED", { fields: { status: parsed.error.issues[0]?.message ?? "" } });
  }
  const status = parsed.data;
  const mated = await moveMating(ctx, breeding, days);
  const check = pregnancyCheck
    ? await addPregnancyCheck(ctx, mated, pregnancyCheck, { status, today: day })
    : null;
  if (undoneCheckId !== undefined) await takeBackCheck(ctx, breeding._id, undoneCheckId);
  if (breeding.status === status && check) await logBreedingActivity(ctx, mated, "Pregnancy check recorded");
  // A breeding with a pregnancy check or an actual mating date was not canceled before the mating.
  const isMated = check !== null || days.breedingDate !== undefined;
  const saved = await setStatus(ctx, mated, status, isMated);
  const warnings = [
    warnOfFutureMating(saved, day),
    check && warnOfCheckDay(check.on, saved.breedingDate, day),
    ...(mated === breeding ? [] : warningsOf(valuesOfRow(mated))),
  ].filter((warning) => warning !== null);
  return { ...saved, warnings, pregnancyCheckId: check?._id ?? null };
}

/** Writes no activity. */
export async function enterStatus(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  status: BreedingStatus,
  isMated = false,
): Promise<void> {
  if (breeding.status === status) return;
  await saveRow(ctx, "breedings", breeding, {
    status,
    isCalledOff: (breeding.status === "planned" && status === "failed" && !isMated) || undefined,
    // Whether the stud fee is income or cost depends on which parents belong to the kennel. This may change until
    // the mating.
    ...(breeding.status === "planned" && {
      studFeeWay: await settleStudFee(ctx, breeding, breeding.studFeeWay),
    }),
  });
}

/** Writes an activity if the status changes. */
async function setStatus(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  status: BreedingStatus,
  isMated: boolean,
): Promise<BreedingEntry> {
  if (breeding.status === status) return await describeBreeding(ctx, breeding);
  await enterStatus(ctx, breeding, status, isMated);
  const entry = await describeBreeding(ctx, await getOrFail(ctx, "breedings", breeding._id));
  await tell(ctx, entry, `Breeding ${status}`, titleOf(entry));
  return entry;
}

/** Litters have the order in which they were recorded. */
export const littersOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"breedings">, "_id" | "kennelId">,
): Promise<Doc<"litters">[]> =>
  await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_breeding", (q) => q.eq("kennelId", kennelId).eq("breedingId", _id))
    .take(LITTERS_PER_BREEDING);

/** Litters have the order in which they were recorded. */
export const listLittersOf = async (ctx: QueryCtx, breeding: Doc<"breedings">): Promise<Litter[]> =>
  (await littersOf(ctx, breeding)).map(toLitter);

/**
 * The documents, account and reminders are also deleted. Throws HAS_LITTERS with the number of litters if the
 * breeding has any.
 */
export async function removeBreeding(ctx: MutationCtx, breeding: Doc<"breedings">): Promise<null> {
  const entry = await describeBreeding(ctx, breeding);
  await removeRow(ctx, "breedings", breeding);
  await tell(ctx, entry, "Breeding deleted", titleOf(entry));
  return null;
}
