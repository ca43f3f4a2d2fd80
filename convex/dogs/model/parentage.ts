/** Reads the breedings in which a dog is the sire or the dam. */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** The breedings are sorted by date. The dog's gender determines its role: sire or dam. */
export const breedingsOf = (ctx: QueryCtx, dog: Pick<Doc<"dogs">, "_id" | "kennelId" | "gender">) =>
  dog.gender === "male"
    ? ctx.db
        .query("breedings")
        .withIndex("by_kennel_and_sire_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("sireId", dog._id))
    : ctx.db
        .query("breedings")
        .withIndex("by_kennel_and_dam_and_date", (q) => q.eq("kennelId", dog.kennelId).eq("damId", dog._id));
