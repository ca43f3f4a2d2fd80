/** What a health record says of its dog and its attachments, calculated again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MOST_COMPARED } from "../../platform/model/restoring";
import { searchTextOf } from "./healthSearch";

/** Counts a health record's attachments, and renews the text that it is found by. */
export async function compareHealthRecord(ctx: MutationCtx, record: Doc<"healthRecords">): Promise<void> {
  const { kennelId, _id } = record;
  const attachments = await ctx.db
    .query("healthAttachments")
    .withIndex("by_kennel_and_record", (q) => q.eq("kennelId", kennelId).eq("recordId", _id))
    .take(MOST_COMPARED);
  const dog = await ctx.db.get("dogs", record.dogId);
  await ctx.db.patch("healthRecords", _id, {
    attachmentCount: attachments.length,
    ...(dog && { searchText: searchTextOf(record, dog) }),
  });
}
