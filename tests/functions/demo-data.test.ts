/** The demo data goes through the public functions as it stands: 24 dogs, five generations, nothing refused or doubtful. */
import { describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { DEMO_BREED, DEMO_COLOR, DEMO_DOGS, DEMO_KENNEL } from "../../scripts/demo-data";
import { firstKennelOf, signIn, startDeployment } from "../support/backend";

describe("the demo", () => {
  it("is accepted dog by dog, without a warning", async () => {
    const owner = await signIn(startDeployment(), "owner@example.com");
    const kennelId = await firstKennelOf(owner);
    await owner.as.mutation(api.kennels.update, { kennelId, ...DEMO_KENNEL });
    const ids = new Map<string, string>();
    for (const { key, sire, dam, ...fields } of DEMO_DOGS) {
      const parents = { sireId: ids.get(sire ?? ""), damId: ids.get(dam ?? "") };
      const common = {
        kennelId,
        breed: DEMO_BREED,
        color: DEMO_COLOR,
        isBreedingDog: fields.breedingRights !== "none",
      };
      const saved = await owner.as.mutation(api.dogs.create, {
        ...common,
        ...fields,
        ...parents,
        today: "2026-11-21",
      });
      expect(saved.warnings, key).toEqual([]);
      expect([saved.sire !== null, saved.dam !== null], key).toEqual([sire !== undefined, dam !== undefined]);
      ids.set(key, saved._id);
    }
    expect(await owner.as.query(api.dashboard.stats, { kennelId })).toEqual({ dogs: { total: 24 } });
  });

  it("spans five generations", () => {
    const generations = new Map<string, number>();
    for (const { key, sire, dam } of DEMO_DOGS) {
      const parents = [sire, dam].map((parent) => generations.get(parent ?? "") ?? 0);
      generations.set(key, Math.max(...parents) + 1);
    }
    expect(Math.max(...generations.values())).toBe(5);
  });
});
