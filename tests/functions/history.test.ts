/** Tests the history of records. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import { HISTORY_RECORDS } from "../../domain/history/records.gen";
import { HISTORY_TABLES, type HistoryTable } from "../../domain/history/tables.gen";
import { formatMoment } from "../../domain/formatting/formatting";
import { historyRows } from "../../domain/history/words";
import { historyRecords } from "../../scripts/table-words";
import { describedHistory } from "../../convex/platform/model/changes/kennelTables";
import { seedAuditKennel, type Ids } from "../support/audit-kennel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { differencesOf, kennelState } from "../support/kennel-state";
import { addLitter, addPuppy } from "../support/litters";
import { addPhoto } from "../support/photos";

const NOW = new Date("2025-06-15T12:00:00Z");
const page = { numItems: 50, cursor: null };

let team: Team;
let ids: Ids;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

type Result = Doc<"healthTests">["result"];

const at = (id: string): string => ids[id] ?? id;

const listAll = async (person: Person = team.owner) =>
  (
    await person.as.query(api.history.history.page, {
      kennelId: team.kennelId,
      table: null,
      userId: null,
      areDeletions: false,
      now: Date.now(),
      paginationOpts: page,
    })
  ).page;

const listOf = async (table: HistoryTable, recordId: string, person: Person = team.owner) =>
  (
    await person.as.query(api.history.history.ofRecord, {
      kennelId: team.kennelId,
      table,
      recordId,
      now: Date.now(),
      paginationOpts: page,
    })
  ).page;

/** Returns the newest change to the record itself. */
async function lastOf(table: HistoryTable, recordId: string) {
  const found = (await listOf(table, recordId)).find((change) => change.recordId === recordId);
  if (!found) throw new Error(`Nothing is told of ${table}`);
  return found;
}

const undo = async (changeId: string, person: Person = team.owner) =>
  await person.as.mutation(api.history.history.undo, { kennelId: team.kennelId, changeId, today: TODAY });

const bringBack = async (changeId: string, person: Person = team.owner) =>
  await person.as.mutation(api.history.history.bringBack, { kennelId: team.kennelId, changeId });

const state = async () => await kennelState(team.deployment, team.kennelId);

it("the history names the puppy or dog of a weight, and the weight", async () => {
  const { kennelId, owner } = team;
  const { _id: dogId } = await addDog(owner, kennelId, { name: "Nala" });
  const ofDog = { grams: 9100, weighedOn: TODAY, today: TODAY, entryKey: "weight-of-a-dog" };
  await owner.as.mutation(api.health.dogWeights.add, { dogId, ...ofDog });
  const { litterId } = await addLitter(team);
  const { _id: puppyId } = await addPuppy(team, litterId, { name: "Juniper" });
  const ofPuppy = { grams: 350, weighedAt: NOW.getTime(), entryKey: "weight-of-a-puppy" };
  await owner.as.mutation(api.litters.puppyWeights.add, { puppyId, ...ofPuppy });
  const told = (await listAll()).filter(({ table }) => table.endsWith("Weights"));
  expect(told.map(({ table, dogName, grams }) => ({ table, dogName, grams }))).toEqual(
    expect.arrayContaining([
      { table: "puppyWeights", dogName: "Juniper", grams: 350 },
      { table: "dogWeights", dogName: "Nala", grams: 9100 },
    ]),
  );
});

describe("a weight of a puppy that the weighing screen takes back, whose row stays", () => {
  let litterId: string;
  let puppyId: string;
  beforeEach(async () => {
    ({ litterId } = await addLitter(team));
    puppyId = (await addPuppy(team, litterId, { name: "Juniper" }))._id;
    await weigh("taken-back");
    vi.setSystemTime(NOW.getTime() + 1000);
    await team.staff.as.mutation(api.litters.puppyWeights.undo, { litterId, entryKey: "taken-back" });
    vi.setSystemTime(NOW.getTime() + 2000);
  });

  const weigh = async (entryKey: string) =>
    await team.owner.as.mutation(api.litters.puppyWeights.add, {
      ...{ puppyId, grams: 350, weighedAt: NOW.getTime(), entryKey },
    });
  const weights = async () => await team.owner.as.query(api.litters.puppyWeights.list, { litterId });
  const entries = async (areDeletions = false) => {
    const { kennelId, owner } = team;
    const { page } = await owner.as.query(api.history.history.page, {
      ...{ kennelId, table: null, userId: null, areDeletions, now: Date.now() },
      paginationOpts: { numItems: 100, cursor: null },
    });
    return page.filter(({ table }) => table === "puppyWeights");
  };
  const deletion = async () => {
    const [entry] = await entries(true);
    if (!entry) throw new Error("The history lists no deletion of a weight");
    return entry;
  };
  const words = async () =>
    historyRows(await entries(), "Olga").map(([, , source, what, record, ...field]) =>
      [source, what, record, ...field].filter(Boolean).join(" | "),
    );

  it("is told, listed, exported and brought back like every other deletion", async () => {
    const name = `Puppy's weight of ${formatMoment(NOW.getTime())}, Juniper, 350 g`;
    const heading = "Source | What | Record | Field | Before | After";
    expect(await words()).toEqual([heading, `Deleted | ${name}`, `Added | ${name}`]);
    expect(await deletion()).toMatchObject({
      ...{ kind: "deleted", by: "staff", source: null, fields: [], remedy: "bring_back", address: null },
    });
    await bringBack((await deletion())._id);
    expect(await words()).toEqual([
      heading,
      `Undo | Brought back | ${name}`,
      `Deleted | ${name}`,
      `Added | ${name}`,
    ]);
    expect(await deletion()).toMatchObject({ remedy: null, undoneAt: Date.now() });
    expect(await weights()).toMatchObject([{ grams: 350 }]);
    expect((await failureOf(bringBack((await deletion())._id))).code).toBe("NO_LONGER_KEPT");
    // The late repeated entry is still known.
    expect(await weigh("taken-back")).toMatchObject({ outcome: "known" });
    await team.staff.as.mutation(api.litters.puppyWeights.undo, { litterId, entryKey: "taken-back" });
    expect((await entries(true)).map(({ remedy }) => remedy)).toEqual(["bring_back", null]);
  });

  it("stays deleted if the same weight was entered again, and the refusal leaves the entry as it was", async () => {
    await weigh("entered-again");
    const { _id } = await deletion();
    expect((await failureOf(bringBack(_id))).code).toBe("CHANGED_SINCE");
    expect(await deletion()).toMatchObject({ remedy: "bring_back", undoneAt: null });
    expect(await weights()).toHaveLength(1);
  });

  it("is brought back only after its puppy, which has got another id", async () => {
    const { _id } = await deletion();
    await team.owner.as.mutation(api.litters.puppies.remove, { puppyId });
    expect((await failureOf(bringBack(_id))).code).toBe("BELONGS_TO_DELETED");
    const recordId = puppyId;
    const { kennelId, owner } = team;
    const now = await owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId });
    expect(now).not.toBe(puppyId);
    expect(await weights()).toEqual([]);
    await bringBack(_id);
    expect(await weights()).toMatchObject([{ puppyId: now, grams: 350 }]);
  });

  it("is brought back for 30 days, and only by people who may change litters", async () => {
    const { _id } = await deletion();
    expect((await failureOf(bringBack(_id, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(bringBack(_id, team.stranger))).code).toBe("NOT_FOUND");
    vi.setSystemTime(NOW.getTime() + 31 * 86_400_000);
    expect((await deletion()).remedy).toBeNull();
    expect((await failureOf(bringBack(_id))).code).toBe("NO_LONGER_KEPT");
    expect(await weights()).toEqual([]);
  });
});

