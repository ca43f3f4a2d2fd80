/** Deletes expired rows. Each table in the list states after how many days its rows expire. */
import { v } from "convex/values";
import { ACTIVITY_DAYS } from "../../domain/dashboard/rules";
import { DELIVERY_DAYS } from "../../domain/deliveries/rules";
import { internal } from "../_generated/api";
import { unrecordedMutation } from "./functions";
import { settledNow, watchClock as look } from "./model/changes/settledTime";

const DAY_MS = 86_400_000;

const BATCH = 500;

const DAYS_KEPT = {
  accountMails: 90,
  activities: ACTIVITY_DAYS,
  deliveries: DELIVERY_DAYS,
  // Stripe resends an event for three days, and an operator can have it resent for 30 days.
  stripeEvents: 35,
} as const;
type AgingTable = keyof typeof DAYS_KEPT;

/** Schedules the next batch. */
export const purge = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    let isMore = false;
    const settled = await settledNow(ctx);
    for (const table of Object.keys(DAYS_KEPT) as AgingTable[]) {
      const before = settled - DAYS_KEPT[table] * DAY_MS;
      const old = await ctx.db
        .query(table)
        .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
        .take(BATCH);
      for (const { _id } of old) await ctx.db.delete(table, _id);
      isMore ||= old.length === BATCH;
    }
    if (isMore) await ctx.scheduler.runAfter(0, internal.platform.retention.purge, {});
    return null;
  },
});

/** If the clock has been set back, functions that were scheduled too late are rescheduled. */
export const watchClock = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await look(ctx))
      await ctx.scheduler.runAfter(0, internal.reminders.reminders.replan, { cursor: null });
    return null;
  },
});
