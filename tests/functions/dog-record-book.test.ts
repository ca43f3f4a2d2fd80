/** Tests the dog's fields of the record book. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { describeColumn } from "../../domain/imports/columns";
import { matchColumns } from "../../domain/imports/fields";
import { readRow } from "../../domain/imports/table";
import { fieldInWords, valueInWords } from "../../domain/history/words";
import {
  addDog,
  addMember,
  dogArgs,
  failureOf,
  signIn,
  startTeam,
  TODAY,
  type Team,
} from "../support/backend";
import { callRest } from "../support/backend-rest";
import { madeBackup, restored, wipe } from "../support/backups";
import { importRows } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const BOOK = {
  recordNumber: "2026-014",
  breederName: "Olga Stern",
  bornInLitterNumber: "HP612345",
  acquiredHow: "bought",
  acquiredOn: "2022-06-20",
  acquiredFromName: "Peter Marsh",
  chipDatabase: "AKC Reunite",
  chippedOn: "2022-06-10",
  tattoo: "KX 17",
  tagNumber: "T-9",
  passportNumber: "DE 123",
  dnaLaboratory: "Embark",
  dnaNumber: "V 815",
} as const;
const DEATH = {
  status: "deceased",
  statusChangedOn: TODAY,
  causeOfDeath: "kidney_or_liver",
  causeOfDeathNotes: "Found at the yearly check",
} as const;

const born = { dateOfBirth: "2022-04-18" };
const dogs = async () =>
  (await team.owner.as.query(api.dogs.dogs.list, { kennelId: team.kennelId, limit: 1000 })).data;

describe("the proof of parentage", () => {
  it("belongs to its parent, is validated at its field, and cannot be written by a viewer", async () => {
    const { owner, viewer, kennelId } = team;
    const [one, other] = [
      await addDog(owner, kennelId, { name: "One", gender: "male" }),
      await addDog(owner, kennelId, { name: "Two", gender: "male" }),
    ];
    const dog = await addDog(owner, kennelId, { sireId: one._id, sireProof: "dna" });
    expect(dog.sireProof).toBe("dna");
    const change = async (fields: object) =>
      await owner.as.mutation(api.dogs.dogs.update, { dogId: dog._id, ...fields, today: TODAY });
    expect((await change({ callName: "Bel" })).sireProof).toBe("dna");
    // Another sire has its own proof, or no proof.
    expect((await change({ sireId: other._id })).sireProof).toBeNull();
    expect((await change({ sireId: one._id, sireProof: "paper" })).sireProof).toBe("paper");
    expect((await change({ sireId: null })).sireProof).toBeNull();
    const wrong = await failureOf(change({ damProof: "gossip" }));
    expect(Object.keys(wrong.details.fields ?? {})).toEqual(["damProof"]);
    const written = viewer.as.mutation(api.dogs.dogs.update, {
      dogId: dog._id,
      damProof: "dna",
      today: TODAY,
    });
    expect((await failureOf(written)).code).toBe("FORBIDDEN");
  });
});

describe("the record book of a dog", () => {
  it("is written, read and validated over REST", async () => {
    const json = { name: "Bella", breed: "Beagle", gender: "female", ...born, ...BOOK, ...DEATH };
    const { status, body } = await callRest(team.owner.as, "POST", "/dogs", { json });
    expect([status, body.data]).toMatchObject([201, { ...BOOK, ...DEATH }]);
    const path = `/dogs/${body.data.id}`;
    expect((await callRest(team.owner.as, "GET", path)).body.data).toMatchObject({ ...BOOK, ...DEATH });
    const wrong = { acquiredHow: "found", tattoo: "x".repeat(300) };
    expect((await callRest(team.owner.as, "PUT", path, { json: wrong })).body.errors).toMatchObject({
      acquiredHow: "Acquired by must be bred_here, bought, gift, lease, returned, rescue",
      tattoo: expect.stringContaining("Tattoo"),
    });
  });

  it.each([
    [{ acquiredOn: "2022-04-17" }, { acquiredOn: "Day of acquisition cannot be before the birth" }],
    [{ chippedOn: "2099-01-01" }, { chippedOn: "Day of chipping cannot be in the future" }],
    [
      { status: "deceased", statusChangedOn: "2024-01-01", acquiredOn: "2024-01-02" },
      { acquiredOn: "Day of acquisition cannot be after the death" },
    ],
  ])("refuses dates before birth or after today: %o", async (days, fields) => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, born);
    const change = team.owner.as.mutation(api.dogs.dogs.update, { dogId, today: TODAY, ...days });
    expect(await failureOf(change)).toMatchObject({ code: "VALIDATION_FAILED", details: { fields } });
  });

  it("has a cause of death only while the dog is deceased, and undo restores it", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { ...born, ...DEATH });
    const { kennelId } = team;
    const alive = await team.owner.as.mutation(api.dogs.dogs.update, {
      dogId,
      status: "active",
      today: TODAY,
    });
    expect(alive).toMatchObject({ causeOfDeath: null, causeOfDeathNotes: null });
    const history = await team.owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId, table: "dogs", recordId: dogId, now: Date.now() },
      paginationOpts: { numItems: 1, cursor: null },
    });
    const changeId = history.page[0]?._id ?? "";
    await team.owner.as.mutation(api.history.history.undo, { kennelId, changeId, today: TODAY });
    expect(await team.owner.as.query(api.dogs.dogs.get, { dogId })).toMatchObject(DEATH);
    expect(fieldInWords("dogs", "causeOfDeath")).toBe("Cause of death");
    expect(valueInWords("dogs", "causeOfDeath", DEATH.causeOfDeath)).toBe("Kidney or liver");
  });

  it("hides the seller from users without the right to money and contacts", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { ...born, ...BOOK });
    const bare = await signIn(team.deployment, "bare@example.com");
    const permissions = { finances: "none" } as const;
    await addMember(team.owner, bare, { kennelId: team.kennelId, role: "manager", permissions });
    expect(await bare.as.query(api.dogs.dogs.get, { dogId })).toMatchObject({
      ...BOOK,
      acquiredFromName: null,
    });
    const change = { dogId, today: TODAY, acquiredFromName: "Somebody" };
    expect(await failureOf(bare.as.mutation(api.dogs.dogs.update, change))).toMatchObject({
      details: { fields: { acquiredFromName: "You need the right to money and contacts to change this" } },
    });
  });

  it("is imported from a file whose headings and choices are words", async () => {
    const cells = {
      ...{ Name: "Bella", Breed: "Beagle", Sex: "f", Breeder: "Olga Stern", "Litter Number": "HP612345" },
      ...{ "Acquired By": "Bred here", Acquired: "2022-06-20", "Acquired from": "Peter Marsh" },
      ...{ Tattoo: "KX 17", Passport: "DE 123", "DNA Lab": "Embark", "Number in the book": "2026-014" },
      ...{ "Chip Database": "AKC Reunite", "Chipped On": "2022-06-10", "Cause of Death": "Old age" },
    };
    const headings = Object.keys(cells);
    const fields = matchColumns(headings);
    expect(fields).not.toContain(null);
    const texts = Object.values(cells);
    const columns = fields.map((name, at) => describeColumn(headings[at] ?? "", name, [texts[at] ?? ""]));
    const { values, errors } = readRow(texts, columns);
    expect(errors).toEqual({});
    vi.useFakeTimers();
    await importRows(team, [{ ...values, status: "deceased" }]);
    const { tagNumber: _, dnaNumber: __, ...read } = BOOK;
    expect(await dogs()).toMatchObject([{ ...read, acquiredHow: "bred_here", causeOfDeath: "old_age" }]);
  });

  it("is in a backup, and is restored from it", async () => {
    await team.owner.as.mutation(api.dogs.dogs.create, {
      ...dogArgs(team.kennelId, { name: "Bella", ...born, ...BOOK, ...DEATH }),
      today: TODAY,
    });
    const backupId = await madeBackup(team);
    await wipe(team);
    await restored(team, backupId, "exact");
    expect(await dogs()).toMatchObject([{ ...BOOK, ...DEATH }]);
  });
});
