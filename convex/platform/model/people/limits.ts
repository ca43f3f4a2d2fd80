/**
 * Counts what a person does against the limits of domain/permissions/rules.ts, in the rate limiter component. The
 * count is part of the caller's transaction: work that fails afterwards gives back what it had taken.
 */
import { RateLimiter } from "@convex-dev/rate-limiter";
import { RATE_LIMIT_DAYS, RATE_LIMITS, type RateLimit } from "../../../../domain/permissions/rules";
import { fail } from "../../../../domain/errors";
import { components } from "../../../_generated/api";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";

const limiter = new RateLimiter(components.rateLimiter, RATE_LIMITS);

/** Takes `count` from what a person or an API key may do, or may send to a mailbox; throws RATE_LIMITED with the wait in seconds when that is used up. */
export async function spend(
  ctx: MutationCtx,
  who: Id<"users"> | Id<"apiKeys"> | `${Id<"users">} to ${string}`,
  limit: RateLimit,
  count = 1,
): Promise<void> {
  const take = async () => await limiter.limit(ctx, limit, { key: who, count });
  let taken = await take();
  if (!taken.ok && (await bringToNow(ctx, who, limit))) taken = await take();
  if (!taken.ok) fail("RATE_LIMITED", { retryAfterSeconds: Math.max(1, Math.ceil(taken.retryAfter / 1000)) });
}

/** Has a count begin now that was last taken from by a clock which has been set back since; returns whether it was one. */
async function bringToNow(ctx: MutationCtx, key: string, limit: RateLimit): Promise<boolean> {
  const { value, ts } = await limiter.getValue(ctx, limit, { key });
  if (ts <= Date.now()) return false;
  await limiter.reset(ctx, limit, { key });
  const used = RATE_LIMITS[limit].capacity - value;
  if (used > 0) await limiter.limit(ctx, limit, { key, count: used });
  return true;
}

const DAY_MS = 86_400_000;

/** Forgets counts that were begun long ago, those of people and keys that are gone among them. */
export async function purgeLimits(ctx: MutationCtx): Promise<null> {
  const before = Date.now() - RATE_LIMIT_DAYS * DAY_MS;
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before });
  return null;
}
