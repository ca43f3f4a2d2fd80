/**
 * The data of a person's widgets. Charts by year and month use stored counts. The weight chart shows one litter. A
 * widget of an area that the caller may not read is empty.
 */
import { v, type Infer } from "convex/values";
import { WIDGET_MONTHS, WIDGET_YEARS } from "../../../domain/dashboard/rules";
import { addDays, daysBetween } from "../../../domain/dates/calendar-days";
import { dayIn } from "../../../domain/dates/zones";
import { addMonths, monthOf } from "../../../domain/dates/months";
import { grantsAll } from "../../../domain/permissions/permissions";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { emptyYear, readBreedingYears } from "../../breedings/model/breedingYears";
import { noMoneyIn, readYearMoney } from "./dashboardFinances";
import type { Widget } from "./dashboardPreferences";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { checkToday } from "../../platform/model/people/today";
import type { Access, Permission } from "../../platform/model/people/identity";
import { FIRST_DAY, VaccinationDays } from "../../vaccinations/model/vaccinationMonths";

export const widgetDataShape = v.union(
  v.object({
    kind: v.literal("breedings_per_year"),
    years: v.array(v.object({ year: v.string(), breedings: v.number(), litters: v.number() })),
  }),
  v.object({
    kind: v.literal("puppies_per_year"),
    years: v.array(v.object({ year: v.string(), born: v.number(), alive: v.number() })),
  }),
  v.object({
    kind: v.literal("costs_and_income"),
    years: v.array(v.object({ year: v.string(), incomeCents: v.number(), costCents: v.number() })),
  }),
  v.object({
    kind: v.literal("vaccinations_due"),
    overdue: v.number(),
    months: v.array(v.object({ month: v.string(), count: v.number() })),
  }),
  v.object({
    kind: v.literal("newest_litter_weight"),
    /** Null if there is no litter. */
    litter: v.union(
      v.object({ _id: v.id("litters"), damName: v.string(), whelpingDate: v.string() }),
      v.null(),
    ),
    points: v.array(
      v.object({
        ageDays: v.number(),
        averageGrams: v.number(),
        lightestGrams: v.number(),
        heaviestGrams: v.number(),
      }),
    ),
  }),
);
export type WidgetData = Infer<typeof widgetDataShape>;

const RIGHTS = {
  breedings_per_year: "breeding:read",
  puppies_per_year: "breeding:read",
  costs_and_income: "breeding:read & finances:read",
  vaccinations_due: "health:read",
  newest_litter_weight: "breeding:read",
} as const satisfies Record<Widget["kind"], Permission>;

/** The last year of a chart is the present year. */
function yearsUntil(today: string, { years = WIDGET_YEARS.default }: Widget["settings"]): string[] {
  const last = Number(today.slice(0, 4));
  return Array.from({ length: years }, (_, index) => String(last - years + 1 + index));
}

async function countDue(
  ctx: QueryCtx,
  { kennelId }: Access,
  today: string,
  { months: wanted = WIDGET_MONTHS.default }: Widget["settings"],
): Promise<WidgetData> {
  const first = monthOf(today);
  const months = Array.from({ length: wanted }, (_, index) => addMonths(first, index));
  const end = `${addMonths(first, wanted - 1)}-99`;
  const days = await VaccinationDays.read(ctx, kennelId, { from: FIRST_DAY, to: end });
  return {
    kind: "vaccinations_due",
    overdue: days.sum(["due"], { from: FIRST_DAY, to: addDays(today, -1) }),
    months: months.map((month) => ({
      month,
      count: days.sum(["due"], { from: month === first ? today : `${month}-01`, to: `${month}-99` }),
    })),
  };
}

/** Enough for two weights a day of each puppy in a large litter until the leaving age. */
const MOST_WEIGHINGS = 1500;

/** Each day of life has the average, the lightest and the heaviest weight. */
function toPoints(litter: Doc<"litters">, rows: readonly Doc<"puppyWeights">[], zone: string) {
  const days = new Map<number, number[]>();
  for (const { weighedAt, grams, removedAt } of rows) {
    if (removedAt !== undefined) continue;
    const age = Math.max(0, daysBetween(litter.whelpingDate, dayIn(zone, weighedAt)));
    days.set(age, [...(days.get(age) ?? []), grams]);
  }
  return [...days]
    .sort(([one], [other]) => one - other)
    .map(([ageDays, grams]) => ({
      ageDays,
      averageGrams: Math.round(grams.reduce((sum, each) => sum + each, 0) / grams.length),
      lightestGrams: Math.min(...grams),
      heaviestGrams: Math.max(...grams),
    }));
}

async function readNewestLitter(ctx: QueryCtx, { kennelId }: Access): Promise<WidgetData> {
  const litter = await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_whelping_date", (q) => q.eq("kennelId", kennelId))
    .order("desc")
    .first();
  if (!litter) return { kind: "newest_litter_weight", litter: null, points: [] };
  const breeding = await ctx.db.get("breedings", litter.breedingId);
  const dam = breeding?.damId && (await ctx.db.get("dogs", breeding.damId));
  const rows = await ctx.db
    .query("puppyWeights")
    .withIndex("by_kennel_and_litter_and_weighed", (q) =>
      q.eq("kennelId", kennelId).eq("litterId", litter._id),
    )
    .order("desc")
    .take(MOST_WEIGHINGS);
  const damName = (dam && (dam.callName ?? dam.name)) || (breeding?.damName ?? "Unknown");
  const { _id, whelpingDate } = litter;
  return {
    kind: "newest_litter_weight",
    litter: { _id, damName, whelpingDate },
    points: toPoints(litter, rows, await timeZoneOf(ctx, kennelId)),
  };
}

/** Returns null if the caller may not read the data. Throws VALIDATION_FAILED. */
export async function readWidgetData(
  ctx: QueryCtx,
  access: Access,
  { kind, settings }: Pick<Widget, "kind" | "settings">,
  today: string,
): Promise<WidgetData | null> {
  checkToday(today);
  if (!grantsAll(access.permissions, RIGHTS[kind])) return null;
  const names = yearsUntil(today, settings);
  switch (kind) {
    case "breedings_per_year":
    case "puppies_per_year": {
      const years = await readBreedingYears(ctx, access.kennelId);
      const figures = names.map((year) => ({ year, of: years.get(year) ?? emptyYear() }));
      return kind === "breedings_per_year"
        ? {
            kind,
            years: figures.map(({ year, of }) => ({
              year,
              breedings: of.planned + of.bred + of.confirmed + of.whelped + of.completed + of.failed,
              litters: of.litters,
            })),
          }
        : { kind, years: figures.map(({ year, of }) => ({ year, born: of.born, alive: of.alive })) };
    }
    case "costs_and_income": {
      const known = await readYearMoney(ctx, access, today);
      const years = names.map((year) => known.find((each) => each.year === year) ?? noMoneyIn(year));
      return {
        kind,
        years: years.map(({ year, incomeCents, costCents }) => ({ year, incomeCents, costCents })),
      };
    }
    case "vaccinations_due":
      return await countDue(ctx, access, today, settings);
    case "newest_litter_weight":
      return await readNewestLitter(ctx, access);
    default:
      return kind satisfies never;
  }
}
