/**
 * The shapes that the dashboard's REST calls return, and the conversion of the functions' results. Source: decision
 * GAP-DASH-02.
 */
import { ACTIVITY_TYPES } from "../../../domain/dashboard/rules";
import { BREEDING_STATUSES } from "../../../domain/breedings/rules";
import { DOG_STATUSES } from "../../../domain/dogs/rules";
import { PUPPY_STATUSES } from "../../../domain/litters/rules";
import { REMINDER_PRIORITIES } from "../../../domain/reminders/rules";
import type { Activity } from "../../platform/model/changes/activities";
import type { YearMoney } from "../model/dashboardFinances";
import {
  comparedShape,
  comparisonShape,
  performanceShape,
  type Comparison,
} from "../model/dashboardOverviews";
import type { ReminderStatistics } from "../../reminders/model/reminderList";
import type { Reminder } from "../../reminders/model/reminderShape";
import { answer } from "../../platform/rest/calls";
import { count, countsOf, dayLike, instant, toInstant } from "../../platform/rest/entities";
import { CENTS_PER_DOLLAR, toDollars } from "../../platform/rest/money";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";

const countOrNull = count.nullable().openapi({ description: "Null for a member who may not read the area" });
const percentage = z
  .number()
  .nullable()
  .openapi({ description: "Percent, null where there is nothing to divide by" });
const dollars = z.number().openapi({ description: "US dollars", example: 2500 });

export const statsAnswer = z
  .object({
    dogs: z.object({ total: countOrNull }),
    breeding: z.object({
      activeMating: countOrNull.openapi({ description: "Planned, bred and confirmed breedings" }),
      planned: countOrNull,
      bred: countOrNull,
      confirmed: countOrNull,
    }),
    health: z.object({
      upcomingVaccinations: countOrNull.openapi({ description: "Due within 30 days from today" }),
      overdueVaccinations: countOrNull,
    }),
    reminders: z.object({ overdue: countOrNull, pending: countOrNull }),
  })
  .openapi("DashboardStats");

const activityAnswer = z
  .object({
    id: z.string(),
    type: z.enum(ACTIVITY_TYPES),
    title: z.string(),
    description: z.string(),
    timestamp: instant,
    dogId: z.string().nullable(),
    by: z.string().nullable().openapi({ description: "Who did it, if the caller may see the team" }),
    record: z
      .object({ table: z.string(), id: z.string() })
      .nullable()
      .openapi({ description: "The record it is about, as long as it exists" }),
  })
  .openapi("Activity");

export const activity = answer(activityAnswer, ({ _id, timestamp, isSelf: _isSelf, ...entry }: Activity) => ({
  id: _id,
  ...entry,
  timestamp: toInstant(timestamp),
}));

export const quickStatsAnswer = z
  .object({
    dogs: z.object({ total: count, ...countsOf(DOG_STATUSES).shape }).nullable(),
    litters: countOrNull,
    puppies: countsOf(PUPPY_STATUSES).nullable(),
    healthRecords: countOrNull,
  })
  .openapi("DashboardQuickStats");

const yearFigures = { breedings: count, litters: count, born: count, alive: count };

export const breedingOverviewAnswer = z
  .object({
    total: count,
    activeMating: count,
    byStatus: countsOf(BREEDING_STATUSES),
    litters: count,
    born: count,
    alive: count,
    males: count,
    females: count,
    averageLitterSize: z.number().nullable(),
    thisYear: z.object(yearFigures),
  })
  .openapi("DashboardBreedingOverview");

const account = z.object({
  income: z.object({ puppySales: dollars, studFees: dollars, other: dollars, total: dollars }),
  costs: z.object({ health: dollars, studFees: dollars, other: dollars, total: dollars }),
  balance: dollars,
  puppiesSold: count,
});

const financialOverviewAnswer = z
  .object({ total: account, byYear: z.array(account.extend({ year: z.string() })) })
  .openapi("DashboardFinancialOverview");

const sumOf = (years: readonly YearMoney[], field: Exclude<keyof YearMoney, "year">): number =>
  years.reduce((sum, year) => sum + year[field], 0);

/** The totals are in dollars. */
function toAccount(years: readonly YearMoney[]) {
  const sum = (field: Exclude<keyof YearMoney, "year">) => sumOf(years, field) / CENTS_PER_DOLLAR;
  return {
    income: {
      puppySales: sum("salesCents"),
      studFees: sum("studIncomeCents"),
      other: sum("otherIncomeCents"),
      total: sum("incomeCents"),
    },
    costs: {
      health: sum("healthCostCents"),
      studFees: sum("studCostCents"),
      other: sum("otherCostCents"),
      total: sum("costCents"),
    },
    balance: (sumOf(years, "incomeCents") - sumOf(years, "costCents")) / CENTS_PER_DOLLAR,
    puppiesSold: sumOf(years, "puppiesSold"),
  };
}

export const financialOverview = answer(financialOverviewAnswer, (years: readonly YearMoney[]) => ({
  total: toAccount(years),
  byYear: years.map((year) => ({ year: year.year, ...toAccount([year]) })),
}));

const reminderOverviewAnswer = z
  .object({
    upcomingReminders: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        dueDate: dayLike("2025-06-15"),
        priority: z.enum(REMINDER_PRIORITIES),
        dogName: z.string().nullable(),
      }),
    ),
    total: count,
    pending: count,
    overdue: count,
    dueSoon: count,
    completed: count,
    byType: z.record(z.string(), count),
  })
  .openapi("DashboardReminderOverview");

interface ToDo {
  readonly tasks: readonly Reminder[];
  readonly statistics: ReminderStatistics;
}

export const reminderOverview = answer(
  reminderOverviewAnswer,
  ({ tasks, statistics: { pendingByType: _, ...statistics } }: ToDo) => ({
    upcomingReminders: tasks.map(({ _id, title, dueDate, priority, dog }) => ({
      id: _id,
      title,
      dueDate,
      priority,
      dogName: dog?.name ?? null,
    })),
    ...statistics,
  }),
);

export const performance = answerOf("DashboardPerformance", performanceShape, {
  about: {
    conceptionRate: percentage,
    successRate: percentage.openapi({
      description: "Percent of the breedings with a known outcome that produced puppies",
    }),
    survivalRate: percentage,
    puppiesSold: count,
    averageSale: dollars.nullable(),
    vaccinationsOnTime: percentage,
  },
});

const comparedYear = answerOf(null, comparedShape.omit("costCents"), {
  about: {
    ...yearFigures,
    puppiesSold: count,
    income: dollars.nullable(),
    healthRecords: countOrNull,
  },
  more: {
    shape: { costs: dollars.nullable() },
    of: ({ costCents }: Comparison["thisYear"]) => ({ costs: toDollars(costCents) }),
  },
});

export const comparison = answerOf("DashboardComparison", comparisonShape, {
  about: { thisYear: comparedYear, lastYear: comparedYear },
});
