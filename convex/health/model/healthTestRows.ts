/** Finds the stored health tests of a dog. */
import { MAX_TESTS_PER_DOG } from "../../../domain/health/rules";
import { fail } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Reads a dog's tests, the newest first. */
export const testRowsOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"healthTests">[]> =>
  await ctx.db
    .query("healthTests")
    .withIndex("by_kennel_and_dog_and_tested", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc")
    .take(MAX_TESTS_PER_DOG);

/** Finds a test of the dog; throws NOT_FOUND for any other. */
export async function requireHealthTest(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  testId: string,
): Promise<Doc<"healthTests">> {
  const id = ctx.db.normalizeId("healthTests", testId);
  const row = id && (await ctx.db.get("healthTests", id));
  return row?.dogId === dog._id ? row : fail("NOT_FOUND");
}
