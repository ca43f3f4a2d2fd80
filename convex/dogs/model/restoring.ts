/** What a dog says of other records, calculated again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MOST_COMPARED } from "../../platform/model/restoring";
import { refoldDog } from "./refolding";

/** Counts what other records say of a dog. */
export async function compareDog(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const { kennelId, _id: dogId } = dog;
  let offspringCount = 0;
  for (const [index, parent] of [
    ["by_kennel_and_sire_and_birth", "sireId"],
    ["by_kennel_and_dam_and_birth", "damId"],
  ] as const) {
    const offspring =
      index === "by_kennel_and_sire_and_birth"
        ? ctx.db.query("dogs").withIndex(index, (q) => q.eq("kennelId", kennelId).eq("sireId", dogId))
        : ctx.db.query("dogs").withIndex(index, (q) => q.eq("kennelId", kennelId).eq("damId", dogId));
    offspringCount += (await offspring.take(MOST_COMPARED)).filter((row) => row[parent] === dogId).length;
  }
  const records = await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MOST_COMPARED);
  const photos = await ctx.db
    .query("photos")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MOST_COMPARED);
  await ctx.db.patch("dogs", dogId, {
    ...refoldDog(dog),
    offspringCount,
    healthRecordCount: records.length,
    photoCount: photos.length,
  });
}
