/**
 * A plan's limit of dogs. The kennel's owner has the plan, which counts the dogs of all kennels of that owner.
 * Sources: decisions GAP-BILL-04 to 06.
 */
import { v } from "convex/values";
import { PLAN_TYPES, PLANS } from "../../../domain/billing/rules";
import { checkDogLimit, isCounted, type DogLimitCheck } from "../../../domain/billing/dog-limit";
import type { DogStatus } from "../../../domain/dogs/rules";
import { fail } from "../../../domain/errors";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getCountedDogs } from "../../platform/model/changes/counters";
import { ownedKennels, requireKennel } from "../../platform/model/people/kennels";
import { planOf } from "./subscriptions";

export const dogLimitShape = v.object({
  canAddDog: v.boolean(),
  currentCount: v.number(),
  limit: v.union(v.number(), v.null()),
  planType: v.union(...PLAN_TYPES.map((type) => v.literal(type))),
});

export async function countDogsOf(ctx: QueryCtx, ownerId: Id<"users">): Promise<number> {
  let count = 0;
  for (const kennelId of await ownedKennels(ctx, ownerId)) count += await getCountedDogs(ctx, kennelId);
  return count;
}

export async function describeDogLimit(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<DogLimitCheck> {
  const { ownerId } = await requireKennel(ctx, kennelId);
  return checkDogLimit(await planOf(ctx, ownerId), await countDogsOf(ctx, ownerId));
}

/** Returns null if the plan has room for this number of dogs. */
export async function findLimitBreach(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  added: number,
): Promise<DogLimitCheck | null> {
  const { ownerId } = await requireKennel(ctx, kennelId);
  const plan = await planOf(ctx, ownerId);
  if (PLANS[plan].dogLimit === null) return null;
  const check = checkDogLimit(plan, await countDogsOf(ctx, ownerId));
  return check.limit !== null && check.currentCount + added > check.limit ? check : null;
}

/**
 * Throws DOG_LIMIT_REACHED if there is no room for one more counted dog: a new dog, or a dog whose status becomes
 * active or retired again.
 */
export async function checkDogRoom(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  after: DogStatus,
  before: DogStatus | null,
): Promise<void> {
  const begins = isCounted(after) && (before === null || !isCounted(before));
  if (begins) await checkDogLimitAfter(ctx, kennelId, 1);
}

/** Throws DOG_LIMIT_REACHED. */
export async function checkDogLimitAfter(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  added: number,
): Promise<void> {
  const dogLimit = await findLimitBreach(ctx, kennelId, added);
  if (dogLimit) fail("DOG_LIMIT_REACHED", { dogLimit });
}
