/** Whether the owner's plan has room for the dogs that a restore would add. */
import { isCounted, limitReachedText, roomNeededText } from "../../../domain/billing/dog-limit";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getCountedDogs } from "../../platform/model/changes/counters";
import { findLimitBreach } from "../../billing/model/dogLimit";
import { findCurrent } from "./restoreFinding";

/** Counts the dogs of a backup, by their former ids, that need no additional room. */
export async function countKnown(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogIds, isAdding }: { dogIds: readonly string[]; isAdding: boolean },
): Promise<number> {
  let known = 0;
  for (const id of dogIds) {
    const dog = (await findCurrent(ctx, { kennelId }, "dogs", id))?.row;
    if (!dog || !("isExternal" in dog)) continue;
    // An existing dog stays unchanged if the restore only adds missing records.
    if (isAdding || (!dog.isExternal && isCounted(dog.status))) known += 1;
  }
  return known;
}

/**
 * Returns why so many dogs of a backup do not fit into the plan, or null. If the backup is restored exactly, its
 * dogs replace the existing ones.
 */
export async function findNoRoom(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogs, isExact }: { dogs: number; isExact: boolean },
): Promise<string | null> {
  const added = dogs - (isExact ? await getCountedDogs(ctx, kennelId) : 0);
  const breach = added <= 0 ? null : await findLimitBreach(ctx, kennelId, added);
  return breach && `${roomNeededText("This backup", breach, added)} ${limitReachedText(breach)}`;
}
