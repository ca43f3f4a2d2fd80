/** Lists over all dogs leave out reminders whose owner is deleted and that wait for their batch. */
import type { NamedTableInfo, OrderedQuery } from "convex/server";
import type { DataModel, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { readOrphans } from "../../platform/model/changes/cascades";

type Reminders = OrderedQuery<NamedTableInfo<DataModel, "reminders">>;

/** Returns a query of a kennel's reminders that leaves out those that wait for their batch. */
export async function withoutOrphans(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  reminders: Reminders,
): Promise<Reminders> {
  const waiting = (await readOrphans(ctx, kennelId)).ownersOf("reminders");
  if (waiting.length === 0) return reminders;
  // For the seconds that the batches take; an index for it would cost every reminder a write.
  // oxlint-disable-next-line studbook/no-filter-in-query
  return reminders.filter((q) =>
    q.and(
      ...waiting.map(({ field, ownerId }) => q.neq<string | undefined>(q.field(field as "dogId"), ownerId)),
    ),
  );
}
