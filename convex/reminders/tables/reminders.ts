/**
 * Pending and completed tasks of a kennel. A recurring one is an occurrence of its series: one is pending at a
 * time, and completing it creates the next. `source` is the key of the record that created a reminder, so that
 * creating it again finds it. Written by reminders/model/reminderRows.ts; `notifyAt` follows every change. A
 * removed reminder can be brought back until the nightly job deletes it.
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

/** The history's words for notification settings. */
export const notificationHistory = {
  "notifications.email": flag("Email notification"),
  "notifications.sms": flag("SMS notification"),
  "notifications.push": flag("Push notification"),
  "notifications.daysInAdvance": text("Days in advance"),
};

/** A record's reminders are deleted with it, pending ones at once. */
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
    /** The stored priority as a number for sorting, the most urgent first. */
    priorityRank: v.number(),
    state,
    /** The breeder's date when it was completed. */
    completedDate,
    completedAt: v.optional(v.number()),
    completedBy: v.optional(v.id("users")),
    completionNotes,
    /** The activity of the completion, which is removed if that is undone. */
    activityId: v.optional(v.id("activities")),
    snoozedUntil,
    seriesId: v.optional(v.id("reminderSeries")),
    /** The date by its series' rule; its due date may have been moved since. */
    occursOn: v.optional(v.string()),
    /** The occurrence that followed it, and the version in which that was created. */
    next: v.optional(v.object({ id: v.id("reminders"), updatedAt: v.number() })),
    notifications: notificationsValidator,
    source: v.optional(v.string()),
    /** The time of the next notice; absent if there is none. */
    notifyAt: v.optional(v.number()),
    /** Whether it was completed when it was removed. */
    wasCompleted: v.optional(v.boolean()),
    removedAt: v.optional(v.number()),
    /** Whether its source removed it, because it is no longer planned; then it comes back automatically. */
    isClosed: v.optional(v.boolean()),
    /** When a person last saved it. */
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
    // Across kennels: the job of notices reads only what is due.
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
