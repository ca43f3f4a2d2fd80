/**
 * The registered functions of health alerts: the summary cards with the critical banner, and the lists of doses and
 * health reminders.
 */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import {
  alertSummaryShape,
  healthRemindersShape,
  listHealthReminders,
  listOverdueDoses,
  listUpcomingDoses,
  listVaccineReminders,
  summarizeAlerts,
  dosePageArgs,
} from "./model/healthAlerts";
import { immunizationPageShape } from "../vaccinations/model/immunizationList";

/** Returns the four summary cards and the critically overdue dogs. */
export const summary = kennelQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: alertSummaryShape,
  handler: async (ctx, { today }) => await summarizeAlerts(ctx, ctx.access, today),
});

/** The longest overdue dose is first. */
export const overdue = kennelQuery({
  permission: "health:read",
  args: dosePageArgs,
  returns: immunizationPageShape,
  handler: async (ctx, args) => await listOverdueDoses(ctx, ctx.access.kennelId, args),
});

/** Doses that are overdue or due in the next 30 days are listed, the earliest first. */
export const vaccineReminders = kennelQuery({
  permission: "health:read",
  args: dosePageArgs,
  returns: immunizationPageShape,
  handler: async (ctx, args) => await listVaccineReminders(ctx, ctx.access.kennelId, args),
});

/** All pending health reminders are counted, and the first ones by due date are listed. */
export const reminders = kennelQuery({
  permission: "reminders:read",
  args: {},
  returns: healthRemindersShape,
  handler: async (ctx) => await listHealthReminders(ctx, ctx.access),
});

/** Doses that are due in the next 30 days are listed, the earliest first. */
export const upcoming = kennelQuery({
  permission: "health:read",
  args: dosePageArgs,
  returns: immunizationPageShape,
  handler: async (ctx, args) => await listUpcomingDoses(ctx, ctx.access.kennelId, args),
});
