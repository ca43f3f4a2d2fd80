/**
 * Creates one reminder for each of many dogs in one transaction. If a dog is not found, no reminder is created, and
 * the error names each dog that was not found. The reminders are separate records: each is completed and moved
 * separately.
 */
import { v } from "convex/values";
import { MAX_BULK_REMINDERS } from "../../../domain/reminders/rules";
import { failOnFields, type FieldErrors } from "../../../domain/errors";
import { fieldErrorsOf } from "../../../domain/records/parse";
import { newReminderSchema } from "../../../domain/reminders/schemas";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Access } from "../../platform/model/people/identity";
import { addReminder } from "./reminders";
import { newReminderArgs } from "./reminderShape";
import { findRow } from "../../platform/model/paging/rows";

const { dogId: _dogId, breedingId: _breedingId, litterId: _litterId, ...reminderArgs } = newReminderArgs;

export const remindersForDogsArgs = { ...reminderArgs, dogIds: v.array(v.string()) };

function checkCount(count: number): FieldErrors {
  if (count === 0) return { dogIds: "Choose at least one dog" };
  return count > MAX_BULK_REMINDERS ? { dogIds: `At most ${MAX_BULK_REMINDERS} dogs at once` } : {};
}

/** If it throws VALIDATION_FAILED or LIMIT_REACHED, no reminder is created. */
export async function createRemindersForDogs(
  ctx: MutationCtx,
  { kennelId }: Pick<Access, "kennelId">,
  { dogIds, ...fields }: { dogIds: readonly string[] },
): Promise<Id<"reminders">[]> {
  const ids = [...new Set(dogIds)];
  const parsed = newReminderSchema.safeParse(fields);
  failOnFields({ ...checkCount(ids.length), ...(parsed.success ? {} : fieldErrorsOf(parsed.error)) });
  const missing: FieldErrors = {};
  for (const dogId of ids) {
    const dog = await findRow(ctx, "dogs", dogId);
    if (dog?.kennelId !== kennelId) missing[`dogIds.${dogId}`] = "This dog was not found";
  }
  failOnFields(missing);
  const made: Id<"reminders">[] = [];
  for (const dogId of ids) made.push((await addReminder(ctx, kennelId, { ...fields, dogId }))._id);
  return made;
}
