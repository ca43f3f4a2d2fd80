/** Health tests for tests. */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { TODAY, type Team } from "./backend";
import { PDF } from "./documents";

export async function addCertifiedTest(
  { owner, deployment }: Team,
  dogId: string,
): Promise<Id<"healthTests">> {
  const { _id: testId } = await owner.as.mutation(api.health.healthTests.create, {
    dogId,
    kind: "ofa_hips",
    testedOn: TODAY,
    result: { type: "grade", grade: "good" },
    today: TODAY,
  });
  await addCertificate({ owner, deployment }, { testId, fileName: "hips.pdf" });
  return testId;
}

export const testOf = async ({ deployment }: Pick<Team, "deployment">, testId: string) =>
  await deployment.run(async (ctx) => {
    const id = ctx.db.normalizeId("healthTests", testId);
    const test = id && (await ctx.db.get("healthTests", id));
    return { dogId: String(test?.dogId ?? "none"), testId };
  });

/** The certificate replaces the test's current one. */
export async function addCertificate(
  { owner, deployment }: Pick<Team, "owner" | "deployment">,
  { testId, fileName }: { testId: string; fileName: string },
): Promise<void> {
  const storageId = await deployment.run(async (ctx) => await ctx.storage.store(new Blob([PDF])));
  const test = await testOf({ deployment }, testId);
  await owner.as.action(api.health.healthTests.addCertificate, { ...test, storageId, fileName });
}
