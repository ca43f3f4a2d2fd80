/**
 * Creates the kennel's calendar: matings and the best days for them, expected and actual whelpings, expected heats,
 * and the first days on which puppies may leave. Each kind is read by an index over its possible days, and at most
 * a few hundred rows are read.
 */
import { v, type Infer } from "convex/values";
import { MAX_GESTATION_DAYS } from "../../../domain/breedings/rules";
import { MAX_HEAT_DAYS } from "../../../domain/heats/rules";
import { GOING_HOME_DAYS } from "../../../domain/litters/rules";
import { addDays, daysBetween, isCalendarDay } from "../../../domain/dates/calendar-days";
import { fail } from "../../../domain/errors";
import { readCycle } from "../../../domain/heats/cycle";
import { matingsOfHeat } from "../../../domain/heats/prediction";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { preventionOf, readForecasts } from "./heatReads";
import { checkToday } from "../../platform/model/people/today";
import { heatsOf, readingsOf } from "./heatRows";
import { toReading } from "./heatShape";
import { RowsOnce } from "../../platform/model/paging/rowsOnce";

export const calendarArgs = { from: v.string(), to: v.string(), today: v.string() };

const dogShape = v.union(
  v.object({ _id: v.id("dogs"), name: v.string(), callName: v.union(v.string(), v.null()) }),
  v.null(),
);

const toEventDog = ({ _id, name, callName }: Doc<"dogs">) => ({ _id, name, callName: callName ?? null });

export const eventKinds = [
  "mating",
  "due",
  "due_by_ovulation",
  "whelping",
  "leaving",
  "heat",
  "best_mating",
  "heat_expected",
] as const;

export const calendarShape = v.array(
  v.object({
    kind: v.union(...eventKinds.map((kind) => v.literal(kind))),
    on: v.string(),
    /** The first and the last possible date of an estimate. */
    between: v.union(v.object({ from: v.string(), to: v.string() }), v.null()),
    /** Null if the bitch's record was deleted. */
    dog: dogShape,
    /** A bitch without a record has only this name. */
    dogName: v.union(v.string(), v.null()),
    breedingId: v.union(v.id("breedings"), v.null()),
    litterId: v.union(v.id("litters"), v.null()),
    /** For example the sire, or the number of puppies. */
    detail: v.union(v.string(), v.null()),
  }),
);
type CalendarEvent = Infer<typeof calendarShape>[number];

/** Calendar feeds use the row's id as the event's id, and detect changes by the row. */
export interface TracedEvent extends CalendarEvent {
  readonly rowId: Id<"breedings"> | Id<"litters"> | Id<"heats">;
  readonly sireId: Id<"dogs"> | null;
  /** Null for an event of one day. */
  readonly endOn: string | null;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** A view shows at most six weeks. A little more is allowed. */
const MOST_DAYS = 62;

const MOST_ROWS = 500;

/** An entered due date may be at most this far after the mating. */
const LONGEST_WAIT_DAYS = 2 * MAX_GESTATION_DAYS;

export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Throws VALIDATION_FAILED for invalid dates, or for more days than a view shows. */
export function checkSpan({ from, to }: Span): void {
  const isRange =
    isCalendarDay(from) && isCalendarDay(to) && from <= to && daysBetween(from, to) <= MOST_DAYS;
  if (!isRange) fail("VALIDATION_FAILED", { fields: { to: `At most ${MOST_DAYS} days can be shown` } });
}

const isWithin = ({ from, to }: Span, day: string): boolean => from <= day && day <= to;

/** Each dog is read once. */
class Names extends RowsOnce<"dogs"> {
  constructor(ctx: QueryCtx) {
    super(ctx, "dogs");
  }

  async ofBreeding({ damId, damName, sireId, sireName }: Doc<"breedings">) {
    const dam = await this.find(damId);
    const sire = await this.find(sireId);
    return {
      dog: dam && toEventDog(dam),
      dogName: dam?.name ?? damName ?? null,
      sireName: sire?.name ?? sireName ?? null,
      sireId: sire?._id ?? null,
      changedAt: Math.max(dam?.updatedAt ?? 0, sire?.updatedAt ?? 0),
    };
  }
}

const NOTHING = { between: null, litterId: null, detail: null, sireId: null, endOn: null } as const;

interface Reading {
  readonly span: Span;
  readonly names: Names;
  /** The limit applies to each kind of row. */
  readonly most: number;
}

/** The earliest event is first. Throws VALIDATION_FAILED. */
export async function describeCalendar(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { from, to, today }: Span & { today: string },
): Promise<CalendarEvent[]> {
  checkToday(today);
  checkSpan({ from, to });
  const events = await readEvents(ctx, kennelId, { from, to, today });
  return events
    .flatMap(dayByDay)
    .filter(({ on }) => isWithin({ from, to }, on))
    .sort(byDay)
    .map(({ rowId: _, sireId: _sire, endOn: _end, createdAt: _made, changedAt: _saved, ...event }) => event);
}

/** The page shows each of the best mating days separately, so that the breeder can choose one. */
function dayByDay(event: TracedEvent): TracedEvent[] {
  if (event.kind !== "best_mating" || event.endOn === null) return [event];
  const days = daysBetween(event.on, event.endOn) + 1;
  return Array.from({ length: days }, (_, day) => ({ ...event, on: addDays(event.on, day) }));
}

const byDay = (a: TracedEvent, b: TracedEvent): number => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1);

