/** What a health record says of its attachments, calculated again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MOST_COMPARED } from "../../platform/model/restoring";

/** Counts a health record's attachments. */
export async function compareHealthRecord(
  ctx: MutationCtx,
  { kennelId, _id }: Doc<"healthRecords">,
): Promise<void> {
  const attachments = await ctx.db
    .query("healthAttachments")
    .withIndex("by_kennel_and_record", (q) => q.eq("kennelId", kennelId).eq("recordId", _id))
    .take(MOST_COMPARED);
  await ctx.db.patch("healthRecords", _id, { attachmentCount: attachments.length });
}
