/**
 * Pending and completed tasks of a kennel. A recurring reminder is an occurrence of a series. One occurrence is
 * pending at a time, and completing it creates the next. `source` is the key of the record that created a reminder.
 * If the reminder is created again, this key finds the existing reminder. Written by
 * reminders/model/reminderRows.ts. Every change also updates `notifyAt`. A removed reminder can be restored until
 * the nightly job deletes it.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { described, flag, text } from "../../../domain/history/describing";
import { RECURRENCE_FREQUENCIES } from "../../../domain/reminders/rules";
import { REMINDER_FIELDS, REMINDER_RECORD, REMINDER_STATE } from "../../../domain/reminders/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

export const { reminderType: reminderTypeValidator, priority: reminderPriorityValidator } =
  rowFields(REMINDER_FIELDS);
const { state, completedDate, completionNotes, snoozedUntil } = rowFields(REMINDER_STATE);

export const frequencyValidator = v.union(...RECURRENCE_FREQUENCIES.map((name) => v.literal(name)));

export const notificationsValidator = v.object({
  email: v.boolean(),
  sms: v.boolean(),
  push: v.boolean(),
  daysInAdvance: v.array(v.number()),
});

export const notificationHistory = {
  "notifications.email": flag("Email notification"),
  "notifications.sms": flag("SMS notification"),
  "notifications.push": flag("Push notification"),
  "notifications.daysInAdvance": text("Days in advance"),
};

/**
 * When a record is deleted, its reminders are deleted too. Pending reminders are deleted in the same transaction.
 */
const OF_SUBJECT = {
  does: "cascade",
  inBatches: "both",
  isLoose: true,
  atOnce: ["state", "pending"],
} as const;

export const reminders = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    ...rowFields(REMINDER_RECORD),
    /** For sorting: the most urgent priority has the lowest number. */
    priorityRank: v.number(),
    state,
    /** The user's date when the reminder was completed. */
    completedDate,
    completedAt: v.optional(v.number()),
    completedBy: v.optional(v.id("users")),
    completionNotes,
    /** The activity of the completion is removed if the completion is undone. */
    activityId: v.optional(v.id("activities")),
    snoozedUntil,
    seriesId: v.optional(v.id("reminderSeries")),
    /** The date according to the recurrence of the series. A person may have moved the due date since. */
    occursOn: v.optional(v.string()),
    /** The next occurrence, and its version when it was created. */
    next: v.optional(v.object({ id: v.id("reminders"), updatedAt: v.number() })),
    notifications: notificationsValidator,
    source: v.optional(v.string()),
    /** Absent if no notice is planned. */
    notifyAt: v.optional(v.number()),
    /** The reminder was completed when it was removed. */
    wasCompleted: v.optional(v.boolean()),
    removedAt: v.optional(v.number()),
    /**
     * The source removed the reminder because it is no longer planned. Such a reminder may be restored
     * automatically.
     */
    isClosed: v.optional(v.boolean()),
    updatedAt: v.number(),
  })
    .index("by_kennel_and_state_and_due", ["kennelId", "state", "dueDate", "priorityRank", "dueTime"])
    .index("by_kennel_and_state_and_type_and_due", [
      "kennelId",
      "state",
      "reminderType",
      "dueDate",
      "priorityRank",
      "dueTime",
    ])
    .index("by_kennel_and_state_and_completed", ["kennelId", "state", "completedAt"])
    .index("by_kennel_and_state_and_type_and_completed", ["kennelId", "state", "reminderType", "completedAt"])
    .index("by_kennel_and_dog_and_state_and_due", [
      "kennelId",
      "dogId",
      "state",
      "dueDate",
      "priorityRank",
      "dueTime",
    ])
    .index("by_kennel_and_breeding_and_state_and_due", [
      "kennelId",
      "breedingId",
      "state",
      "dueDate",
      "priorityRank",
      "dueTime",
    ])
    .index("by_kennel_and_litter_and_state_and_due", [
      "kennelId",
      "litterId",
      "state",
      "dueDate",
      "priorityRank",
      "dueTime",
    ])
    .index("by_kennel_and_assignee_and_state_and_due", [
      "kennelId",
      "assigneeId",
      "state",
      "dueDate",
      "priorityRank",
      "dueTime",
    ])
    .index("by_kennel_and_series_and_state_and_due", ["kennelId", "seriesId", "state", "dueDate"])
    .index("by_kennel_and_source", ["kennelId", "source"])
    .index("by_state_and_removed", ["state", "removedAt"])
    // The job that sends notices reads the due reminders of all kennels.
    .index("by_state_and_notify", ["state", "notifyAt"]),
  {
    alertKind: "reminder",
    onDelete: {
      dogId: { ...OF_SUBJECT, by: "by_kennel_and_dog_and_state_and_due" },
      litterId: { ...OF_SUBJECT, by: "by_kennel_and_litter_and_state_and_due" },
      breedingId: { ...OF_SUBJECT, by: "by_kennel_and_breeding_and_state_and_due" },
      activityId: { does: "stay" },
      seriesId: { does: "stay" },
    },
    history: {
      place: 210,
      label: "Reminder",
      plural: "Reminders",
      area: "reminders",
      titles: ["title"],
      isRemoval: (before, after) =>
        before.state !== "removed" && after.state === "removed" && after.isClosed !== true,
      fields: { ...described({ ...REMINDER_FIELDS, ...REMINDER_STATE }), ...notificationHistory },
      unkept: [
        "breedingId",
        "litterId",
        "priorityRank",
        "completedAt",
        "completedBy",
        "activityId",
        "seriesId",
        "occursOn",
        "next.id",
        "next.updatedAt",
        "source",
        "notifyAt",
        "wasCompleted",
        "removedAt",
        "isClosed",
        "updatedAt",
      ],
    },
    export: {
      place: 210,
      printed: ["dueDate", "title", "reminderType", "priority", "state", "dogId"],
      described: { ...REMINDER_RECORD, ...REMINDER_STATE },
    },
    backup: { place: 130 },
  },
);