/** The period may have any length. The earliest event is first. */
export async function readEvents(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { today, ...span }: Span & { today: string },
  most = MOST_ROWS,
): Promise<TracedEvent[]> {
  const reading = { span, names: new Names(ctx), most };
  const events = [
    ...(await breedingEvents(ctx, kennelId, reading)),
    ...(await litterEvents(ctx, kennelId, reading)),
    ...(await heatEvents(ctx, kennelId, today, reading)),
    ...(await expectedHeats(ctx, kennelId, today, reading)),
  ];
  return events.sort(byDay);
}

async function breedingEvents(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { span, names, most }: Reading,
): Promise<TracedEvent[]> {
  const rows = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) =>
      q
        .eq("kennelId", kennelId)
        .gte("breedingDate", addDays(span.from, -LONGEST_WAIT_DAYS))
        .lte("breedingDate", span.to),
    )
    .order("desc")
    .take(most);
  const events = await Promise.all(rows.map(async (row) => await eventsOfBreeding(ctx, row, span, names)));
  return events.flat();
}

async function eventsOfBreeding(
  ctx: QueryCtx,
  row: Doc<"breedings">,
  span: Span,
  names: Names,
): Promise<TracedEvent[]> {
  if (row.status === "failed") return [];
  const isExpecting =
    (row.status === "bred" || row.status === "confirmed") && row.actualDueDate === undefined;
  const isMatingShown = isWithin(span, row.breedingDate);
  // Ovulation moves the due date by less than the length of a heat. Breedings further away therefore have no event
  // in this view.
  const isDueNear = isExpecting && isNearSpan(span, row.expectedDueDate ?? row.breedingDate);
  if (!isMatingShown && !isDueNear) return [];
  const { dog, dogName, sireName, sireId, changedAt: namedAt } = await names.ofBreeding(row);
  const common = {
    ...NOTHING,
    dog,
    dogName,
    breedingId: row._id,
    detail: sireName,
    rowId: row._id,
    sireId,
    createdAt: row._creationTime,
    changedAt: Math.max(row.updatedAt, namedAt),
  };
  const events: TracedEvent[] = [];
  if (isMatingShown) events.push({ ...common, kind: "mating", on: row.breedingDate });
  if (!isDueNear) return events;
  if (row.expectedDueDate !== undefined && isWithin(span, row.expectedDueDate)) {
    events.push({ ...common, kind: "due", on: row.expectedDueDate });
  }
  const due = await dueByOvulation(ctx, row);
  if (due && isWithin(span, due.on)) {
    const between = { from: due.from, to: due.to };
    const changedAt = Math.max(common.changedAt, due.changedAt);
    events.push({ ...common, kind: "due_by_ovulation", on: due.on, between, changedAt });
  }
  return events;
}

const NEAR_DAYS = 30;

const isNearSpan = ({ from, to }: Span, day: string): boolean =>
  addDays(from, -NEAR_DAYS) <= day && day <= addDays(to, NEAR_DAYS);

/** The due date is calculated from the readings of the mating's heat. */
async function dueByOvulation(ctx: QueryCtx, row: Doc<"breedings">) {
  if (row.damId === undefined) return null;
  const heat = await heatsOf(ctx, { kennelId: row.kennelId, _id: row.damId }).order("desc").first();
  if (!heat || matingsOfHeat(heat.startOn, [row]).length === 0) return null;
  const readings = await readingsOf(ctx, heat);
  const { due } = readCycle(heat.startOn, readings.map(toReading));
  return (
    due && { ...due, changedAt: Math.max(heat.updatedAt, ...readings.map(({ updatedAt }) => updatedAt)) }
  );
}

const puppies = (count: number): string => (count === 1 ? "1 puppy" : `${count} puppies`);

