/** Adds changes of litters and their puppies to the activity list of the dam. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordActivity, recordChange } from "../../platform/model/changes/activities";
import { puppyName } from "../../../domain/litters/words";
import { readTitle } from "../../platform/model/paging/names";
import { getOrFail } from "../../platform/model/paging/rows";

/** A litter's activities need these details of the breeding. */
async function breedingOf(ctx: QueryCtx, { breedingId }: Pick<Doc<"litters">, "breedingId">) {
  const breeding = await getOrFail(ctx, "breedings", breedingId);
  return { name: await readTitle(ctx, breeding), ...(breeding.damId && { dogId: breeding.damId }) };
}

type LitterNews = "Litter weighed" | "Litter changed" | "Litter deleted" | "Puppies added";

/** Weighing all puppies becomes one entry. */
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

/** Further words may come after the puppy's name. */
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
    description: `${puppyName(puppy)}${more}, ${name}`,
    record: isThere ? { table: "puppies", id: puppy._id } : { table: "litters", id: puppy.litterId },
    ...dam,
  });
}
