/**
 * The fields and the recurrence of a recurring reminder. Editing one occurrence does not change its series. Written
 * by reminders/model/reminderSeries.ts. A series that has ended creates no further occurrence.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { choice, day, described, flag, text } from "../../../domain/history/describing";
import { omitFields } from "../../../domain/records/record";
import { REPEATED_FIELDS } from "../../../domain/reminders/record";
import { frequencyValidator, notificationHistory, notificationsValidator } from "./reminders";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

export const reminderSeries = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    frequency: frequencyValidator,
    interval: v.number(),
    endDate: v.optional(v.string()),
    /** The recurrence is calculated from this date. */
    startsOn: v.string(),
    isEnded: v.boolean(),
    ...rowFields(REPEATED_FIELDS),
    notifications: notificationsValidator,
  }).index("by_kennel_and_assignee", ["kennelId", "assigneeId"]),
  {
    onDelete: {
      dogId: { does: "outlive" },
      litterId: { does: "outlive" },
      breedingId: { does: "outlive" },
    },
    history: {
      place: 220,
      label: "Series of reminders",
      plural: "Series of reminders",
      area: "reminders",
      titles: ["title"],
      fields: {
        frequency: choice("Repeats"),
        interval: text("Every"),
        endDate: day("Ends on"),
        isEnded: flag("Ended"),
        ...described(omitFields(REPEATED_FIELDS, ["breedingId", "litterId"])),
        ...notificationHistory,
      },
      unkept: ["breedingId", "litterId", "startsOn"],
    },
    export: {
      place: 220,
      title: "Recurring reminders",
      printed: ["title", "frequency", "interval", "startsOn", "endDate", "dogId"],
      described: REPEATED_FIELDS,
    },
  },
);
