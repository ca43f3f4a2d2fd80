/** The internal function for the printed record for a puppy's buyer. */
import { innerPuppyQuery } from "./builders";
import { brandOf, brandShape } from "../kennels/model/kennelSettings";
import { describePuppyRecord, puppyRecordShape } from "./model/puppyRecords";

export const toPrint = innerPuppyQuery({
  permission: "breeding:read",
  args: {},
  returns: puppyRecordShape.extend({ brand: brandShape }),
  handler: async (ctx) => ({
    ...(await describePuppyRecord(ctx, ctx.puppy, ctx.access)),
    brand: await brandOf(ctx, ctx.puppy.kennelId),
  }),
});
