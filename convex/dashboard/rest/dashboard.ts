/**
 * The REST calls of the dashboard: its numbers, the activity, the overviews and the export. Alerts, widgets and
 * preferences are in files of their own. Sources: document 000 section 7, rules DASH-21 and DASH-22.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { ACTIVITY_TYPES, RECENT_ACTIVITY_COUNT } from "../../../domain/constants/activities";
import { MAX_PAGE_LIMIT } from "../../../domain/constants/paging";
import { CERTIFICATE_PAPERS } from "../../../domain/constants/pedigree";
import { DASHBOARD_EXPORT_FORMATS } from "../../../domain/dashboard/summary";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { api } from "../../_generated/api";
import { answer, contract, endpoint, REFUSALS, wrapped, type Endpoint } from "../../platform/rest/contract";
import {
  activityAnswer,
  breedingOverviewAnswer,
  comparisonAnswer,
  financialOverviewAnswer,
  performanceAnswer,
  quickStatsAnswer,
  reminderOverviewAnswer,
  statsAnswer,
  toActivityAnswer,
  toComparison,
  toFinancialAnswer,
  toPerformance,
  toReminderOverview,
} from "./dashboardShapes";
import { dispositionOf } from "../../platform/rest/files";
import { healthStatisticsAnswer, toStatisticsAnswer } from "../../health/rest/healthDashboard";
import { kennelOrDefault, kennelReference, todayForReading, todayQuery } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Dashboard"];

const dayQuery = (label: string) =>
  z
    .string()
    .refine(isCalendarDay, `${label} must be a date such as 2025-06-15`)
    .optional()
    .openapi({ description: "Calendar day, YYYY-MM-DD", example: "2025-06-15" });

/** A parameter that may stand several times in an address; one alone is a list of one. */
const several = <Item extends Zod.ZodType<string>>(item: Item) =>
  z
    .union([item, z.array(item)])
    .transform((value) => (Array.isArray(value) ? value : [value]))
    .optional();

export const getDashboardStats = contract({
  operationId: "getDashboardStats",
  method: "get",
  path: "/dashboard/stats",
  tags,
  summary: "Get the dashboard's numbers",
  description:
    "With startDate or endDate, breedings are those mated between the two, vaccinations and reminders those due; dogs are those on the list now.",
  "x-permission": "member",
  request: {
    query: z.object({
      kennelId: kennelReference,
      startDate: dayQuery("Start date"),
      endDate: dayQuery("End date"),
      today: todayQuery,
    }),
  },
  responses: { 200: answer(wrapped(statsAnswer), "The numbers"), ...REFUSALS },
});

const activityType = z.enum(ACTIVITY_TYPES, { error: `Types must be of ${ACTIVITY_TYPES.join(", ")}` });

export const listRecentActivity = contract({
  operationId: "listRecentActivity",
  method: "get",
  path: "/dashboard/recent-activity",
  tags,
  summary: "List what happened lately, the newest first, of some types and dogs if these are given",
  "x-permission": "member",
  request: {
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
          description: `At most ${MAX_PAGE_LIMIT}; a larger one is cut`,
        }),
      "types[]": several(activityType).openapi({ type: "array", items: { type: "string" } }),
      "dogIds[]": several(z.string()).openapi({ type: "array", items: { type: "string" } }),
    }),
  },
  responses: { 200: answer(wrapped(z.array(activityAnswer)), "The entries"), ...REFUSALS },
});

export const getDashboardQuickStats = contract({
  operationId: "getDashboardQuickStats",
  method: "get",
  path: "/dashboard/quick-stats",
  tags,
  summary: "Get what the kennel holds: dogs by status, litters, puppies and health records",
  "x-permission": "member",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(quickStatsAnswer), "The numbers"), ...REFUSALS },
});

export const getDashboardHealthOverview = contract({
  operationId: "getDashboardHealthOverview",
  method: "get",
  path: "/dashboard/health-overview",
  tags,
  summary: "Get the kennel's health in numbers, with records by type and the costs per month",
  "x-permission": "health:read",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(healthStatisticsAnswer), "The overview"), ...REFUSALS },
});

export const getDashboardBreedingOverview = contract({
  operationId: "getDashboardBreedingOverview",
  method: "get",
  path: "/dashboard/breeding-overview",
  tags,
  summary: "Get what the kennel's breedings came to, in all and this year",
  "x-permission": "breeding:read",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(breedingOverviewAnswer), "The overview"), ...REFUSALS },
});

export const getDashboardFinancialOverview = contract({
  operationId: "getDashboardFinancialOverview",
  method: "get",
  path: "/dashboard/financial-overview",
  tags,
  summary: "Get income against costs, in all and by year",
  "x-permission": "breeding:read",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(financialOverviewAnswer), "The overview"), ...REFUSALS },
});

export const getDashboardReminderOverview = contract({
  operationId: "getDashboardReminderOverview",
  method: "get",
  path: "/dashboard/reminder-overview",
  tags,
  summary: "Get the next tasks, the overdue first, with the numbers of reminders",
  "x-permission": "reminders:read",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(reminderOverviewAnswer), "The overview"), ...REFUSALS },
});

