/** The health checks of puppies. Source: decisions GAP-PUP-01 and GAP-PUP-05. */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { MAX_CHECKS_PER_PUPPY } from "../../../domain/litters/rules";
import { checkLimit, failOnFields } from "../../../domain/errors";
import { parseOrFail } from "../../../domain/records/parse";
import { newPuppyCheckSchema, puppyCheckChangesSchema } from "../../../domain/litters/schemas";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { trustedToday } from "../../platform/model/people/today";
import { logPuppyActivity } from "./puppyActivities";
import { toPuppyCheck, type PuppyCheck } from "./puppyShape";
import { saveRow } from "../../platform/model/changes/edits";
import { getOrFail } from "../../platform/model/paging/rows";

const checksOf = (ctx: QueryCtx, { kennelId, _id }: Doc<"puppies">) =>
  ctx.db
    .query("puppyHealthChecks")
    .withIndex("by_kennel_and_puppy_and_date", (q) => q.eq("kennelId", kennelId).eq("puppyId", _id));

/** Throws for a check before the birth or after today. */
async function checkDay(
  ctx: QueryCtx,
  litterId: Id<"litters">,
  checkDate: string,
  today: string,
): Promise<void> {
  const { whelpingDate: bornOn } = await getOrFail(ctx, "litters", litterId);
  failOnFields(checkLifeDay("checkDate", "Check date", checkDate, { today: trustedToday(today), bornOn }));
}

/** The newest check is first. */
export const listPuppyChecks = async (ctx: QueryCtx, puppy: Doc<"puppies">): Promise<PuppyCheck[]> =>
  (await checksOf(ctx, puppy).order("desc").take(MAX_CHECKS_PER_PUPPY)).map(toPuppyCheck);

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function createPuppyCheck(
  ctx: MutationCtx,
  puppy: Doc<"puppies">,
  { today, ...fields }: { today: string },
): Promise<PuppyCheck> {
  const typed = parseOrFail(newPuppyCheckSchema, fields);
  await checkDay(ctx, puppy.litterId, typed.checkDate, today);
  checkLimit((await checksOf(ctx, puppy).take(MAX_CHECKS_PER_PUPPY)).length, MAX_CHECKS_PER_PUPPY);
  const id = await ctx.db.insert("puppyHealthChecks", {
    kennelId: puppy.kennelId,
    litterId: puppy.litterId,
    puppyId: puppy._id,
    checkDate: typed.checkDate,
    weightGrams: typed.weightGrams ?? undefined,
    temperatureFahrenheit: typed.temperatureFahrenheit ?? undefined,
    notes: typed.notes ?? undefined,
    veterinarian: typed.veterinarian ?? undefined,
    updatedAt: Date.now(),
  });
  await logPuppyActivity(ctx, puppy, "Puppy health check recorded");
  return toPuppyCheck(await getOrFail(ctx, "puppyHealthChecks", id));
}

/** Undefined keeps the current value; null clears it. */
const changed = <Value>(change: Value | null | undefined, before: Value | undefined): Value | undefined =>
  change === undefined ? before : (change ?? undefined);

/** Throws VALIDATION_FAILED. */
export async function updatePuppyCheck(
  ctx: MutationCtx,
  check: Doc<"puppyHealthChecks">,
  { today, ...fields }: { today: string },
): Promise<PuppyCheck> {
  const typed = parseOrFail(puppyCheckChangesSchema, fields);
  const checkDate = typed.checkDate ?? check.checkDate;
  await checkDay(ctx, check.litterId, checkDate, today);
  const saved = await saveRow(ctx, "puppyHealthChecks", check, {
    checkDate,
    weightGrams: changed(typed.weightGrams, check.weightGrams),
    temperatureFahrenheit: changed(typed.temperatureFahrenheit, check.temperatureFahrenheit),
    notes: changed(typed.notes, check.notes),
    veterinarian: changed(typed.veterinarian, check.veterinarian),
  });
  await logPuppyActivity(ctx, await getOrFail(ctx, "puppies", check.puppyId), "Puppy health check changed");
  return toPuppyCheck(saved);
}

export async function removePuppyCheck(ctx: MutationCtx, check: Doc<"puppyHealthChecks">): Promise<null> {
  await ctx.db.delete("puppyHealthChecks", check._id);
  await logPuppyActivity(ctx, await getOrFail(ctx, "puppies", check.puppyId), "Puppy health check deleted");
  return null;
}
