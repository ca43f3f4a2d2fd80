/**
 * Keeps what a kennel's breedings and litters came to in each year, in the transaction of the change that moves it. A
 * kennel whose records are older than the counts is counted once from its rows, whichever comes first: a change or the
 * migration.
 */
import { BREEDING_STATUSES, MAX_BREEDINGS_PER_KENNEL } from "../../../domain/constants/breedings";
import { MAX_REPORT_YEARS } from "../../../domain/constants/finances";
import { studFeeOf } from "../../../domain/reports/finances";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { causeOf, forgetDismissals } from "../../platform/model/alertDismissals";
import { findCounters, keepCounters } from "../../platform/model/counters";
import { noneOf } from "../../platform/tables/tallies";

/** The numbers of one year. */
export type BreedingYear = Omit<Doc<"breedingYears">, "_id" | "_creationTime" | "kennelId" | "year">;

/** Makes the numbers of a year in which nothing happened. */
export const emptyYear = (): BreedingYear => ({
  ...noneOf(BREEDING_STATUSES),
  litters: 0,
  born: 0,
  alive: 0,
  males: 0,
  females: 0,
  studIncomeCents: 0,
  studCostCents: 0,
});

const FIELDS = Object.keys(emptyYear()) as (keyof BreedingYear)[]; // the keys of its own shape

/** How far the earliest time zone is ahead of UTC. */
const LATEST_ZONE_MS = 14 * 3_600_000;

const yearOf = (day: string): string => day.slice(0, 4);

type Breeding = Pick<
  Doc<"breedings">,
  "breedingDate" | "status" | "isCalledOff" | "studFeeCents" | "studFeeWay"
>;
type Litter = Pick<
  Doc<"litters">,
  "whelpingDate" | "numberBorn" | "numberAlive" | "numberMales" | "numberFemales"
>;

/** Years with their numbers, while they are added up. */
type Years = Map<string, BreedingYear>;

function yearIn(years: Years, day: string): BreedingYear {
  const year = years.get(yearOf(day)) ?? emptyYear();
  years.set(yearOf(day), year);
  return year;
}

function addBreeding(years: Years, breeding: Breeding | null, sign: 1 | -1): void {
  if (!breeding || breeding.isCalledOff) return;
  const year = yearIn(years, breeding.breedingDate);
  year[breeding.status] += sign;
  const { studFeeCents, status, studFeeWay: way = "none" } = breeding;
  const { studIncomeCents, studCostCents } = studFeeOf({ studFeeCents, status, way });
  year.studIncomeCents += sign * studIncomeCents;
  year.studCostCents += sign * studCostCents;
}

function addLitter(years: Years, litter: Litter | null, sign: 1 | -1): void {
  if (!litter) return;
  const year = yearIn(years, litter.whelpingDate);
  year.litters += sign;
  year.born += sign * litter.numberBorn;
  year.alive += sign * litter.numberAlive;
  year.males += sign * litter.numberMales;
  year.females += sign * litter.numberFemales;
}

const isNothing = (year: BreedingYear): boolean => FIELDS.every((field) => year[field] === 0);

/** Adds changes to the stored years; a year in which nothing is left loses its row. */
async function store(ctx: MutationCtx, kennelId: Id<"kennels">, changes: Years): Promise<void> {
  for (const [year, change] of changes) {
    if (isNothing(change)) continue;
    const row = await ctx.db
      .query("breedingYears")
      .withIndex("by_kennel_and_year", (q) => q.eq("kennelId", kennelId).eq("year", year))
      .unique();
    const figures = row ? { ...emptyYear() } : change;
    if (row) for (const field of FIELDS) figures[field] = row[field] + change[field];
    if (row && isNothing(figures)) await ctx.db.delete("breedingYears", row._id);
    else if (row) await ctx.db.patch("breedingYears", row._id, figures);
    else await ctx.db.insert("breedingYears", { kennelId, year, ...figures });
  }
}

