/**
 * Income and costs by year: sales, stud fees and manual entries, compared with health costs. All sums are stored by
 * year or month. Source: decision GAP-DASH-02.
 */
import { v, type Infer } from "convex/values";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { QueryCtx } from "../../_generated/server";
import { readPastYears } from "../../breedings/model/breedingYears";
import { listFinanceYears } from "./financeYears";
import { readHealthMonths } from "../../health/model/healthMonths";
import type { Access } from "../../platform/model/people/identity";

const moneyFields = {
  puppiesSold: v.number(),
  salesCents: v.number(),
  studIncomeCents: v.number(),
  otherIncomeCents: v.number(),
  studCostCents: v.number(),
  otherCostCents: v.number(),
  /** 0 if the caller may not read health records. */
  healthCostCents: v.number(),
  incomeCents: v.number(),
  costCents: v.number(),
};

export const yearMoneyShape = v.object({ year: v.string(), ...moneyFields });
export type YearMoney = Infer<typeof yearMoneyShape>;
type Parts = Omit<YearMoney, "year" | "incomeCents" | "costCents">;

const nothing = (): Parts => ({
  puppiesSold: 0,
  salesCents: 0,
  studIncomeCents: 0,
  otherIncomeCents: 0,
  studCostCents: 0,
  otherCostCents: 0,
  healthCostCents: 0,
});

const withSums = (year: string, parts: Parts): YearMoney => ({
  year,
  ...parts,
  incomeCents: parts.salesCents + parts.studIncomeCents + parts.otherIncomeCents,
  costCents: parts.studCostCents + parts.otherCostCents + parts.healthCostCents,
});

export const noMoneyIn = (year: string): YearMoney => withSums(year, nothing());

/** The newest year is first. The stud fee of a mating after the given date is not due yet. */
export async function readYearMoney(
  ctx: QueryCtx,
  { kennelId, permissions }: Access,
  today: string | undefined,
): Promise<readonly YearMoney[]> {
  const years = new Map<string, Parts>();
  const yearIn = (year: string): Parts => {
    const parts = years.get(year) ?? nothing();
    years.set(year, parts);
    return parts;
  };
  for (const row of await listFinanceYears(ctx, kennelId)) {
    const parts = yearIn(row.year);
    parts.puppiesSold = row.puppiesSold;
    parts.salesCents = row.salesCents;
    parts.otherIncomeCents = row.incomeCents;
    parts.otherCostCents = row.costCents;
  }
  for (const [year, { studIncomeCents, studCostCents }] of await readPastYears(ctx, kennelId, today)) {
    if (studIncomeCents === 0 && studCostCents === 0) continue;
    const parts = yearIn(year);
    parts.studIncomeCents = studIncomeCents;
    parts.studCostCents = studCostCents;
  }
  const months = hasPermission(permissions, "health", "read") ? await readHealthMonths(ctx, kennelId) : [];
  for (const { month, costCents } of months) {
    if (costCents !== 0) yearIn(month.slice(0, 4)).healthCostCents += costCents;
  }
  return [...years]
    .map(([year, parts]) => withSums(year, parts))
    .sort((a, b) => b.year.localeCompare(a.year));
}

export function sumMoney(years: readonly YearMoney[]): YearMoney {
  const sum = nothing();
  for (const year of years) {
    for (const field of Object.keys(sum) as (keyof Parts)[]) sum[field] += year[field]; // The keys come from the object itself.
  }
  return withSums("", sum);
}
