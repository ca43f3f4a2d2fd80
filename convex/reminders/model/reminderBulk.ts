/**
 * Changes many reminders in one transaction. The result lists unknown reminders and reminders that the caller may
 * not change. All other reminders are changed. Source: decision GAP-REM-15.
 */
import { v, type Infer } from "convex/values";
import { MAX_BULK_REMINDERS } from "../../../domain/reminders/rules";
import { ERRORS, fail, getErrorData } from "../../../domain/errors";
import { hasPermission } from "../../../domain/permissions/permissions";
import { reminderChangesSchema } from "../../../domain/reminders/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { trustedToday } from "../../platform/model/people/today";
import { getAccess, type Access } from "../../platform/model/people/identity";
import {
  completeReminder,
  removeReminder,
  restoreReminder,
  uncompleteReminder,
  updateReminder,
  type ReachedReminder,
} from "./reminders";
import { findRow } from "../../platform/model/paging/rows";

export const bulkShape = v.object({
  updated: v.number(),
  failed: v.array(v.object({ id: v.string(), message: v.string() })),
});
type BulkAnswer = Infer<typeof bulkShape>;

/** The membership in each kennel is loaded once. */
class ReminderFinder {
  readonly #access = new Map<Id<"kennels">, Access | null>();

  constructor(private readonly ctx: MutationCtx) {}

  async #accessTo(kennelId: Id<"kennels">): Promise<Access | null> {
    const known = this.#access.get(kennelId);
    if (known !== undefined) return known;
    const access = await getAccess(this.ctx, kennelId);
    this.#access.set(kennelId, access);
    return access;
  }

  /** Returns the reason for a refusal if the caller may not change the reminder. */
  async find(typedId: string, mayBeRemoved: boolean): Promise<ReachedReminder | string> {
    const reminder = await findRow(this.ctx, "reminders", typedId);
    const access = reminder && (await this.#accessTo(reminder.kennelId));
    if (!reminder || !access) return ERRORS.NOT_FOUND.message;
    if (!hasPermission(access.permissions, "reminders", "write")) return ERRORS.FORBIDDEN.message;
    return reminder.state === "removed" && !mayBeRemoved ? ERRORS.NOT_FOUND.message : { reminder, access };
  }
}

/** If a reminder is refused, nothing of that reminder has been written yet. */
async function onEach(
  ctx: MutationCtx,
  reminderIds: readonly string[],
  change: (reached: ReachedReminder) => Promise<unknown>,
  mayBeRemoved = false,
): Promise<BulkAnswer> {
  const ids = new Set(reminderIds);
  if (ids.size > MAX_BULK_REMINDERS) {
    fail("VALIDATION_FAILED", { fields: { reminderIds: `At most ${MAX_BULK_REMINDERS} reminders at once` } });
  }
  const finder = new ReminderFinder(ctx);
  const failed: BulkAnswer["failed"] = [];
  for (const id of ids) {
    const reached = await finder.find(id, mayBeRemoved);
    const message = typeof reached === "string" ? reached : await refusalOf(change(reached));
    if (message !== null) failed.push({ id, message });
  }
  return { updated: ids.size - failed.length, failed };
}

/** Returns the reason if the change was refused, or otherwise null. */
async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const data = getErrorData(error);
    if (!data) throw error;
    return Object.values(data.details.fields ?? {})[0] ?? data.message;
  }
}

/** Throws VALIDATION_FAILED for an invalid date. */
export async function completeMany(
  ctx: MutationCtx,
  ids: readonly string[],
  { today, notes }: { today: string; notes?: string | null },
): Promise<BulkAnswer> {
  const day = trustedToday(today);
  return await onEach(
    ctx,
    ids,
    async (reached) => await completeReminder(ctx, reached, { today: day, notes }),
  );
}

export const uncompleteMany = async (ctx: MutationCtx, ids: readonly string[]): Promise<BulkAnswer> =>
  await onEach(ctx, ids, async (reached) => await uncompleteReminder(ctx, reached));

export const removeMany = async (ctx: MutationCtx, ids: readonly string[]): Promise<BulkAnswer> =>
  await onEach(ctx, ids, async ({ reminder }) => await removeReminder(ctx, reminder));

export const restoreMany = async (ctx: MutationCtx, ids: readonly string[]): Promise<BulkAnswer> =>
  await onEach(ctx, ids, async ({ reminder }) => await restoreReminder(ctx, reminder), true);

/** Throws VALIDATION_FAILED for invalid changes. */
export async function updateMany(
  ctx: MutationCtx,
  ids: readonly string[],
  updates: object,
): Promise<BulkAnswer> {
  parseOrFail(reminderChangesSchema, updates);
  return await onEach(ctx, ids, async (reached) => await updateReminder(ctx, reached, updates));
}
