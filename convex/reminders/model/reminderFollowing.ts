/**
 * Brings the reminders that a maker once planned in line with its plan of now, in the transaction that changes the
 * maker. What waits moves along; a day or a title that a person has changed stays theirs; what was completed or removed
 * by a person stays so. What is no longer called for is closed, not deleted, and comes back when it is called for again.
 */
import { MAX_PENDING_REMINDERS } from "../../../domain/reminders/rules";
import type { PlannedReminder } from "../../../domain/reminders/generated";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getReminderCounts } from "./reminderCounts";
import { insertRow, patchRow } from "./reminderRows";
import { withUsual } from "./reminderShape";
import { totalOf } from "../../platform/tables/tallies";

type Row = Doc<"reminders">;

/** Reminders of one maker that are brought in line, more than any plan makes. */
const MAX_PER_MAKER = 300;

/** Reads the reminders of a maker, such as `breeding:<id>`, whatever their state. */
export const remindersOfMaker = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  maker: string,
): Promise<Row[]> =>
  await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_source", (q) =>
      // A semicolon is the sign after the colon.
      q.eq("kennelId", kennelId).gte("source", `${maker}:`).lt("source", `${maker};`),
    )
    .take(MAX_PER_MAKER);

/** Says whether any record of a kind has reminders; the same read for all of them, where many change at once. */
export const hasPlanned = async (ctx: QueryCtx, kennelId: Id<"kennels">, kind: string): Promise<boolean> =>
  (await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_source", (q) =>
      q.eq("kennelId", kennelId).gte("source", `${kind}:`).lt("source", `${kind};`),
    )
    .first()) !== null;

const hasRoom = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> =>
  totalOf((await getReminderCounts(ctx, kennelId)).pending) < MAX_PENDING_REMINDERS;

/** A plan of a maker: what it called for before, and now; null while it calls for nothing. */
export interface FollowedPlan {
  readonly before: readonly PlannedReminder[];
  readonly now: readonly PlannedReminder[] | null;
  /** Says whether a key was planned by the maker and not asked for by a person; all are unless this says no. */
  readonly isOwnKey?: (key: string) => boolean;
  /** The dog that the maker's reminders are about, where it is another now. */
  readonly dog?: { readonly before: Id<"dogs"> | undefined; readonly now: Id<"dogs"> | undefined };
}

/** Closes a reminder that is no longer called for. */
async function close(ctx: MutationCtx, row: Row): Promise<void> {
  await patchRow(ctx, row, { state: "removed", wasCompleted: false, isClosed: true });
}

/** Reopens a reminder that was closed, unless the kennel holds all that it may. */
async function reopen(ctx: MutationCtx, row: Row, planned: PlannedReminder | undefined): Promise<void> {
  if (!(await hasRoom(ctx, row.kennelId))) return;
  const isMovedByHand = row.dueDate !== (row.occursOn ?? row.dueDate);
  await patchRow(ctx, row, {
    state: "pending",
    wasCompleted: undefined,
    isClosed: undefined,
    snoozedUntil: undefined,
    ...(planned && { occursOn: planned.dueDate, ...(!isMovedByHand && { dueDate: planned.dueDate }) }),
  });
}

/** Moves a waiting reminder to its maker's day, unless a person has given it another. */
async function move(
  ctx: MutationCtx,
  row: Row,
  planned: PlannedReminder,
  { before, dog }: FollowedPlan,
): Promise<void> {
  const { occursOn = row.dueDate } = row;
  const changes: Partial<Row> = {};
  if (planned.dueDate !== occursOn) {
    changes.occursOn = planned.dueDate;
    if (row.dueDate === occursOn) {
      changes.dueDate = planned.dueDate;
      changes.snoozedUntil = undefined;
    }
  }
  const former = before.find(({ key }) => key === planned.key);
  if (former?.title === row.title && planned.title !== row.title) changes.title = planned.title;
  if (dog && dog.before !== dog.now && row.dogId === dog.before) changes.dogId = dog.now;
  if (Object.keys(changes).length > 0) await patchRow(ctx, row, changes);
}

/** Days by which the next round of something is later than the one that was completed. */
const NEXT_ROUND_DAYS = 60;
const DAY_MS = 86_400_000;

const daysAfter = (later: string, earlier: string): number =>
  (Date.parse(later) - Date.parse(earlier)) / DAY_MS;

/** Says whether what is planned is the next round of what was completed, as a booster is a year later. */
export const isNextRound = (row: Row, planned: Pick<PlannedReminder, "dueDate">): boolean =>
  row.state === "completed" && daysAfter(planned.dueDate, row.occursOn ?? row.dueDate) >= NEXT_ROUND_DAYS;

/** Lets a completed round go its way under a name of its own, so that the next takes its place. */
export async function leaveRound(ctx: MutationCtx, row: Row): Promise<void> {
  // Behind the maker's own names, so that it is followed no more.
  await ctx.db.patch("reminders", row._id, { source: `done;${row.source}@${row.occursOn ?? row.dueDate}` });
}

async function addNextRound(ctx: MutationCtx, row: Row, planned: PlannedReminder): Promise<void> {
  if (!(await hasRoom(ctx, row.kennelId))) return;
  const { key: _, daysInAdvance, ...fields } = planned;
  const { source, kennelId, dogId, assigneeId } = row;
  await leaveRound(ctx, row);
  const notifications = withUsual({ daysInAdvance });
  const next = { ...fields, kennelId, dogId, assigneeId, source, notifications, occursOn: planned.dueDate };
  await insertRow(ctx, next);
}

/** Brings one reminder in line; which one it is stands in its key. */
async function followOne(ctx: MutationCtx, row: Row, key: string, plan: FollowedPlan): Promise<void> {
  const isOwn = plan.isOwnKey?.(key) ?? true;
  const planned = plan.now?.find((one) => one.key === key);
  const isCalledFor = plan.now !== null && (planned !== undefined || !isOwn);
  if (row.state === "pending") {
    if (!isCalledFor) await close(ctx, row);
    else if (planned) await move(ctx, row, planned, plan);
  } else if (row.isClosed && isCalledFor) {
    await reopen(ctx, row, planned);
  } else if (planned && isNextRound(row, planned)) {
    await addNextRound(ctx, row, planned);
  }
}

/** Brings the reminders of a maker in line with its plan; calculates the plan only where there are any. */
export async function followPlan(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  maker: string,
  readPlan: () => FollowedPlan | Promise<FollowedPlan>,
): Promise<void> {
  const rows = await remindersOfMaker(ctx, kennelId, maker);
  if (rows.length === 0) return;
  const plan = await readPlan();
  for (const row of rows) await followOne(ctx, row, row.source?.slice(maker.length + 1) ?? "", plan);
}
