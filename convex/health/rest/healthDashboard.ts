/** The REST calls of the health dashboard and the kennel's health statistics. Sources: decisions GAP-HLT-09 and GAP-HLT-11. */
import { api } from "../../_generated/api";
import type { HealthDashboard, HealthStatistics } from "../model/healthDashboard";
import { CENTS_PER_DOLLAR } from "../../platform/rest/money";
import {
  answer,
  contract,
  endpoint,
  idParam,
  REFUSALS,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { immunizationAnswer, toImmunizationAnswer } from "../../vaccinations/rest/immunizationEntities";
import { kennelOrDefault, kennelReference, todayForReading, todayQuery } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];
const count = z.number().int();
const day = z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example: "2025-06-15" });
const money = z.number().openapi({ description: "US dollars", example: 310.5 });

const statisticsFields = {
  totalDogs: count,
  upcomingVaccinationsCount: count.openapi({ description: "Due from today to 30 days on" }),
  overdueVaccinationsCount: count,
  upcomingFollowUpsCount: count.openapi({ description: "Follow-ups from today to 30 days on" }),
  overdueFollowUpsCount: count.openapi({ description: "Follow-ups of the last 90 days that are not done" }),
  totalHealthRecords: count,
};

const followUpAnswer = z.object({
  id: z.string(),
  dog: z.object({ id: z.string(), name: z.string(), callName: z.string().nullable() }),
  title: z.string(),
  followUpDate: day,
});

const dashboardAnswer = z
  .object({
    statistics: z.object(statisticsFields),
    upcomingVaccinations: z
      .array(immunizationAnswer)
      .openapi({ description: "At most 50, as every list here" }),
    overdueVaccinations: z.array(immunizationAnswer),
    upcomingFollowUps: z.array(followUpAnswer),
    overdueFollowUps: z.array(followUpAnswer),
  })
  .openapi("HealthDashboard");

export const healthStatisticsAnswer = z
  .object({
    ...statisticsFields,
    recordsByType: z.record(z.string(), count).openapi({ example: { examination: 12 } }),
    costsPerMonth: z
      .array(z.object({ month: z.string().openapi({ example: "2025-06" }), cost: money, records: count }))
      .openapi({ description: "The last twelve months, the oldest first, this one included" }),
    totalCost: money,
  })
  .openapi("HealthStatistics");

export const getHealthDashboard = contract({
  operationId: "getHealthDashboard",
  method: "get",
  path: "/health/dashboard",
  tags,
  summary: "Get the health dashboard's numbers, with what is due and overdue",
  "x-permission": "health:read",
  request: { query: z.object({ kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(wrapped(dashboardAnswer), "The dashboard"), ...REFUSALS },
});

export const getHealthStatistics = contract({
  operationId: "getHealthStatistics",
  method: "get",
  path: "/kennels/{id}/health/statistics",
  tags,
  summary: "Get a kennel's health in numbers, with the costs per month",
  "x-permission": "health:read",
  request: {
    params: z.object({ id: idParam("id", "The kennel's id") }),
    query: z.object({ today: todayQuery }),
  },
  responses: { 200: answer(wrapped(healthStatisticsAnswer), "The statistics"), ...REFUSALS },
});

const toFollowUpAnswer = ({ _id, dog, ...followUp }: HealthDashboard["upcomingFollowUps"][number]) => ({
  id: _id,
  dog: { id: dog._id, name: dog.name, callName: dog.callName },
  ...followUp,
});

const toDashboardAnswer = (dashboard: HealthDashboard) => ({
  statistics: dashboard.statistics,
  upcomingVaccinations: dashboard.upcomingVaccinations.map(toImmunizationAnswer),
  overdueVaccinations: dashboard.overdueVaccinations.map(toImmunizationAnswer),
  upcomingFollowUps: dashboard.upcomingFollowUps.map(toFollowUpAnswer),
  overdueFollowUps: dashboard.overdueFollowUps.map(toFollowUpAnswer),
});

/** Makes the answer of a kennel's health in numbers. */
export const toStatisticsAnswer = ({
  recordsByType,
  costsPerMonth,
  totalCostCents,
  ...numbers
}: HealthStatistics) => ({
  ...numbers,
  recordsByType: Object.fromEntries(
    recordsByType.map(({ recordType, count: records }) => [recordType, records]),
  ),
  costsPerMonth: costsPerMonth.map(({ costCents, ...month }) => ({
    ...month,
    cost: costCents / CENTS_PER_DOLLAR,
  })),
  totalCost: totalCostCents / CENTS_PER_DOLLAR,
});

export const healthDashboardEndpoints: Endpoint[] = [
  endpoint(getHealthDashboard, async (c) => {
    const { kennelId, today } = c.req.valid("query");
    const dashboard = await c.env.runQuery(api.health.healthDashboard.get, {
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
    });
    return c.json({ data: toDashboardAnswer(dashboard) }, 200);
  }),
  endpoint(getHealthStatistics, async (c) => {
    const statistics = await c.env.runQuery(api.health.healthDashboard.statistics, {
      kennelId: c.req.valid("param").id,
      today: todayForReading(c.req.valid("query").today),
    });
    return c.json({ data: toStatisticsAnswer(statistics) }, 200);
  }),
];