export const getDashboardPerformance = contract({
  operationId: "getDashboardPerformance",
  method: "get",
  path: "/dashboard/performance-metrics",
  tags,
  summary: "Get how well the kennel does: rates, litter size and sales",
  "x-permission": "breeding:read",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(performanceAnswer), "The metrics"), ...REFUSALS },
});

export const getDashboardComparison = contract({
  operationId: "getDashboardComparison",
  method: "get",
  path: "/dashboard/comparative-analytics",
  tags,
  summary: "Get this year's figures beside last year's",
  "x-permission": "breeding:read",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(comparisonAnswer), "Both years"), ...REFUSALS },
});

const EXPORT_TYPES = { pdf: "application/pdf", csv: "text/csv; charset=utf-8" } as const;

export const exportDashboard = contract({
  operationId: "exportDashboard",
  method: "get",
  path: "/dashboard/export",
  tags,
  summary: "Get the dashboard's numbers, tasks and latest activity as a file",
  "x-permission": "member",
  request: {
    query: z.object({
      kennelId: kennelReference,
      format: z
        .enum(DASHBOARD_EXPORT_FORMATS, { error: "Format must be pdf or csv" })
        .default("pdf")
        .openapi({ description: "A page or two to print, or comma-separated text" }),
      paper: z.enum(CERTIFICATE_PAPERS, { error: "Paper must be a4 or letter" }).optional(),
      today: todayQuery,
    }),
  },
  responses: {
    200: {
      description: "The file",
      content: {
        "application/pdf": { schema: z.string().openapi({ format: "binary" }) },
        "text/csv": { schema: z.string() },
      },
    },
    ...REFUSALS,
  },
});

/** Reads the kennel and the day that a call asks about. */
const askedOf = async (
  ctx: Parameters<typeof kennelOrDefault>[0],
  { kennelId, today }: { kennelId?: string | undefined; today?: string | undefined },
) => ({ kennelId: await kennelOrDefault(ctx, kennelId), today: todayForReading(today) });

export const dashboardEndpoints: Endpoint[] = [
  endpoint(getDashboardStats, async (c) => {
    const { startDate, endDate, ...query } = c.req.valid("query");
    const asked = await askedOf(c.env, query);
    return c.json(
      { data: await c.env.runQuery(api.dashboard.dashboard.stats, { ...asked, startDate, endDate }) },
      200,
    );
  }),
  endpoint(listRecentActivity, async (c) => {
    const { kennelId, limit, "types[]": types, "dogIds[]": dogIds } = c.req.valid("query");
    const entries = await c.env.runQuery(api.platform.activities.recent, {
      kennelId: await kennelOrDefault(c.env, kennelId),
      limit,
      types,
      dogIds,
    });
    return c.json({ data: entries.map(toActivityAnswer) }, 200);
  }),
  endpoint(getDashboardQuickStats, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    return c.json({ data: await c.env.runQuery(api.dashboard.dashboard.quickStats, { kennelId }) }, 200);
  }),
  endpoint(getDashboardHealthOverview, async (c) => {
    const asked = await askedOf(c.env, c.req.valid("query"));
    const statistics = await c.env.runQuery(api.health.healthDashboard.statistics, asked);
    return c.json({ data: toStatisticsAnswer(statistics) }, 200);
  }),
  endpoint(getDashboardBreedingOverview, async (c) => {
    const asked = await askedOf(c.env, c.req.valid("query"));
    return c.json({ data: await c.env.runQuery(api.dashboard.dashboard.breedingOverview, asked) }, 200);
  }),
  endpoint(getDashboardFinancialOverview, async (c) => {
    const kennelId = await kennelOrDefault(c.env, c.req.valid("query").kennelId);
    const years = await c.env.runQuery(api.dashboard.dashboard.finances, { kennelId });
    return c.json({ data: toFinancialAnswer(years) }, 200);
  }),
  endpoint(getDashboardReminderOverview, async (c) => {
    const asked = await askedOf(c.env, c.req.valid("query"));
    const tasks = await c.env.runQuery(api.dashboard.dashboard.tasks, asked);
    const statistics = await c.env.runQuery(api.reminders.reminders.statistics, asked);
    return c.json({ data: toReminderOverview(tasks, statistics) }, 200);
  }),
  endpoint(getDashboardPerformance, async (c) => {
    const asked = await askedOf(c.env, c.req.valid("query"));
    return c.json(
      { data: toPerformance(await c.env.runQuery(api.dashboard.dashboard.performance, asked)) },
      200,
    );
  }),
  endpoint(getDashboardComparison, async (c) => {
    const asked = await askedOf(c.env, c.req.valid("query"));
    return c.json(
      { data: toComparison(await c.env.runQuery(api.dashboard.dashboard.comparison, asked)) },
      200,
    );
  }),
  endpoint(exportDashboard, async (c) => {
    const { format, paper, ...query } = c.req.valid("query");
    const asked = await askedOf(c.env, query);
    const { fileName, content } = await c.env.runAction(api.dashboard.actions.dashboardExport.write, {
      ...asked,
      format,
      paper,
    });
    return c.body(content, 200, {
      "Content-Type": EXPORT_TYPES[format],
      "Content-Disposition": dispositionOf(fileName, false),
      "Cache-Control": "private, no-store",
    });
  }),
];
