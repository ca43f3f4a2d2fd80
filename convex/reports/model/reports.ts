/**
 * The kennel's reports. A year is read by its index. Over all years, the statistics read all breedings and litters.
 * Sums of money use only stored sums and the breedings with a stud fee. Source: decision GAP-BRD-12.
 */
import { puppyName } from "../../../domain/litters/words";
import { v, type Infer } from "convex/values";
import { isMatingAhead } from "../../../domain/breedings/dates";
import {
  BREEDING_STATUSES,
  MAX_BREEDINGS_PER_KENNEL,
  MAX_RECORDS_PER_YEAR,
} from "../../../domain/breedings/rules";
import { PUPPY_STATUSES } from "../../../domain/litters/rules";
import { fail } from "../../../domain/errors";
import { addMoney, NO_MONEY, type Money } from "../../../domain/reports/finances";
import {
  byParent,
  byYear,
  summarize,
  type CountedBreeding,
  type CountedLitter,
} from "../../../domain/reports/statistics";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { genderValidator } from "../../platform/tables/dogs";
import { tallyFields } from "../../platform/tables/tallies";
import { puppyStatusValidator } from "../../litters/tables/puppies";
import { moneyOfEntry, moneyShape } from "../../breedings/model/breedingFinances";
import { ParentReader } from "../../platform/model/paging/parents";
import { listFinanceYears } from "../../dashboard/model/financeYears";
import { studMoneyOf } from "../../dogs/model/studFees";
import { getOrFail } from "../../platform/model/paging/rows";
import { textOrNull, numberOrNull } from "../../platform/tables/shared";

const figuresShape = {
  breedings: v.number(),
  conceived: v.number(),
  decided: v.number(),
  conceptionRate: numberOrNull,
  litters: v.number(),
  born: v.number(),
  alive: v.number(),
  males: v.number(),
  females: v.number(),
  averageLitterSize: numberOrNull,
  lossRate: numberOrNull,
};

const groupShape = v.object({ ...figuresShape, key: v.string(), name: v.string() });

export const statisticsShape = v.object({
  ...figuresShape,
  byStatus: v.object(tallyFields(BREEDING_STATUSES)),
  successRate: numberOrNull,
  averageGestationDays: numberOrNull,
  years: v.array(v.object({ ...figuresShape, key: v.string() })),
  sires: v.array(groupShape),
  dams: v.array(groupShape),
});
export type Statistics = Infer<typeof statisticsShape>;

/** The id of the parent's record, or otherwise its name. */
const keyOf = (id: string | undefined, name: string | undefined): string | null => id ?? name ?? null;

const toCounted = (row: Doc<"breedings">, today: string | undefined): CountedBreeding => ({
  status: row.status,
  isCalledOff: row.isCalledOff,
  isAhead: isMatingAhead(row.breedingDate, today),
  breedingDate: row.breedingDate,
  sireKey: keyOf(row.sireId, row.sireName),
  damKey: keyOf(row.damId, row.damName),
});

async function readCounted(ctx: QueryCtx, kennelId: Id<"kennels">, today: string | undefined) {
  const breedings = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId))
    .take(MAX_BREEDINGS_PER_KENNEL);
  const rows = await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_whelping_date", (q) => q.eq("kennelId", kennelId))
    .take(MAX_BREEDINGS_PER_KENNEL);
  const known = new Map(breedings.map((row) => [row._id, toCounted(row, today)]));
  const litters = rows.flatMap((row): CountedLitter[] => {
    const breeding = known.get(row.breedingId);
    if (!breeding) return [];
    const { whelpingDate, numberBorn, numberAlive, numberMales, numberFemales } = row;
    return [{ breeding, whelpingDate, numberBorn, numberAlive, numberMales, numberFemales }];
  });
  return { counted: [...known.values()], litters };
}

/** If a parent has no record, its key is already its name. */
async function withNames<Group extends { readonly key: string }>(
  ctx: QueryCtx,
  groups: readonly Group[],
  parents: ParentReader,
): Promise<(Group & { name: string })[]> {
  return await Promise.all(
    groups.map(async (group) => {
      const id = ctx.db.normalizeId("dogs", group.key);
      const dog = id && (await parents.read(id));
      return { ...group, name: dog?.name ?? group.key };
    }),
  );
}

/** Matings after the date have no results yet. */
export async function describeStatistics(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string | undefined,
): Promise<Statistics> {
  const { counted, litters } = await readCounted(ctx, kennelId, today);
  const parents = new ParentReader(ctx);
  return {
    ...summarize(counted, litters),
    years: byYear(counted, litters),
    sires: await withNames(ctx, byParent(counted, litters, "sireKey"), parents),
    dams: await withNames(ctx, byParent(counted, litters, "damKey"), parents),
  };
}

