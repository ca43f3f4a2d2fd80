/** Tests the REST calls of pedigrees. */
import { beforeEach, describe, expect, it } from "vitest";
import { addDog, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { linesOf, readPdf } from "../support/pdf-text";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const get = async (path: string) => await callRest(team.owner.as, "GET", path);
const add = async (name: string, gender: "male" | "female", sireId?: string, damId?: string) =>
  (await addDog(team.owner, team.kennelId, { name, gender, sireId, damId }))._id;

/** The dog's parents are full siblings. */
async function addInbredDog(): Promise<string> {
  const [oak, elm] = [await add("Oak", "male"), await add("Elm", "female")];
  const sire = await add("Rex", "male", oak, elm);
  const dam = await add("Bella", "female", oak, elm);
  return await add("Pup", "male", sire, dam);
}

describe("GET /dogs/{id}/ancestry", () => {
  it("[ANC-02] uses 3 generations when none are given", async () => {
    const pup = await add("Pup", "male", await add("Rex", "male"));
    const { status, body } = await get(`/dogs/${pup}/ancestry`);
    expect(status).toBe(200);
    expect(body).toEqual((await get(`/dogs/${pup}/ancestry?generations=3`)).body);
  });

  it("[GAP-ANC-01] [GAP-ANC-04] nests sire and dam, to the number of generations", async () => {
    const { body } = await get(`/dogs/${await addInbredDog()}/ancestry?generations=2`);
    expect(body.data).toMatchObject({
      name: "Pup",
      callName: null,
      breed: "Beagle",
      gender: "male",
      dateOfBirth: null,
      photo: null,
      sire: { name: "Rex", sire: { name: "Oak", sire: null, dam: null }, dam: { name: "Elm" } },
      dam: { name: "Bella", sire: { name: "Oak" }, dam: { name: "Elm" } },
    });
    expect(body.data).not.toHaveProperty("_id");
  });

  it.each(["1", "11", "many", "2.5"])("[GAP-ANC-04] returns 400 for %s generations", async (generations) => {
    const pup = await add("Pup", "male");
    for (const call of ["ancestry", "coefficient-of-inbreeding"]) {
      const { status, body } = await get(`/dogs/${pup}/${call}?generations=${generations}`);
      expect(status).toBe(400);
      expect(body.errors.generations).toEqual(expect.any(String));
    }
  });
});

describe("GET /dogs/{id}/coefficient-of-inbreeding", () => {
  it("[ANC-12] [GAP-ANC-01] uses 5 generations and names the method", async () => {
    const { status, body } = await get(`/dogs/${await addInbredDog()}/coefficient-of-inbreeding`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      coefficient: 0.25,
      percentage: 25,
      generations: 5,
      commonAncestors: [{ contribution: 0.125 }, { contribution: 0.125 }],
      ancestorLoss: { generations: 5, possible: 62, known: 6, different: 4, coefficient: 60 / 62 },
    });
    expect(body.data.method).toContain("Wright");
    const names = body.data.commonAncestors.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(["Elm", "Oak"]);
  });

  it("[GAP-ANC-02] calculates over the whole known pedigree with the value all", async () => {
    const path = `/dogs/${await addInbredDog()}/coefficient-of-inbreeding?generations=all`;
    expect((await get(path)).body.data).toMatchObject({ coefficient: 0.25, generations: null });
  });
});

describe("GET /dogs/{id}/pedigree", () => {
  const fetchPdf = async (path: string) => await team.owner.as.fetch(`/api${path}`, { method: "GET" });

  it("[ANC-11] [GAP-ANC-06] returns a PDF of four generations, named after the dog", async () => {
    const pup = await addInbredDog();
    const response = await fetchPdf(`/dogs/${pup}/pedigree`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    expect(response.headers.get("Content-Disposition")).toBe(
      `inline; filename="Pedigree of Pup.pdf"; filename*=UTF-8''Pedigree%20of%20Pup.pdf`,
    );
    const { pages, texts } = await readPdf(await response.arrayBuffer());
    expect(pages).toHaveLength(1);
    const lines = linesOf(texts);
    for (const text of ["Pup", "Rex", "Bella", "Oak", "Elm", "4 generations"]) expect(lines).toContain(text);
  });

  it("names the file in ASCII and in UTF-8", async () => {
    const response = await fetchPdf(`/dogs/${await add("Łata", "male")}/pedigree?generations=3&paper=letter`);
    expect(response.headers.get("Content-Disposition")).toBe(
      `inline; filename="Pedigree of _ata.pdf"; filename*=UTF-8''Pedigree%20of%20%C5%81ata.pdf`,
    );
    expect((await readPdf(await response.arrayBuffer())).pages).toEqual([{ width: 792, height: 612 }]);
  });

  it.each(["generations=2", "generations=6", "generations=many", "paper=a3", "today=tomorrow"])(
    "[GAP-API-06] returns 400 for %s",
    async (query) => {
      const { status, body } = await get(`/dogs/${await add("Pup", "male")}/pedigree?${query}`);
      expect(status).toBe(400);
      expect(Object.keys(body.errors)).toEqual([query.split("=")[0]]);
    },
  );
});
