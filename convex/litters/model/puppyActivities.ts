/** Tells in the activity list what became of litters and their puppies, among the news of the dam. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordActivity, recordChange } from "../../platform/model/changes/activities";
import { readTitle, puppyNameOf } from "../../platform/model/paging/names";
import { getOrFail } from "../../platform/model/paging/rows";

/** Reads what the litter's news say of its breeding. */
async function breedingOf(ctx: QueryCtx, { breedingId }: Pick<Doc<"litters">, "breedingId">) {
  const breeding = await getOrFail(ctx, "breedings", breedingId);
  return { name: await readTitle(ctx, breeding), ...(breeding.damId && { dogId: breeding.damId }) };
}

type LitterNews = "Litter weighed" | "Litter changed" | "Litter deleted" | "Puppies added";

/** Tells of a litter; a session of weighing it is one entry, however many puppies there are. */
export async function logLitterActivity(
  ctx: MutationCtx,
  litter: Pick<Doc<"litters">, "_id" | "kennelId" | "breedingId">,
  title: LitterNews,
): Promise<void> {
  const { name, ...dam } = await breedingOf(ctx, litter);
  const news = { type: "breeding" as const, title, description: name, ...dam };
  if (title === "Litter deleted") await recordActivity(ctx, litter.kennelId, news);
  else await recordChange(ctx, litter.kennelId, { ...news, record: { table: "litters", id: litter._id } });
}

/** Tells what became of a puppy, in words of its own after the name where there are any. */
export async function logPuppyActivity(
  ctx: MutationCtx,
  puppy: Doc<"puppies">,
  title: string,
  more = "",
): Promise<void> {
  const { name, ...dam } = await breedingOf(ctx, await getOrFail(ctx, "litters", puppy.litterId));
  const isThere = (await ctx.db.get("puppies", puppy._id)) !== null;
  await recordChange(ctx, puppy.kennelId, {
    type: "breeding",
    title,
    description: `${puppyNameOf(puppy)}${more}, ${name}`,
    record: isThere ? { table: "puppies", id: puppy._id } : { table: "litters", id: puppy.litterId },
    ...dam,
  });
}
