/** The registered functions of the health dashboard and the kennel's health statistics. */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import {
  describeHealthDashboard,
  describeHealthStatistics,
  healthDashboardShape,
  healthStatisticsShape,
} from "./model/healthDashboard";

/** Returns the numbers of the health dashboard and the due and overdue tasks, the most urgent first. */
export const get = kennelQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: healthDashboardShape,
  handler: async (ctx, { today }) => await describeHealthDashboard(ctx, ctx.access.kennelId, today),
});

/** Returns the dashboard's numbers, the number of records by type and the costs of the last months. */
export const statistics = kennelQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: healthStatisticsShape,
  handler: async (ctx, { today }) => await describeHealthStatistics(ctx, ctx.access, today),
});
