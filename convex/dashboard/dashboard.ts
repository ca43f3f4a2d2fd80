/** The registered functions of the dashboard's cards, panels and overviews. */
import { v } from "convex/values";
import { TODAY_REMINDER_COUNT, UPCOMING_TASK_COUNT } from "../../domain/dashboard/rules";
import { kennelQuery } from "../platform/functions";
import {
  breedingAgendaShape,
  describeBreedingAgenda,
  describeHeatsAhead,
  heatsAheadShape,
} from "./model/dashboardAgenda";
import { dayIfGiven } from "../platform/model/people/today";
import { readYearMoney, yearMoneyShape } from "./model/dashboardFinances";
import { describeHealthAgenda, healthAgendaShape } from "./model/dashboardHealthAgenda";
import {
  breedingOverviewShape,
  comparisonShape,
  describeBreedingOverview,
  describeComparison,
  describePerformance,
  describeQuickStats,
  performanceShape,
  quickStatsShape,
} from "./model/dashboardOverviews";
import { describeStats, statsArgs, statsShape } from "./model/dashboardStats";
import { listRemindersOfToday, listUpcomingTasks } from "./model/dashboardTasks";
import { reminderShape } from "../reminders/model/reminderShape";

const todayArg = { today: v.string() };

/** Areas that the caller may not read are null. */
export const stats = kennelQuery({
  permission: "kennel",
  args: statsArgs,
  returns: statsShape,
  handler: async (ctx, asked) => await describeStats(ctx, ctx.access, asked),
});

/** Overdue tasks are first. */
export const tasks = kennelQuery({
  permission: "reminders:read",
  args: todayArg,
  returns: v.array(reminderShape),
  handler: async (ctx, { today }) =>
    await listUpcomingTasks(ctx, ctx.access.kennelId, { today, limit: UPCOMING_TASK_COUNT }),
});

/** Overdue and today's reminders have separate limits. Dismissed reminders are left out. */
export const remindersOfToday = kennelQuery({
  permission: "reminders:read",
  args: todayArg,
  returns: v.array(reminderShape),
  handler: async (ctx, { today }) =>
    await listRemindersOfToday(ctx, ctx.access, { today, limit: TODAY_REMINDER_COUNT }),
});

export const breedingAgenda = kennelQuery({
  permission: "breeding:read",
  args: { ...todayArg, dayStartsAt: v.number() },
  returns: breedingAgendaShape,
  handler: async (ctx, day) => await describeBreedingAgenda(ctx, ctx.access.kennelId, day),
});

/** The heat is expected within a week. */
export const heatsAhead = kennelQuery({
  permission: "breeding:read",
  args: todayArg,
  returns: heatsAheadShape,
  handler: async (ctx, { today }) => await describeHeatsAhead(ctx, ctx.access.kennelId, today),
});

export const healthAgenda = kennelQuery({
  permission: "health:read",
  args: todayArg,
  returns: healthAgendaShape,
  handler: async (ctx, { today }) => await describeHealthAgenda(ctx, ctx.access.kennelId, today),
});

export const quickStats = kennelQuery({
  permission: "kennel",
  args: {},
  returns: quickStatsShape,
  handler: async (ctx) => await describeQuickStats(ctx, ctx.access),
});

export const breedingOverview = kennelQuery({
  permission: "breeding:read",
  args: todayArg,
  returns: breedingOverviewShape,
  handler: async (ctx, { today }) => await describeBreedingOverview(ctx, ctx.access, today),
});

/** The newest year is first. */
export const finances = kennelQuery({
  permission: "breeding:read & finances:read",
  args: { today: v.optional(v.string()) },
  returns: v.array(yearMoneyShape),
  handler: async (ctx, { today }) => [...(await readYearMoney(ctx, ctx.access, dayIfGiven(today)))],
});

export const performance = kennelQuery({
  permission: "breeding:read",
  args: todayArg,
  returns: performanceShape,
  handler: async (ctx, { today }) => await describePerformance(ctx, ctx.access, today),
});

export const comparison = kennelQuery({
  permission: "breeding:read",
  args: todayArg,
  returns: comparisonShape,
  handler: async (ctx, { today }) => await describeComparison(ctx, ctx.access, today),
});
