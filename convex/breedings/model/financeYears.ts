/** Keeps what a kennel sold and booked in each year, in the transaction of the change that moves it. */
import { MAX_REPORT_YEARS, type FinanceKind } from "../../../domain/constants/finances";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

type YearFigures = Pick<Doc<"financeYears">, "puppiesSold" | "salesCents" | "incomeCents" | "costCents">;

const NOTHING: YearFigures = { puppiesSold: 0, salesCents: 0, incomeCents: 0, costCents: 0 };

const yearOf = (day: string): string => day.slice(0, 4);

/** Lists the kennel's years, the newest first. */
export const listFinanceYears = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"financeYears">[]> =>
  await ctx.db
    .query("financeYears")
    .withIndex("by_kennel_and_year", (q) => q.eq("kennelId", kennelId))
    .order("desc")
    .take(MAX_REPORT_YEARS);

/** Adds to a year's figures; a year in which nothing is left loses its row. */
async function adjustYear(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  year: string,
  change: Partial<YearFigures>,
): Promise<void> {
  const row = await ctx.db
    .query("financeYears")
    .withIndex("by_kennel_and_year", (q) => q.eq("kennelId", kennelId).eq("year", year))
    .unique();
  const before = row ?? NOTHING;
  const figures: YearFigures = {
    puppiesSold: before.puppiesSold + (change.puppiesSold ?? 0),
    salesCents: before.salesCents + (change.salesCents ?? 0),
    incomeCents: before.incomeCents + (change.incomeCents ?? 0),
    costCents: before.costCents + (change.costCents ?? 0),
  };
  const isNothing = Object.values(figures).every((figure) => figure === 0);
  if (row && isNothing) await ctx.db.delete("financeYears", row._id);
  else if (row) await ctx.db.patch("financeYears", row._id, figures);
  else if (!isNothing) await ctx.db.insert("financeYears", { kennelId, year, ...figures });
}

/** Moves what an entry adds to its year; `sign` is -1 for one that goes. */
export async function countEntry(
  ctx: MutationCtx,
  entry: Pick<Doc<"breedingFinances">, "kennelId" | "kind" | "amountCents" | "bookedOn">,
  sign: 1 | -1,
): Promise<void> {
  const field: Record<FinanceKind, "costCents" | "incomeCents"> = {
    cost: "costCents",
    income: "incomeCents",
  };
  const change = { [field[entry.kind]]: sign * entry.amountCents };
  await adjustYear(ctx, entry.kennelId, yearOf(entry.bookedOn), change);
}

type SalePart = Pick<Doc<"puppies">, "status" | "saleDate" | "priceCents">;

/** Adds up the sales among puppies by year. */
function salesByYear(puppies: readonly SalePart[]): Map<string, { puppiesSold: number; salesCents: number }> {
  const years = new Map<string, { puppiesSold: number; salesCents: number }>();
  for (const { status, saleDate, priceCents = 0 } of puppies) {
    if (status !== "sold" || saleDate === undefined) continue;
    const { puppiesSold, salesCents } = years.get(yearOf(saleDate)) ?? NOTHING;
    years.set(yearOf(saleDate), { puppiesSold: puppiesSold + 1, salesCents: salesCents + priceCents });
  }
  return years;
}

/** Moves the sales of a litter's puppies after these changed; years that stay the same are not written. */
export async function followSales(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  before: readonly SalePart[],
  after: readonly SalePart[],
): Promise<void> {
  const [was, is] = [salesByYear(before), salesByYear(after)];
  for (const year of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(year) ?? NOTHING, is.get(year) ?? NOTHING];
    const puppiesSold = now.puppiesSold - old.puppiesSold;
    const salesCents = now.salesCents - old.salesCents;
    if (puppiesSold !== 0 || salesCents !== 0)
      await adjustYear(ctx, kennelId, year, { puppiesSold, salesCents });
  }
}
