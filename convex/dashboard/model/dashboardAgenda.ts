/**
 * Today's tasks: pregnancies, bitches in heat, litters to weigh and puppies that may leave, doses to give,
 * vaccinations and follow-ups. Each kind is read by an index over the few days that matter.
 */
import { v, type Infer } from "convex/values";
import { MAX_GESTATION_DAYS } from "../../../domain/breedings/rules";
import { AGENDA_DAYS, WHELPING_WAITED_DAYS } from "../../../domain/dashboard/rules";
import { MAX_HEAT_DAYS } from "../../../domain/heats/rules";
import { GOING_HOME_DAYS } from "../../../domain/litters/rules";
import { dueDateOf } from "../../../domain/breedings/dates";
import { addDays } from "../../../domain/dates/calendar-days";
import { weighingIntervalOf } from "../../../domain/litters/weighing";
import { readCycle } from "../../../domain/heats/cycle";
import { isInHeat } from "../../../domain/heats/prediction";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { preventionOf, readForecasts } from "../../heats/model/heatReads";
import { checkToday } from "../../platform/model/people/today";
import { readingsOf } from "../../heats/model/heatRows";
import { toReading } from "../../heats/model/heatShape";
import { puppiesOf } from "../../litters/model/puppyRows";
import { RowsOnce } from "../../platform/model/paging/rowsOnce";
import { textOrNull } from "../../platform/tables/shared";

export const breedingAgendaShape = v.object({
  /** The earliest due date is first. Overdue pregnancies are included. Pregnancies without a due date come last. */
  pregnancies: v.array(
    v.object({
      breedingId: v.id("breedings"),
      damName: v.string(),
      sireName: v.string(),
      status: v.union(v.literal("bred"), v.literal("confirmed")),
      breedingDate: v.string(),
      expectedDueDate: textOrNull,
    }),
  ),
  heats: v.array(
    v.object({
      dogId: v.id("dogs"),
      name: v.string(),
      startOn: v.string(),
      /** The best days for a mating, according to the progesterone tests. */
      bestFrom: textOrNull,
      bestTo: textOrNull,
    }),
  ),
  /**
   * Litters to weigh today, and litters whose puppies may leave soon. The youngest litter is first, and only
   * litters with puppies still in the kennel are listed.
   */
  litters: v.array(
    v.object({
      litterId: v.id("litters"),
      damName: v.string(),
      whelpingDate: v.string(),
      puppies: v.number(),
      /** 0 if all puppies are weighed in this round or too old to be weighed. */
      toWeigh: v.number(),
      /** The first day on which the puppies may leave, if it is within a week. */
      leavingOn: textOrNull,
    }),
  ),
});
export type BreedingAgenda = Infer<typeof breedingAgendaShape>;

const MOST_ROWS = 200;

/** Enough for several rounds of the largest litter. */
const MOST_WEIGHINGS = 400;

const DAY_MS = 86_400_000;

class DogNames extends RowsOnce<"dogs"> {
  constructor(ctx: QueryCtx) {
    super(ctx, "dogs");
  }

  async nameOf(id: Id<"dogs"> | undefined, text: string | undefined): Promise<string> {
    const dog = await this.find(id);
    return dog?.callName ?? dog?.name ?? text ?? "Unknown";
  }
}

type Awaiting = Doc<"breedings"> & { status: "bred" | "confirmed" };
type Expecting = Awaiting & { expectedDueDate: string };

/** If the due date is not set, the date of the mating is used. */
async function readAwaiting(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { from, to }: { from: string; to: string },
): Promise<Awaiting[]> {
  const found: Awaiting[] = [];
  for (const status of ["bred", "confirmed"] as const) {
    const rows = await ctx.db
      .query("breedings")
      .withIndex("by_kennel_and_status_and_date", (q) =>
        q
          .eq("kennelId", kennelId)
          .eq("status", status)
          // An entered due date may differ from the calculated date by some weeks.
          .gte("breedingDate", addDays(from, -2 * MAX_GESTATION_DAYS))
          .lte("breedingDate", to),
      )
      .order("desc")
      .take(MOST_ROWS);
    for (const row of rows) {
      const { expectedDueDate = dueDateOf(row.breedingDate), actualDueDate } = row;
      if (actualDueDate === undefined && from <= expectedDueDate && expectedDueDate <= to)
        found.push({ ...row, status });
    }
  }
  return found;
}