describe("the history", () => {
  it("shows who changed which fields of a record and when, with the values before and after", async () => {
    const { owner, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId, { color: "Tan" });
    vi.setSystemTime(NOW.getTime() + 1000);
    await staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: "Red" });
    expect(await listOf("dogs", dog._id)).toMatchObject([
      {
        kind: "changed",
        at: NOW.getTime() + 1000,
        by: "staff",
        isSelf: false,
        title: "Bella",
        fields: [{ name: "color", before: "Tan", after: "Red" }],
        remedy: "undo",
      },
      { kind: "created", at: NOW.getTime(), by: "Olga Owner", isSelf: true, fields: [], remedy: null },
    ]);
  });

  it("leaves out saves that changed nothing, and counts that follow from other records", async () => {
    const { owner, kennelId } = team;
    const dog = await addDog(owner, kennelId, { color: "Tan" });
    await owner.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: " Tan " });
    await addPhoto(owner, dog._id);
    const own = (await listOf("dogs", dog._id)).filter(({ table }) => table === "dogs");
    expect(own.map(({ kind }) => kind)).toEqual(["created"]);
  });

  it("includes the records of a dog that the reader may see", async () => {
    const { owner, viewer, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    await owner.as.mutation(api.health.dogWeights.add, {
      dogId: dog._id,
      grams: 9000,
      weighedOn: TODAY,
      today: TODAY,
      entryKey: "a weight of hers",
    });
    const tablesFor = async () => (await listOf("dogs", dog._id, viewer)).map(({ table }) => table).sort();
    expect(await tablesFor()).toEqual(["dogWeights", "dogs", "dogs"]);
    const rights = { role: "viewer", permissions: { health: "none", members: "none" } } as const;
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId: viewer.userId, ...rights });
    expect(await tablesFor()).toEqual(["dogs", "dogs"]);
    expect((await listOf("dogs", dog._id, viewer)).map(({ by }) => by)).toEqual([null, null]);
  });

  it("filters the kennel's list by kind, person or deletions", async () => {
    const { owner, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId);
    await staff.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: "Red" });
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: dog._id });
    const asked = { kennelId, table: null, userId: null, areDeletions: false, now: Date.now() };
    const kinds = async (narrowed: object) =>
      (
        await owner.as.query(api.history.history.page, { ...asked, ...narrowed, paginationOpts: page })
      ).page.map(({ kind }) => kind);
    expect(await kinds({ table: "dogs" })).toEqual(["deleted", "changed", "created"]);
    expect(await kinds({ userId: staff.userId })).toEqual(["changed", "noted"]);
    expect(await kinds({ areDeletions: true })).toEqual(["deleted"]);
    expect(await kinds({ table: "photos" })).toEqual([]);
  });

  it("filters the kennel's list by dog, together with the other filters, and never beyond the kennel", async () => {
    const { owner, staff, stranger, kennelId } = team;
    const bella = await addDog(owner, kennelId);
    const rex = await addDog(owner, kennelId, { name: "Rex", gender: "male" });
    await staff.as.mutation(api.dogs.dogs.update, { dogId: bella._id, today: TODAY, color: "Red" });
    await owner.as.mutation(api.health.dogWeights.add, {
      dogId: bella._id,
      grams: 9000,
      weighedOn: TODAY,
      today: TODAY,
      entryKey: "a weight of hers",
    });
    await owner.as.mutation(api.dogs.dogs.update, { dogId: rex._id, today: TODAY, color: "Tan" });
    const asked = { table: null, userId: null, areDeletions: false, now: Date.now(), paginationOpts: page };
    const found = async (narrowed: {
      dogId: string;
      table?: "dogWeights";
      userId?: string;
      areDeletions?: true;
    }) => (await owner.as.query(api.history.history.page, { kennelId, ...asked, ...narrowed })).page;
    const ofBella = await found({ dogId: bella._id });
    expect(new Set(ofBella.map(({ table }) => table))).toEqual(new Set(["dogs", "dogWeights"]));
    expect(ofBella.some(({ recordId }) => recordId === rex._id)).toBe(false);
    expect(await found({ dogId: bella._id, table: "dogWeights" })).toHaveLength(1);
    expect(await found({ dogId: bella._id, userId: staff.userId })).toMatchObject([{ by: "staff" }]);
    expect(await found({ dogId: bella._id, areDeletions: true })).toEqual([]);
    const [own] = await stranger.as.query(api.kennels.kennels.list, {});
    const elsewhere = { kennelId: own?._id ?? "", ...asked, dogId: bella._id };
    expect((await stranger.as.query(api.history.history.page, elsewhere)).page).toEqual([]);
  });

  it("filters the kennel's list by days, together with the other filters and page by page", async () => {
    const { owner, staff, kennelId } = team;
    const bella = await addDog(owner, kennelId);
    const start = NOW.getTime();
    const DAY = 86_400_000;
    for (const day of [1, 2, 3]) {
      vi.setSystemTime(start + day * DAY);
      for (const [person, color] of [
        [owner, "Red"],
        [staff, "Tan"],
      ] as const) {
        await person.as.mutation(api.dogs.dogs.update, {
          ...{ dogId: bella._id, today: TODAY, color: `${color} ${day}` },
        });
      }
    }
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: bella._id });
    const asked = { kennelId, table: null, userId: null, areDeletions: false, now: Date.now() };
    type Narrowed = Partial<Omit<(typeof api.history.history.page)["_args"], "kennelId">>;
    const found = async (narrowed: Narrowed) => {
      const args = { ...asked, paginationOpts: page, ...narrowed };
      return await owner.as.query(api.history.history.page, args);
    };
    const days = async (narrowed: Narrowed) =>
      (await found(narrowed)).page.map(({ at: when }) => (when - start) / DAY);
    const second = { since: start + 2 * DAY, before: start + 3 * DAY };
    expect(await days(second)).toEqual([2, 2]);
    expect(await days({ since: start + 3 * DAY })).toEqual([3, 3, 3]);
    expect(new Set(await days({ before: start + 2 * DAY }))).toEqual(new Set([0, 1]));
    expect(await days({ ...second, dogId: bella._id })).toEqual([2, 2]);
    expect(await days({ ...second, userId: staff.userId, table: "dogs" })).toEqual([2]);
    expect(await days({ ...second, areDeletions: true })).toEqual([]);
    expect(await days({ since: start + 3 * DAY, areDeletions: true })).toEqual([3]);
    expect(await days({ ...second, areEvents: true })).toEqual([]);
    expect(await days({ since: second.before, before: second.since })).toEqual([]);
    const one = { numItems: 1, cursor: null };
    const first = await found({ ...second, paginationOpts: one });
    expect(first.page).toMatchObject([{ by: "staff" }]);
    const next = await found({ ...second, paginationOpts: { ...one, cursor: first.continueCursor } });
    expect(next.page).toMatchObject([{ isSelf: true, at: start + 2 * DAY }]);
  });

  it("links each record to the screen on which it is seen, as long as the record exists", async () => {
    ids = await seedAuditKennel(team, "Mark");
    const { owner, viewer, kennelId } = team;
    const newest = async (person: Person) => {
      const asked = { kennelId, table: null, userId: null, areDeletions: false, now: Date.now() };
      const paginationOpts = { numItems: 300, cursor: null };
      return (await person.as.query(api.history.history.page, { ...asked, paginationOpts })).page;
    };
    const addressOf = async (id: string, person = owner) =>
      (await newest(person)).find(({ recordId }) => recordId === at(id))?.address;
    const litter = `/dashboard/litters/${at("litterId")}`;
    const breeding = `/dashboard/breeding/${at("breedingId")}`;
    const dog = `/dashboard/dogs/${at("dogId")}`;
    const { damId } = await team.deployment.run(async (ctx) => {
      const id = ctx.db.normalizeId("breedings", at("breedingId"));
      return (id && (await ctx.db.get("breedings", id))) ?? { damId: "" };
    });
    const expected = {
      ...{ dogId: dog, photoId: `${dog}?tab=photos`, weightId: `${dog}?tab=health`, dogOwnerId: dog },
      ...{ breedingId: breeding, matingId: breeding, temperatureId: breeding, pregnancyCheckId: breeding },
      ...{ entryId: breeding, documentId: breeding },
      ...{ litterId: litter, puppyId: litter, checkId: litter, diaryEntryId: litter },
      heatId: `/dashboard/breeding?tab=heats&bitch=${damId}`,
      readingId: `/dashboard/breeding?tab=heats&bitch=${damId}`,
      recordId: `/dashboard/health/records/${at("recordId")}`,
      attachmentId: `/dashboard/health/records/${at("recordId")}`,
      immunizationId: `/dashboard/health/immunizations/${at("immunizationId")}`,
      scheduledVaccinationId: `/dashboard/health/schedule?patient=dog:${at("dogId")}`,
      veterinaryRecordId: `/dashboard/health?vet=${at("veterinaryRecordId")}`,
      ...{ testId: `${dog}?tab=health`, courseId: `${dog}?tab=health`, genotypeId: `${dog}?tab=health` },
      reminderId: `/dashboard/reminders?reminder=${at("reminderId")}`,
      contactId: `/dashboard/contacts?contact=${at("contactId")}`,
      applicantId: "/dashboard/breeding?tab=waiting-list",
      templateId: "/dashboard/settings?tab=kennel#contract-templates",
    };
    const found = Object.fromEntries(
      await Promise.all(Object.keys(expected).map(async (id) => [id, await addressOf(id)])),
    );
    expect(found).toEqual(expected);
    await owner.as.mutation(api.health.healthRecords.remove, { recordId: at("recordId") });
    await owner.as.mutation(api.reminders.reminders.remove, { reminderId: at("reminderId") });
    expect(await addressOf("recordId")).toBeNull();
    expect(await addressOf("reminderId")).toBeNull();
    const rights = { role: "viewer", permissions: { dogs: "none" } } as const;
    await owner.as.mutation(api.kennels.members.update, { kennelId, userId: viewer.userId, ...rights });
    expect(await addressOf("weightId", viewer)).toBeNull();
    expect(await addressOf("immunizationId", viewer)).toBe(expected.immunizationId);
  }, 30_000);

  it("is limited to the kennel: nobody else can see or undo anything, and a viewer can undo nothing", async () => {
    const { owner, viewer, stranger, kennelId, deployment } = team;
    const dog = await addDog(owner, kennelId, { color: "Tan" });
    await owner.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color: "Red" });
    const change = await lastOf("dogs", dog._id);
    expect((await listOf("dogs", dog._id, viewer))[0]).toMatchObject({ kind: "changed", remedy: null });
    expect((await failureOf(undo(change._id, viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(undo(change._id, stranger))).code).toBe("NOT_FOUND");
    const [own] = await stranger.as.query(api.kennels.kennels.list, {});
    const elsewhere = { kennelId: own?._id ?? "", changeId: change._id, today: TODAY };
    expect((await failureOf(stranger.as.mutation(api.history.history.undo, elsewhere))).code).toBe(
      "NOT_FOUND",
    );
    expect((await failureOf(listAll(stranger))).code).toBe("NOT_FOUND");
    const asNobody = deployment.mutation(api.history.history.undo, { ...elsewhere, kennelId });
    expect((await failureOf(asNobody)).code).toBe("UNAUTHENTICATED");
  });

  it("has the labels of the tables, as code generation last wrote them", () => {
    expect(HISTORY_RECORDS).toEqual(historyRecords());
    expect(Object.keys(HISTORY_RECORDS)).toEqual(HISTORY_TABLES);
  });

  it("names every field of every record, or declares that the field is not recorded", () => {
    const unknown = HISTORY_TABLES.flatMap((table) => {
      const { fields, unkept } = describedHistory(table);
      const { validator } = schema.tables[table];
      const known = new Set([...Object.keys(fields), ...unkept].map((name) => name.split(".")[0]));
      return Object.keys(validator.fields)
        .filter((name) => name !== "kennelId" && !known.has(name))
        .map((name) => `${table}.${name}`);
    });
    expect(unknown).toEqual([]);
  });
});

