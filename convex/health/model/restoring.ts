/** What a health record says of its attachments, calculated again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { RECORD_PARTS } from "../tables/healthRecords";

/** Has a health record begin without attachments, which are counted after it. */
export const compareHealthRecord = async (ctx: MutationCtx, record: Doc<"healthRecords">): Promise<void> =>
  await ctx.db.patch("healthRecords", record._id, RECORD_PARTS.fresh);
