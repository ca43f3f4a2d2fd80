/** Whether the owner's plan has room for the dogs that a restore would add. */
import { isCounted, limitReachedText, roomNeededText } from "../../../domain/billing/dog-limit";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getCountedDogs } from "../../platform/model/changes/counters";
import { findLimitBreach } from "../../billing/model/dogLimit";
import { findCurrent } from "./restoreFinding";

/** These dogs need no additional room. They are found by their former ids. */
export async function countKnown(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogIds, isAdding }: { dogIds: readonly string[]; isAdding: boolean },
): Promise<number> {
  let known = 0;
  for (const id of dogIds) {
    const dog = (await findCurrent(ctx, { kennelId }, "dogs", id))?.row;
    if (!dog || !("isExternal" in dog)) continue;
    // If the restore only adds missing records, an existing dog stays unchanged.
    if (isAdding || (!dog.isExternal && isCounted(dog.status))) known += 1;
  }
  return known;
}

/** Returns null if there is room. In an exact restore, the dogs of the backup replace the existing dogs. */
export async function findNoRoom(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogs, isExact }: { dogs: number; isExact: boolean },
): Promise<string | null> {
  const added = dogs - (isExact ? await getCountedDogs(ctx, kennelId) : 0);
  const breach = added <= 0 ? null : await findLimitBreach(ctx, kennelId, added);
  return breach && `${roomNeededText("This backup", breach, added)} ${limitReachedText(breach)}`;
}
