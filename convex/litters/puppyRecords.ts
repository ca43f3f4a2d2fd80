/** The internal function of the record that goes with a puppy to its new home. */
import { innerPuppyQuery } from "./builders";
import { brandOf, brandShape } from "../kennels/model/kennelSettings";
import { describePuppyRecord, puppyRecordShape } from "./model/puppyRecords";

/** Returns what the record of a puppy tells. */
export const toPrint = innerPuppyQuery({
  permission: "breeding:read",
  args: {},
  returns: puppyRecordShape.extend({ brand: brandShape }),
  handler: async (ctx) => ({
    ...(await describePuppyRecord(ctx, ctx.puppy, ctx.access)),
    brand: await brandOf(ctx, ctx.puppy.kennelId),
  }),
});
