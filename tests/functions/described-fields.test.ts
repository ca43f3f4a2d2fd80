/** Tests a field that is added only to the description of a dog, because a record is described once. */
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { describeColumn } from "../../domain/imports/columns";
import { matchColumns } from "../../domain/imports/fields";
import { readRow } from "../../domain/imports/table";
import { fieldInWords, valueInWords } from "../../domain/history/words";
import { dogArgs, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { madeBackup, restored, wipe } from "../support/backups";
import { importRows } from "../support/imports";
import { MORE_FIELDS, SAMPLES } from "../../domain/records/testing/more-dog-fields";

vi.mock(import("../../domain/dogs/record"), async (importOriginal) => {
  const { DOG_FIELDS, IMPORTED_DOG_FIELDS, ...rest } = await importOriginal();
  const { MORE_FIELDS: more } = await import("../../domain/records/testing/more-dog-fields");
  return {
    ...rest,
    DOG_FIELDS: { ...DOG_FIELDS, ...more },
    IMPORTED_DOG_FIELDS: { ...IMPORTED_DOG_FIELDS, ...more },
  };
});

// Code generation writes these modules from the descriptions.
vi.mock("../../domain/history/records.gen", async () => {
  const { historyRecords } = await import("../../scripts/table-words");
  return { HISTORY_RECORDS: historyRecords() };
});

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const NOTHING = Object.fromEntries(SAMPLES.map(({ name, nothing }) => [name, nothing]));
const FIRST = Object.fromEntries(SAMPLES.map(({ name, first }) => [name, first]));
const SECOND = Object.fromEntries(SAMPLES.map(({ name, second }) => [name, second]));

/** These fields differ between the first and second values. */
const LABELS = SAMPLES.map(({ label }) => label);

// The TypeScript types do not contain the added fields.
const create = async (fields: object) =>
  await team.owner.as.mutation(api.dogs.dogs.create, {
    ...dogArgs(team.kennelId, { name: "Bella" }),
    ...fields,
    today: TODAY,
  });
const update = async (dogId: string, fields: object) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, today: TODAY, ...fields });
const read = async (dogId: string) => await team.owner.as.query(api.dogs.dogs.get, { dogId });
const dogs = async () =>
  (await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId, limit: 1000 })).data;

const historyOf = async (recordId: string) =>
  (
    await team.owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId: team.kennelId, table: "dogs", recordId, now: Date.now() },
      paginationOpts: { numItems: 20, cursor: null },
    })
  ).page;

