/**
 * Creates, changes, completes, snoozes and removes reminders. The next occurrence of a series is created
 * automatically (follows.ts). Sources: document 001 sections 4, 5 and 7, decisions GAP-REM-06 to GAP-REM-10.
 */
import { fail, failOnFields, type FieldErrors } from "../../../domain/errors";
import { omitFields, valuesIn } from "../../../domain/records/record";
import { REMINDER_FIELDS } from "../../../domain/reminders/record";
import {
  completionNotes,
  newReminderSchema,
  reminderChangesSchema,
  snoozeSchema,
  type NewReminder,
  type ReminderChanges,
} from "../../../domain/reminders/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Recurrence } from "../../../domain/reminders/recurrence";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { removeActivity, recordActivity } from "../../platform/model/changes/activities";
import { putDownTo } from "../../changes/recorder";
import { trustedToday } from "../../platform/model/people/today";
import type { Access } from "../../platform/model/people/identity";
import { findAssignee } from "./reminderAssignees";
import { checkVersion } from "../../platform/model/changes/edits";
import { insertRow, patchRow } from "./reminderRows";
import { endSeries, changeSeries, occurrencesOf, seriesOf, startSeries } from "./reminderSeries";
import { ReminderReader, type Reminder } from "./reminderShape";
import { isLocked, LOOK_AGAIN_MS } from "../../platform/model/changes/restoreLocks";
import { storedFields } from "../../platform/tables/recordValidators";

type Row = Doc<"reminders">;
type Links = Pick<Row, "dogId" | "breedingId" | "litterId" | "assigneeId">;

/** The access contains the caller's rights in the reminder's kennel. */
export interface ReachedReminder {
  readonly reminder: Row;
  readonly access: Access;
}

export const describeReminder = async (ctx: QueryCtx, row: Row): Promise<Reminder> =>
  await new ReminderReader(ctx).describe(row);

/**
 * The dog, breeding, litter and assignee must be in the kennel. Throws VALIDATION_FAILED for each field whose
 * record is missing.
 */
async function findLinks(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  typed: Pick<ReminderChanges, keyof Links>,
): Promise<Links> {
  const errors: FieldErrors = {};
  const links: Links = {};
  for (const [field, table, label] of [
    ["dogId", "dogs", "Dog"],
    ["breedingId", "breedings", "Breeding"],
    ["litterId", "litters", "Litter"],
  ] as const) {
    const text = typed[field];
    if (typeof text !== "string") continue;
    const id = ctx.db.normalizeId(table, text);
    const row = id && (await ctx.db.get(table, id));
    if (row?.kennelId === kennelId) Object.assign(links, { [field]: id });
    else errors[field] = `${label} was not found`;
  }
  if (typeof typed.assigneeId === "string") {
    const assigneeId = await findAssignee(ctx, kennelId, typed.assigneeId);
    if (assigneeId) links.assigneeId = assigneeId;
    else errors.assigneeId = "Assigned to must be a member who may change reminders";
  }
  failOnFields(errors);
  return links;
}

function checkEnd(recurring: Recurrence | null | undefined, dueDate: string): void {
  if (recurring?.endDate && recurring.endDate < dueDate) {
    fail("VALIDATION_FAILED", {
      fields: { "recurring.endDate": "End date must not be before the due date" },
    });
  }
}

/** The schema leaves some parts of a recurrence optional. */
const toRecurrence = (typed: NonNullable<NewReminder["recurring"]>): Recurrence => ({
  ...typed,
  endDate: typed.endDate ?? null,
});

/** The subject and the assignee are not included, because they are looked up. */
const TYPED_FIELDS = omitFields(REMINDER_FIELDS, ["dogId", "assigneeId"]);

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function addReminder(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  { source, ...fields }: { source?: string; [field: string]: unknown },
): Promise<Row> {
  const { recurring: typed, notifications, ...values } = parseOrFail(newReminderSchema, fields);
  const recurring = typed ? toRecurrence(typed) : null;
  checkEnd(recurring, values.dueDate);
  const row = await insertRow(ctx, {
    kennelId,
    ...storedFields(TYPED_FIELDS, valuesIn(TYPED_FIELDS, values)),
    ...(await findLinks(ctx, kennelId, values)),
    notifications,
    source,
  });
  return recurring ? await startSeries(ctx, row, recurring) : row;
}

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export const createReminder = async (
  ctx: MutationCtx,
  { kennelId }: Pick<Access, "kennelId">,
  fields: object,
): Promise<Reminder> => await describeReminder(ctx, await addReminder(ctx, kennelId, { ...fields }));