const firstDueFirst = (one: Expecting, other: Expecting): number =>
  one.expectedDueDate < other.expectedDueDate ? -1 : 1;

const isExpecting = (row: Awaiting): row is Expecting => row.expectedDueDate !== undefined;

/** The earliest due date is first. */
export const readExpecting = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  span: { from: string; to: string },
): Promise<Expecting[]> =>
  (await readAwaiting(ctx, kennelId, span)).filter(isExpecting).toSorted(firstDueFirst);

async function readPregnancies(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
  names: DogNames,
): Promise<BreedingAgenda["pregnancies"]> {
  const span = { from: addDays(today, -WHELPING_WAITED_DAYS), to: addDays(today, 2 * MAX_GESTATION_DAYS) };
  const awaiting = await readAwaiting(ctx, kennelId, span);
  const isUndated = (row: Awaiting) => !isExpecting(row);
  const rows = [...awaiting.filter(isExpecting).toSorted(firstDueFirst), ...awaiting.filter(isUndated)];
  return await Promise.all(
    rows.map(async (row) => ({
      breedingId: row._id,
      damName: await names.nameOf(row.damId, row.damName),
      sireName: await names.nameOf(row.sireId, row.sireName),
      ...{ status: row.status, breedingDate: row.breedingDate },
      expectedDueDate: row.expectedDueDate ?? null,
    })),
  );
}

async function readHeats(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
  names: DogNames,
): Promise<BreedingAgenda["heats"]> {
  const rows = await ctx.db
    .query("heats")
    .withIndex("by_kennel_and_start", (q) =>
      q.eq("kennelId", kennelId).gte("startOn", addDays(today, -MAX_HEAT_DAYS)).lte("startOn", today),
    )
    .order("desc")
    .take(MOST_ROWS);
  const found: BreedingAgenda["heats"] = [];
  for (const heat of rows) {
    if (!isInHeat({ startOn: heat.startOn, endOn: heat.endOn ?? null }, today)) continue;
    const dog = await names.find(heat.dogId);
    if (!dog || preventionOf(dog) !== null) continue;
    const { bestMating } = readCycle(heat.startOn, (await readingsOf(ctx, heat)).map(toReading));
    found.push({
      dogId: dog._id,
      name: dog.callName ?? dog.name,
      startOn: heat.startOn,
      bestFrom: bestMating?.from ?? null,
      bestTo: bestMating?.to ?? null,
    });
  }
  return found;
}

/** Puppies with these statuses have no home. A kept puppy has a home and is later weighed as a dog. */
const WAITING = ["available", "reserved"] as const;

/** The litters have reached the leaving age and still have puppies without a home. */
async function findWaitingLitters(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  bornBefore: string,
): Promise<Doc<"litters">[]> {
  const ids = new Set<Id<"litters">>();
  for (const status of WAITING) {
    const puppies = await ctx.db
      .query("puppies")
      .withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId).eq("status", status))
      .order("desc")
      .take(MOST_ROWS);
    for (const { litterId } of puppies) ids.add(litterId);
  }
  const litters = await Promise.all([...ids].map(async (id) => await ctx.db.get("litters", id)));
  return litters
    .flatMap((litter) => (litter && litter.whelpingDate < bornBefore ? [litter] : []))
    .sort((a, b) => (a.whelpingDate < b.whelpingDate ? 1 : -1));
}

/**
 * Before the leaving age, every living puppy of the litter is in the kennel, also a sold one. Afterwards, only the
 * puppies without a home are in the kennel.
 */
const isHere = ({ status, isStillborn = false }: Doc<"puppies">, mayLeave: boolean): boolean =>
  !isStillborn && status !== "deceased" && !(mayLeave && (status === "sold" || status === "kept"));