describe("history.undo", () => {
  it("restores fields that are unchanged since, reports those that were changed since, and can itself be undone", async () => {
    const { owner, staff, kennelId } = team;
    const dog = await addDog(owner, kennelId, { color: "Tan", weight: 20 });
    const save = async (fields: object) =>
      await owner.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, ...fields });
    await save({ color: "Red", weight: 22 });
    const first = await lastOf("dogs", dog._id);
    vi.setSystemTime(NOW.getTime() + 1000);
    await save({ weight: 25 });
    expect(await undo(first._id, staff)).toEqual({ restored: ["Color"], kept: ["Weight"] });
    expect(await owner.as.query(api.dogs.dogs.get, { dogId: dog._id })).toMatchObject({
      color: "Tan",
      weight: 25,
    });
    const undone = await lastOf("dogs", dog._id);
    expect(undone).toMatchObject({ kind: "changed", source: "undo", by: "staff" });
    await undo(undone._id);
    expect(await owner.as.query(api.dogs.dogs.get, { dogId: dog._id })).toMatchObject({
      color: "Red",
      weight: 25,
    });
  });

  it("refuses a change that was entirely overwritten since, or already undone", async () => {
    const { owner, kennelId } = team;
    const dog = await addDog(owner, kennelId, { color: "Tan" });
    const save = async (color: string) =>
      await owner.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, color });
    await save("Red");
    const first = await lastOf("dogs", dog._id);
    vi.setSystemTime(NOW.getTime() + 1000);
    await save("Blue");
    expect((await failureOf(undo(first._id))).code).toBe("CHANGED_SINCE");
    await undo((await lastOf("dogs", dog._id))._id);
    await undo(first._id);
    expect((await failureOf(undo(first._id))).code).toBe("NOT_FOUND");
  });

  it("leaves unchanged the other records that the same click changed", async () => {
    const { owner, kennelId } = team;
    const add = async (title: string) =>
      (
        await owner.as.mutation(api.reminders.reminders.create, {
          kennelId,
          title,
          dueDate: TODAY,
          reminderType: "grooming",
        })
      )._id;
    const reminderIds = [await add("Worming"), await add("Bath")];
    vi.setSystemTime(NOW.getTime() + 1000);
    await owner.as.mutation(api.reminders.reminderBulk.complete, { reminderIds, today: TODAY });
    await undo((await lastOf("reminders", reminderIds[0] ?? ""))._id);
    const states = await team.deployment.run(
      async (ctx) =>
        await Promise.all(reminderIds.map(async (id) => (await ctx.db.get("reminders", id))?.state)),
    );
    expect(states).toEqual(["pending", "completed"]);
  });

  it("enforces the rules: it refuses values that are no longer valid", async () => {
    const { owner, kennelId } = team;
    const dog = await addDog(owner, kennelId, { microchipNumber: "985112345678903" });
    await owner.as.mutation(api.dogs.dogs.update, { dogId: dog._id, today: TODAY, microchipNumber: null });
    const change = await lastOf("dogs", dog._id);
    await addDog(owner, kennelId, { name: "Nora", microchipNumber: "985112345678903" });
    expect((await failureOf(undo(change._id))).code).toBe("VALIDATION_FAILED");
  });
});

