/** Tests the pedigree certificate, read back as a PDF reader does. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { linesOf, readPdf, type ReadPdf } from "../support/pdf-text";
import { addPhoto } from "../support/photos";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type Fields = Parameters<typeof addDog>[2];

const add = async (fields: Fields) => (await addDog(team.owner, team.kennelId, fields))._id;

interface Choice {
  generations?: number;
  paper?: "a4" | "letter";
}

async function certify(
  dogId: string,
  choice: Choice = {},
  person: Person = team.staff,
): Promise<ReadPdf & { lines: string[] }> {
  const make = { dogId, today: TODAY, ...choice };
  const { content } = await person.as.action(api.pedigree.actions.pedigreeCertificate.make, make);
  const pdf = await readPdf(content);
  return { ...pdf, lines: linesOf(pdf.texts) };
}

/** All ancestors have different names. */
async function addFullPedigree(generations: number): Promise<{ dogId: string; names: string[] }> {
  const names: string[] = [];
  const grow = async (left: number, gender: "male" | "female", name: string): Promise<string> => {
    const sireId = left > 0 ? await grow(left - 1, "male", `${name}S`) : undefined;
    const damId = left > 0 ? await grow(left - 1, "female", `${name}D`) : undefined;
    if (left < generations) names.push(name);
    return await add({ name, gender, sireId, damId, registrationNumber: `R-${name}`, titles: "CH" });
  };
  return { dogId: await grow(generations, "female", "Q"), names };
}

