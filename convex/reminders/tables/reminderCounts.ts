/**
 * The number of a kennel's reminders per state and type, in one row each, so that tabs and statistics do not read
 * the reminders. The projection of reminders writes the rows.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { REMINDER_FIELDS, REMINDER_STATE } from "../../../domain/reminders/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

const { reminderType } = rowFields(REMINDER_FIELDS);
const { state } = rowFields(REMINDER_STATE);

export const reminderCounts = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    state,
    reminderType,
    count: v.number(),
  }).index("by_kennel_and_state_and_type", ["kennelId", "state", "reminderType"]),
);
