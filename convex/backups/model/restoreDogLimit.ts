/** Whether the plan of a kennel's owner has room for the dogs that a restore would add. */
import { isCounted } from "../../../domain/billing/dog-limit";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getCountedDogs } from "../../platform/model/changes/counters";
import { findLimitBreach } from "../../billing/model/dogLimit";
import { findCurrent } from "./restoreFinding";

/** Counts those dogs of a backup, known by their former ids, that take no further room. */
export async function countKnown(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogIds, isAdding }: { dogIds: readonly string[]; isAdding: boolean },
): Promise<number> {
  let known = 0;
  for (const id of dogIds) {
    const dog = (await findCurrent(ctx, { kennelId }, "dogs", id))?.row;
    if (!dog || !("isExternal" in dog)) continue;
    // A dog that is here stays as it is where only missing ones are added.
    if (isAdding || (!dog.isExternal && isCounted(dog.status))) known += 1;
  }
  return known;
}

/** Returns whether so many dogs of a backup that count fit; put back exactly, they take the place of what is here. */
export async function hasRoomForDogs(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogs, isExact }: { dogs: number; isExact: boolean },
): Promise<boolean> {
  const replaced = isExact ? await getCountedDogs(ctx, kennelId) : 0;
  return dogs <= replaced || (await findLimitBreach(ctx, kennelId, dogs - replaced)) === null;
}