/** Adds all of the kennel's breedings and litters up. */
async function addUp(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Years> {
  const years: Years = new Map();
  const breedings = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId))
    .take(MAX_BREEDINGS_PER_KENNEL);
  const litters = await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_whelping_date", (q) => q.eq("kennelId", kennelId))
    .take(MAX_BREEDINGS_PER_KENNEL);
  for (const breeding of breedings) addBreeding(years, breeding, 1);
  for (const litter of litters) addLitter(years, litter, 1);
  return years;
}

const storedYears = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"breedingYears">[]> =>
  await ctx.db
    .query("breedingYears")
    .withIndex("by_kennel_and_year", (q) => q.eq("kennelId", kennelId))
    .order("desc")
    .take(MAX_REPORT_YEARS);

/** Counts the kennel's years from its rows, whatever was counted before. */
export async function recountBreedingYears(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  for (const row of await storedYears(ctx, kennelId)) await ctx.db.delete("breedingYears", row._id);
  await store(ctx, kennelId, await addUp(ctx, kennelId));
  await keepCounters(ctx, kennelId, { hasBreedingYears: true });
}

/** Moves years by what changed; called when the rows are already changed. */
async function follow(ctx: MutationCtx, kennelId: Id<"kennels">, changes: Years): Promise<void> {
  const counters = await findCounters(ctx, kennelId);
  if (counters?.hasBreedingYears) await store(ctx, kennelId, changes);
  else await recountBreedingYears(ctx, kennelId);
}

/** Follows a breeding that was added, changed or deleted; called after that. */
export async function countBreeding(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  before: Doc<"breedings"> | null,
  after: (Breeding & Pick<Doc<"breedings">, "expectedDueDate">) | null,
): Promise<void> {
  const changes: Years = new Map();
  addBreeding(changes, before, -1);
  addBreeding(changes, after, 1);
  if (before && (before.status !== after?.status || before.expectedDueDate !== after.expectedDueDate)) {
    await forgetDismissals(ctx, kennelId, causeOf("whelping", before._id));
  }
  await follow(ctx, kennelId, changes);
}

/** Marks a failed breeding whose day of mating had not come when it was last saved, and counts it no more. */
export async function settleCalledOff(ctx: MutationCtx, breeding: Doc<"breedings">): Promise<void> {
  const { _id, kennelId, status, breedingDate, updatedAt } = breeding;
  // A day that has begun nowhere yet when the breeding was saved.
  const lastDay = new Date(updatedAt + LATEST_ZONE_MS).toISOString().slice(0, 10);
  if (status !== "failed" || breeding.isCalledOff !== undefined || breedingDate <= lastDay) return;
  await ctx.db.patch("breedings", _id, { isCalledOff: true });
  await countBreeding(ctx, kennelId, breeding, { ...breeding, isCalledOff: true });
}

/** Follows a litter that was added, changed or deleted; called after that. */
export async function countLitter(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  before: Litter | null,
  after: Litter | null,
): Promise<void> {
  const changes: Years = new Map();
  addLitter(changes, before, -1);
  addLitter(changes, after, 1);
  await follow(ctx, kennelId, changes);
}

/** Reads the kennel's years without the matings that are still to come, whatever their status says. */
export async function readPastYears(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string | undefined,
): Promise<ReadonlyMap<string, BreedingYear>> {
  const years: Years = new Map(await readBreedingYears(ctx, kennelId));
  if (today === undefined) return years;
  const ahead = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId).gt("breedingDate", today))
    .take(MAX_BREEDINGS_PER_KENNEL);
  for (const breeding of ahead) addBreeding(years, breeding, -1);
  return years;
}

/** Reads the kennel's years by their name; those not counted yet are added up. */
export async function readBreedingYears(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<ReadonlyMap<string, BreedingYear>> {
  const counters = await findCounters(ctx, kennelId);
  if (!counters?.hasBreedingYears) return await addUp(ctx, kennelId);
  const rows = await storedYears(ctx, kennelId);
  return new Map(rows.map(({ _id, _creationTime, kennelId: _kennel, year, ...figures }) => [year, figures]));
}
