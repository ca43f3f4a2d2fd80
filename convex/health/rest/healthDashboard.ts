/** The REST calls of the health dashboard and the kennel's health statistics. Sources: decisions GAP-HLT-09 and GAP-HLT-11. */
import { api } from "../../_generated/api";
import { followUpShape, healthDashboardShape, type HealthStatistics } from "../model/healthDashboard";
import { CONFIDENTIAL_NOTE, toDollars } from "../../platform/rest/money";
import { answer, get, idParam, oneOf, type Endpoint } from "../../platform/rest/calls";
import { count, dayLike } from "../../platform/rest/entities";
import { immunization } from "../../vaccinations/rest/immunizationEntities";
import { kennelDayQuery, readingDayQuery } from "../../platform/rest/request";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];
const day = dayLike("2025-06-15");
const money = z
  .number()
  .nullable()
  .openapi({ description: `US dollars; ${CONFIDENTIAL_NOTE}`, example: 310.5 });

const statisticsFields = {
  totalDogs: count,
  upcomingVaccinationsCount: count.openapi({ description: "Due within 30 days from today" }),
  overdueVaccinationsCount: count,
  upcomingFollowUpsCount: count.openapi({ description: "Follow-ups within 30 days from today" }),
  overdueFollowUpsCount: count.openapi({ description: "Open follow-ups of the last 90 days" }),
  totalHealthRecords: count,
};

const followUp = answerOf(null, followUpShape, { about: { followUpDate: day } });

const healthDashboard = answerOf("HealthDashboard", healthDashboardShape, {
  about: {
    statistics: z.object(statisticsFields),
    upcomingVaccinations: { ...immunization, description: "At most 50, as every list here" },
    overdueVaccinations: immunization,
    upcomingFollowUps: followUp,
    overdueFollowUps: followUp,
  },
});

const healthStatisticsAnswer = z
  .object({
    ...statisticsFields,
    recordsByType: z.record(z.string(), count).openapi({ example: { examination: 12 } }),
    costsPerMonth: z
      .array(z.object({ month: z.string().openapi({ example: "2025-06" }), cost: money, records: count }))
      .openapi({ description: "The last twelve months, the oldest first, this one included" }),
    totalCost: money,
  })
  .openapi("HealthStatistics");

const toStatisticsAnswer = ({
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
    cost: toDollars(costCents),
  })),
  totalCost: toDollars(totalCostCents),
});

export const healthStatistics = answer(healthStatisticsAnswer, toStatisticsAnswer);

export const healthDashboardEndpoints: Endpoint[] = [
  get("/health/dashboard", {
    operationId: "getHealthDashboard",
    tags,
    permission: "health:read",
    summary: "Get the health dashboard's numbers, with what is due and overdue",
    query: kennelDayQuery,
    returns: oneOf(healthDashboard, "The dashboard"),
    run: async ({ env, query }) => await env.runQuery(api.health.healthDashboard.get, query),
  }),
  get("/kennels/{id}/health/statistics", {
    operationId: "getHealthStatistics",
    tags,
    permission: "health:read",
    summary: "Get a kennel's health in numbers, with the costs per month",
    params: z.object({ id: idParam("id", "The kennel's id") }),
    query: readingDayQuery,
    returns: oneOf(healthStatistics, "The statistics"),
    run: async ({ env, params, query }) =>
      await env.runQuery(api.health.healthDashboard.statistics, { kennelId: params.id, ...query }),
  }),
];