async function litterEvents(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { span, names, most }: Reading,
): Promise<TracedEvent[]> {
  const rows = await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_whelping_date", (q) =>
      q
        .eq("kennelId", kennelId)
        .gte("whelpingDate", addDays(span.from, -GOING_HOME_DAYS))
        .lte("whelpingDate", span.to),
    )
    .order("desc")
    .take(most);
  const events = rows.map(async (row): Promise<TracedEvent[]> => {
    const leavingOn = addDays(row.whelpingDate, GOING_HOME_DAYS);
    const isBorn = isWithin(span, row.whelpingDate);
    const isLeaving = row.numberAlive > 0 && isWithin(span, leavingOn);
    if (!isBorn && !isLeaving) return [];
    const breeding = await ctx.db.get("breedings", row.breedingId);
    const parents = breeding ? await names.ofBreeding(breeding) : null;
    const common = {
      ...NOTHING,
      dog: parents?.dog ?? null,
      dogName: parents?.dogName ?? null,
      breedingId: row.breedingId,
      litterId: row._id,
      rowId: row._id,
      sireId: parents?.sireId ?? null,
      createdAt: row._creationTime,
      changedAt: Math.max(row.updatedAt, parents?.changedAt ?? 0),
    };
    return [
      ...(isBorn
        ? [{ ...common, kind: "whelping" as const, on: row.whelpingDate, detail: puppies(row.numberBorn) }]
        : []),
      ...(isLeaving
        ? [{ ...common, kind: "leaving" as const, on: leavingOn, detail: puppies(row.numberAlive) }]
        : []),
    ];
  });
  return (await Promise.all(events)).flat();
}

async function heatEvents(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
  { span, names, most }: Reading,
): Promise<TracedEvent[]> {
  const rows = await ctx.db
    .query("heats")
    .withIndex("by_kennel_and_start", (q) =>
      q.eq("kennelId", kennelId).gte("startOn", addDays(span.from, -MAX_HEAT_DAYS)).lte("startOn", span.to),
    )
    .order("desc")
    .take(most);
  const events = rows.map(async (row): Promise<TracedEvent[]> => {
    const best = await bestMatingOf(ctx, row, today);
    const hasBegun = isWithin(span, row.startOn);
    const isBestNear = best !== null && best.from <= span.to && best.to >= span.from;
    if (!hasBegun && !isBestNear) return [];
    const dog = await names.find(row.dogId);
    const common = {
      ...NOTHING,
      dog: dog && toEventDog(dog),
      dogName: dog?.name ?? null,
      breedingId: null,
      rowId: row._id,
      createdAt: row._creationTime,
      changedAt: Math.max(row.updatedAt, dog?.updatedAt ?? 0),
    };
    return [
      ...(hasBegun ? [{ ...common, kind: "heat" as const, on: row.startOn, endOn: row.endOn ?? null }] : []),
      ...(isBestNear
        ? [
            {
              ...common,
              kind: "best_mating" as const,
              on: best.from,
              endOn: best.to,
              changedAt: Math.max(common.changedAt, best.changedAt),
            },
          ]
        : []),
    ];
  });
  return (await Promise.all(events)).flat();
}

/** Returns null if there are no readings or the days are over. */
async function bestMatingOf(ctx: QueryCtx, heat: Doc<"heats">, today: string) {
  if (addDays(heat.startOn, MAX_HEAT_DAYS) < today) return null;
  const readings = await readingsOf(ctx, heat);
  const { bestMating } = readCycle(heat.startOn, readings.map(toReading));
  if (bestMating === null || bestMating.to < today) return null;
  return { ...bestMating, changedAt: Math.max(...readings.map(({ updatedAt }) => updatedAt)) };
}

async function expectedHeats(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
  { span, names }: Reading,
): Promise<TracedEvent[]> {
  // An expected heat that has not begun by today appears in the list of heats, not on a past day of the calendar.
  if (span.to < today) return [];
  const forecasts = await readForecasts(ctx, kennelId, today);
  const events = forecasts.map(async ({ dogId, last, changedAt, prediction }): Promise<TracedEvent[]> => {
    if (!prediction || prediction.expectedOn < today || !isWithin(span, prediction.expectedOn)) return [];
    const dog = await names.find(dogId);
    if (!dog || preventionOf(dog) !== null) return [];
    const { expectedOn: on, fromOn, toOn } = prediction;
    return [
      {
        ...NOTHING,
        kind: "heat_expected",
        on,
        between: { from: fromOn, to: toOn },
        dog: toEventDog(dog),
        dogName: dog.name,
        breedingId: null,
        rowId: last._id,
        createdAt: last._creationTime,
        changedAt: Math.max(changedAt, dog.updatedAt),
      },
    ];
  });
  return (await Promise.all(events)).flat();
}
