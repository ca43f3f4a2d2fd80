/**
 * Counts a person's actions against the limits of domain/permissions/rules.ts in the rate limiter component. The
 * count belongs to the caller's transaction. If the transaction fails, nothing is counted.
 */
import { RateLimiter } from "@convex-dev/rate-limiter";
import { RATE_LIMIT_DAYS, RATE_LIMITS, type RateLimit } from "../../../../domain/permissions/rules";
import { fail } from "../../../../domain/errors";
import { components } from "../../../_generated/api";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";

const limiter = new RateLimiter(components.rateLimiter, RATE_LIMITS);

/** A person, an API key, mails to a mailbox, an anonymous client, or a row without an account. */
export type Spender =
  | Id<"users">
  | Id<"apiKeys">
  | `${Id<"users">} to ${string}`
  | `client ${string}`
  | `row ${string}`
  | `${"sender" | "form" | "mailbox"} ${string}`;

/** Throws RATE_LIMITED with the number of seconds to wait. */
export async function spend(ctx: MutationCtx, who: Spender, limit: RateLimit, count = 1): Promise<void> {
  const retryAfterSeconds = await spendOrWait(ctx, who, limit, count);
  if (retryAfterSeconds !== null) fail("RATE_LIMITED", { retryAfterSeconds });
}

/**
 * Returns null, or the number of seconds to wait if the limit is reached. The transaction does not fail,
 * so that failed attempts are also counted.
 */
export async function spendOrWait(
  ctx: MutationCtx,
  who: Spender,
  limit: RateLimit,
  count = 1,
): Promise<number | null> {
  const take = async () => await limiter.limit(ctx, limit, { key: who, count });
  let taken = await take();
  if (!taken.ok && (await bringToNow(ctx, who, limit))) taken = await take();
  return taken.ok ? null : Math.max(1, Math.ceil(taken.retryAfter / 1000));
}

/** Nothing is counted. Returns the number of seconds to wait if the limit is reached, otherwise null. */
export async function waitFor(ctx: MutationCtx, who: Spender, limit: RateLimit): Promise<number | null> {
  const { ok, retryAfter } = await limiter.check(ctx, limit, { key: who });
  return ok ? null : Math.max(1, Math.ceil(retryAfter / 1000));
}

/**
 * The last time of a counter is in the future if the clock was set back. Returns whether the counter was restarted.
 */
async function bringToNow(ctx: MutationCtx, key: string, limit: RateLimit): Promise<boolean> {
  const { value, ts } = await limiter.getValue(ctx, limit, { key });
  if (ts <= Date.now()) return false;
  await limiter.reset(ctx, limit, { key });
  const used = RATE_LIMITS[limit].capacity - value;
  if (used > 0) await limiter.limit(ctx, limit, { key, count: used });
  return true;
}

const DAY_MS = 86_400_000;

/** The counters of deleted people and keys are also deleted. */
export async function purgeLimits(ctx: MutationCtx): Promise<null> {
  const before = Date.now() - RATE_LIMIT_DAYS * DAY_MS;
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before });
  return null;
}
