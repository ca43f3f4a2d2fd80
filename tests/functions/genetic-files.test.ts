/** Tests a laboratory's file of results. */
import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { embarkLines, type EmbarkLine } from "../../domain/genetics/embark";
import { addDog, failureOf, startTeam, type Team } from "../support/backend";

const FILE = readFileSync(
  new URL("../../domain/genetics/known-answers/embark-1.csv", import.meta.url),
  "utf8",
);
const LINES = embarkLines(Papa.parse<string[]>(FILE, { skipEmptyLines: true }).data) ?? [];
const DM = "Degenerative Myelopathy, DM (SOD1A)";

let team: Team;
let damId: string;
let sireId: string;
beforeEach(async () => {
  team = await startTeam();
  const { owner, kennelId } = team;
  const born = { breed: "Labrador Retriever", dateOfBirth: "2020-01-01" };
  sireId = (await addDog(owner, kennelId, { ...born, name: "Rex", gender: "male" }))._id;
  damId = (await addDog(owner, kennelId, { ...born, name: "Willow" }))._id;
});

const write = async (dogId: string, lines: EmbarkLine[], more: object = {}, person = team.owner) =>
  await person.as.mutation(api.genetics.geneticFiles.create, { dogId, lines, ...more });
const filesOf = async (dogId: string) =>
  (await team.owner.as.query(api.genetics.geneticFiles.ofDog, { dogId })) ?? [];
const forecast = async () =>
  await team.owner.as.query(api.genetics.genotypes.forecast, { dogId: damId, sireId });
const withValue = (name: string, value: string): EmbarkLine[] =>
  LINES.map((line) => (line.name === name ? { ...line, value } : line));
const testSire = async (genotypes: Record<string, string>) => {
  for (const [locus, genotype] of Object.entries(genotypes))
    await team.owner.as.mutation(api.genetics.genotypes.create, { dogId: sireId, locus, genotype });
};

describe("an imported file of results", () => {
  it("has its results on every line, and changes the forecast of a litter", async () => {
    await testSire({ E: "e/e", K: "ky/ky", A: "at/at", B: "B/B", D: "D/D" });
    expect((await forecast())?.colours).toBeNull();
    const { results, lines, sampleNumber } = await write(damId, LINES);
    expect({ lines, sampleNumber }).toEqual({ lines: LINES, sampleNumber: "31009900000011" });
    expect(results).toMatchObject({ dogName: "Testdog Willow", sex: "female", genomicCoi: 0.144668 });
    expect(results.traits.find(({ locus }) => locus === "E")).toMatchObject({ genotype: "Em/e" });
    // This test cannot distinguish brindle from black, so those colors may be undetermined. Yellow puppies of e/e
    // parents are certain.
    expect((await forecast())?.untested.some(({ locus, dam }) => locus === "E" && dam)).toBe(false);
  });

  it("shows the measured inbreeding beside that of the pedigree, to users who may read health records", async () => {
    const file = await write(damId, LINES);
    const asked = { dogId: damId };
    const read = api.genetics.geneticFiles.genomicInbreeding;
    const coefficient = file.results.genomicCoi;
    expect(coefficient).toBeGreaterThan(0);
    expect(await team.viewer.as.query(read, asked)).toEqual([
      { fileId: file._id, sampleNumber: file.sampleNumber, testedOn: file.testedOn, coefficient },
    ]);
    expect(await team.owner.as.query(read, { dogId: sireId })).toEqual([]);
    expect(await team.stranger.as.query(read, asked)).toBeNull();
    const pedigree = await team.owner.as.query(api.pedigree.ancestry.inbreeding, {
      ...{ dogId: damId, generations: null },
    });
    expect(pedigree?.coefficient).toBe(0);
  });

  it("is undone as a whole, and can be restored as a whole", async () => {
    await testSire({ E: "e/e" });
    const file = await write(damId, LINES);
    const { owner, kennelId } = team;
    await owner.as.mutation(api.genetics.geneticFiles.remove, { geneticFileId: file._id });
    expect(await filesOf(damId)).toEqual([]);
    expect((await forecast())?.untested.some(({ locus, dam }) => locus === "E" && dam)).toBe(true);
    const { page } = await owner.as.query(api.history.history.page, {
      ...{ kennelId, now: Date.now(), table: "geneticFiles", userId: null, areDeletions: true },
      paginationOpts: { numItems: 5, cursor: null },
    });
    await owner.as.mutation(api.history.history.bringBack, {
      ...{ kennelId, changeId: page[0]?._id ?? "" },
    });
    expect((await filesOf(damId))[0]?.lines).toEqual(LINES);
  });

  it.each(["", "Clear?", "not clear", "clear, heterozygote", "unbekannt", "frei", "0", "N/N", "CLEAR of it"])(
    "has no clear result when it contains the word '%s'",
    async (word) => {
      const { results } = await write(damId, withValue(DM, word));
      expect(results.health.find(({ name }) => name === DM)).toMatchObject({
        status: "not understood",
        printed: word,
      });
    },
  );

  it("predicts nothing at a locus where it disagrees with another laboratory, and reports that", async () => {
    await testSire({ E: "e/e" });
    await team.owner.as.mutation(api.genetics.genotypes.create, {
      ...{ dogId: damId, locus: "E", genotype: "E/E", laboratory: "Laboklin" },
    });
    await write(damId, LINES);
    expect((await forecast())?.disputed).toContainEqual({ locus: "E", sire: false, dam: true });
  });
});

describe("a file is refused, line by line", () => {
  const refusalOf = async (saving: Promise<unknown>) => (await failureOf(saving)).details.fields?.["lines"];

  it("if it is about a dog of the other sex", async () => {
    expect(await refusalOf(write(sireId, LINES))).toBe("The file is about a female; Rex is a male");
    expect(await filesOf(sireId)).toEqual([]);
  });

  it("if its sample was already imported, also for another dog", async () => {
    const { owner, kennelId } = team;
    const other = await addDog(owner, kennelId, { name: "Bella", dateOfBirth: "2020-01-01" });
    await write(damId, LINES);
    expect(await refusalOf(write(damId, LINES))).toBe(
      "Sample 31009900000011 was already imported for Willow",
    );
    expect(await refusalOf(write(other._id, LINES))).toContain("already imported for Willow");
  });

  it("if it is about two dogs, or is not a file of results", async () => {
    const two = [...LINES, { category: "ID", name: "Swab code", value: "# 2" }];
    expect(await refusalOf(write(damId, two))).toContain("more than one dog");
    expect(await refusalOf(write(damId, []))).toContain("not Embark's file");
    expect(await refusalOf(write(damId, [{ category: "a", name: "b", value: "c" }]))).toContain(
      "not Embark's",
    );
  });

  it("if it is larger than any panel of tests", async () => {
    const many = Array.from({ length: 2001 }, (_, at) => ({
      category: "Health",
      name: `${at}`,
      value: "clear",
    }));
    expect(await refusalOf(write(damId, many))).toBe("The file has too many lines");
  });
});

it("a viewer can read a file but not import one, and strangers find nothing", async () => {
  const file = await write(damId, LINES);
  const { viewer } = team;
  expect(await viewer.as.query(api.genetics.geneticFiles.ofDog, { dogId: damId })).toHaveLength(1);
  expect((await failureOf(write(damId, LINES, {}, viewer))).code).toBe("FORBIDDEN");
  const removing = viewer.as.mutation(api.genetics.geneticFiles.remove, { geneticFileId: file._id });
  expect((await failureOf(removing)).code).toBe("FORBIDDEN");
});
