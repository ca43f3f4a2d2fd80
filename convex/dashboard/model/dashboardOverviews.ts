/**
 * The overviews for the REST API and the export: the kennel's records, its breedings, its success rates, and this
 * year compared with the last. All numbers are stored counts. Source: decision GAP-DASH-02.
 */
import { v, type Infer } from "convex/values";
import { BREEDING_STATUSES } from "../../../domain/breedings/rules";
import { DOG_STATUSES } from "../../../domain/dogs/rules";
import { DUE_SOON_DAYS } from "../../../domain/health/rules";
import { PUPPY_STATUSES } from "../../../domain/litters/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import { readsConfidential } from "../../../domain/permissions/confidential";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { QueryCtx } from "../../_generated/server";
import {
  emptyYear,
  readBreedingYears,
  readPastYears,
  type BreedingYear,
} from "../../breedings/model/breedingYears";
import { getBreedingCounts } from "../../breedings/model/breedingCounts";
import { getCounters, getDogsByStatus } from "../../platform/model/changes/counters";
import { noMoneyIn, readYearMoney, sumMoney } from "./dashboardFinances";
import { countOf, readHealthMonths } from "../../health/model/healthMonths";
import { checkToday } from "../../platform/model/people/today";
import type { Access } from "../../platform/model/people/identity";
import { tallyFields, totalOf } from "../../platform/tables/tallies";
import { numberOrNull } from "../../platform/tables/shared";
import { getPuppyCounts } from "../../litters/model/puppyCounts";
import { FIRST_DAY, VaccinationDays } from "../../vaccinations/model/vaccinationMonths";

export const quickStatsShape = v.object({
  dogs: v.union(
    v.object({
      total: v.number(),
      ...tallyFields(DOG_STATUSES),
    }),
    v.null(),
  ),
  litters: numberOrNull,
  puppies: v.union(v.object(tallyFields(PUPPY_STATUSES)), v.null()),
  healthRecords: numberOrNull,
});

/** Areas that the caller may not read are null. */
export async function describeQuickStats(
  ctx: QueryCtx,
  { kennelId, permissions }: Access,
): Promise<Infer<typeof quickStatsShape>> {
  const mayRead = (area: "dogs" | "breeding" | "health") => hasPermission(permissions, area, "read");
  const counters = await getCounters(ctx, kennelId);
  const months = mayRead("health") ? await readHealthMonths(ctx, kennelId) : null;
  return {
    dogs: mayRead("dogs") ? { total: counters.dogs, ...(await getDogsByStatus(ctx, kennelId)) } : null,
    litters: mayRead("breeding") ? (counters.litters ?? 0) : null,
    puppies: mayRead("breeding") ? await getPuppyCounts(ctx, kennelId) : null,
    healthRecords: months && months.reduce((sum, month) => sum + countOf(month, null), 0),
  };
}

const yearFiguresShape = v.object({
  breedings: v.number(),
  litters: v.number(),
  born: v.number(),
  alive: v.number(),
});

export const breedingOverviewShape = v.object({
  total: v.number(),
  /** Breedings that are planned, bred or confirmed. */
  activeMating: v.number(),
  byStatus: v.object(tallyFields(BREEDING_STATUSES)),
  litters: v.number(),
  born: v.number(),
  alive: v.number(),
  males: v.number(),
  females: v.number(),
  averageLitterSize: numberOrNull,
  thisYear: yearFiguresShape,
});

const sumYears = (years: Iterable<BreedingYear>): BreedingYear => {
  const sum = emptyYear();
  for (const year of years) {
    for (const field of Object.keys(sum) as (keyof BreedingYear)[]) sum[field] += year[field]; // The keys come from the object itself.
  }
  return sum;
};

const breedingsIn = (year: BreedingYear): number =>
  year.planned + year.bred + year.confirmed + year.whelped + year.completed + year.failed;

const figuresOf = (year: BreedingYear): Infer<typeof yearFiguresShape> => ({
  breedings: breedingsIn(year),
  litters: year.litters,
  born: year.born,
  alive: year.alive,
});

const rounded = (value: number): number => Math.round(value * 10) / 10;

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : rounded((part / whole) * 100);

const average = (sum: number, count: number): number | null => (count === 0 ? null : rounded(sum / count));

