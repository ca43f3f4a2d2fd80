/** Whether the plan of a kennel's owner has room for the dogs that a restore would add. */
import { isCounted } from "../../domain/billing/dog-limit";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getCountedDogs } from "./counters";
import { findLimitBreach } from "./dogLimit";
import { findCurrent } from "./restoreWriting";

/** Answers whether the dogs of a backup that count, known by their former ids, fit beside those that are here. */
export async function hasRoomForDogs(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogIds, isExact }: { dogIds: readonly string[]; isExact: boolean },
): Promise<boolean> {
  // What is put back exactly takes the place of what is here.
  let known = isExact ? await getCountedDogs(ctx, kennelId) : 0;
  for (const id of isExact ? [] : dogIds) {
    const dog = (await findCurrent(ctx, { kennelId }, "dogs", id))?.row;
    if (dog && "isExternal" in dog && !dog.isExternal && isCounted(dog.status)) known += 1;
  }
  return (await findLimitBreach(ctx, kennelId, dogIds.length - known)) === null;
}
