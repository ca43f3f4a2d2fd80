/** Tests pedigrees with very many ancestors. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { InbreedingCalculator, WHOLE_PEDIGREE } from "../../domain/pedigree/inbreeding";
import type { Parents } from "../../domain/pedigree/pedigree";
import { addDog, startTeam, type Team } from "../support/backend";
import { importRows, type RowValues } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const FULL_GENERATIONS = 9;
/** This many males and females are the parents of the 512 dogs of the last full generation. */
const POOL = 120;

interface Ancestor {
  readonly id: string;
  readonly gender: "male" | "female";
  readonly year: number;
  readonly parents: Parents;
}

/**
 * The dog has 1,022 different ancestors in nine generations, and 240 more in the tenth. Most of these 240 fill many
 * places.
 */
function farPedigree(): Ancestor[] {
  const oldest: Ancestor[] = Array.from({ length: POOL }, (_, index) =>
    (["male", "female"] as const).map((gender) => ({
      id: `${gender} founder ${index}`,
      gender,
      year: 1980,
      parents: { sireId: null, damId: null },
    })),
  ).flat();
  const places = Array.from({ length: FULL_GENERATIONS + 1 }, (_, generation) =>
    Array.from({ length: 2 ** generation }, (_, place): Ancestor => {
      const isLast = generation === FULL_GENERATIONS;
      const parents = isLast
        ? { sireId: `male founder ${place % POOL}`, damId: `female founder ${(place * 7) % POOL}` }
        : { sireId: `dog ${generation + 1}.${2 * place}`, damId: `dog ${generation + 1}.${2 * place + 1}` };
      const gender = place % 2 === 0 ? "male" : "female";
      return { id: `dog ${generation}.${place}`, gender, year: 2020 - 3 * generation, parents };
    }),
  );
  return [...oldest, ...places.reverse().flat()];
}

const toRow = ({ id, gender, year, parents: { sireId, damId } }: Ancestor): RowValues => ({
  fileId: id,
  name: id,
  gender,
  dateOfBirth: `${year}-01-01`,
  ...(sireId !== null && { sireFileId: sireId }),
  ...(damId !== null && { damFileId: damId }),
});

const find = async (gender: "male" | "female", search: string) =>
  (await team.owner.as.query(api.dogs.dogs.searchParents, { kennelId: team.kennelId, gender, search }))[0]
    ?._id ?? "";

describe("a pedigree of more than 1,200 ancestors", () => {
  it("[GAP-ANC-02] gives the dog its exact coefficient, also after another dog was added", async () => {
    const ancestors = farPedigree();
    expect(ancestors.length).toBe(1263);
    const exact = new InbreedingCalculator(new Map(ancestors.map(({ id, parents }) => [id, parents]))).ofDog(
      "dog 0.0",
      WHOLE_PEDIGREE,
    ).coefficient;
    expect(exact).toBeGreaterThan(0.001);

    await importRows(team, ancestors.map(toRow), { kind: "ancestors", mode: "complete", breed: "Boxer" });
    const dogId = await find("male", "dog 0.0");
    const whole = async () =>
      await team.viewer.as.query(api.pedigree.ancestry.inbreeding, { dogId, generations: null });
    const told = await whole();
    expect(told?.coefficient).toBeCloseTo(exact, 12);
    expect(told?.percentage).toBeCloseTo(exact * 100, 10);
    expect(told?.method).toContain("over the whole known pedigree");
    expect(told?.completeness[8]).toMatchObject({ generation: 9, known: 512 });
    const named = told?.commonAncestors.reduce((sum, { contribution }) => sum + contribution, 0) ?? 0;
    expect(named + (told?.further ?? 0)).toBeCloseTo(exact, 12);
    const ten = await team.viewer.as.query(api.pedigree.ancestry.inbreeding, { dogId, generations: 10 });
    expect(ten?.coefficient).toBeCloseTo(exact, 12);

    await addDog(team.owner, team.kennelId, { name: "Pup", sireId: dogId });
    expect(await whole()).toEqual(told);
  });

  it("is used completely when the dog is compared with one of its ancestors", async () => {
    await importRows(team, farPedigree().map(toRow), { kind: "ancestors", mode: "complete", breed: "Boxer" });
    const [dogId, otherId] = [await find("male", "dog 0.0"), await find("male", "male founder 5")];
    const { kennelId } = team;
    const compared = await team.viewer.as.query(api.pedigree.ancestry.kinship, { kennelId, dogId, otherId });
    expect(compared).toMatchObject({ progress: null, dog: { known: 62, possible: 62 }, other: { known: 0 } });
    // The founder fills about five of the 1,024 places of the tenth generation.
    expect(compared.kinship).toBeGreaterThan(0.001);
    expect(compared.commonAncestors).toMatchObject([{ _id: otherId, stepsFromDog: 10, stepsFromOther: 0 }]);
  });
});