/** Throws VALIDATION_FAILED. */
export async function describeBreedingOverview(
  ctx: QueryCtx,
  { kennelId }: Access,
  today: string,
): Promise<Infer<typeof breedingOverviewShape>> {
  checkToday(today);
  const byStatus = await getBreedingCounts(ctx, kennelId);
  const years = await readBreedingYears(ctx, kennelId);
  const { litters, born, alive, males, females } = sumYears(years.values());
  return {
    total: totalOf(byStatus),
    activeMating: byStatus.planned + byStatus.bred + byStatus.confirmed,
    byStatus,
    litters,
    born,
    alive,
    males,
    females,
    averageLitterSize: average(born, litters),
    thisYear: figuresOf(years.get(today.slice(0, 4)) ?? emptyYear()),
  };
}

export const performanceShape = v.object({
  /** Percentages of the breedings with a known outcome: how many led to a pregnancy, and how many to puppies. */
  conceptionRate: numberOrNull,
  successRate: numberOrNull,
  averageLitterSize: numberOrNull,
  /** The percentage of the puppies born that are alive. */
  survivalRate: numberOrNull,
  puppiesSold: v.number(),
  /** Null without the right to money and contacts, or if no puppy was sold. */
  averageSaleCents: numberOrNull,
  /**
   * The percentage of the doses due within 30 days that are not overdue; null without the right to read health
   * records.
   */
  vaccinationsOnTime: numberOrNull,
});

export type Performance = Infer<typeof performanceShape>;

/** Throws VALIDATION_FAILED. */
export async function describePerformance(
  ctx: QueryCtx,
  access: Access,
  today: string,
): Promise<Performance> {
  checkToday(today);
  const { kennelId, permissions } = access;
  const all = sumYears((await readPastYears(ctx, kennelId, today)).values());
  const whelped = all.whelped + all.completed;
  const conceived = all.confirmed + whelped;
  const { puppiesSold, salesCents } = sumMoney(await readYearMoney(ctx, access, today));
  const soon = addDays(today, DUE_SOON_DAYS);
  const days = hasPermission(permissions, "health", "read")
    ? await VaccinationDays.read(ctx, kennelId, { from: FIRST_DAY, to: soon })
    : null;
  return {
    conceptionRate: share(conceived, conceived + all.failed),
    successRate: share(whelped, whelped + all.failed),
    averageLitterSize: average(all.born, all.litters),
    survivalRate: share(all.alive, all.born),
    puppiesSold,
    averageSaleCents:
      puppiesSold === 0 || !readsConfidential(permissions) ? null : Math.round(salesCents / puppiesSold),
    vaccinationsOnTime:
      days &&
      share(days.sum(["due"], { from: today, to: soon }), days.sum(["due"], { from: FIRST_DAY, to: soon })),
  };
}

export const comparedShape = v.object({
  year: v.string(),
  breedings: v.number(),
  litters: v.number(),
  born: v.number(),
  alive: v.number(),
  puppiesSold: v.number(),
  /** Null without the right to money and contacts, like the costs. */
  incomeCents: numberOrNull,
  costCents: numberOrNull,
  /** Null without the right to read health records. */
  healthRecords: numberOrNull,
});

export const comparisonShape = v.object({ thisYear: comparedShape, lastYear: comparedShape });

export type Comparison = Infer<typeof comparisonShape>;

/** Throws VALIDATION_FAILED. */
export async function describeComparison(ctx: QueryCtx, access: Access, today: string): Promise<Comparison> {
  checkToday(today);
  const years = await readBreedingYears(ctx, access.kennelId);
  const money = await readYearMoney(ctx, access, today);
  const mayReadHealth = hasPermission(access.permissions, "health", "read");
  const isMoneyTold = readsConfidential(access.permissions);
  const describe = async (year: string): Promise<Infer<typeof comparedShape>> => {
    const { puppiesSold, incomeCents, costCents } =
      money.find((each) => each.year === year) ?? noMoneyIn(year);
    const span = { from: `${year}-01`, to: `${year}-12` };
    const months = mayReadHealth ? await readHealthMonths(ctx, access.kennelId, span) : null;
    return {
      year,
      ...figuresOf(years.get(year) ?? emptyYear()),
      puppiesSold,
      ...(isMoneyTold ? { incomeCents, costCents } : { incomeCents: null, costCents: null }),
      healthRecords: months && months.reduce((sum, month) => sum + countOf(month, null), 0),
    };
  };
  const year = Number(today.slice(0, 4));
  return { thisYear: await describe(String(year)), lastYear: await describe(String(year - 1)) };
}
