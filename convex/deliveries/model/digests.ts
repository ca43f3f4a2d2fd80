/**
 * The daily digest. A person who switched on the digest gets a mail each day at the chosen time. There is one mail
 * for each kennel with reminders that are overdue or due within the week. The job writes the mails and schedules
 * the next digest in one transaction.
 */
import { dayIn, DEFAULT_TIME_ZONE } from "../../../domain/dates/zones";
import { nextDigest } from "../../../domain/reminders/notices";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { addDelivery } from "./deliveries";
import { startSending } from "./deliveryClaims";
import { readDigestLines } from "./deliveryFacts";
import { kennelsToTell } from "./noticeSweep";
import { timeZoneOf } from "../../platform/model/people/timeZones";

/** Each person can have up to 100 kennels. */
const SWEEP_BATCH = 10;

/** In any time zone, the next digest is at most this far away, even if the clocks are set back. */
const LONGEST_WAIT_MS = 26 * 3_600_000;

/** Returns the person. */
async function planNext(
  ctx: MutationCtx,
  { _id, userId, digestTime }: Doc<"userSettings">,
  now: number,
): Promise<Doc<"users"> | null> {
  const user = await ctx.db.get("users", userId);
  await ctx.db.patch("userSettings", _id, {
    digestAt: user ? nextDigest(user.timeZone ?? DEFAULT_TIME_ZONE, now, digestTime) : undefined,
  });
  return user;
}

async function writeDigests(ctx: MutationCtx, settings: Doc<"userSettings">, now: number): Promise<number> {
  const user = await planNext(ctx, settings, now);
  if (!user) return 0;
  let added = 0;
  for (const kennelId of await kennelsToTell(ctx, user._id)) {
    const day = dayIn(await timeZoneOf(ctx, kennelId), now);
    const asked = { userId: user._id, mutedTypes: settings.mutedTypes ?? [] };
    if ((await readDigestLines(ctx, kennelId, day, asked)).length === 0) continue;
    const recipient = { user, settings };
    const rows = await addDelivery(ctx, {
      kind: "digest",
      kennelId,
      recipient,
      channel: "email",
      day,
      sendAt: now,
    });
    added += rows.length;
  }
  return added;
}

/** Returns how many digests this batch wrote. */
export async function sweepDigests(ctx: MutationCtx, now: number): Promise<number> {
  const due = await ctx.db
    .query("userSettings")
    .withIndex("by_digest_at", (q) => q.gt("digestAt", 0).lte("digestAt", now))
    .take(SWEEP_BATCH);
  let messages = 0;
  for (const settings of due) messages += await writeDigests(ctx, settings, now);
  // Digests that were scheduled before the clock was set back.
  const ahead = await ctx.db
    .query("userSettings")
    .withIndex("by_digest_at", (q) => q.gt("digestAt", now + LONGEST_WAIT_MS))
    .take(SWEEP_BATCH);
  for (const settings of ahead) await planNext(ctx, settings, now);
  if (due.length < SWEEP_BATCH && ahead.length < SWEEP_BATCH) await startSending(ctx, now);
  else await ctx.scheduler.runAfter(0, internal.deliveries.deliveries.sweepDigests, { at: now });
  return messages;
}
