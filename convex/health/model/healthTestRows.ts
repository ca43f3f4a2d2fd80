/** The stored health tests of a dog: finding and deleting them, for the dog itself too when it goes. */
import { MAX_TESTS_PER_DOG } from "../../../domain/constants/health-tests";
import { fail } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { childrenNow } from "../../platform/model/cascadeRoom";
import { keepFile } from "../../platform/model/keptFiles";

const newestFirst = (ctx: QueryCtx, dog: Doc<"dogs">) =>
  ctx.db
    .query("healthTests")
    .withIndex("by_kennel_and_dog_and_tested", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .order("desc");

/** Reads a dog's tests, the newest first. */
export const testRowsOf = async (ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"healthTests">[]> =>
  await newestFirst(ctx, dog).take(MAX_TESTS_PER_DOG);

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

/** Keeps the file of a certificate that is taken off its test or goes with it. */
export async function keepCertificateFile(
  ctx: MutationCtx,
  { kennelId, certificate }: Doc<"healthTests">,
): Promise<void> {
  if (certificate) await keepFile(ctx, kennelId, certificate.storageId);
}

/** Deletes a test's row, whose certificate is kept for a while. */
export async function removeHealthTest(ctx: MutationCtx, row: Doc<"healthTests">): Promise<void> {
  await keepCertificateFile(ctx, row);
  await ctx.db.delete("healthTests", row._id);
}

/** Deletes the tests of a dog that goes. */
export async function removeTestsOf(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const tests = await childrenNow(ctx, dog, "healthTests.dogId", newestFirst(ctx, dog));
  for (const test of tests) await removeHealthTest(ctx, test);
}
