/** Lists over all dogs hide reminders that wait for their batch because their owner is deleted. */
import type { NamedTableInfo, OrderedQuery } from "convex/server";
import type { DataModel, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { readOrphans } from "../../platform/model/changes/cascades";

type Reminders = OrderedQuery<NamedTableInfo<DataModel, "reminders">>;

export async function withoutOrphans(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  reminders: Reminders,
): Promise<Reminders> {
  const waiting = (await readOrphans(ctx, kennelId)).ownersOf("reminders");
  if (waiting.length === 0) return reminders;
  // The filter is needed only for the seconds that the batches take. An index for it would cost a write for every
  // reminder.
  // oxlint-disable-next-line studbook/no-filter-in-query
  return reminders.filter((q) =>
    q.and(
      ...waiting.map(({ field, ownerId }) => q.neq<string | undefined>(q.field(field as "dogId"), ownerId)),
    ),
  );
}
