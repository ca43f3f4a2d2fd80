/** The REST calls of the health dashboard and the kennel's health statistics. Sources: decisions GAP-HLT-09 and GAP-HLT-11. */
import { api } from "../../_generated/api";
import type { HealthDashboard, HealthStatistics } from "../model/healthDashboard";
import { CONFIDENTIAL_NOTE, toDollars } from "../../platform/rest/money";
import { answer, get, idParam, oneOf, type Endpoint } from "../../platform/rest/calls";
import { count, dayLike, toNamedDog } from "../../platform/rest/entities";
import { immunizationAnswer, toImmunizationAnswer } from "../../vaccinations/rest/immunizationEntities";
import { kennelDayQuery, readingDayQuery } from "../../platform/rest/request";
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

const toFollowUpAnswer = ({ _id, dog, ...followUp }: HealthDashboard["upcomingFollowUps"][number]) => ({
  id: _id,
  dog: toNamedDog(dog),
  ...followUp,
});

const healthDashboard = answer(dashboardAnswer, (dashboard: HealthDashboard) => ({
  statistics: dashboard.statistics,
  upcomingVaccinations: dashboard.upcomingVaccinations.map(toImmunizationAnswer),
  overdueVaccinations: dashboard.overdueVaccinations.map(toImmunizationAnswer),
  upcomingFollowUps: dashboard.upcomingFollowUps.map(toFollowUpAnswer),
  overdueFollowUps: dashboard.overdueFollowUps.map(toFollowUpAnswer),
}));

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

/** A kennel's health in numbers. */
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
