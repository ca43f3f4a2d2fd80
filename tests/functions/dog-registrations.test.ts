/** Tests the further registrations of a dog. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { strFromU8, unzipSync } from "fflate";
import { api } from "../../convex/_generated/api";
import { describeColumn } from "../../domain/imports/columns";
import { matchColumns } from "../../domain/imports/fields";
import { readRow } from "../../domain/imports/table";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { madeBackup, restored, wipe } from "../support/backups";
import { dog, finishScheduled, importRows } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const FCI = { registry: "FCI", number: "NHSB 3141592" };
const WHOLE = { ...FCI, kind: "full" as const, since: null, notes: null };
const UKC = { registry: "UKC", number: "P123-456", kind: "limited", since: "2024-05-01", notes: "Moved" };

const registered = async (name: string, otherRegistrations: object[], more: object = {}) =>
  await addDog(team.owner, team.kennelId, {
    ...{ name, breed: "Boxer", gender: "male" as const, ...more },
    ...({ otherRegistrations } as object),
  });
const update = async (dogId: string, fields: object) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, today: TODAY, ...fields });
const listed = async (search: string) =>
  (await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId, search })).data.map(
    ({ name }) => name,
  );
const all = async () => (await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId })).data;
const fieldsOf = async (work: Promise<unknown>) => (await failureOf(work)).details.fields;

describe("a dog's further registrations", () => {
  it("are stored in order, are null when empty, and leave the first number unchanged", async () => {
    const { _id } = await registered("Rex", [FCI, UKC], { registrationNumber: "SR 12345601" });
    const stored = { registrationNumber: "SR 12345601", otherRegistrations: [WHOLE, UKC] };
    expect(await team.owner.as.query(api.dogs.dogs.get, { dogId: _id })).toMatchObject(stored);
    expect(await update(_id, { color: "Red" })).toMatchObject(stored);
    expect(await update(_id, { otherRegistrations: [] })).toMatchObject({ otherRegistrations: null });
  });

  it("are refused at their field without registry or number, and when there are too many", async () => {
    expect(await fieldsOf(registered("Rex", [FCI, { registry: " ", number: "1" }]))).toEqual({
      "otherRegistrations.1.registry": "Registry is required",
    });
    expect(await fieldsOf(registered("Rex", [{ ...FCI, registry: "A:B" }]))).toEqual({
      "otherRegistrations.0.registry": "Registry cannot contain a colon or a bar",
    });
    const many = [1, 2, 3, 4, 5].map((number) => ({ registry: "FCI", number: String(number) }));
    expect(await fieldsOf(registered("Rex", many))).toEqual({
      otherRegistrations: "Other registrations can be at most 4",
    });
    expect(await fieldsOf(registered("Rex", [{ ...FCI, since: "2099-01-01" }]))).toEqual({
      otherRegistrations: "Day of registration cannot be in the future",
    });
  });

  it("[DOG-23] find the dog in lists, among parents and among ancestors", async () => {
    await registered("Rex", [FCI, UKC]);
    await registered("Max", []);
    expect(await listed("3141592")).toEqual(["Rex"]);
    expect(await listed("ukc p123")).toEqual(["Rex"]);
    expect([await listed("nhsb3141592"), await listed("P123456")]).toEqual([["Rex"], ["Rex"]]);
    const { kennelId, owner } = team;
    const parents = { kennelId, gender: "male" as const, search: "P123-4" };
    expect(await owner.as.query(api.dogs.dogs.searchParents, parents)).toMatchObject([{ name: "Rex" }]);
    const outside = { kennelId, name: "Alma", breed: "Boxer", gender: "female" as const };
    const { _id } = await owner.as.mutation(api.dogs.dogs.createExternal, outside);
    await update(_id, { otherRegistrations: [{ registry: "LOF", number: "88 77-1" }] });
    const ancestors = async () =>
      (await owner.as.query(api.dogs.dogs.searchAncestors, { kennelId, search: "8877" })).found;
    expect(await ancestors()).toMatchObject([{ name: "Alma" }]);
    await update(_id, { otherRegistrations: null });
    expect(await ancestors()).toEqual([]);
  });

  it("[GAP-DOG-18] cannot belong to two dogs, in any of their numbers", async () => {
    const { _id } = await registered("Rex", [FCI], { registrationNumber: "SR1" });
    expect(await fieldsOf(registered("Max", [], { registrationNumber: "nhsb-3141592" }))).toEqual({
      registrationNumber: "Rex already has this registration number",
    });
    expect(await fieldsOf(registered("Max", [UKC, { registry: "AKC", number: "SR 1" }]))).toEqual({
      otherRegistrations: "Rex already has the registration number SR 1",
    });
    const max = await registered("Max", [UKC]);
    expect(await fieldsOf(update(max._id, { otherRegistrations: [UKC, FCI] }))).toEqual({
      otherRegistrations: "Rex already has the registration number NHSB 3141592",
    });
    // A dog may have the same number twice. A number is available again after its dog no longer has it.
    await update(_id, { otherRegistrations: [FCI, { registry: "AKC", number: "SR1" }] });
    await update(_id, { otherRegistrations: null });
    expect(await update(max._id, { otherRegistrations: [FCI] })).toMatchObject({
      otherRegistrations: [WHOLE],
    });
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: max._id });
    expect(await update(_id, { otherRegistrations: [FCI] })).toMatchObject({ otherRegistrations: [WHOLE] });
  });

  it("are shown as words in the history, can be undone, and are restored with a deleted dog", async () => {
    const { kennelId, owner } = team;
    const { _id } = await registered("Rex", [FCI]);
    await update(_id, { otherRegistrations: [FCI, UKC] });
    const historyOf = async () => {
      const paginationOpts = { numItems: 1, cursor: null };
      const args = { kennelId, table: "dogs" as const, recordId: _id, now: Date.now(), paginationOpts };
      return (await owner.as.query(api.history.history.ofRecord, args)).page[0];
    };
    const change = await historyOf();
    expect(change?.fields).toEqual([
      {
        name: "otherRegistrations",
        before: ["FCI · NHSB 3141592 · Full"],
        after: ["FCI · NHSB 3141592 · Full", "UKC · P123-456 · Limited · May 1, 2024 · Moved"],
      },
    ]);
    await owner.as.mutation(api.history.history.undo, {
      ...{ kennelId, changeId: change?._id ?? "", today: TODAY },
    });
    expect(await all()).toMatchObject([{ otherRegistrations: [WHOLE] }]);
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: _id });
    const deletion = await historyOf();
    await owner.as.mutation(api.history.history.bringBack, { kennelId, changeId: deletion?._id ?? "" });
    expect(await all()).toMatchObject([{ otherRegistrations: [WHOLE] }]);
    expect(await fieldsOf(registered("Max", [FCI]))).toHaveProperty("otherRegistrations");
  });

  it("are backed up, restored, and found again", async () => {
    await registered("Rex", [FCI, UKC]);
    const backupId = await madeBackup(team);
    await wipe(team);
    await restored(team, backupId, "exact");
    expect(await all()).toMatchObject([{ otherRegistrations: [WHOLE, UKC] }]);
    expect(await fieldsOf(registered("Max", [FCI]))).toHaveProperty("otherRegistrations");
  });

  it("are written and read over REST, and are in the REST reference", async () => {
    const json = { name: "Rex", breed: "Boxer", gender: "male", otherRegistrations: [FCI] };
    const { status, body } = await callRest(team.owner.as, "POST", "/dogs", { json });
    expect([status, body.data.otherRegistrations]).toEqual([201, [WHOLE]]);
    const path = `/dogs/${body.data.id}`;
    await callRest(team.owner.as, "PUT", path, { json: { otherRegistrations: [UKC] } });
    const { data } = (await callRest(team.owner.as, "GET", path)).body;
    expect(data.otherRegistrations).toEqual([UKC]);
    const wrong = { otherRegistrations: [{ registry: "FCI" }] };
    expect((await callRest(team.owner.as, "PUT", path, { json: wrong })).body.errors).toEqual({
      "otherRegistrations.0.number": "Number is required",
    });
    const { components, paths } = (await callRest(team.owner.as, "GET", "/openapi.json")).body;
    const kind = { type: "string", enum: expect.arrayContaining(["full", "limited"]) };
    expect(components.schemas.Dog.properties.otherRegistrations).toMatchObject({
      type: ["array", "null"],
      items: { properties: { kind, number: { type: "string", example: "NHSB 3141592" } } },
    });
    const sent = paths["/api/dogs"].post.requestBody.content["application/json"].schema;
    expect(sent.properties.otherRegistrations.items.required).toEqual(["registry", "number"]);
  });

  it("are exported as columns of the table of dogs, and the documented export keeps its columns", async () => {
    await registered("Rex", [FCI, UKC]);
    const query = `kennelId=${team.kennelId}&format=csv&today=${TODAY}`;
    const response = await team.owner.as.fetch(`/api/backups/export?${query}`);
    const csv = unzipSync(new Uint8Array(await response.arrayBuffer()))["dogs.csv"];
    const text = strFromU8(csv ?? new Uint8Array());
    expect(text).toContain("Registration 2,Registration 3,Registration 4,Registration 5");
    expect(text).toContain("FCI: NHSB 3141592,UKC: P123-456 (limited) | 2024-05-01 | Moved,,");
  });
});

describe("a file with further registrations", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout"] }));

  it("[GAP-DOG-03] adds them to new and known dogs, and recognizes a dog by any of its numbers", async () => {
    await importRows(team, [
      dog("Rex", { registrationNumber: "SR1", registration2: "FCI: NHSB 3141592", registration3: "UKC P1" }),
    ]);
    const rex = { name: "Rex", otherRegistrations: [WHOLE, { ...WHOLE, registry: "UKC", number: "P1" }] };
    expect(await all()).toMatchObject([rex]);
    // The file names the same dog with another club's number.
    const again = dog("Rex", { registrationNumber: "NHSB3141592", color: "Red" });
    const run = await importRows(team, [again], { mode: "complete" });
    expect(run).toMatchObject({ report: { added: 0, questions: 0 } });
    expect(await all()).toMatchObject([{ ...rex, registrationNumber: "SR1", color: "Red" }]);
    const changed = dog("Rex", { registration2: "AKC: SR1 (limited)" });
    await importRows(team, [changed], { mode: "update" });
    const limited = { ...WHOLE, registry: "AKC", number: "SR1", kind: "limited" };
    expect(await all()).toMatchObject([{ otherRegistrations: [...rex.otherRegistrations, limited] }]);
  });

  it("[GAP-DOG-03] keeps registrations that the file does not name, even one that is the file's first number", async () => {
    await registered("Rex", [FCI], { registrationNumber: "SR1" });
    const row = { registrationNumber: "NHSB 3141592", registration2: "UKC: P1" };
    await importRows(team, [dog("Rex", row)], { mode: "update" });
    const P1 = { ...WHOLE, registry: "UKC", number: "P1" };
    const both = { registrationNumber: "SR1", otherRegistrations: [WHOLE, P1] };
    expect(await all()).toMatchObject([both]);
    // If a number is in both, the facts of the file replace the stored ones.
    await importRows(team, [dog("Rex", { registrationNumber: "SR1", registration2: "UKC: p-1 (limited)" })], {
      mode: "update",
    });
    const limited = { ...P1, number: "p-1", kind: "limited" };
    expect(await all()).toMatchObject([{ ...both, otherRegistrations: [WHOLE, limited] }]);
  });

  it("refuses a row with more numbers than a dog can have in addition to its own", async () => {
    const own = [1, 2, 3, 4].map((number) => ({ registry: "FCI", number: String(number) }));
    await registered("Rex", own, { registrationNumber: "SR1" });
    const run = await importRows(
      team,
      [dog("Rex", { registrationNumber: "SR1", registration2: "UKC: P1" })],
      {
        mode: "update",
      },
    );
    expect(run).toMatchObject({ report: { errors: 1 } });
    expect((await all())[0]?.otherRegistrations).toHaveLength(4);
  });

  it("[GAP-DOG-17] finds a parent by any of its numbers, in the file and in the kennel", async () => {
    await registered("Rex", [FCI]);
    await importRows(team, [
      dog("Max", { registration2: "UKC: P7" }),
      dog("Son", { sireNumber: "P7" }),
      dog("Other", { sireNumber: "NHSB 3141592" }),
    ]);
    const sires = (await all()).map(({ name, sire }) => [name, sire?.name]);
    expect(Object.fromEntries(sires)).toMatchObject({ Son: "Max", Other: "Rex" });
  });

  it("reads full-width numbers, and ignores cells that mean none", () => {
    const headings = ["Name", "Registration No", "Microchip", "Registration 2", "Registration 3"];
    const columns = matchColumns(headings).map((name, at) => describeColumn(headings[at] ?? "", name, []));
    const cells = ["Rex", "\uff11\uff12\uff13", "\uff19\uff18\uff11", "FCI: n/a", "FCI\uff1a\uff11\uff12"];
    const values = {
      name: "Rex",
      registrationNumber: "\uff11\uff12\uff13",
      microchipNumber: "\uff19\uff18\uff11",
    };
    expect(readRow(cells, columns)).toMatchObject({ values, warnings: [], errors: {} });
    expect(readRow(cells, columns).values).toEqual({ ...values, registration3: "FCI\uff1a\uff11\uff12" });
  });

  it("leaves out a number without a registry, and reports that", () => {
    const headings = ["Name", "Registration 2", "Registration 3"];
    const columns = matchColumns(headings).map((name, at) => describeColumn(headings[at] ?? "", name, []));
    expect(readRow(["Rex", "P-2", "UKC P1"], columns)).toMatchObject({
      ...{ values: { name: "Rex", registration3: "UKC P1" }, errors: {} },
      warnings: ["Registration 2 “P-2” is not written like “FCI: NHSB 3141592” and is left out"],
    });
  });

  it("refuses a second row with the same number", async () => {
    const run = await importRows(team, [
      dog("Max", { registration2: "UKC: P7" }),
      dog("Tom", { registration2: "AKC: 1", registration3: "UKC: P-7" }),
    ]);
    expect(run).toMatchObject({ report: { added: 1, errors: 1 } });
  });
  it("refuses another dog's number in addition to one of the dog's own", async () => {
    await registered("Max", [FCI]);
    await registered("Rex", [], { registrationNumber: "SR1" });
    const file = [
      dog("Rex", { registrationNumber: "SR1", registration3: "AKC: NHSB-3141592" }),
      dog("Tom", { registration2: "UKC: \uff11\uff12" }),
      dog("Tim", { registrationNumber: "12" }),
    ];
    const run = await importRows(team, file, { mode: "update" });
    const { errors } = await team.owner.as.query(api.imports.imports.problems, {
      ...{ kennelId: team.kennelId, runId: run?._id ?? "" },
    });
    expect(errors.map(({ fields }) => fields)).toEqual([
      { registration3: "Max already has this registration number" },
      { registrationNumber: "Line 3 has the same registration number" },
    ]);
    const numbers = (await all()).map(({ name, otherRegistrations }) => [name, otherRegistrations?.length]);
    expect(Object.fromEntries(numbers)).toEqual({ Max: 1, Rex: undefined, Tom: 1 });
  });

  it("cannot be undone after another dog got one of the numbers", async () => {
    const [former, chip] = ["981000000000001", "981000000000002"];
    const { _id } = await registered("Rex", [FCI], { registrationNumber: "SR1", microchipNumber: former });
    const file = [dog("Rex", { registrationNumber: "SR1", microchipNumber: chip, registration2: "AKC: Y1" })];
    const run = await importRows(team, file, { mode: "update" });
    await registered("Max", [], { microchipNumber: former });
    const { kennelId, owner } = team;
    await owner.as.mutation(api.imports.imports.remove, { kennelId, runId: run?._id ?? "" });
    await finishScheduled(team);
    expect(await owner.as.query(api.dogs.dogs.get, { dogId: _id })).toMatchObject({
      ...{ microchipNumber: chip, otherRegistrations: [WHOLE, { registry: "AKC", number: "Y1" }] },
    });
  });
});
