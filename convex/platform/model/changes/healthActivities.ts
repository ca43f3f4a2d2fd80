/** Adds changes of dogs' health records to the activity list. */
import type { ActivityRecord } from "../../../../domain/dashboard/rules";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import { recordActivity, recordChange } from "./activities";

interface HealthNews {
  readonly kennelId: Id<"kennels">;
  /** Absent for puppies that are not yet recorded as dogs. */
  readonly dogId?: Id<"dogs"> | undefined;
  readonly title: string;
  readonly description: string;
  /** Absent if the record was deleted. */
  readonly record?: { readonly table: ActivityRecord; readonly id: Id<ActivityRecord> };
}

/** Repeated changes of one record become one entry. */
export async function logHealthActivity(
  ctx: MutationCtx,
  { kennelId, dogId, title, description, record }: HealthNews,
): Promise<void> {
  const news = { type: "health_record" as const, title, description, ...(dogId && { dogId }) };
  if (record) await recordChange(ctx, kennelId, { ...news, record });
  else await recordActivity(ctx, kennelId, news);
}
