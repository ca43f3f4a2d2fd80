/** Arguments and results of the functions for reminders, and the conversion of stored rows. */
import { v, type Infer } from "convex/values";
import { DEFAULT_NOTIFICATIONS } from "../../../domain/reminders/rules";
import { REMINDER_RECORD, REMINDER_STEPS } from "../../../domain/reminders/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { answerFields, answerOf, changeArgs, newArgs } from "../../platform/tables/recordValidators";
import { frequencyValidator, notificationsValidator } from "../tables/reminders";
import { findAssignee } from "./reminderAssignees";
import { bookingOf } from "./reminderRows";
import { RowsOnce } from "../../platform/model/paging/rowsOnce";
import { textOrNull } from "../../platform/tables/shared";

export const recurringShape = v.object({
  frequency: frequencyValidator,
  interval: v.number(),
  endDate: textOrNull,
});

export const reminderShape = v.object({
  _id: v.id("reminders"),
  kennelId: v.id("kennels"),
  ...answerFields(REMINDER_RECORD),
  dog: v.union(
    v.object({ _id: v.id("dogs"), name: v.string(), callName: textOrNull, isExternal: v.boolean() }),
    v.null(),
  ),
  /** The scheduled vaccination may have any state. */
  bookingId: v.union(v.id("scheduledVaccinations"), v.null()),
  isCompleted: v.boolean(),
  ...answerFields(REMINDER_STEPS),
  /** Null if there is no series or the series has ended. */
  recurring: v.union(recurringShape, v.null()),
  seriesId: v.union(v.id("reminderSeries"), v.null()),
  notifications: notificationsValidator,
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type Reminder = Infer<typeof reminderShape>;

export const notificationArgs = v.object({
  email: v.optional(v.boolean()),
  sms: v.optional(v.boolean()),
  push: v.optional(v.boolean()),
  daysInAdvance: v.optional(v.array(v.number())),
});

export const recurringArgs = v.object({
  frequency: v.string(),
  interval: v.optional(v.number()),
  endDate: v.optional(textOrNull),
});

const typedArgs = {
  recurring: v.optional(v.union(recurringArgs, v.null())),
  notifications: v.optional(notificationArgs),
};

/** domain/reminders/schemas.ts checks the values. */
export const newReminderArgs = { ...newArgs(REMINDER_RECORD), ...typedArgs };

/** An omitted field stays unchanged, and null or empty clears a field. */
export const reminderChangeArgs = { ...changeArgs(REMINDER_RECORD), ...typedArgs };

/** Missing notification settings get the defaults. */
export const withUsual = (
  notifications: Partial<Doc<"reminders">["notifications"]>,
): Doc<"reminders">["notifications"] => ({ ...DEFAULT_NOTIFICATIONS, ...notifications });

/** Returns null if the series has ended. */
export const recurringOf = (series: Doc<"reminderSeries"> | null): Reminder["recurring"] =>
  series === null || series.isEnded
    ? null
    : { frequency: series.frequency, interval: series.interval, endDate: series.endDate ?? null };

/** Each dog, series and person is loaded only once. */
export class ReminderReader {
  readonly #dogs: RowsOnce<"dogs">;
  readonly #series: RowsOnce<"reminderSeries">;
  readonly #assignees = new Map<string, Promise<Id<"users"> | null>>();

  constructor(private readonly ctx: QueryCtx) {
    this.#dogs = new RowsOnce(ctx, "dogs");
    this.#series = new RowsOnce(ctx, "reminderSeries");
  }

  async dogOf({ dogId }: Pick<Doc<"reminders">, "dogId">): Promise<Doc<"dogs"> | null> {
    return await this.#dogs.find(dogId);
  }

  async seriesOf({ seriesId }: Doc<"reminders">): Promise<Doc<"reminderSeries"> | null> {
    return await this.#series.find(seriesId);
  }

  /** Returns null if everybody is responsible for the reminder. */
  async assigneeOf({ kennelId, assigneeId }: Doc<"reminders">): Promise<Id<"users"> | null> {
    if (assigneeId === undefined) return null;
    const key = `${kennelId}:${assigneeId}`;
    const read = this.#assignees.get(key) ?? findAssignee(this.ctx, kennelId, assigneeId);
    this.#assignees.set(key, read);
    return await read;
  }

  async describe(row: Doc<"reminders">): Promise<Reminder> {
    const dog = await this.dogOf(row);
    return {
      _id: row._id,
      kennelId: row.kennelId,
      ...answerOf(REMINDER_RECORD, row),
      dogId: dog?._id ?? null,
      assigneeId: await this.assigneeOf(row),
      dog: dog && {
        _id: dog._id,
        name: dog.name,
        callName: dog.callName ?? null,
        isExternal: dog.isExternal,
      },
      bookingId: bookingOf(row),
      isCompleted: row.state === "completed",
      ...answerOf(REMINDER_STEPS, row),
      recurring: recurringOf(await this.seriesOf(row)),
      seriesId: row.seriesId ?? null,
      notifications: row.notifications,
      createdAt: row._creationTime,
      updatedAt: row.updatedAt,
    };
  }

  /** The results have the same order. */
  async describeAll(rows: readonly Doc<"reminders">[]): Promise<Reminder[]> {
    return await Promise.all(rows.map(async (row) => await this.describe(row)));
  }
}
