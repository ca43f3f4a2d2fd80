/**
 * The registered functions of the dashboard's alerts. Each person dismisses alerts only for their own dashboard.
 */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import {
  alertShape,
  dismissAlert,
  dismissAllAlerts,
  listAlerts,
  undismissAlerts,
} from "./model/dashboardAlerts";

/** Dismissed alerts are left out. The most serious alert is first. */
export const list = kennelQuery({
  permission: "member",
  args: { today: v.string() },
  returns: v.array(alertShape),
  handler: async (ctx, { today }) => await listAlerts(ctx, ctx.access, today),
});

/** The alert appears again when its cause occurs again. */
export const dismiss = kennelMutation({
  permission: "member",
  args: { alertId: v.string(), today: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => await dismissAlert(ctx, ctx.access, args),
});

/** Returns how many alerts there were. */
export const dismissAll = kennelMutation({
  permission: "member",
  args: { today: v.string() },
  returns: v.number(),
  handler: async (ctx, { today }) => await dismissAllAlerts(ctx, ctx.access, today),
});

/** The alerts that were dismissed together with this alert are also back. Returns how many there are. */
export const undismiss = kennelMutation({
  permission: "member",
  args: { alertId: v.string() },
  returns: v.number(),
  handler: async (ctx, { alertId }) => await undismissAlerts(ctx, ctx.access, alertId),
});
