/** The registered functions of the kennel's reports. */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import {
  describeFinances,
  describeSales,
  describeStatistics,
  financesShape,
  salesReportShape,
  statisticsShape,
} from "./model/reports";

const yearArg = { year: v.optional(v.string()) };

/** Returns what the kennel's breedings came to. */
export const statistics = kennelQuery({
  permission: "breeding:read",
  args: {},
  returns: statisticsShape,
  handler: async (ctx) => await describeStatistics(ctx, ctx.access.kennelId),
});

/** Returns the sales of puppies. */
export const sales = kennelQuery({
  permission: "breeding:read & finances:read",
  args: yearArg,
  returns: salesReportShape,
  handler: async (ctx, { year }) => await describeSales(ctx, ctx.access.kennelId, year),
});

/** Returns income and costs. */
export const finances = kennelQuery({
  permission: "breeding:read & finances:read",
  args: yearArg,
  returns: financesShape,
  handler: async (ctx, { year }) => await describeFinances(ctx, ctx.access.kennelId, year),
});
