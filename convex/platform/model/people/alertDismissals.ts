/**
 * Stores the alerts that a person has dismissed, until the cause of the alert ends. Source: decision GAP-DASH-12.
 */
import { MAX_PEOPLE_PER_KENNEL } from "../../../../domain/kennels/rules";
import type { AlertKind } from "../../../../domain/dashboard/rules";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import type { Access } from "./identity";

/** One person never has more dismissals in one kennel, because there are never more causes at the same time. */
const MOST_DISMISSALS = 2000;

export interface Dismissable {
  readonly cause: string;
  readonly occurrence: string;
}

/** A cause that concerns the whole kennel has no record. */
export const causeOf = (kind: AlertKind, recordId = "kennel"): string => `${kind}.${recordId}`;

const keyOf = ({ cause, occurrence }: Dismissable): string => `${cause}.${occurrence}`;

export async function readDismissed(ctx: QueryCtx, { kennelId, user }: Access) {
  const rows = await ctx.db
    .query("alertDismissals")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", user._id))
    .take(MOST_DISMISSALS);
  const keys = new Set(rows.map(keyOf));
  return { has: (alert: Dismissable): boolean => keys.has(keyOf(alert)) };
}

export async function keepDismissed(
  ctx: MutationCtx,
  { kennelId, user }: Access,
  alerts: readonly Dismissable[],
): Promise<void> {
  const dismissedAt = Date.now();
  for (const { cause, occurrence } of alerts) {
    await ctx.db.insert("alertDismissals", {
      kennelId,
      userId: user._id,
      cause,
      occurrence,
      dismissedAt,
    });
  }
}

/** Takes back the person's dismissal of the alert, and of all alerts that were dismissed together with it. */
export async function takeBackDismissals(
  ctx: MutationCtx,
  { kennelId, user }: Access,
  isMeant: (alert: Dismissable) => boolean,
): Promise<number> {
  const rows = await ctx.db
    .query("alertDismissals")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", user._id))
    .take(MOST_DISMISSALS);
  const meant = rows.find(isMeant);
  const together = rows.filter(({ dismissedAt }) => dismissedAt === meant?.dismissedAt);
  for (const { _id } of together) await ctx.db.delete("alertDismissals", _id);
  return together.length;
}

/** Deletes the dismissals of all people, because the cause has ended or changed. */
export async function forgetDismissals(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  cause: string,
): Promise<void> {
  const rows = await ctx.db
    .query("alertDismissals")
    .withIndex("by_kennel_and_cause", (q) => q.eq("kennelId", kennelId).eq("cause", cause))
    .take(MAX_PEOPLE_PER_KENNEL * 2);
  for (const row of rows) await ctx.db.delete("alertDismissals", row._id);
}
