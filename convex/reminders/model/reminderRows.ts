/** Reads and writes the rows of reminders. */
import {
  MAX_PENDING_REMINDERS,
  REMINDER_PRIORITIES,
  REMOVED_REMINDER_DAYS,
  SEARCHED_COMPLETED,
} from "../../../domain/reminders/rules";
import { checkLimit } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getReminderCounts } from "./reminderCounts";
import { removeRow } from "../../platform/model/changes/removing";
import { settledNow } from "../../platform/model/changes/settledTime";
import { saveRow } from "../../platform/model/changes/edits";
import { totalOf } from "../../platform/tables/tallies";
import { getOrFail } from "../../platform/model/paging/rows";

type Row = Doc<"reminders">;
export type NewRow = Omit<Row, "_id" | "_creationTime" | "priorityRank" | "state" | "updatedAt" | "notifyAt">;

/** The most urgent priority has the lowest number. */
export const rankOf = (priority: Row["priority"]): number =>
  REMINDER_PRIORITIES.length - 1 - REMINDER_PRIORITIES.indexOf(priority);

/** Throws LIMIT_REACHED. */
export async function checkRoom(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<void> {
  const { pending } = await getReminderCounts(ctx, kennelId);
  checkLimit(totalOf(pending), MAX_PENDING_REMINDERS);
}

/** Throws LIMIT_REACHED. */
export async function insertRow(ctx: MutationCtx, row: NewRow): Promise<Row> {
  await checkRoom(ctx, row.kennelId);
  const id = await ctx.db.insert("reminders", {
    ...row,
    state: "pending",
    priorityRank: rankOf(row.priority),
    updatedAt: Date.now(),
  });
  return await getOrFail(ctx, "reminders", id);
}

/** Throws LIMIT_REACHED if the reminder becomes pending again and there are too many. */
export async function patchRow(
  ctx: MutationCtx,
  row: Row,
  changes: Partial<NewRow & Pick<Row, "state">>,
): Promise<Row> {
  if (changes.state === "pending" && row.state !== "pending") await checkRoom(ctx, row.kennelId);
  return await saveRow(ctx, "reminders", row, {
    ...changes,
    ...(changes.priority && { priorityRank: rankOf(changes.priority) }),
  });
}

const DAY_MS = 86_400_000;

const PURGE_BATCH = 500;

/** If a reminder has a source, its row is kept, so that the reminder is not created again. */
export async function purgeRemoved(ctx: MutationCtx): Promise<null> {
  const before = (await settledNow(ctx)) - REMOVED_REMINDER_DAYS * DAY_MS;
  const rows = await ctx.db
    .query("reminders")
    .withIndex("by_state_and_removed", (q) =>
      q.eq("state", "removed").gt("removedAt", 0).lt("removedAt", before),
    )
    .take(PURGE_BATCH);
  for (const row of rows) {
    if (row.source === undefined) await removeRow(ctx, "reminders", row);
    else await ctx.db.patch("reminders", row._id, { removedAt: undefined });
  }
  if (rows.length === PURGE_BATCH) await ctx.scheduler.runAfter(0, internal.reminders.reminders.purge, {});
  return null;
}

/** A reminder can belong to one of these records. */
export type Subject =
  | { readonly kind: "dog"; readonly row: Pick<Doc<"dogs">, "_id" | "kennelId"> }
  | { readonly kind: "breeding"; readonly row: Pick<Doc<"breedings">, "_id" | "kennelId"> }
  | { readonly kind: "litter"; readonly row: Pick<Doc<"litters">, "_id" | "kennelId"> };

/** The earliest due reminder is first. */
function inState(ctx: QueryCtx, subject: Subject, state: Row["state"]) {
  const rows = ctx.db.query("reminders");
  const { kennelId } = subject.row;
  switch (subject.kind) {
    case "dog":
      return rows.withIndex("by_kennel_and_dog_and_state_and_due", (q) =>
        q.eq("kennelId", kennelId).eq("dogId", subject.row._id).eq("state", state),
      );
    case "breeding":
      return rows.withIndex("by_kennel_and_breeding_and_state_and_due", (q) =>
        q.eq("kennelId", kennelId).eq("breedingId", subject.row._id).eq("state", state),
      );
    case "litter":
      return rows.withIndex("by_kennel_and_litter_and_state_and_due", (q) =>
        q.eq("kennelId", kennelId).eq("litterId", subject.row._id).eq("state", state),
      );
    default:
      return subject satisfies never;
  }
}

/** The earliest due reminder is first. */
export const pendingOf = async (ctx: QueryCtx, subject: Subject): Promise<Row[]> =>
  await inState(ctx, subject, "pending").take(MAX_PENDING_REMINDERS);

/** The latest due reminder is first. */
export const completedOf = async (ctx: QueryCtx, subject: Subject): Promise<Row[]> =>
  await inState(ctx, subject, "completed").order("desc").take(SEARCHED_COMPLETED);

const BOOKING = "scheduled-vaccination:";

export const sourceOfBooking = (id: Id<"scheduledVaccinations">): string => `${BOOKING}${id}`;

/** Returns null if the reminder has no source or another source. */
export function bookingOf({ source }: Pick<Doc<"reminders">, "source">): Id<"scheduledVaccinations"> | null {
  // Only `sourceOfBooking` creates a key with this beginning.
  return source?.startsWith(BOOKING) ? (source.slice(BOOKING.length) as Id<"scheduledVaccinations">) : null;
}

/**
 * The reminders may have any state. There is at most one, or two while a second reminder is about to be refused.
 */
export const remindersOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  source: string,
): Promise<Doc<"reminders">[]> =>
  await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_source", (q) => q.eq("kennelId", kennelId).eq("source", source))
    .take(2);

/** The reminder may have any state. */
export const findReminderOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  source: string,
): Promise<Doc<"reminders"> | null> => (await remindersOf(ctx, kennelId, source))[0] ?? null;
