/** Tells in the activity list what is recorded of the health of dogs. */
import type { ActivityRecord } from "../../../../domain/dashboard/rules";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import { recordActivity, recordChange } from "./activities";

interface HealthNews {
  readonly kennelId: Id<"kennels">;
  /** Absent for puppies, which are no dogs yet. */
  readonly dogId?: Id<"dogs"> | undefined;
  readonly title: string;
  readonly description: string;
  /** Absent when it is gone. */
  readonly record?: { readonly table: ActivityRecord; readonly id: Id<ActivityRecord> };
}

/** Tells that something recorded of a dog's health was changed or deleted; changing it again is the same news. */
export async function logHealthActivity(
  ctx: MutationCtx,
  { kennelId, dogId, title, description, record }: HealthNews,
): Promise<void> {
  const news = { type: "health_record" as const, title, description, ...(dogId && { dogId }) };
  if (record) await recordChange(ctx, kennelId, { ...news, record });
  else await recordActivity(ctx, kennelId, news);
}
