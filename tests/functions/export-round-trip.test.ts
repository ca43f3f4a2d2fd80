/** Tests that a kennel's JSON export, imported into an empty kennel and exported again, gives the same file. */
import { unzipSync } from "fflate";
import papa from "papaparse";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { EXPORT_KINDS } from "../../convex/exports/model/exportKinds";
import { guessColumns, readChunks, readImportFile } from "../../src/features/imports/import-file";
import { readGedcom } from "../../domain/pedigree/gedcom";
import { freeAddresses } from "../support/applications";
import { addDog, firstKennelOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { backupForm } from "../support/backups";
import { importRows } from "../support/imports";
import { fillByChance, NAMES } from "../support/kennel-by-chance";
import { fillKennel } from "../support/random-kennel";
import { wordsOf } from "../support/record-words";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date", "setTimeout"] });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

type Exported = {
  metadata: Record<string, unknown>;
  data: Record<string, Record<string, unknown>[]>;
  files: Record<string, unknown>;
};

const exportedText = async (person: Person, kennelId: string): Promise<string> => {
  const query = `kennelId=${kennelId}&format=json&today=${TODAY}`;
  const response = await person.as.fetch(`/api/backups/export?${query}`);
  expect(response.status).toBe(200);
  return await response.text();
};

/** Without `mends`, no record may be left out. */
const importInto = async (person: Person, kennelId: Id<"kennels">, text: string, mends = false) => {
  const form = backupForm({ kennelId }, text);
  form.set("overwriteExisting", "true");
  const { status, body } = await callRest(person.as, "POST", "/backups/restore", { form });
  expect({ status, body }).toMatchObject({ status: 201, ...(!mends && { body: { data: { errors: [] } } }) });
};

/**
 * These fields always differ between two kennels: creation times, the start of a reminder's notices, the time of
 * the logo, the place of the packed pedigree, and the import that created a dog.
 */
const MOVING = new Set(["_creationTime", "notifyAt", "setAt", "pedigreePlace", "importId", "importOrder"]);

/** Replaces each id by the kind and position of its record. Both kennels list records in the same order. */
function withPlaces(text: string): Exported {
  const { metadata, data, files } = JSON.parse(text) as Exported;
  const places = new Map<unknown, string>([[metadata.kennelId, "the kennel"]]);
  for (const [kind, rows] of Object.entries(data)) {
    for (const [place, { _id }] of rows.entries()) places.set(_id, `${kind} ${place}`);
  }
  const placed = (value: unknown): unknown => {
    if (typeof value === "string")
      return value
        .split(/([:@])/)
        .map((part) => places.get(part) ?? part)
        .join("");
    if (Array.isArray(value)) return value.map(placed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !MOVING.has(name))
        .map(([name, each]) => [name, placed(each)]),
    );
  };
  return placed({ metadata, data, files }) as Exported;
}

/**
 * The records are sorted strings, because some kinds are listed in the order of their ids. The occurrence that a
 * completed reminder created is left out: it may be deleted, and an import then drops the link.
 */
const contentOf = (text: string) => {
  const { data } = JSON.parse(text) as Exported;
  const reminders = data.reminders?.map(({ next: _, ...reminder }) => reminder);
  return wordsOf({ ...data, ...(reminders && { reminders }) }, (hash) => hash);
};

const emptyKennel = async (name: string): Promise<Id<"kennels">> =>
  (await team.owner.as.mutation(api.kennels.kennels.create, { name }))._id;

/** Imports an export into a new kennel and returns the export of that kennel. */
async function passedOn(text: string, mends = false): Promise<string> {
  await freeAddresses(team.deployment);
  const kennelId = await emptyKennel("Empty");
  await importInto(team.owner, kennelId, text, mends);
  return await exportedText(team.owner, kennelId);
}

