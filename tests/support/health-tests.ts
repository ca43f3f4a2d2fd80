/** Health tests for tests: one with a certificate, through the public functions. */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { TODAY, type Team } from "./backend";
import { PDF } from "./documents";

/** Records a test of the dog with a certificate and returns the test's id. */
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
  const storageId = await deployment.run(async (ctx) => await ctx.storage.store(new Blob([PDF])));
  await owner.as.action(api.health.healthTests.addCertificate, {
    dogId,
    testId,
    storageId,
    fileName: "hips.pdf",
  });
  return testId;
}
