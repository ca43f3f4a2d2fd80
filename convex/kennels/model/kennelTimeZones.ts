/** The time zone for a kennel's notices. When the zone changes, reminders/follows.ts reschedules future notices. */
import { isTimeZone } from "../../../domain/dates/zones";
import { fail } from "../../../domain/errors";
import type { MutationCtx } from "../../_generated/server";
import type { Access } from "../../platform/model/people/identity";
import { timeZoneOf } from "../../platform/model/people/timeZones";

/** Returns the zone; throws VALIDATION_FAILED for an invalid name. */
export async function setTimeZone(
  ctx: MutationCtx,
  { kennelId }: Pick<Access, "kennelId">,
  timeZone: string,
): Promise<string> {
  if (!isTimeZone(timeZone)) {
    fail("VALIDATION_FAILED", { fields: { timeZone: "Time zone must be a name such as America/New_York" } });
  }
  await ctx.db.patch("kennels", kennelId, { timeZone });
  return await timeZoneOf(ctx, kennelId);
}
