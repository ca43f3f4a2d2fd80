/** Finds the stored health tests of a dog. */
import { MAX_TESTS_PER_DOG } from "../../../domain/health/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { requireRowOf } from "../../platform/model/paging/rows";

/** The newest test is first. */
export const testRowsOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"healthTests">[]> =>
  await ctx.db
    .query("healthTests")
    .withIndex("by_kennel_and_dog_and_tested", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(MAX_TESTS_PER_DOG);

/** Throws NOT_FOUND for another dog's test. */
export async function requireHealthTest(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  testId: string,
): Promise<Doc<"healthTests">> {
  return await requireRowOf(ctx, "healthTests", testId, { dogId: dog._id });
}
