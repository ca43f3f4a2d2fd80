/** What a health record says of its dog, calculated again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { RECORD_PARTS } from "../tables/healthRecords";
import { searchTextOf } from "./healthSearch";

/** Has a health record begin without attachments, which are counted after it, and renews the text that it is found by. */
export async function compareHealthRecord(ctx: MutationCtx, record: Doc<"healthRecords">): Promise<void> {
  const dog = await ctx.db.get("dogs", record.dogId);
  await ctx.db.patch("healthRecords", record._id, {
    ...RECORD_PARTS.fresh,
    ...(dog && { searchText: searchTextOf(record, dog) }),
  });
}