describe("a kennel's export", () => {
  it.each([1, 2, 3])(
    "[SET-12] [GAP-SET-06] is equal after an import into an empty kennel and a new export (%i)",
    async (seed) => {
      await fillByChance(team, seed);
      const first = await exportedText(team.owner, team.kennelId);
      const before = withPlaces(first);
      expect(withPlaces(await passedOn(first))).toEqual(before);
      expect(before.data.dogs?.length).toBeGreaterThan(20);
      expect(Object.keys(before.files).length).toBeGreaterThan(2);
    },
  );

  it.each([5, 6])(
    "[GAP-SET-06] with random values in all tables is equal after its records are corrected (%i)",
    async (seed) => {
      await fillKennel(team, seed, 5);
      const mended = await passedOn(await exportedText(team.owner, team.kennelId), true);
      // Other records may name a record that the first import leaves out.
      const settled = await passedOn(mended, true);
      const before = contentOf(settled);
      expect(contentOf(await passedOn(settled))).toEqual(before);
      const kinds = EXPORT_KINDS.map(({ table }) => table);
      // Random records can be invalid, so a kind may lose all five of its records.
      expect(kinds.filter((kind) => before[kind] !== undefined).length).toBeGreaterThan(kinds.length / 2);
    },
  );

  it("[GAP-AUTH-02] has no kennel details and no files for users who may not read them", async () => {
    await fillByChance(team, 6, { dogs: 2 });
    const { kennelId, owner, staff } = team;
    const permissions = { settings: "none", dogs: "none", health: "none", breeding: "none" } as const;
    await owner.as.mutation(api.kennels.members.update, {
      kennelId,
      userId: staff.userId,
      role: "staff",
      permissions: { ...permissions, backups: "read" },
    });
    const { data, files } = JSON.parse(await exportedText(staff, kennelId)) as Exported;
    expect({ data: Object.keys(data).includes("kennel"), files }).toEqual({ data: false, files: {} });
  });

  it("[GAP-SET-06] of the first version, without files, is imported except for records that require a file", async () => {
    await fillByChance(team, 7, { dogs: 4 });
    const { metadata, data } = JSON.parse(await exportedText(team.owner, team.kennelId)) as Exported;
    delete data.kennel;
    const old = { metadata: { ...metadata, version: 1, includesPhotos: undefined }, data };
    await freeAddresses(team.deployment);
    const kennelId = await emptyKennel("Empty");
    const form = backupForm({ kennelId }, JSON.stringify(old));
    const { status, body } = await callRest(team.owner.as, "POST", "/backups/restore", { form });
    expect(status).toBe(201);
    const reasons = new Set(body.data.errors.map(({ message }: { message: string }) => message));
    expect([...reasons]).toEqual(["Its file is missing"]);
    const there = JSON.parse(await exportedText(team.owner, kennelId)) as Exported;
    expect(there.data.dogs).toHaveLength(data.dogs?.length ?? 0);
  });
});

/** The cells of one line, by their headings. */
type TableRow = Readonly<Record<string, string>>;

const dogsTable = async (kennelId: string): Promise<{ csv: Uint8Array<ArrayBuffer>; rows: TableRow[] }> => {
  const query = `kennelId=${kennelId}&format=csv&today=${TODAY}`;
  const response = await team.owner.as.fetch(`/api/backups/export?${query}`);
  const csv = unzipSync(new Uint8Array(await response.arrayBuffer()))["dogs.csv"];
  if (!csv) throw new Error("There are no dogs");
  const text = new TextDecoder().decode(csv);
  const { data } = papa.parse<TableRow>(text, { header: true, skipEmptyLines: true });
  return { csv: new Uint8Array(csv), rows: data };
};

const BY_NAME = "By name only";
/** A file cannot distinguish a dog with this name from an unknown dog. The import reports that. */
const TELLING_NAMES = NAMES.filter((name) => name !== "Null");

/** The cells include those of the dog's parents. A parent known only by name becomes an ancestor. */
function dogsIn(rows: readonly TableRow[]): string[] {
  const own = ({ Id: _id, "Sire id": _sire, "Dam id": _dam, ...cells }: TableRow) => {
    const {
      "Entered (UTC)": _entered,
      "Updated (UTC)": _updated,
      Sire: _sireName,
      Dam: _damName,
      ...facts
    } = cells;
    const { "Primary photo": _photo, "Primary photo id": _photoId, ...dog } = facts;
    return JSON.stringify(dog);
  };
  const byId = new Map(rows.map((row) => [row.Id, row]));
  const parent = (name: string, id: string) => {
    const found = byId.get(id);
    return found && !name.startsWith(BY_NAME) ? own(found) : name;
  };
  return rows
    .filter(({ Name = "" }) => !Name.startsWith(BY_NAME))
    .map((row) =>
      [
        own(row),
        parent(row.Sire ?? "", row["Sire id"] ?? ""),
        parent(row.Dam ?? "", row["Dam id"] ?? ""),
      ].join(" "),
    )
    .sort();
}

