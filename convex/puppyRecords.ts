/** The internal function of the record that goes with a puppy to its new home. */
import { innerPuppyQuery } from "./functions";
import { describePuppyRecord, puppyRecordShape } from "./model/puppyRecords";

/** Answers what the record of a puppy tells. */
export const toPrint = innerPuppyQuery({
  permission: "breeding:read",
  args: {},
  returns: puppyRecordShape,
  handler: async (ctx) => await describePuppyRecord(ctx, ctx.puppy, ctx.access),
});
