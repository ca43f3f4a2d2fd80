/**
 * Updates the reminders of a source when its plan changes, in the same transaction. Pending reminders get their new
 * dates. Dates and titles that a person has changed are kept. Completed reminders and reminders that a person
 * removed do not change. A reminder that is no longer planned is closed, not deleted. It is opened again when it is
 * planned again.
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

/** No plan contains more reminders. */
const MAX_PER_MAKER = 300;

/** `maker` is a source such as `breeding:<id>`. Reminders in any state are read. */
export const remindersOfMaker = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  maker: string,
): Promise<Row[]> =>
  await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_source", (q) =>
      // The semicolon is the character after the colon, so the range contains exactly the keys that begin with
      // `maker:`.
      q.eq("kennelId", kennelId).gte("source", `${maker}:`).lt("source", `${maker};`),
    )
    .take(MAX_PER_MAKER);

/** When many records change together, one such read can save many reads. */
export const hasPlanned = async (ctx: QueryCtx, kennelId: Id<"kennels">, kind: string): Promise<boolean> =>
  (await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_source", (q) =>
      q.eq("kennelId", kennelId).gte("source", `${kind}:`).lt("source", `${kind};`),
    )
    .first()) !== null;

const hasRoom = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> =>
  totalOf((await getReminderCounts(ctx, kennelId)).pending) < MAX_PENDING_REMINDERS;

/** Null if the source plans nothing. */
export interface FollowedPlan {
  readonly before: readonly PlannedReminder[];
  readonly now: readonly PlannedReminder[] | null;
  /** False for a key that a person requested. By default, the source planned all keys. */
  readonly isOwnKey?: (key: string) => boolean;
  /** Set if the dog of the source's reminders has changed. */
  readonly dog?: { readonly before: Id<"dogs"> | undefined; readonly now: Id<"dogs"> | undefined };
}

/** The reminder is no longer planned. */
async function close(ctx: MutationCtx, row: Row): Promise<void> {
  await patchRow(ctx, row, { state: "removed", wasCompleted: false, isClosed: true });
}

/** Nothing happens if the kennel already has the maximum number of reminders. */
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

/** Nothing happens if a person has set another date. */
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

/** The least number of days between a completed reminder and the next round. */
const NEXT_ROUND_DAYS = 60;
const DAY_MS = 86_400_000;

const daysAfter = (later: string, earlier: string): number =>
  (Date.parse(later) - Date.parse(earlier)) / DAY_MS;

/** The next round comes after a completed reminder, such as a booster a year later. */
export const isNextRound = (row: Row, planned: Pick<PlannedReminder, "dueDate">): boolean =>
  row.state === "completed" && daysAfter(planned.dueDate, row.occursOn ?? row.dueDate) >= NEXT_ROUND_DAYS;

/** The next round can then use the old key. */
export async function leaveRound(ctx: MutationCtx, row: Row): Promise<void> {
  // No source creates such a key, so no source updates this reminder any longer.
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

/** The plan is calculated only if the source has reminders. */
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