/** A round is a day or, for older puppies, a week. */
async function countToWeigh(
  ctx: QueryCtx,
  litter: Doc<"litters">,
  puppies: readonly Doc<"puppies">[],
  { today, dayStartsAt }: { today: string; dayStartsAt: number },
): Promise<number> {
  const interval = weighingIntervalOf(litter.whelpingDate, today);
  if (interval === null) return 0;
  const since = dayStartsAt - (interval - 1) * DAY_MS;
  const rows = await ctx.db
    .query("puppyWeights")
    .withIndex("by_kennel_and_litter_and_weighed", (q) =>
      q.eq("kennelId", litter.kennelId).eq("litterId", litter._id).gte("weighedAt", since),
    )
    .order("desc")
    .take(MOST_WEIGHINGS);
  const weighed = new Set(rows.filter(({ removedAt }) => removedAt === undefined).map((row) => row.puppyId));
  return puppies.filter(({ _id }) => !weighed.has(_id)).length;
}

async function readLitters(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  day: { today: string; dayStartsAt: number },
  names: DogNames,
): Promise<BreedingAgenda["litters"]> {
  const youngFrom = addDays(day.today, -GOING_HOME_DAYS);
  const young = await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_whelping_date", (q) =>
      q.eq("kennelId", kennelId).gte("whelpingDate", youngFrom).lte("whelpingDate", day.today),
    )
    .order("desc")
    .take(MOST_ROWS);
  const found: BreedingAgenda["litters"] = [];
  for (const litter of [...young, ...(await findWaitingLitters(ctx, kennelId, youngFrom))]) {
    const mayLeave = litter.whelpingDate < youngFrom;
    const puppies = (await puppiesOf(ctx, litter)).filter((puppy) => isHere(puppy, mayLeave));
    if (puppies.length === 0) continue;
    const leavingOn = addDays(litter.whelpingDate, GOING_HOME_DAYS);
    const breeding = await ctx.db.get("breedings", litter.breedingId);
    found.push({
      litterId: litter._id,
      damName: await names.nameOf(breeding?.damId, breeding?.damName),
      whelpingDate: litter.whelpingDate,
      puppies: puppies.length,
      toWeigh: await countToWeigh(ctx, litter, puppies, day),
      leavingOn: !mayLeave && leavingOn <= addDays(day.today, AGENDA_DAYS) ? leavingOn : null,
    });
  }
  return found;
}

/**
 * `dayStartsAt` is the start of the user's day. Only weights after this time count as today's. Throws
 * VALIDATION_FAILED.
 */
export async function describeBreedingAgenda(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  day: { today: string; dayStartsAt: number },
): Promise<BreedingAgenda> {
  checkToday(day.today);
  const names = new DogNames(ctx);
  return {
    pregnancies: await readPregnancies(ctx, kennelId, day.today, names),
    heats: await readHeats(ctx, kennelId, day.today, names),
    litters: await readLitters(ctx, kennelId, day, names),
  };
}

export const heatsAheadShape = v.array(
  v.object({ dogId: v.id("dogs"), name: v.string(), expectedOn: v.string() }),
);

/** The heats are expected within a week, the earliest first. Throws VALIDATION_FAILED. */
export async function describeHeatsAhead(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
): Promise<Infer<typeof heatsAheadShape>> {
  checkToday(today);
  const until = addDays(today, AGENDA_DAYS);
  const found: Infer<typeof heatsAheadShape> = [];
  for (const { dogId, prediction } of await readForecasts(ctx, kennelId, today)) {
    if (!prediction || prediction.expectedOn < today || prediction.expectedOn > until) continue;
    const dog = await ctx.db.get("dogs", dogId);
    if (!dog || preventionOf(dog) !== null) continue;
    found.push({ dogId, name: dog.callName ?? dog.name, expectedOn: prediction.expectedOn });
  }
  return found.sort((a, b) => (a.expectedOn < b.expectedOn ? -1 : 1));
}