/** Imports a file as the dialog does. */
async function importFile(name: string, bytes: Uint8Array): Promise<Id<"kennels">> {
  const file = await readImportFile(name, bytes);
  const chunks = await readChunks(file, guessColumns(file), "dogs");
  const kennelId = await emptyKennel("Empty");
  const values = chunks.flat().map((row) => row.values);
  const run = await importRows({ ...team, kennelId }, values);
  expect(run).toMatchObject({ state: "finished", report: { questions: 0 } });
  return kennelId;
}

const exportedBytes = async (kennelId: string, format: string, more = "") => {
  const query = `kennelId=${kennelId}&format=${format}&today=${TODAY}${more}`;
  const response = await team.owner.as.fetch(`/api/backups/export?${query}`);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A line contains the parents' lines instead of their numbers. */
function pedigreeIn(text: string): string[] {
  const { data } = papa.parse<TableRow>(text, { header: true, skipEmptyLines: true });
  const byId = new Map(data.map((row) => [row.id, row]));
  const own = (row: TableRow | undefined) => [row?.sex, row?.birth, row?.name].join(" ");
  return data.map((row) => [row, byId.get(row.sire), byId.get(row.dam)].map(own).join(" | ")).sort();
}

/** The dogs do not contain their numbers, which differ between files. */
function individualsIn(text: string): string[] {
  const { headings, rows } = readGedcom(text);
  const ids = headings.flatMap((heading, at) => (/^(?:ID|Sire ID|Dam ID)$/.test(heading) ? [at] : []));
  return rows
    .map(({ cells }) =>
      headings
        .flatMap((heading, at) => (ids.includes(at) ? [] : `${heading}: ${cells[at] ?? ""}`))
        .join(", "),
    )
    .sort();
}

describe("a pedigree", () => {
  it("[GAP-DOG-17] is equal after an import and a new export, as GEDCOM and as lines", async () => {
    await fillByChance(team, 9, { names: [...TELLING_NAMES, "A/B  C of @home"] });
    const before = {
      gedcom: await exportedBytes(team.kennelId, "gedcom"),
      lines: textOf(await exportedBytes(team.kennelId, "pedigree")),
    };
    const there = await importFile("kennel.ged", before.gedcom);
    const gedcom = textOf(await exportedBytes(there, "gedcom"));
    expect(individualsIn(gedcom)).toEqual(individualsIn(textOf(before.gedcom)));
    const lines = textOf(await exportedBytes(there, "pedigree"));
    expect(pedigreeIn(lines)).toEqual(pedigreeIn(before.lines));
  });

  it("[GAP-DOG-17] of one dog contains only its ancestors, parents first and unknown parents as 0", async () => {
    const { owner, kennelId } = team;
    const outside = { kennelId, name: "Alma", breed: "Beagle", gender: "female" as const };
    const dam = await owner.as.mutation(api.dogs.dogs.createExternal, outside);
    const child = await addDog(owner, kennelId, {
      name: "Zoe, the third",
      dateOfBirth: "2023-04-05",
      damId: dam._id,
      sireName: "Old Max",
    });
    await addDog(owner, kennelId, { name: "Other" });
    const lines = textOf(await exportedBytes(kennelId, "pedigree", `&dogId=${child._id}`));
    const [head, ...rows] = lines.trim().split("\r\n");
    expect(head).toBe("id,sire,dam,sex,birth,name");
    expect(rows.slice(0, 2).sort()).toEqual(
      [expect.stringMatching(/^\d,0,0,F,,Alma$/), expect.stringMatching(/^\d,0,0,M,,Old Max$/)].sort(),
    );
    expect(rows[2]).toMatch(/^3,[12],[12],F,2023-04-05,"Zoe, the third"$/);
    expect(rows).toHaveLength(3);
    const { status } = await callRest(
      owner.as,
      "GET",
      `/backups/export?kennelId=${kennelId}&dogId=${child._id}`,
    );
    expect(status).toBe(400);
    const foreign = await firstKennelOf(team.stranger);
    const path = `/backups/export?kennelId=${foreign}&format=gedcom&dogId=${child._id}`;
    expect((await callRest(team.stranger.as, "GET", path)).status).toBe(404);
  });
});

describe("the table of dogs", () => {
  it("[SET-09] [GAP-DOG-03] of an export is imported with parents, dates, measurements and dogs from outside", async () => {
    await fillByChance(team, 8, { names: TELLING_NAMES });
    const { csv, rows } = await dogsTable(team.kennelId);
    const after = await dogsTable(await importFile("dogs.csv", csv));
    expect(dogsIn(after.rows)).toEqual(dogsIn(rows));
  });
});
