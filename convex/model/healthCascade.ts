/** What of a dog's health goes with the dog: its records and its doses. Source: decision GAP-DOG-15. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** Rows of each kind that one dog may take along, well inside what a transaction may write. */
const MAX_ROWS = 4000;

/** Deletes a dog's health records and immunizations. */
export async function removeHealthOf(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const records = await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .take(MAX_ROWS);
  for (const { _id } of records) await ctx.db.delete("healthRecords", _id);
  const doses = await ctx.db
    .query("immunizations")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .take(MAX_ROWS);
  for (const { _id } of doses) await ctx.db.delete("immunizations", _id);
}
