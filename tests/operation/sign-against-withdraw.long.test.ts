/**
 * A family signs while the kennel withdraws the contract, two hundred times. Each time exactly one of the two
 * actions must succeed, and both sides must see the same result.
 */
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { getErrorData } from "../../domain/errors";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { linesOf, readPdf } from "../support/pdf-text";
import { startRuntime, type Runtime } from "../support/runtime";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const ROUNDS = 200;
/** The maximum number of documents of one placement. */
const OF_EACH = 20;
const TODAY = "2025-06-15";

let runtime: Runtime;
let owner: SignedIn;
let kennelId: Id<"kennels">;
beforeAll(async () => {
  runtime = await startRuntime({
    ...{ functions: "convex", accounts: true },
    env: { STUDBOOK_LINK_SECRET: "a secret of the deployment" },
  });
  owner = await register(runtime.origin, person("Margaret"));
  kennelId = await firstKennelId(owner);
});
afterAll(async () => await runtime.stop());

const post = async (path: string, body: object) => {
  const response = await fetch(`${runtime.origin}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const content = (await response.json()) as { data: { session: string }; message: string };
  return { status: response.status, ...content };
};

/** Each puppy is for a different family. */
async function reserved(count: number): Promise<Id<"puppies">[]> {
  const { client } = owner;
  const dam = await client.mutation(api.dogs.dogs.create, {
    ...{ kennelId, name: "Bella", breed: "Beagle", gender: "female", today: TODAY },
  });
  const sire = await client.mutation(api.dogs.dogs.createExternal, {
    ...{ kennelId, name: "Rex", breed: "Beagle", gender: "male" },
  });
  const breeding = await client.mutation(api.breedings.breedings.create, {
    ...{ kennelId, damId: dam._id, sireId: sire._id, breedingDate: "2025-01-01" },
  });
  const litter = await client.mutation(api.litters.litters.create, {
    ...{ breedingId: breeding._id, whelpingDate: "2025-03-05", today: TODAY },
  });
  const ids: Id<"puppies">[] = [];
  for (let index = 0; index < count; index += 1) {
    const { _id } = await client.mutation(api.litters.puppies.create, { litterId: litter._id });
    await client.mutation(api.litters.puppies.reserve, {
      ...{ puppyId: _id, buyerName: `Family ${index}`, buyerId: "new", today: TODAY },
    });
    ids.push(_id);
  }
  return ids;
}

/** The browser is confirmed with the code. */
async function familySession(placementId: Id<"placements">): Promise<string> {
  const link = await owner.client.mutation(api.families.links.create, { kennelId, placementId });
  const { session } = (await post("/links/open", { token: link.address?.split("#")[1] })).data;
  await post("/links/code", { session });
  const waiting = await owner.client.query(api.families.links.get, { kennelId, placementId });
  const code = waiting?.devices.find((device) => device.code)?.code?.digits;
  expect(await post("/links/code/check", { session, code })).toMatchObject({ status: 201 });
  return session;
}

/** The word is on the last page. */
async function wordIn(filePath: string): Promise<string> {
  const bytes = await (await fetch(`${runtime.origin}/api${filePath}`)).arrayBuffer();
  const { pages } = await readPdf(bytes);
  const lines = linesOf((await readPdf(bytes, pages.length - 1)).texts);
  return (lines.find((line) => /^(?:[A-Z] ){3}[A-Z]$/u.test(line)) ?? "").replaceAll(" ", "");
}

const waitMs = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

it("exactly one of a signature and a withdrawal succeeds", async () => {
  const { id: templateId } = await owner.client.mutation(api.contracts.contractTemplates.create, {
    ...{ kennelId, name: "Short", kind: "sale", body: "# Sale\nThe buyer keeps the puppy well." },
  });
  const family = new ConvexHttpClient(runtime.origin, { logger: false });
  const outcomes = { signed: 0, withdrawn: 0 };
  for (const puppyId of await reserved(ROUNDS / OF_EACH)) {
    const { data } = await owner.client.query(api.placements.placements.list, { kennelId, puppyId });
    const placementId = data[0]?._id as Id<"placements">; // The puppy is reserved.
    const session = await familySession(placementId);
    for (let round = 0; round < OF_EACH; round += 1) {
      const { _id: signingId } = await owner.client.action(api.signings.actions.documents.send, {
        ...{ placementId, templateId, today: TODAY },
      });
      const reading = await family.query(api.signings.familySignings.read, { session, signingId });
      const word = await wordIn(reading.filePath);
      // The family or the kennel is a little later, differently in each round.
      const [familyLate, kennelLate] = [(round * 7) % 11, (round * 5) % 11];
      const [signed, withdrawn] = await Promise.all([
        waitMs(familyLate).then(async () =>
          post(`/links/signings/${signingId}/sign`, { session, word, name: "Anna Berg" }),
        ),
        waitMs(kennelLate).then(async () =>
          owner.client.mutation(api.signings.signings.withdraw, { signingId, seen: "out" }).then(
            () => null,
            (error: unknown) => getErrorData(error),
          ),
        ),
      ]);
      const seen = await owner.client.query(api.signings.signings.get, { signingId });
      const [shown] = await family.query(api.signings.familySignings.list, { session });
      expect(shown).toMatchObject({ _id: signingId, status: seen.status, signedBy: seen.signedBy });
      if (signed.status === 201) {
        expect(seen).toMatchObject({ status: "signed_by_one", signedBy: ["family"] });
        expect(withdrawn).toMatchObject({ code: "SIGNING_CLOSED" });
        expect(withdrawn?.message).toMatch(/Family \d+ signed it on/u);
        outcomes.signed += 1;
      } else {
        expect(signed.status).toBe(409);
        expect(signed.message).toMatch(/withdrew it on/u);
        expect(seen).toMatchObject({ status: "withdrawn", signedBy: [] });
        expect(withdrawn).toBeNull();
        outcomes.withdrawn += 1;
      }
    }
  }
  expect(outcomes.signed + outcomes.withdrawn).toBe(ROUNDS);
  expect(Math.min(outcomes.signed, outcomes.withdrawn)).toBeGreaterThan(0);
});