it("the history reports the first settings like any change, and restores the default values", async () => {
  const { owner, kennelId } = team;
  const save = async (asked: object) =>
    await owner.as.mutation(api.kennels.kennelSettings.update, { kennelId, ...asked });
  const get = async () => await owner.as.query(api.kennels.kennelSettings.get, { kennelId });
  const newest = async () => {
    const [change] = (await listAll()).filter(({ table }) => table === "kennelSettings");
    if (!change) throw new Error("Nothing is told of the settings");
    return change;
  };
  const { business, branding } = await get();
  await save({ business: { taxId: "12-3456789" }, branding: { primaryColor: "#112233" } });
  const first = await newest();
  expect(first).toMatchObject({ kind: "changed", remedy: "undo" });
  expect(first.fields).toContainEqual({ name: "taxId", before: null, after: "12-3456789" });
  vi.setSystemTime(NOW.getTime() + 1000);
  await save({ branding: { primaryColor: "#445566" } });
  expect(await undo(first._id)).toEqual({ restored: ["Tax ID"], kept: ["Primary color"] });
  const second = (await listAll()).find(
    ({ table, fields }) => table === "kennelSettings" && fields[0]?.before === "#112233",
  );
  await undo(second?._id ?? "");
  expect((await get()).branding.primaryColor).toBe("#112233");
  await undo(first._id);
  expect(await get()).toMatchObject({ business, branding });
});

