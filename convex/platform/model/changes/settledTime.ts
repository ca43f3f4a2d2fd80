/**
 * Decides which time has certainly come. A clock may be wrong by one day or by forty days, and may later be
 * corrected. A deletion that nobody can undo therefore waits until the clock has run for a day without a jump,
 * unless the deletion was already due before the jump. A machine that was switched off looks like a machine whose
 * clock jumped ahead. A period between two jumps counts if it lasted an hour. A machine that runs only occasionally
 * therefore still deletes due data.
 */
import type { Doc } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The clock has jumped if the time since the last check is longer than this, or if the time went back by more than
 * this.
 */
const MOST_AHEAD_MS = 20 * HOUR_MS;
const MOST_BACK_MS = 10 * 60_000;

const WAIT_MS = DAY_MS;
const SHORTEST_STRETCH_MS = HOUR_MS;

type Mark = Pick<Doc<"clockMarks">, "seenAt" | "steadySince" | "settledAt">;

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

/** Returns whether the clock was set back since it was last read. */
export async function watchClock(ctx: MutationCtx): Promise<boolean> {
  const mark = await ctx.db.query("clockMarks").first();
  const next = lookAfter(mark, Date.now());
  if (mark) await ctx.db.patch("clockMarks", mark._id, next);
  else await ctx.db.insert("clockMarks", next);
  return mark !== null && next.seenAt < mark.seenAt;
}

/**
 * Irreversible deletions may be done up to the returned time: the present time, unless the clock jumped recently.
 */
export async function settledNow(ctx: QueryCtx): Promise<number> {
  const now = Date.now();
  const { settledAt } = lookAfter(await ctx.db.query("clockMarks").first(), now);
  return Math.min(settledAt, now);
}

/** The time may be in the past or in the future. A time in the future was saved before the clock was set back. */
export const isLongPast = (at: number, longMs: number): boolean => Math.abs(Date.now() - at) > longMs;

/** The rows' time is more than `longMs` away from now (`isLongPast`). */
export async function readStuck<Row>(
  longMs: number,
  read: (after: number, before: number) => Promise<Row[]>,
): Promise<Row[]> {
  const now = Date.now();
  return [...(await read(0, now - longMs)), ...(await read(now + longMs, Infinity))];
}

/** The clock must not have jumped for a day. */
export const isTimeSettled = async (ctx: QueryCtx): Promise<boolean> =>
  (await settledNow(ctx)) === Date.now();
