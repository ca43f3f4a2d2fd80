/** The registered functions of the health dashboard and the kennel's health statistics. */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import {
  describeHealthDashboard,
  describeHealthStatistics,
  healthDashboardShape,
  healthStatisticsShape,
} from "./model/healthDashboard";

/** The most urgent tasks are first. */
export const get = kennelQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: healthDashboardShape,
  handler: async (ctx, { today }) => await describeHealthDashboard(ctx, ctx.access.kennelId, today),
});

export const statistics = kennelQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: healthStatisticsShape,
  handler: async (ctx, { today }) => await describeHealthStatistics(ctx, ctx.access, today),
});
