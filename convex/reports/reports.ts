/** The registered functions of the kennel's reports. */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import { dayIfGiven } from "../platform/model/people/today";
import {
  describeFinances,
  describeSales,
  describeStatistics,
  financesShape,
  salesReportShape,
  statisticsShape,
} from "./model/reports";

const yearArg = { year: v.optional(v.string()) };
/** Matings after this date have no results yet. Without the date, all matings are counted. */
const todayArg = { today: v.optional(v.string()) };

export const statistics = kennelQuery({
  permission: "breeding:read",
  args: todayArg,
  returns: statisticsShape,
  handler: async (ctx, { today }) => await describeStatistics(ctx, ctx.access.kennelId, dayIfGiven(today)),
});

export const sales = kennelQuery({
  permission: "breeding:read & finances:read",
  args: yearArg,
  returns: salesReportShape,
  handler: async (ctx, { year }) => await describeSales(ctx, ctx.access.kennelId, year),
});

export const finances = kennelQuery({
  permission: "breeding:read & finances:read",
  args: { ...yearArg, ...todayArg },
  returns: financesShape,
  handler: async (ctx, { year, today }) =>
    await describeFinances(ctx, ctx.access.kennelId, { year, today: dayIfGiven(today) }),
});