describe("an added field of every type", () => {
  it("has a sample value", () => {
    expect(SAMPLES.map(({ name }) => name)).toEqual(Object.keys(MORE_FIELDS));
  });

  it("is stored, read, changed and cleared", async () => {
    expect(await create({})).toMatchObject(NOTHING);
    const { _id } = await create(FIRST);
    expect(await read(_id)).toMatchObject(FIRST);
    expect(await update(_id, SECOND)).toMatchObject(SECOND);
    expect(await update(_id, { color: "Red" })).toMatchObject(SECOND);
    const cleared = Object.entries(NOTHING).filter(([, value]) => value === null);
    expect(await update(_id, Object.fromEntries(cleared))).toMatchObject(Object.fromEntries(cleared));
  });

  it.each(SAMPLES)("is refused over REST with its message: $name", async ({ name, wrong, message }) => {
    const json = { name: "Bella", breed: "Beagle", gender: "female", [name]: wrong };
    const { status, body } = await callRest(team.owner.as, "POST", "/dogs", { json });
    expect([status, body.errors]).toEqual([400, { [name]: message }]);
  });

  it("is written and read over REST", async () => {
    const json = { name: "Bella", breed: "Beagle", gender: "female", ...FIRST };
    const { status, body } = await callRest(team.owner.as, "POST", "/dogs", { json });
    expect([status, body.data]).toMatchObject([201, FIRST]);
    const path = `/dogs/${body.data.id}`;
    await callRest(team.owner.as, "PUT", path, { json: SECOND });
    expect((await callRest(team.owner.as, "GET", path)).body.data).toMatchObject(SECOND);
  });

  it("is in the OpenAPI document, in requests and responses", async () => {
    const { body } = await callRest(team.owner.as, "GET", "/openapi.json");
    const { properties, required } = body.components.schemas.Dog;
    expect(required).toEqual(expect.arrayContaining(Object.keys(MORE_FIELDS)));
    expect(properties).toMatchObject({
      coatType: { type: ["string", "null"], example: "Smooth" },
      gradedOn: { type: ["string", "null"], description: "Calendar day, YYYY-MM-DD" },
      withersHeight: { type: ["number", "null"], description: "Inches" },
      ears: { type: "string", enum: ["natural", "cropped"] },
      isImported: { type: "boolean" },
    });
    const sent = body.paths["/api/dogs"].post.requestBody.content["application/json"].schema;
    expect(Object.keys(sent.properties)).toEqual(expect.arrayContaining(Object.keys(MORE_FIELDS)));
  });

  it("is in the history, can be undone and is listed as an edit", async () => {
    const { _id, updatedAt } = await create(FIRST);
    await update(_id, SECOND);
    const [change] = await historyOf(_id);
    expect(change?.fields).toEqual(
      SAMPLES.map(({ name, nothing, first, second }) => ({ name, before: first ?? nothing, after: second })),
    );
    for (const { name, label, second, inWords } of SAMPLES) {
      expect(fieldInWords("dogs", name)).toBe(label);
      expect(valueInWords("dogs", name, second)).toBe(inWords);
    }
    const [edit] =
      (await team.owner.as.query(api.dogs.dogs.editsSince, { dogId: _id, since: updatedAt })) ?? [];
    expect(edit?.fields).toEqual(Object.keys(MORE_FIELDS));
    const undo = { kennelId: team.kennelId, changeId: change?._id ?? "", today: TODAY };
    expect(await team.owner.as.mutation(api.history.history.undo, undo)).toEqual({
      restored: LABELS,
      kept: [],
    });
    expect(await read(_id)).toMatchObject(FIRST);
  });

  it("is restored with a deleted dog", async () => {
    const { _id } = await create(SECOND);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: _id });
    const [deletion] = await historyOf(_id);
    const args = { kennelId: team.kennelId, changeId: deletion?._id ?? "" };
    await team.owner.as.mutation(api.history.history.bringBack, args);
    expect(await dogs()).toMatchObject([SECOND]);
  });

  it("is imported from a file, for new and for known dogs", async () => {
    const headings = ["Name", "Breed", "Sex", "Reg. No.", ...SAMPLES.map(({ heading }) => heading)];
    const cells = ["Bella", "Beagle", "f", "R1", ...SAMPLES.map(({ cell }) => cell)];
    const fields = matchColumns(headings);
    expect(fields).not.toContain(null);
    const columns = fields.map((name, at) => describeColumn(headings[at] ?? "", name, [cells[at] ?? ""]));
    const { values, errors } = readRow(cells, columns);
    expect(errors).toEqual({});
    expect(values).toMatchObject(SECOND);
    vi.useFakeTimers();
    await importRows(team, [{ ...values, ...FIRST }]);
    expect(await dogs()).toMatchObject([FIRST]);
    await importRows(team, [values], { mode: "update" });
    expect(await dogs()).toMatchObject([SECOND]);
  });

  it("is exported in every format", async () => {
    await create(SECOND);
    const exported = async (format: string) => {
      const query = `kennelId=${team.kennelId}&format=${format}&today=${TODAY}`;
      const response = await team.owner.as.fetch(`/api/backups/export?${query}`);
      return new Uint8Array(await response.arrayBuffer());
    };
    const json = JSON.parse(strFromU8(await exported("json")));
    expect(json.data.dogs).toMatchObject([SECOND]);
    const [head = "", row = ""] = strFromU8(unzipSync(await exported("csv"))["dogs.csv"] ?? new Uint8Array())
      .replace("\uFEFF", "")
      .split("\r\n");
    // A quoted cell can contain a comma.
    const cellsOf = (line: string) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    const cells = cellsOf(row);
    const cellOf = Object.fromEntries(cellsOf(head).map((name, index) => [name, cells[index]]));
    expect(cellOf).toMatchObject(
      Object.fromEntries(SAMPLES.map((sample) => [sample.exported, sample.exportedCell])),
    );
    const sheets = Object.values(unzipSync(await exported("xlsx"))).map((bytes) => strFromU8(bytes));
    for (const sample of SAMPLES) expect(sheets.join("")).toContain(sample.exported);
  });

  it("is in a backup, and is restored from it", async () => {
    await create(SECOND);
    const backupId = await madeBackup(team);
    await wipe(team);
    expect(await dogs()).toEqual([]);
    await restored(team, backupId, "exact");
    expect(await dogs()).toMatchObject([SECOND]);
  });
});