/** An omitted value stays unchanged; null clears a value. */
async function toChanges(ctx: QueryCtx, row: Row, typed: ReminderChanges): Promise<Partial<Row>> {
  const { recurring: _, notifications, ...plain } = typed;
  const given = Object.entries(plain).filter(([, value]) => value !== undefined);
  return {
    // The object contains only parsed fields, each with its own value or undefined.
    ...(Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined])) as Partial<Row>),
    ...(await findLinks(ctx, row.kennelId, typed)),
    ...(notifications && { notifications: { ...row.notifications, ...withoutAbsent(notifications) } }),
  };
}

const withoutAbsent = <Shape extends object>(
  shape: Shape,
): { [Key in keyof Shape]?: NonNullable<Shape[Key]> } =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Shape]?: NonNullable<Shape[Key]>; // The object keeps its keys.
  };

/** Null ends the series. */
async function changeRecurring(
  ctx: MutationCtx,
  row: Row,
  typed: ReminderChanges["recurring"],
  isWholeSeries: boolean,
): Promise<Row> {
  const series = await seriesOf(ctx, row);
  if (typed === null) {
    if (series) await endSeries(ctx, series);
    return row;
  }
  const recurring = typed && toRecurrence(typed);
  if (recurring && !series) return await startSeries(ctx, row, recurring);
  return series && (recurring || isWholeSeries) ? await changeSeries(ctx, series, row, recurring) : row;
}

/**
 * With `isWholeSeries`, the future occurrences are also changed. Throws VALIDATION_FAILED, or STALE_UPDATE if
 * another user saved the reminder after `expectedUpdatedAt`.
 */
export async function updateReminder(
  ctx: MutationCtx,
  { reminder }: Pick<ReachedReminder, "reminder">,
  { expectedUpdatedAt, ...fields }: { expectedUpdatedAt?: number },
  isWholeSeries = false,
): Promise<Reminder> {
  checkVersion(reminder, expectedUpdatedAt);
  const typed = parseOrFail(reminderChangesSchema, fields);
  const recurring = typed.recurring ? toRecurrence(typed.recurring) : null;
  checkEnd(recurring, typed.dueDate ?? reminder.dueDate);
  const changed = await patchRow(ctx, reminder, await toChanges(ctx, reminder, typed));
  return await describeReminder(ctx, await changeRecurring(ctx, changed, typed.recurring, isWholeSeries));
}

/**
 * Completes a reminder on the user's date, adds an activity and creates the next occurrence. If two people complete a reminder at
 * the same time, only the first call changes it. Throws VALIDATION_FAILED for invalid notes.
 */
export async function completeReminder(
  ctx: MutationCtx,
  { reminder, access }: ReachedReminder,
  { today, notes }: { today: string; notes?: string | null },
): Promise<Reminder> {
  if (reminder.state !== "pending") return await describeReminder(ctx, reminder);
  const parsed = completionNotes.safeParse(notes);
  if (!parsed.success) {
    return fail("VALIDATION_FAILED", { fields: { notes: parsed.error.issues[0]?.message ?? "" } });
  }
  const completed = await patchRow(ctx, reminder, {
    ...completedBy(access),
    completedDate: trustedToday(today),
    completionNotes: parsed.data ?? undefined,
  });
  await tellCompletion(ctx, completed);
  return await describeReminder(ctx, completed);
}

/** Date and notes are left out. */
export const completedBy = ({ user }: Access) => ({
  state: "completed" as const,
  completedAt: Date.now(),
  completedBy: user._id,
  snoozedUntil: undefined,
});

export const WAITING = {
  state: "pending",
  completedDate: undefined,
  completedAt: undefined,
  completedBy: undefined,
  completionNotes: undefined,
  removedAt: undefined,
  wasCompleted: undefined,
  isClosed: undefined,
} as const;

/** If the reminder is pending again, its activity is removed. */
export async function tellCompletion(ctx: MutationCtx, row: Row): Promise<void> {
  if (row.state === "pending" && row.activityId) await removeActivity(ctx, row.activityId);
  const activityId =
    row.state === "completed"
      ? await recordActivity(ctx, row.kennelId, {
          type: "reminder_completed",
          title: "Reminder completed",
          description: row.title,
          record: { table: "reminders", id: row._id },
          ...(row.dogId && { dogId: row.dogId }),
        })
      : undefined;
  await ctx.db.patch("reminders", row._id, { activityId });
}