describe("every kind of record", () => {
  beforeEach(async () => {
    ids = await seedAuditKennel(team, "Mark");
    vi.setSystemTime(NOW.getTime() + 60_000);
  }, 30_000);

  type Change = (person: Person["as"]) => Promise<unknown>;
  const changes: Record<string, [table: HistoryTable, id: string, change: Change]> = {
    dog: [
      "dogs",
      "dogId",
      (as) =>
        as.mutation(api.dogs.dogs.update, {
          dogId: at("dogId"),
          today: TODAY,
          name: "Renamed",
          breed: "Boxer",
          status: "sold",
          dateOfBirth: null,
        }),
    ],
    "spayed bitch": [
      "dogs",
      "dogId",
      (as) => as.mutation(api.heats.heats.setSpayed, { dogId: at("dogId"), spayedOn: TODAY, today: TODAY }),
    ],
    photo: [
      "photos",
      "photoId",
      (as) => as.mutation(api.dogs.photos.setCaption, { photoId: at("photoId"), caption: "x" }),
    ],
    breeding: [
      "breedings",
      "breedingId",
      (as) =>
        as.mutation(api.breedings.breedings.update, {
          breedingId: at("breedingId"),
          breedingDate: "2024-12-30",
          studFeeCents: 5000,
          notes: "x",
        }),
    ],
    "status of a breeding": [
      "breedings",
      "breedingId",
      (as) =>
        as.mutation(api.breedings.breedings.setStatus, {
          breedingId: at("breedingId"),
          status: "completed",
          today: TODAY,
        }),
    ],
    entry: [
      "breedingFinances",
      "entryId",
      (as) =>
        as.mutation(api.breedings.breedingFinances.update, {
          entryId: at("entryId"),
          kind: "income",
          category: "other",
          amountCents: 900,
          bookedOn: "2024-02-02",
        }),
    ],
    litter: [
      "litters",
      "litterId",
      (as) =>
        as.mutation(api.litters.litters.update, {
          litterId: at("litterId"),
          whelpingDate: "2025-03-07",
          whelping: { notes: "long", assistanceRequired: true },
          today: TODAY,
        }),
    ],
    puppy: [
      "puppies",
      "puppyId",
      (as) =>
        as.mutation(api.litters.puppies.update, { puppyId: at("puppyId"), name: "Pim", gender: "male" }),
    ],
    "sale of a puppy": [
      "puppies",
      "puppyId",
      (as) =>
        as.mutation(api.litters.puppies.sell, {
          puppyId: at("puppyId"),
          buyerName: "Bea",
          priceCents: 90_000,
          today: TODAY,
        }),
    ],
    "check of a puppy": [
      "puppyHealthChecks",
      "checkId",
      (as) =>
        as.mutation(api.litters.puppyHealthChecks.update, {
          checkId: at("checkId"),
          notes: null,
          weightGrams: 400,
          today: TODAY,
        }),
    ],
    heat: [
      "heats",
      "heatId",
      (as) =>
        as.mutation(api.heats.heats.update, {
          heatId: at("heatId"),
          endOn: "2024-06-20",
          notes: "x",
          today: TODAY,
        }),
    ],
    reading: [
      "progesteroneReadings",
      "readingId",
      (as) =>
        as.mutation(api.heats.heats.updateProgesterone, {
          heatId: at("heatId"),
          readingId: at("readingId"),
          takenOn: "2024-06-09",
          value: 9,
          unit: "ng/mL",
          today: TODAY,
        }),
    ],
    "health record": [
      "healthRecords",
      "recordId",
      (as) =>
        as.mutation(api.health.healthRecords.update, {
          recordId: at("recordId"),
          title: "Other",
          recordType: "surgery",
          dateRecorded: "2025-05-01",
          costCents: 400,
          followUpDate: "2025-07-01",
          today: TODAY,
        }),
    ],
    "health test": [
      "healthTests",
      "testId",
      (as) =>
        as.mutation(api.health.healthTests.update, {
          dogId: at("dogId"),
          testId: at("testId"),
          kind: "ofa_hips",
          testedOn: "2025-06-01",
          result: { type: "grade", grade: "fair" },
          laboratory: "OFA",
          today: TODAY,
        }),
    ],
    "certificate of a test": [
      "healthTests",
      "testId",
      (as) =>
        as.mutation(api.health.healthTests.removeCertificate, { dogId: at("dogId"), testId: at("testId") }),
    ],
    dose: [
      "immunizations",
      "immunizationId",
      (as) =>
        as.mutation(api.vaccinations.immunizations.update, {
          immunizationId: at("immunizationId"),
          vaccineName: "Parvo",
          dateAdministered: "2025-06-02",
          veterinaryClinic: "Elsewhere",
          today: TODAY,
        }),
    ],
    booking: [
      "scheduledVaccinations",
      "scheduledVaccinationId",
      (as) =>
        as.mutation(api.vaccinations.vaccinationSchedule.update, {
          scheduledVaccinationId: at("scheduledVaccinationId"),
          scheduledDate: "2025-07-09",
          notes: "x",
          today: TODAY,
        }),
    ],
    "cancelled booking": [
      "scheduledVaccinations",
      "scheduledVaccinationId",
      (as) =>
        as.mutation(api.vaccinations.vaccinationSchedule.cancel, {
          scheduledVaccinationId: at("scheduledVaccinationId"),
        }),
    ],
    weight: [
      "dogWeights",
      "weightId",
      (as) =>
        as.mutation(api.health.dogWeights.update, {
          dogId: at("dogId"),
          weightId: at("weightId"),
          grams: 21_000,
          weighedOn: "2025-06-01",
          today: TODAY,
        }),
    ],
    course: [
      "medicationCourses",
      "courseId",
      (as) =>
        as.mutation(api.health.medications.update, {
          dogId: at("dogId"),
          courseId: at("courseId"),
          drug: "Other",
          doseAmount: 2,
          doseUnit: "mL",
          schedule: { type: "as_needed" },
          startOn: "2025-06-14",
          endOn: "2025-06-30",
        }),
    ],
    "stopped course": [
      "medicationCourses",
      "courseId",
      (as) =>
        as.mutation(api.health.medications.stop, {
          dogId: at("dogId"),
          courseId: at("courseId"),
          stoppedOn: TODAY,
          stopReason: "well again",
          today: TODAY,
        }),
    ],
    veterinarian: [
      "veterinaryRecords",
      "veterinaryRecordId",
      (as) =>
        as.mutation(api.health.veterinaryRecords.update, {
          veterinaryRecordId: at("veterinaryRecordId"),
          veterinarianName: "Dr. Who",
          veterinaryClinic: "Elsewhere",
          notes: "x",
        }),
    ],
    reminder: [
      "reminders",
      "reminderId",
      (as) =>
        as.mutation(api.reminders.reminders.update, {
          reminderId: at("reminderId"),
          title: "Other",
          priority: "high",
          dueDate: "2025-08-01",
          reminderType: "grooming",
          notifications: { email: false },
        }),
    ],
    "completed reminder": [
      "reminders",
      "seriesId",
      (as) => as.mutation(api.reminders.reminders.complete, { reminderId: at("seriesId"), today: TODAY }),
    ],
    "snoozed reminder": [
      "reminders",
      "reminderId",
      (as) =>
        as.mutation(api.reminders.reminders.snooze, {
          reminderId: at("reminderId"),
          snoozeUntil: "2025-06-20",
          today: TODAY,
        }),
    ],
    "template of reminders": [
      "reminderTemplates",
      "reminders/reminderTemplates.templateId",
      (as) =>
        as.mutation(api.reminders.reminderTemplates.update, {
          kennelId: team.kennelId,
          templateId: at("reminders/reminderTemplates.templateId"),
          name: "Other",
          title: "Another",
          description: "x",
          reminderType: "grooming",
          priority: "high",
          offsetDays: 9,
        }),
    ],
    applicant: [
      "waitingList",
      "applicantId",
      (as) =>
        as.mutation(api.litters.waitingList.update, {
          applicantId: at("applicantId"),
          name: "Petra",
          notes: "x",
        }),
    ],
    offer: [
      "waitingList",
      "applicantId",
      (as) =>
        as.mutation(api.litters.waitingList.offer, {
          applicantId: at("applicantId"),
          puppyId: at("puppyId"),
          offerUntil: "2025-06-30",
          today: TODAY,
        }),
    ],
    "withdrawn applicant": [
      "waitingList",
      "applicantId",
      (as) => as.mutation(api.litters.waitingList.withdraw, { applicantId: at("applicantId") }),
    ],
    "contract template": [
      "contractTemplates",
      "templateId",
      (as) =>
        as.mutation(api.contracts.contractTemplates.update, { templateId: at("templateId"), name: "Other" }),
    ],
    kennel: [
      "kennels",
      "kennelId",
      (as) =>
        as.mutation(api.kennels.kennels.update, {
          kennelId: team.kennelId,
          name: "Other",
          phone: "555 0100",
        }),
    ],
  };

  it.each(Object.entries(changes))(
    "is equal to its earlier state after its change is undone: %s",
    async (_, [table, id, change]) => {
      const before = await state();
      await change(team.owner.as);
      if (table !== "kennels") expect(differencesOf(before, await state())).not.toEqual([]);
      const told = await lastOf(table, at(id));
      expect(told).toMatchObject({ kind: "changed", remedy: "undo" });
      expect((await undo(told._id)).kept).toEqual([]);
      expect(differencesOf(before, await state())).toEqual([]);
    },
  );

  it("returns to its earlier result as a whole if it is a test, without parts of later results", async () => {
    const save = async (kind: Doc<"healthTests">["kind"], result: Result) => {
      vi.setSystemTime(Date.now() + 1000);
      const test = { dogId: at("dogId"), testId: at("testId"), testedOn: TODAY, today: TODAY };
      await team.owner.as.mutation(api.health.healthTests.update, { ...test, kind, result });
      return await lastOf("healthTests", at("testId"));
    };
    const sides: Result = { type: "sides", left: "normal", right: null };
    await save("ofa_elbows", sides);
    const change = await save("ofa_hips", { type: "grade", grade: "fair" });
    await save("ofa_hips", { type: "grade", grade: "good" });
    await undo(change._id);
    const tests = await team.owner.as.query(api.health.healthTests.list, { dogId: at("dogId") });
    expect(tests).toMatchObject([{ kind: "ofa_elbows", result: sides }]);
  });

  it("is refused when it contradicts newer data, in its own fields or in others", async () => {
    const { owner } = team;
    const dog = { dogId: at("dogId"), today: TODAY };
    const { _id: heatId } = await owner.as.mutation(api.heats.heats.add, { ...dog, startOn: "2023-01-10" });
    await owner.as.mutation(api.heats.heats.update, { heatId, startOn: "2023-05-20", today: TODAY });
    const reading = { heatId, takenOn: "2023-05-25", value: 5, unit: "ng/mL", today: TODAY };
    await owner.as.mutation(api.heats.heats.addProgesterone, reading);
    expect((await failureOf(undo((await lastOf("heats", heatId))._id))).details.fields).toEqual({
      startOn: "The reading of 2023-05-25 would no longer be within this heat",
    });

    const death = { puppyId: at("puppyId"), status: "deceased", diedOn: "2025-04-20", today: TODAY };
    await owner.as.mutation(api.litters.puppies.setStatus, death);
    const change = await lastOf("puppies", at("puppyId"));
    await team.deployment.run(async (ctx) => {
      const id = ctx.db.normalizeId("puppies", at("puppyId"));
      if (id) await ctx.db.patch("puppies", id, { diedOn: "2025-04-21" });
    });
    expect((await failureOf(undo(change._id))).details.fields).toEqual({ diedOn: "This puppy did not die" });
  });
});