/** Throws VALIDATION_FAILED unless `year` has four digits. */
function requireYear(year: string): string {
  return /^\d{4}$/u.test(year)
    ? year
    : fail("VALIDATION_FAILED", { fields: { year: "Year must be like 2025" } });
}

const saleShape = v.object({
  puppyId: v.id("puppies"),
  litterId: v.id("litters"),
  breedingId: v.id("breedings"),
  puppy: v.string(),
  gender: v.union(genderValidator, v.null()),
  parents: v.string(),
  status: puppyStatusValidator,
  buyer: textOrNull,
  priceCents: numberOrNull,
  depositCents: numberOrNull,
  saleDate: textOrNull,
  reservedUntil: textOrNull,
});
type Sale = Infer<typeof saleShape>;

export const salesReportShape = v.object({
  counts: v.object(tallyFields(PUPPY_STATUSES)),
  /** The sum of all years, and the sum of the requested year. */
  revenueCents: v.number(),
  year: textOrNull,
  yearSold: v.number(),
  yearRevenueCents: v.number(),
  years: v.array(v.object({ year: v.string(), puppiesSold: v.number(), salesCents: v.number() })),
  /** Only puppies that were sold in that year, the newest sale first. */
  rows: v.array(saleShape),
  reservations: v.array(saleShape),
});
export type SalesReport = Infer<typeof salesReportShape>;

/** Each row is loaded only once. */
class BreedingReader {
  readonly parents: ParentReader;
  private readonly known = new Map<Id<"breedings">, Promise<Doc<"breedings">>>();
  private readonly ofLitters = new Map<Id<"litters">, Promise<Doc<"breedings">>>();

  constructor(private readonly ctx: QueryCtx) {
    this.parents = new ParentReader(ctx);
  }

  /** The breeding was already read. */
  add(breeding: Doc<"breedings">): void {
    this.known.set(breeding._id, Promise.resolve(breeding));
  }

  async breeding(id: Id<"breedings">): Promise<Doc<"breedings">> {
    const known = this.known.get(id) ?? this.load(id);
    this.known.set(id, known);
    return await known;
  }

  async breedingOf(litterId: Id<"litters">): Promise<Doc<"breedings">> {
    const known = this.ofLitters.get(litterId) ?? this.loadOf(litterId);
    this.ofLitters.set(litterId, known);
    return await known;
  }

  async nameOf(breeding: Doc<"breedings">): Promise<string> {
    const sire = await this.parents.read(breeding.sireId);
    const dam = await this.parents.read(breeding.damId);
    return `${sire?.name ?? breeding.sireName ?? "Unknown"} × ${dam?.name ?? breeding.damName ?? "Unknown"}`;
  }

  async describe(puppy: Doc<"puppies">): Promise<Sale> {
    const breeding = await this.breedingOf(puppy.litterId);
    return {
      puppyId: puppy._id,
      litterId: puppy.litterId,
      breedingId: breeding._id,
      puppy: puppyName(puppy),
      gender: puppy.gender ?? null,
      parents: await this.nameOf(breeding),
      status: puppy.status,
      buyer: puppy.buyer?.name ?? null,
      priceCents: puppy.priceCents ?? null,
      depositCents: puppy.depositCents ?? null,
      saleDate: puppy.saleDate ?? null,
      reservedUntil: puppy.reservedUntil ?? null,
    };
  }

  private async load(id: Id<"breedings">): Promise<Doc<"breedings">> {
    return await getOrFail(this.ctx, "breedings", id);
  }

  private async loadOf(litterId: Id<"litters">): Promise<Doc<"breedings">> {
    const litter = await getOrFail(this.ctx, "litters", litterId);
    return await this.breeding(litter.breedingId);
  }
}

async function readCounts(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<SalesReport["counts"]> {
  const rows = await ctx.db
    .query("puppyCounts")
    .withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId))
    .take(PUPPY_STATUSES.length);
  const counts = { available: 0, reserved: 0, sold: 0, kept: 0, deceased: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

const soldIn = async (ctx: QueryCtx, kennelId: Id<"kennels">, year: string): Promise<Doc<"puppies">[]> =>
  await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_sale_date", (q) =>
      q.eq("kennelId", kennelId).gte("saleDate", `${year}-01-01`).lte("saleDate", `${year}-12-31`),
    )
    .order("desc")
    .take(MAX_RECORDS_PER_YEAR);