describe("pedigreeCertificate.make", () => {
  it.each([3, 4, 5])(
    "[ANC-11] names every ancestor of %i generations on one landscape page",
    async (generations) => {
      const { dogId, names } = await addFullPedigree(generations);
      const { pages, lines, areFontsEmbedded } = await certify(dogId, { generations });
      expect(names).toHaveLength(2 ** (generations + 1) - 2);
      expect(pages).toEqual([{ width: 841.89, height: 595.28 }]);
      const words = new Set(lines.flatMap((line) => line.split(/[, ]+/u)));
      expect(names.filter((name) => !words.has(name))).toEqual([]);
      expect(names.filter((name) => !words.has(`R-${name}`))).toEqual([]);
      expect(lines).toContain(`${generations} generations`);
      expect(areFontsEmbedded).toBe(true);
    },
  );

  it("[GAP-DOG-01] [GAP-ANC-06] uses four generations, and letter paper on request", async () => {
    const dogId = await add({ name: "Pup" });
    const { lines, title } = await certify(dogId);
    expect(lines).toContain("4 generations");
    expect(title).toBe("Pedigree of Pup");
    expect((await certify(dogId, { paper: "letter" })).pages).toEqual([{ width: 792, height: 612 }]);
  });

  it("[GAP-DOG-01] contains the recorded data of the dog and its kennel, and leaves lines for missing data", async () => {
    const { owner, kennelId } = team;
    const contact = { phone: "(802) 555-0142", website: "https://oak.example/" };
    await owner.as.mutation(api.kennels.kennels.update, {
      kennelId,
      name: "Oak Hill",
      prefix: "of Oak",
      ...contact,
    });
    const sireId = await add({ name: "Rex", gender: "male", color: "Tricolor", dateOfBirth: "2018-03-01" });
    const dogId = await add({
      name: "Aria of Oak",
      callName: "Ari",
      registrationNumber: "HP61234501",
      microchipNumber: "985112003471820",
      titles: "Int. Ch., BH",
      color: "Lemon and white",
      dateOfBirth: "2022-04-18",
      gender: "female",
      sireId,
      damName: "Old Nell",
    });
    const { lines } = await certify(dogId);
    for (const text of ["Oak Hill", "(802) 555-0142 · oak.example", "Aria of Oak", "“Ari”", "HP61234501"]) {
      expect(lines).toContain(text);
    }
    for (const text of [
      "985112003471820",
      "Int. Ch., BH",
      "Lemon and white",
      "April 18, 2022",
      "Female",
      "Beagle",
    ]) {
      expect(lines).toContain(text);
    }
    for (const text of ["Rex", "Tricolor", "born March 1, 2018", "Old Nell", "Sire Unknown", "Dam Unknown"]) {
      expect(lines).toContain(text);
    }
    // The breeder is the kennel, because the name has its prefix. The owner is the kennel, because no other owner
    // is recorded.
    expect(lines.filter((line) => line === "Oak Hill")).toHaveLength(3);
    for (const text of ["Place", "Date", "Signature of the breeder"]) expect(lines).toContain(text);
  });

  it("leaves breeder and owner empty when they are unknown", async () => {
    const dogId = await add({ name: "Sold Sam", status: "sold", statusChangedOn: TODAY });
    const { lines } = await certify(dogId);
    expect(lines).toContain("Owner");
    expect(lines.filter((line) => line === "My Kennel")).toHaveLength(1);
    const named = await add({ name: "Bought Ben", currentOwnerName: "Anna Berg" });
    expect((await certify(named)).lines).toContain("Anna Berg");
    expect((await certify(named, {}, team.viewer)).lines).not.toContain("Anna Berg");
  });

  it("shows the coefficient with its method, and marks a repeated ancestor in all its places", async () => {
    const [oak, elm] = [
      await add({ name: "Oak", gender: "male" }),
      await add({ name: "Elm", gender: "female" }),
    ];
    const parents = { sireId: oak, damId: elm };
    const sireId = await add({ name: "Rex", gender: "male", ...parents });
    const damId = await add({ name: "Bella", gender: "female", ...parents });
    const { lines } = await certify(await add({ name: "Pup", sireId, damId }));
    expect(lines).toContain("25.00%");
    expect(lines).toContain("Wright's, over 10 generations");
    expect(lines).toContain("6 of 30 ancestors known in 4 generations");
    expect(lines.filter((line) => line === "12.50%")).toHaveLength(2);
    expect(lines.filter((line) => line === "A")).toHaveLength(2);
    expect(lines.filter((line) => line === "B")).toHaveLength(2);
    expect(lines).toContain("The same letter marks the same ancestor in several places.");
  });

  it("shows no coefficient of 0 for a dog of unknown parents", async () => {
    const { lines } = await certify(await add({ name: "Foundling" }));
    expect(lines).not.toContain("0.00%");
    expect(lines).toContain("Sire and dam must both be known");
  });

  it("[GAP-ANC-06] prints Latin, Cyrillic, Greek and East Asian names, and marks characters that it cannot print", async () => {
    const names = [
      "Łódź Ørsted ß ễ",
      "Белый Клык",
      "Αθήνα",
      "富士之丞號",
      "はなこ",
      "진돗개 백구",
      "龙凤呈祥",
    ];
    let sireId: string | undefined;
    for (const name of names.slice(0, 3)) sireId = await add({ name, gender: "male", sireId });
    let damId: string | undefined;
    for (const name of names.slice(3)) damId = await add({ name, gender: "female", damId });
    const dogId = await add({ name: "Pup", gender: "male", sireId, damId });
    const { lines } = await certify(dogId, { generations: 5 });
    for (const name of names) expect(lines).toContain(name);
    expect(lines.join(" ")).not.toContain("□");
    const other = await certify(await add({ name: "כלב Rex", gender: "male" }));
    expect(other.lines).toContain("□□□ Rex");
    expect(other.lines).toContain("□ stands for a character that this document has no font for.");
  });

  it("keeps a name of any length on the page", async () => {
    const name = "Magnificent ".repeat(16).trim();
    const sireId = await add({ name, gender: "male", sireName: name, damName: name });
    await team.owner.as.mutation(api.kennels.kennels.update, {
      kennelId: team.kennelId,
      name,
      address: name,
    });
    const dogId = await add({
      name,
      titles: name,
      color: name,
      callName: "Mag",
      sireId,
      currentOwnerName: name,
    });
    const { pages, texts } = await certify(dogId, { generations: 5 });
    expect(pages).toHaveLength(1);
    for (const { x, y, size, width } of texts) {
      expect(x).toBeGreaterThan(30);
      expect(x + width).toBeLessThan(841.89 - 30);
      expect(y).toBeGreaterThan(30);
      expect(y + size).toBeLessThan(595.28 - 22);
    }
  });

  it("shows the primary photo, and leaves out a photo that cannot be read", async () => {
    const dogId = await add({ name: "Pup" });
    const make = { dogId, today: TODAY };
    const sizeNow = async () =>
      (await team.owner.as.action(api.pedigree.actions.pedigreeCertificate.make, make)).content.byteLength;
    const without = await sizeNow();
    await addPhoto(team.owner, dogId);
    expect(await sizeNow()).toBeGreaterThan(without + 500);
  });

  it("[GAP-API-06] is refused to strangers, without a token, and for a number of generations that does not fit", async () => {
    const dogId = await add({ name: "Pup" });
    const { make } = api.pedigree.actions.pedigreeCertificate;
    expect((await failureOf(team.stranger.as.action(make, { dogId, today: TODAY }))).code).toBe("NOT_FOUND");
    expect((await failureOf(team.deployment.action(make, { dogId, today: TODAY }))).code).toBe(
      "UNAUTHENTICATED",
    );
    const wide = team.owner.as.action(make, { dogId, today: TODAY, generations: 6 });
    expect((await failureOf(wide)).details.fields).toEqual({ generations: "Generations must be 3, 4, 5" });
  });
});
