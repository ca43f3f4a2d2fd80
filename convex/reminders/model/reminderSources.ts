/**
 * Reminders that other records create: for a due vaccination, the check of a pregnancy, the worming of a litter.
 * `source` is a permanent key, unique in the kennel, such as `vaccination:<dog>:<vaccine>`. If the reminder is
 * created again, this key finds the existing reminder. A reminder that a person completed or removed does not
 * change. A date that a person changed is kept until the source's own date changes.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { ReminderPriority, ReminderType } from "../../../domain/reminders/rules";
import type { Access } from "../../platform/model/people/identity";
import { removeRow } from "../../platform/model/changes/removing";
import { isNextRound, leaveRound } from "./reminderFollowing";
import { findReminderOf, patchRow } from "./reminderRows";
import { addReminder, completeReminder, restoreReminder } from "./reminders";
import { getOrFail } from "../../platform/model/paging/rows";

interface MadeFields {
  readonly title: string;
  readonly description?: string | null;
  readonly reminderType: ReminderType;
  readonly priority?: ReminderPriority;
  readonly dueDate: string;
  readonly dogId?: Id<"dogs">;
  readonly breedingId?: Id<"breedings">;
  readonly litterId?: Id<"litters">;
  readonly notifications?: Partial<Doc<"reminders">["notifications"]>;
}

/**
 * If the reminder is already pending, it gets the date and title of its source. With `isWanted`, a removed reminder
 * is restored. Returns whether the number of reminders has increased; throws VALIDATION_FAILED or LIMIT_REACHED.
 */
export async function ensureReminder(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  source: string,
  fields: MadeFields,
  { isWanted = false }: { isWanted?: boolean } = {},
): Promise<boolean> {
  const known = await findReminderOf(ctx, kennelId, source);
  const isOver = known !== null && isWanted && isNextRound(known, fields);
  if (isOver) await leaveRound(ctx, known);
  const found = isOver ? null : known;
  if (!found) {
    const row = await addReminder(ctx, kennelId, { ...fields, source });
    await ctx.db.patch("reminders", row._id, { occursOn: row.dueDate });
    return true;
  }
  if (found.state === "removed" && isWanted && !found.wasCompleted) {
    await restoreReminder(ctx, found);
    if (found.occursOn === found.dueDate && found.dueDate !== fields.dueDate) {
      const { dueDate } = fields;
      await patchRow(ctx, await getOrFail(ctx, "reminders", found._id), { dueDate, occursOn: dueDate });
    }
    return true;
  }
  if (found.state === "pending" && found.occursOn !== fields.dueDate) {
    const { title, dueDate } = fields;
    await patchRow(ctx, found, { title, dueDate, occursOn: dueDate, snoozedUntil: undefined });
  }
  return false;
}

/** The task of the reminder is done. */
export async function completeReminderOf(
  ctx: MutationCtx,
  access: Access,
  source: string,
  today: string,
): Promise<void> {
  const reminder = await findReminderOf(ctx, access.kennelId, source);
  if (reminder) await completeReminder(ctx, { reminder, access }, { today });
}

/** The default states are pending and removed. */
export async function dropReminderOf(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  source: string,
  states: readonly Doc<"reminders">["state"][] = ["pending", "removed"],
): Promise<void> {
  const found = await findReminderOf(ctx, kennelId, source);
  if (found && states.includes(found.state)) await removeRow(ctx, "reminders", found);
}