/** The result contains the sums of all years. If no year is given, the newest year with sales is used. */
export async function describeSales(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  asked: string | undefined,
): Promise<SalesReport> {
  const all = (await listFinanceYears(ctx, kennelId)).filter(({ puppiesSold }) => puppiesSold > 0);
  const year = asked === undefined ? (all[0]?.year ?? null) : requireYear(asked);
  const sold = year === null ? [] : await soldIn(ctx, kennelId, year);
  const reserved = await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId).eq("status", "reserved"))
    .take(MAX_RECORDS_PER_YEAR);
  const reader = new BreedingReader(ctx);
  const named = all.find((each) => each.year === year);
  return {
    counts: await readCounts(ctx, kennelId),
    revenueCents: all.reduce((sum, { salesCents }) => sum + salesCents, 0),
    year,
    yearSold: named?.puppiesSold ?? 0,
    yearRevenueCents: named?.salesCents ?? 0,
    years: all.map(({ year: name, puppiesSold, salesCents }) => ({ year: name, puppiesSold, salesCents })),
    rows: await Promise.all(
      sold.filter(({ status }) => status === "sold").map(async (puppy) => await reader.describe(puppy)),
    ),
    reservations: await Promise.all(reserved.map(async (puppy) => await reader.describe(puppy))),
  };
}

const yearAccountShape = v.object({ year: v.string(), money: moneyShape });

export const financesShape = v.object({
  years: v.array(yearAccountShape),
  year: textOrNull,
  /** The sums of each breeding in that year. */
  breedings: v.array(
    v.object({
      breedingId: v.id("breedings"),
      parents: v.string(),
      breedingDate: v.string(),
      money: moneyShape,
    }),
  ),
});
export type Finances = Infer<typeof financesShape>;

function book<Key>(accounts: Map<Key, Money>, key: Key, money: Money): void {
  accounts.set(key, addMoney(accounts.get(key) ?? NO_MONEY, money));
}

const isNothing = (money: Money): boolean => Object.values(money).every((cents) => cents === 0);

const yearOf = (day: string): string => day.slice(0, 4);

interface Fee {
  readonly breeding: Doc<"breedings">;
  readonly money: Money;
}

/** The result contains only fees that are due by the date. Breedings without a fee are not read. */
async function readFees(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  reader: BreedingReader,
  today: string | undefined,
): Promise<Fee[]> {
  const breedings = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_stud_fee", (q) => q.eq("kennelId", kennelId).gt("studFeeCents", 0))
    .take(MAX_BREEDINGS_PER_KENNEL);
  const fees: Fee[] = [];
  for (const breeding of breedings) {
    reader.add(breeding);
    const money = await studMoneyOf(breeding, reader.parents, today);
    if (!isNothing(money)) fees.push({ breeding, money });
  }
  return fees;
}

/** If no year is requested, the newest year with income or costs is used. */
export async function describeFinances(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { year: asked, today }: { year: string | undefined; today: string | undefined },
): Promise<Finances> {
  const reader = new BreedingReader(ctx);
  const years = new Map<string, Money>();
  for (const row of await listFinanceYears(ctx, kennelId)) {
    book(years, row.year, {
      ...NO_MONEY,
      salesCents: row.salesCents,
      otherIncomeCents: row.incomeCents,
      otherCostCents: row.costCents,
    });
  }
  const fees = await readFees(ctx, kennelId, reader, today);
  for (const { breeding, money } of fees) book(years, yearOf(breeding.breedingDate), money);
  const sorted = [...years].sort(([one], [other]) => other.localeCompare(one));
  const year = asked === undefined ? (sorted[0]?.[0] ?? null) : requireYear(asked);
  return {
    years: sorted.map(([name, money]) => ({ year: name, money })),
    year,
    breedings: year === null ? [] : await describeYear(ctx, kennelId, year, fees, reader),
  };
}

const newestMatingFirst = (one: Doc<"breedings">, other: Doc<"breedings">): number =>
  other.breedingDate.localeCompare(one.breedingDate) || other._creationTime - one._creationTime;

/** The newest mating is first. */
async function describeYear(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  year: string,
  fees: readonly Fee[],
  reader: BreedingReader,
): Promise<Finances["breedings"]> {
  const accounts = new Map<Id<"breedings">, Money>();
  for (const { breeding, money } of fees) {
    if (yearOf(breeding.breedingDate) === year) book(accounts, breeding._id, money);
  }
  for (const { status, litterId, priceCents: salesCents = 0 } of await soldIn(ctx, kennelId, year)) {
    if (status === "sold")
      book(accounts, (await reader.breedingOf(litterId))._id, { ...NO_MONEY, salesCents });
  }
  const entries = await ctx.db
    .query("breedingFinances")
    .withIndex("by_kennel_and_date", (q) =>
      q.eq("kennelId", kennelId).gte("bookedOn", `${year}-01-01`).lte("bookedOn", `${year}-12-31`),
    )
    .take(MAX_RECORDS_PER_YEAR);
  for (const entry of entries) book(accounts, entry.breedingId, moneyOfEntry(entry));
  const touched = await Promise.all([...accounts.keys()].map(async (id) => await reader.breeding(id)));
  return await Promise.all(
    touched.sort(newestMatingFirst).map(async (breeding) => ({
      breedingId: breeding._id,
      parents: await reader.nameOf(breeding),
      breedingDate: breeding.breedingDate,
      money: accounts.get(breeding._id) ?? NO_MONEY,
    })),
  );
}