describe("deleted records", () => {
  beforeEach(async () => {
    ids = await seedAuditKennel(team, "Mark");
    vi.setSystemTime(NOW.getTime() + 60_000);
  }, 30_000);

  const filesThere = async (): Promise<number> =>
    await team.deployment.run(async (ctx) => (await ctx.db.system.query("_storage").take(100)).length);
  const kept = async (): Promise<number> =>
    await team.deployment.run(async (ctx) => (await ctx.db.query("keptFiles").take(100)).length);

  type Remove = (as: Person["as"]) => Promise<unknown>;
  const removals: Record<string, [table: HistoryTable, id: string, remove: Remove]> = {
    "dog with offspring, breedings and all its records": [
      "dogs",
      "dogId",
      (as) => as.mutation(api.dogs.dogs.remove, { dogId: at("dogId"), confirmed: true }),
    ],
    "sire of breedings": [
      "dogs",
      "sireId",
      (as) => as.mutation(api.dogs.dogs.remove, { dogId: at("sireId"), confirmed: true }),
    ],
    photo: ["photos", "photoId", (as) => as.mutation(api.dogs.photos.remove, { photoId: at("photoId") })],
    document: [
      "breedingDocuments",
      "documentId",
      (as) => as.mutation(api.breedings.breedingDocuments.remove, { documentId: at("documentId") }),
    ],
    entry: [
      "breedingFinances",
      "entryId",
      (as) => as.mutation(api.breedings.breedingFinances.remove, { entryId: at("entryId") }),
    ],
    "pregnancy check": [
      "pregnancyChecks",
      "pregnancyCheckId",
      (as) => as.mutation(api.breedings.pregnancyChecks.remove, { pregnancyCheckId: at("pregnancyCheckId") }),
    ],
    litter: [
      "litters",
      "litterId",
      (as) => as.mutation(api.litters.litters.remove, { litterId: at("litterId"), isConfirmed: true }),
    ],
    puppy: [
      "puppies",
      "puppyId",
      (as) => as.mutation(api.litters.puppies.remove, { puppyId: at("puppyId") }),
    ],
    "check of a puppy": [
      "puppyHealthChecks",
      "checkId",
      (as) => as.mutation(api.litters.puppyHealthChecks.remove, { checkId: at("checkId") }),
    ],
    heat: ["heats", "heatId", (as) => as.mutation(api.heats.heats.remove, { heatId: at("heatId") })],
    reading: [
      "progesteroneReadings",
      "readingId",
      (as) =>
        as.mutation(api.heats.heats.removeProgesterone, { heatId: at("heatId"), readingId: at("readingId") }),
    ],
    "health record": [
      "healthRecords",
      "recordId",
      (as) => as.mutation(api.health.healthRecords.remove, { recordId: at("recordId") }),
    ],
    attachment: [
      "healthAttachments",
      "attachmentId",
      (as) => as.mutation(api.health.healthAttachments.remove, { attachmentId: at("attachmentId") }),
    ],
    "health test": [
      "healthTests",
      "testId",
      (as) => as.mutation(api.health.healthTests.remove, { dogId: at("dogId"), testId: at("testId") }),
    ],
    dose: [
      "immunizations",
      "immunizationId",
      (as) => as.mutation(api.vaccinations.immunizations.remove, { immunizationId: at("immunizationId") }),
    ],
    weight: [
      "dogWeights",
      "weightId",
      (as) => as.mutation(api.health.dogWeights.remove, { dogId: at("dogId"), weightId: at("weightId") }),
    ],
    course: [
      "medicationCourses",
      "courseId",
      (as) => as.mutation(api.health.medications.remove, { dogId: at("dogId"), courseId: at("courseId") }),
    ],
    veterinarian: [
      "veterinaryRecords",
      "veterinaryRecordId",
      (as) =>
        as.mutation(api.health.veterinaryRecords.remove, { veterinaryRecordId: at("veterinaryRecordId") }),
    ],
    reminder: [
      "reminders",
      "reminderId",
      (as) => as.mutation(api.reminders.reminders.remove, { reminderId: at("reminderId") }),
    ],
    "reminder of a series": [
      "reminders",
      "seriesId",
      (as) => as.mutation(api.reminders.reminders.remove, { reminderId: at("seriesId") }),
    ],
    "template of reminders": [
      "reminderTemplates",
      "reminders/reminderTemplates.templateId",
      (as) =>
        as.mutation(api.reminders.reminderTemplates.remove, {
          kennelId: team.kennelId,
          templateId: at("reminders/reminderTemplates.templateId"),
        }),
    ],
    applicant: [
      "waitingList",
      "applicantId",
      (as) => as.mutation(api.litters.waitingList.remove, { applicantId: at("applicantId") }),
    ],
    "contract template": [
      "contractTemplates",
      "templateId",
      (as) => as.mutation(api.contracts.contractTemplates.remove, { templateId: at("templateId") }),
    ],
  };

  it.each(Object.entries(removals))(
    "are restored to their earlier state: %s",
    async (_, [table, id, remove]) => {
      const [before, files, waiting] = [await state(), await filesThere(), await kept()];
      await remove(team.owner.as);
      expect(differencesOf(before, await state())).not.toEqual([]);
      const told = await lastOf(table, at(id));
      expect(told).toMatchObject({ kind: "deleted", remedy: "bring_back", by: "Olga Owner" });
      const newId = await bringBack(told._id);
      expect(differencesOf(before, await state())).toEqual([]);
      expect([await filesThere(), await kept()]).toEqual([files, waiting]);
      const [restored, deleted] = await listOf(table, newId);
      expect([restored?.kind, deleted?.kind, deleted?.remedy]).toEqual(["restored", "deleted", null]);
      expect((await failureOf(bringBack(told._id))).code).toBe("NO_LONGER_KEPT");
    },
  );

  it("are restored one after the other, each linked to the new id of its owner", async () => {
    const { owner } = team;
    const before = await state();
    await owner.as.mutation(api.health.healthAttachments.remove, { attachmentId: at("attachmentId") });
    await owner.as.mutation(api.health.healthRecords.remove, { recordId: at("recordId") });
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: at("dogId"), confirmed: true });
    const attachment = await lastOf("healthAttachments", at("attachmentId"));
    const record = await lastOf("healthRecords", at("recordId"));
    expect((await failureOf(bringBack(attachment._id))).code).toBe("BELONGS_TO_DELETED");
    expect((await failureOf(bringBack(record._id))).code).toBe("BELONGS_TO_DELETED");
    await bringBack((await lastOf("dogs", at("dogId")))._id);
    await bringBack(record._id);
    await bringBack(attachment._id);
    expect(differencesOf(before, await state())).toEqual([]);
  });

  it("can be restored by their former id right after the deletion", async () => {
    const { owner, viewer, stranger, kennelId } = team;
    await owner.as.mutation(api.litters.puppies.remove, { puppyId: at("puppyId") });
    const asked = { kennelId, recordId: at("puppyId") };
    expect((await failureOf(viewer.as.mutation(api.history.history.bringBackRecord, asked))).code).toBe(
      "FORBIDDEN",
    );
    expect((await failureOf(stranger.as.mutation(api.history.history.bringBackRecord, asked))).code).toBe(
      "NOT_FOUND",
    );
    const puppyId = await owner.as.mutation(api.history.history.bringBackRecord, asked);
    expect(await owner.as.query(api.litters.puppies.get, { puppyId })).toMatchObject({ name: "Mark Puck" });
  });

  it("are reported once, with the number of records deleted along with them", async () => {
    const { owner } = team;
    const count = (await listAll()).length;
    await owner.as.mutation(api.litters.litters.remove, { litterId: at("litterId"), isConfirmed: true });
    const [told, ...others] = await listAll();
    // The number includes two puppies and a diary entry.
    expect(told).toMatchObject({ table: "litters", kind: "deleted", partCount: 3 });
    expect(others.length - count).toBeLessThanOrEqual(0);
  });

  it("get no number that another dog has, and need room in the plan like a new dog", async () => {
    const { owner, kennelId } = team;
    const dog = await addDog(owner, kennelId, { name: "Nora", microchipNumber: "985112345678903" });
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: dog._id });
    await addDog(owner, kennelId, { name: "Nelly", microchipNumber: "985112345678903" });
    const told = await lastOf("dogs", dog._id);
    expect((await failureOf(bringBack(told._id))).code).toBe("VALIDATION_FAILED");
  });

  it("are deleted permanently after 30 days, with their files", async () => {
    const { owner, deployment } = team;
    const [files, waiting] = [await filesThere(), await kept()];
    await owner.as.mutation(api.dogs.photos.remove, { photoId: at("photoId") });
    const told = await lastOf("photos", at("photoId"));
    vi.setSystemTime(Date.now() + 29 * 86_400_000);
    await deployment.mutation(internal.history.history.expire, {});
    expect(await filesThere()).toBe(files);
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    expect(await lastOf("photos", at("photoId"))).toMatchObject({ kind: "deleted", remedy: null });
    await deployment.mutation(internal.history.history.expire, {});
    // The file is also deleted, unless a backup contains it.
    expect(await kept()).toBe(waiting);
    expect((await failureOf(bringBack(told._id))).code).toBe("NO_LONGER_KEPT");
  });
});