export async function uncompleteReminder(
  ctx: MutationCtx,
  { reminder }: Pick<ReachedReminder, "reminder">,
): Promise<Reminder> {
  if (reminder.state !== "completed") return await describeReminder(ctx, reminder);
  const pending = await patchRow(ctx, reminder, WAITING);
  await tellCompletion(ctx, pending);
  return await describeReminder(ctx, pending);
}

/** Null ends the snooze. Throws VALIDATION_FAILED. */
export async function snoozeReminder(
  ctx: MutationCtx,
  { reminder }: Pick<ReachedReminder, "reminder">,
  { snoozeUntil, today }: { snoozeUntil: string | null; today: string },
): Promise<Reminder> {
  if (reminder.state !== "pending") {
    fail("VALIDATION_FAILED", { fields: { snoozeUntil: "This reminder is completed" } });
  }
  const until = snoozeUntil === null ? undefined : parseOrFail(snoozeSchema, { snoozeUntil }).snoozeUntil;
  if (until !== undefined && until <= trustedToday(today)) {
    fail("VALIDATION_FAILED", { fields: { snoozeUntil: "Snooze until a day after today" } });
  }
  return await describeReminder(ctx, await patchRow(ctx, reminder, { snoozedUntil: until }));
}

/** A removed reminder can be restored for some time. In a series, only this occurrence is removed. */
export async function removeReminder(ctx: MutationCtx, row: Row): Promise<null> {
  if (row.state === "removed") return null;
  await patchRow(ctx, row, {
    state: "removed",
    removedAt: Date.now(),
    wasCompleted: row.state === "completed",
  });
  return null;
}

/** The reminder is unchanged. Throws LIMIT_REACHED. */
export async function restoreReminder(ctx: MutationCtx, row: Row): Promise<Reminder> {
  if (row.state !== "removed") return await describeReminder(ctx, row);
  const restored = await patchRow(ctx, row, {
    state: row.wasCompleted ? "completed" : "pending",
    removedAt: undefined,
    wasCompleted: undefined,
    isClosed: undefined,
  });
  return await describeReminder(ctx, restored);
}

/** Each occurrence needs several look-ups. */
const REMOVED_AT_ONCE = 200;

/** The reminders are removed in batches. */
export async function removeDone(
  ctx: MutationCtx,
  seriesId: Id<"reminderSeries">,
  by: Id<"users">,
): Promise<null> {
  const series = await ctx.db.get("reminderSeries", seriesId);
  // A restored backup may have resumed the series.
  if (!series?.isEnded) return null;
  if (await isLocked(ctx, series.kennelId)) {
    await ctx.scheduler.runAfter(LOOK_AGAIN_MS, internal.reminders.reminderSeries.removeRest, {
      seriesId,
      by,
    });
    return null;
  }
  putDownTo(ctx, { by });
  const done = await occurrencesOf(ctx, series, "completed", REMOVED_AT_ONCE);
  for (const row of done) await removeReminder(ctx, row);
  if (done.length === REMOVED_AT_ONCE) {
    await ctx.scheduler.runAfter(0, internal.reminders.reminderSeries.removeRest, { seriesId, by });
  }
  return null;
}

/**
 * With `isFutureOnly`, completed and overdue occurrences are kept and future occurrences are removed. Otherwise all
 * occurrences are removed. If there are very many completed occurrences, batches remove them. Source: decision
 * GAP-REM-09.
 */
export async function removeSeries(
  ctx: MutationCtx,
  { series, access }: { series: Doc<"reminderSeries">; access: Access },
  { isFutureOnly, today }: { isFutureOnly: boolean; today: string },
): Promise<null> {
  const day = trustedToday(today);
  await endSeries(ctx, series);
  const pending = await occurrencesOf(ctx, series, "pending");
  const ahead = isFutureOnly ? pending.filter(({ dueDate }) => dueDate >= day) : pending;
  for (const row of ahead) await removeReminder(ctx, row);
  return isFutureOnly ? null : await removeDone(ctx, series._id, access.user._id);
}

/** The pending occurrence changes too; throws NOT_FOUND if no occurrence is pending. */
export async function updateSeries(
  ctx: MutationCtx,
  { series }: { series: Doc<"reminderSeries"> },
  fields: { expectedUpdatedAt?: number },
): Promise<Reminder> {
  const [reminder] = await occurrencesOf(ctx, series, "pending");
  if (!reminder) return fail("NOT_FOUND");
  return await updateReminder(ctx, { reminder }, fields, true);
}
