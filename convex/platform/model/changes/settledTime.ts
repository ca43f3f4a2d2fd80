/**
 * How far time has surely come. A clock may be set by mistake, a day or forty ahead, and back; so what cannot be undone is
 * done once its time has come by a clock that has not jumped for a day, or had come before it jumped. A machine that was
 * off looks the same as one whose clock went ahead. A stretch between two jumps counts when it lasted for an hour, so that
 * what is due goes also where the machine is on only now and then.
 */
import type { Doc } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A look that comes so long after the last one, or so long before it, found that the clock has jumped. */
const MOST_AHEAD_MS = 20 * HOUR_MS;
const MOST_BACK_MS = 10 * 60_000;

const WAIT_MS = DAY_MS;
const SHORTEST_STRETCH_MS = HOUR_MS;

type Mark = Pick<Doc<"clockMarks">, "seenAt" | "steadySince" | "settledAt">;

/** Returns what a look at the clock says after an earlier one. */
function lookAfter(mark: Mark | null, now: number): Mark {
  if (mark === null) return { seenAt: now, steadySince: 0, settledAt: now };
  const { seenAt, steadySince, settledAt } = mark;
  if (now < seenAt - MOST_BACK_MS) {
    return { seenAt: now, steadySince: now, settledAt: Math.min(settledAt, now) };
  }
  if (now > seenAt + MOST_AHEAD_MS) {
    const hasLasted = seenAt - steadySince >= SHORTEST_STRETCH_MS;
    return { seenAt: now, steadySince: now, settledAt: hasLasted ? seenAt : settledAt };
  }
  const isSettled = now - steadySince >= WAIT_MS;
  return { seenAt: Math.max(seenAt, now), steadySince, settledAt: isSettled ? now : settledAt };
}

/** Notes down that the clock was looked at; returns whether it was set back since the last look. */
export async function watchClock(ctx: MutationCtx): Promise<boolean> {
  const mark = await ctx.db.query("clockMarks").first();
  const next = lookAfter(mark, Date.now());
  if (mark) await ctx.db.patch("clockMarks", mark._id, next);
  else await ctx.db.insert("clockMarks", next);
  return mark !== null && next.seenAt < mark.seenAt;
}

/** Returns the moment up to which what is due may be done that cannot be undone; the present unless the clock jumped lately. */
export async function settledNow(ctx: QueryCtx): Promise<number> {
  const now = Date.now();
  const { settledAt } = lookAfter(await ctx.db.query("clockMarks").first(), now);
  return Math.min(settledAt, now);
}

/** Says whether nothing has moved since an instant for longer than `longMs`; one that lies as far ahead is of a clock that was set back since. */
export const isLongPast = (at: number, longMs: number): boolean => Math.abs(Date.now() - at) > longMs;

/** Reads the rows that have not moved for longer than `longMs`: those between two instants, twice, as `isLongPast` says. */
export async function readStuck<Row>(
  longMs: number,
  read: (after: number, before: number) => Promise<Row[]>,
): Promise<Row[]> {
  const now = Date.now();
  return [...(await read(0, now - longMs)), ...(await read(now + longMs, Infinity))];
}

/** Says whether the clock has not jumped for a day. */
export const isTimeSettled = async (ctx: QueryCtx): Promise<boolean> =>
  (await settledNow(ctx)) === Date.now();
