/**
 * The REST calls of the dashboard: its numbers, the activity, the overviews and the export. Sources: document 000
 * section 7, rules DASH-21 and DASH-22.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { ACTIVITY_TYPES, RECENT_ACTIVITY_COUNT } from "../../../domain/dashboard/rules";
import { MAX_PAGE_LIMIT } from "../../../domain/records/paging";
import { CERTIFICATE_PAPERS } from "../../../domain/pedigree/rules";
import { DASHBOARD_EXPORT_FORMATS } from "../../../domain/dashboard/summary";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { api } from "../../_generated/api";
import { fileOf, get, listOf, one, oneOf, type Endpoint } from "../../platform/rest/calls";
import {
  activity,
  breedingOverviewAnswer,
  comparison,
  financialOverview,
  performance,
  quickStatsAnswer,
  reminderOverview,
  statsAnswer,
} from "./dashboardShapes";
import { sendMade } from "../../platform/rest/files";
import { healthStatistics } from "../../health/rest/healthDashboard";
import { kennelDayQuery, kennelReference, readingDay } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Dashboard"];

const dayQuery = (label: string) =>
  z
    .string()
    .refine(isCalendarDay, `${label} must be a date such as 2025-06-15`)
    .optional()
    .openapi({ description: "Calendar day, YYYY-MM-DD", example: "2025-06-15" });

/** The parameter may occur several times in an address. A single value becomes a list with one value. */
const several = <Item extends Zod.ZodType<string>>(item: Item, error?: string) =>
  z
    .union([item, z.array(item)], error)
    .transform((value) => (Array.isArray(value) ? value : [value]))
    .optional();

const activityTypes = several(z.enum(ACTIVITY_TYPES), `Types must be ${ACTIVITY_TYPES.join(", ")}`);

const EXPORT_TYPES = { pdf: "application/pdf", csv: "text/csv; charset=utf-8" } as const;

export const dashboardEndpoints: Endpoint[] = [
  get("/dashboard/stats", {
    operationId: "getDashboardStats",
    tags,
    permission: "member",
    summary: "Get the dashboard's numbers",
    description:
      "With startDate or endDate, breedings are those mated between the two, vaccinations and reminders those due; dogs are those on the list now.",
    query: z.object({
      kennelId: kennelReference,
      startDate: dayQuery("Start date"),
      endDate: dayQuery("End date"),
      today: readingDay,
    }),
    returns: one(statsAnswer, "The numbers"),
    run: async ({ env, query }) => {
      const { dogs, ...stats } = await env.runQuery(api.dashboard.dashboard.stats, query);
      return { dogs: { total: dogs.total }, ...stats };
    },
  }),
  get("/dashboard/recent-activity", {
    operationId: "listRecentActivity",
    tags,
    permission: "member",
    summary: "List recent activity, the newest first, optionally of some types and dogs only",
    query: z.object({
      kennelId: kennelReference,
      limit: z.coerce
        .number({ error: "Limit must be a whole number from 1" })
        .int("Limit must be a whole number from 1")
        .min(1, "Limit must be a whole number from 1")
        .default(RECENT_ACTIVITY_COUNT)
        .openapi({
          type: "integer",
          minimum: 1,
          default: RECENT_ACTIVITY_COUNT,
          description: `At most ${MAX_PAGE_LIMIT}; a larger one is reduced to this`,
        }),
      "types[]": activityTypes.openapi({ type: "array", items: { type: "string" } }),
      "dogIds[]": several(z.string()).openapi({ type: "array", items: { type: "string" } }),
    }),
    returns: listOf(activity, "The entries"),
    run: async ({ env, query: { "types[]": types, "dogIds[]": dogIds, ...query } }) =>
      await env.runQuery(api.platform.activities.recent, { ...query, types, dogIds }),
  }),
  get("/dashboard/quick-stats", {
    operationId: "getDashboardQuickStats",
    tags,
    permission: "member",
    summary: "Count what the kennel has: dogs by status, litters, puppies and health records",
    query: kennelDayQuery,
    returns: one(quickStatsAnswer, "The numbers"),
    run: async ({ env, query: { kennelId } }) =>
      await env.runQuery(api.dashboard.dashboard.quickStats, { kennelId }),
  }),
  get("/dashboard/health-overview", {
    operationId: "getDashboardHealthOverview",
    tags,
    permission: "health:read",
    summary: "Get the kennel's health in numbers, with records by type and the costs per month",
    query: kennelDayQuery,
    returns: oneOf(healthStatistics, "The overview"),
    run: async ({ env, query }) => await env.runQuery(api.health.healthDashboard.statistics, query),
  }),
  get("/dashboard/breeding-overview", {
    operationId: "getDashboardBreedingOverview",
    tags,
    permission: "breeding:read",
    summary: "Get the results of the kennel's breedings, in total and this year",
    query: kennelDayQuery,
    returns: one(breedingOverviewAnswer, "The overview"),
    run: async ({ env, query }) => await env.runQuery(api.dashboard.dashboard.breedingOverview, query),
  }),
  get("/dashboard/financial-overview", {
    operationId: "getDashboardFinancialOverview",
    tags,
    permission: "breeding:read & finances:read",
    summary: "Get income and costs, in total and by year",
    query: kennelDayQuery,
    returns: oneOf(financialOverview, "The overview"),
    run: async ({ env, query }) => await env.runQuery(api.dashboard.dashboard.finances, query),
  }),
  get("/dashboard/reminder-overview", {
    operationId: "getDashboardReminderOverview",
    tags,
    permission: "reminders:read",
    summary: "Get the next tasks, the overdue first, with the numbers of reminders",
    query: kennelDayQuery,
    returns: oneOf(reminderOverview, "The overview"),
    run: async ({ env, query }) => ({
      tasks: await env.runQuery(api.dashboard.dashboard.tasks, query),
      statistics: await env.runQuery(api.reminders.reminders.statistics, query),
    }),
  }),
  get("/dashboard/performance-metrics", {
    operationId: "getDashboardPerformance",
    tags,
    permission: "breeding:read",
    summary: "Get the kennel's performance: rates, litter size and sales",
    query: kennelDayQuery,
    returns: oneOf(performance, "The metrics"),
    run: async ({ env, query }) => await env.runQuery(api.dashboard.dashboard.performance, query),
  }),
  get("/dashboard/comparative-analytics", {
    operationId: "getDashboardComparison",
    tags,
    permission: "breeding:read",
    summary: "Get this year's figures beside last year's",
    query: kennelDayQuery,
    returns: oneOf(comparison, "Both years"),
    run: async ({ env, query }) => await env.runQuery(api.dashboard.dashboard.comparison, query),
  }),
  get("/dashboard/export", {
    operationId: "exportDashboard",
    tags,
    permission: "member",
    summary: "Get the dashboard's numbers, tasks and latest activity as a file",
    query: z.object({
      kennelId: kennelReference,
      format: z
        .enum(DASHBOARD_EXPORT_FORMATS, { error: "Format must be pdf or csv" })
        .default("pdf")
        .openapi({ description: "A page or two to print, or comma-separated text" }),
      paper: z.enum(CERTIFICATE_PAPERS, { error: "Paper must be a4 or letter" }).optional(),
      today: readingDay,
    }),
    returns: fileOf("The file", "application/pdf", "text/csv"),
    run: async ({ env, query }, c) => {
      const file = await env.runAction(api.dashboard.actions.dashboardExport.write, query);
      return sendMade(c, { ...file, type: EXPORT_TYPES[query.format] });
    },
  }),
];
