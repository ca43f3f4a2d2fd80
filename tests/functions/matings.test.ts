/** Tests the matings of a breeding. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import {
  MAX_CHECKS_PER_BREEDING,
  MAX_MATINGS_PER_BREEDING,
  MAX_TEMPERATURES_PER_BREEDING,
  type MatingKind,
} from "../../domain/breedings/rules";
import { failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { contentsOf, madeBackup, restored, wipe } from "../support/backups";
import { restoredFile } from "../support/broken-restores";
import { recordBreeding } from "../support/breedings";

const FIRST = "2025-05-01";
const SECOND = "2025-05-03";
let team: Team;
let breedingId: Id<"breedings">;
beforeEach(async () => {
  team = await startTeam();
  breedingId = await recordBreeding(team, { breedingDate: FIRST });
});

const add = async (on: string, fields: { kind?: MatingKind; place?: string } = {}) =>
  await team.staff.as.mutation(api.breedings.matings.create, { breedingId, on, ...fields });
const list = async () => await team.viewer.as.query(api.breedings.matings.list, { breedingId });
const breeding = async () => await team.owner.as.query(api.breedings.breedings.get, { breedingId });
const change = async (fields: object) =>
  await team.staff.as.mutation(api.breedings.breedings.update, { breedingId, ...fields });
const undoLast = async (table: "breedings" | "matings", recordId: string) => {
  const { page } = await team.owner.as.query(api.history.history.ofRecord, {
    ...{ kennelId: team.kennelId, table, recordId, now: Date.now() },
    paginationOpts: { numItems: 1, cursor: null },
  });
  const changeId = page[0]?._id ?? "";
  await team.owner.as.mutation(api.history.history.undo, { kennelId: team.kennelId, changeId, today: TODAY });
};

it("matings are listed by day, and only the first one on the breeding's date counts", async () => {
  await add(SECOND, { kind: "chilled_semen", place: "Clinic" });
  await add(FIRST);
  await add(FIRST);
  expect(await list()).toMatchObject([
    { on: FIRST, kind: "natural", isCounting: true },
    { on: FIRST, isCounting: false },
    { on: SECOND, kind: "chilled_semen", place: "Clinic", isCounting: false },
  ]);
  expect(await breeding()).toMatchObject({ breedingDate: FIRST, breedingType: "natural" });
});

it("another mating counts once the breeding has its date, and the due date changes too", async () => {
  await add(FIRST);
  await add(SECOND, { kind: "frozen_semen" });
  await change({ breedingDate: SECOND, breedingType: "frozen_semen" });
  expect(await breeding()).toMatchObject({ expectedDueDate: "2025-07-05" });
  expect(await list()).toMatchObject([
    { on: FIRST, kind: "natural", isCounting: false },
    { on: SECOND, kind: "frozen_semen", isCounting: true },
  ]);
});

it("correcting the breeding's date or type also corrects the mating that counts, and undo reverses both", async () => {
  const { _id } = await add(FIRST, { place: "Clinic" });
  await change({ breedingDate: "2025-04-30", breedingType: "artificial_insemination" });
  expect(await list()).toMatchObject([
    { _id, on: "2025-04-30", kind: "fresh_semen", place: "Clinic", isCounting: true },
  ]);
  await undoLast("breedings", breedingId);
  expect(await list()).toMatchObject([{ _id, on: FIRST, kind: "natural", isCounting: true }]);
  expect(await breeding()).toMatchObject({ breedingDate: FIRST, breedingType: "natural" });
});

it("correcting the mating that counts also corrects the breeding's date or type, and undo reverses both", async () => {
  const { _id: matingId } = await add(FIRST);
  await team.staff.as.mutation(api.breedings.matings.update, { matingId, on: SECOND, kind: "chilled_semen" });
  const moved = { breedingDate: SECOND, breedingType: "artificial_insemination" };
  expect(await breeding()).toMatchObject({ ...moved, expectedDueDate: "2025-07-05" });
  expect(await list()).toMatchObject([{ on: SECOND, kind: "chilled_semen", isCounting: true }]);
  await undoLast("matings", matingId);
  expect(await breeding()).toMatchObject({ breedingDate: FIRST, breedingType: "natural" });
  expect(await list()).toMatchObject([{ on: FIRST, kind: "natural", isCounting: true }]);
});

const remove = async (matingId: string) =>
  await team.staff.as.mutation(api.breedings.matings.remove, { matingId });

it("of two matings on one day, the one of the breeding's type counts, even after a deletion and restore", async () => {
  const { _id: matingId } = await add(FIRST);
  const other = await add(FIRST, { kind: "chilled_semen" });
  await remove(matingId);
  const kept = { breedingDate: FIRST, breedingType: "natural" };
  expect(await breeding()).toMatchObject(kept);
  expect(await list()).toMatchObject([{ _id: other._id, isCounting: false }]);
  const { kennelId } = team;
  await team.owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: matingId });
  expect(await breeding()).toMatchObject(kept);
  expect(await list()).toMatchObject([
    { kind: "chilled_semen", isCounting: false },
    { kind: "natural", isCounting: true },
  ]);
  await change({ breedingType: "artificial_insemination" });
  expect(await list()).toMatchObject([
    { kind: "chilled_semen", isCounting: true },
    { kind: "natural", isCounting: false },
  ]);
});

it("a corrected type of the mating that counts is copied to the breeding, even with another mating on that day", async () => {
  const { _id: matingId } = await add(FIRST);
  await add(FIRST, { kind: "chilled_semen" });
  await team.staff.as.mutation(api.breedings.matings.update, { matingId, kind: "frozen_semen" });
  expect(await breeding()).toMatchObject({ breedingDate: FIRST, breedingType: "frozen_semen" });
  expect(await list()).toMatchObject([{ isCounting: true }, { kind: "chilled_semen", isCounting: false }]);
});

it("a mating or a breeding's date corrected to the day of another mating leaves that mating unchanged", async () => {
  await add(SECOND, { kind: "chilled_semen" });
  const { _id: matingId } = await add(FIRST);
  await team.staff.as.mutation(api.breedings.matings.update, { matingId, on: SECOND });
  expect(await list()).toMatchObject([
    { on: SECOND, kind: "chilled_semen", isCounting: false },
    { on: SECOND, kind: "natural", isCounting: true },
  ]);
  await undoLast("matings", matingId);
  await change({ breedingDate: SECOND });
  expect(await list()).toMatchObject([
    { on: FIRST, kind: "natural", isCounting: false },
    { on: SECOND, kind: "chilled_semen", isCounting: false },
  ]);
  expect(await breeding()).toMatchObject({ breedingDate: SECOND, breedingType: "natural" });
});

it("a mating without a type gets the breeding's type, and deleting it keeps the breeding's date", async () => {
  await change({ breedingType: "frozen_semen" });
  const { _id: matingId } = await add(FIRST);
  expect(await list()).toMatchObject([{ kind: "frozen_semen" }]);
  await team.staff.as.mutation(api.breedings.matings.remove, { matingId });
  expect(await breeding()).toMatchObject({ breedingDate: FIRST, breedingType: "frozen_semen" });
});

it("an invalid mating is refused at its field, and users who may not change breedings are refused", async () => {
  expect(await failureOf(add(""))).toMatchObject({ details: { fields: { on: "Day is required" } } });
  const denied = team.viewer.as.mutation(api.breedings.matings.create, { breedingId, on: FIRST });
  expect((await failureOf(denied)).code).toBe("FORBIDDEN");
  await team.staff.as.mutation(api.litters.litters.create, {
    ...{ breedingId, whelpingDate: "2025-06-10", today: TODAY },
  });
  const late = await failureOf(add("2025-06-11"));
  expect(late).toMatchObject({ details: { fields: { on: "Its litter was born on 2025-06-10" } } });
});

it("a mating is written and read over REST, backed up, restored, and deleted with its breeding", async () => {
  const json = { on: FIRST, at: "14:30", kind: "chilled_semen", place: "Clinic", witnesses: "Anna Berg" };
  const made = await callRest(team.owner.as, "POST", `/breeding/${breedingId}/matings`, { json });
  expect(made).toMatchObject({ status: 201, body: { data: { ...json, notes: null, isCounting: true } } });
  const own = `/breeding/matings/${made.body.data.id}`;
  const changed = await callRest(team.owner.as, "PUT", own, { json: { semenSource: "Straw 12" } });
  expect(changed.body.data).toMatchObject({ ...json, semenSource: "Straw 12" });

  const backupId = await madeBackup(team);
  await wipe(team);
  await restored(team, backupId, "exact");
  const { data } = await team.owner.as.query(api.breedings.breedings.list, { kennelId: team.kennelId });
  breedingId = data[0]?._id ?? breedingId;
  expect(await list()).toMatchObject([{ ...json, semenSource: "Straw 12" }]);
  await team.owner.as.mutation(api.breedings.breedings.remove, { breedingId });
  expect(await team.deployment.run(async (ctx) => await ctx.db.query("matings").collect())).toEqual([]);
});

describe("the owner of the other dog", () => {
  const { contacts } = api.contacts;
  const changeMating = async (matingId: string, fields: object) =>
    await team.staff.as.mutation(api.breedings.matings.update, {
      ...{ matingId, ...fields },
    });
  const withOwner = async (fields: object) =>
    await team.staff.as.mutation(api.breedings.matings.create, { breedingId, on: FIRST, ...fields });

  it("is a typed name, a chosen contact, or a contact that is created in the same save and undone with it", async () => {
    const typed = await withOwner({ otherOwnerName: " Anna Berg " });
    expect(typed).toMatchObject({ otherOwnerName: "Anna Berg", otherOwnerId: null });
    const made = await changeMating(typed._id, { otherOwnerName: "Ben Stern", otherOwnerId: "new" });
    const contactId = made.otherOwnerId ?? "";
    expect(await team.owner.as.query(contacts.get, { contactId })).toMatchObject({
      ...{ name: "Ben Stern", kinds: ["owner"] },
    });
    expect((await team.owner.as.query(contacts.dealings, { contactId })).matings.rows).toMatchObject([
      { _id: typed._id, breedingId, on: FIRST },
    ]);
    await undoLast("matings", typed._id);
    expect(await list()).toHaveLength(1);
    expect((await team.owner.as.query(contacts.list, { kennelId: team.kennelId })).data).toEqual([]);
    expect(await team.owner.as.query(api.breedings.matings.get, { matingId: typed._id })).toMatchObject({
      ...{ otherOwnerName: "Anna Berg", otherOwnerId: null },
    });
  });

  it("remains as text when the contact is deleted, and loses the link when the name changes to another person", async () => {
    const { kennelId } = team;
    const anna = await team.owner.as.mutation(contacts.create, { kennelId, name: "Anna Berg" });
    const first = await withOwner({ otherOwnerId: anna._id });
    expect(first).toMatchObject({ otherOwnerName: "Anna Berg", otherOwnerId: anna._id });
    const other = await withOwner({ otherOwnerName: "A. Berg", otherOwnerId: anna._id });
    expect(await changeMating(other._id, { otherOwnerName: "Cleo" })).toMatchObject({ otherOwnerId: null });
    await team.owner.as.mutation(contacts.remove, { contactId: anna._id });
    expect(await team.owner.as.query(api.breedings.matings.get, { matingId: first._id })).toMatchObject({
      ...{ otherOwnerName: "Anna Berg", otherOwnerId: null },
    });
    const their = await team.stranger.as.mutation(contacts.create, {
      ...{ kennelId: await firstKennelOf(team.stranger), name: "Their" },
    });
    const refused = await failureOf(changeMating(first._id, { otherOwnerId: their._id }));
    expect(refused.details.fields).toHaveProperty("otherOwnerId");
  });

  it("is in a backup, in the kennel's files and in REST", async () => {
    const json = { on: FIRST, otherOwnerName: "Zebedee Quill", otherOwnerId: "new" };
    const made = await callRest(team.owner.as, "POST", `/breeding/${breedingId}/matings`, { json });
    expect(made.body.data).toMatchObject({
      otherOwnerName: "Zebedee Quill",
      otherOwnerId: expect.any(String),
    });
    const files = await team.owner.as.fetch(
      `/api/backups/export?kennelId=${team.kennelId}&format=json&today=${TODAY}`,
    );
    expect(await files.text()).toContain("Zebedee Quill");
    const backupId = await madeBackup(team);
    await wipe(team);
    await restored(team, backupId, "exact");
    const { data } = await team.owner.as.query(api.breedings.breedings.list, { kennelId: team.kennelId });
    breedingId = data[0]?._id ?? breedingId;
    const [mating] = await team.owner.as.query(api.breedings.matings.list, { breedingId });
    expect(mating).toMatchObject({ otherOwnerName: "Zebedee Quill" });
    const named = { contactId: mating?.otherOwnerId ?? "" };
    expect(await team.owner.as.query(contacts.get, named)).toMatchObject({ name: "Zebedee Quill" });
  });

  it("[GAP-AUTH-03] is hidden from users without the right to contacts, and is kept when they save the mating", async () => {
    const { kennelId, owner, staff } = team;
    const { _id: matingId } = await withOwner({ otherOwnerName: "Zebedee Quill", otherOwnerId: "new" });
    const permissions = { finances: "none" } as const;
    await owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId, userId: staff.userId, role: "staff", permissions },
    });
    const saved = await changeMating(matingId, { place: "Clinic", otherOwnerName: "", otherOwnerId: null });
    expect(saved).toMatchObject({ place: "Clinic", otherOwnerName: null, otherOwnerId: null });
    const refused = await failureOf(changeMating(matingId, { otherOwnerName: "Cleo" }));
    expect([refused.code, refused.details.fields]).toEqual([
      "VALIDATION_FAILED",
      expect.objectContaining({ otherOwnerName: expect.any(String) }),
    ]);
    const paginationOpts = { numItems: 50, cursor: null };
    const asked = {
      kennelId,
      now: Date.now(),
      table: null,
      userId: null,
      areDeletions: false,
      paginationOpts,
    };
    const files = await staff.as.fetch(`/api/backups/export?kennelId=${kennelId}&format=json&today=${TODAY}`);
    const told = [
      await staff.as.query(api.breedings.matings.list, { breedingId }),
      await staff.as.query(api.history.history.page, asked),
      await staff.as.query(api.platform.activities.recent, { kennelId }),
      (await callRest(staff.as, "GET", `/breeding/${breedingId}/matings`)).body,
      await files.text(),
    ];
    expect(JSON.stringify(told)).not.toContain("Zebedee");
    expect(JSON.stringify(told)).toContain("Clinic");
    expect(await owner.as.query(api.breedings.matings.get, { matingId })).toMatchObject({
      ...{ otherOwnerName: "Zebedee Quill", otherOwnerId: expect.any(String) },
    });
  });
});

it("matings in a file are limited to the maximum of a breeding, as checks and temperatures are, and the loss is reported", async () => {
  await add(FIRST, { place: "Clinic" });
  const step = { breedingId, status: "confirmed", pregnancyCheck: { on: SECOND }, today: TODAY };
  await team.owner.as.mutation(api.breedings.breedings.setStatus, step);
  const taken = { breedingId, takenAt: Date.parse(`${SECOND}T06:00:00Z`), temperatureFahrenheit: 100.4 };
  await team.owner.as.mutation(api.breedings.damTemperatures.add, taken);
  const { data } = await contentsOf(team, await madeBackup(team));
  const many = (table: "matings" | "pregnancyChecks" | "damTemperatures", count: number) => {
    const [first = {}] = data[table] ?? [];
    return [first, ...Array.from({ length: count }, (_, at) => ({ ...first, _id: `${table}${at}` }))];
  };
  const file = {
    ...data,
    matings: many("matings", MAX_MATINGS_PER_BREEDING + 1),
    pregnancyChecks: many("pregnancyChecks", MAX_CHECKS_PER_BREEDING + 1),
    damTemperatures: many("damTemperatures", MAX_TEMPERATURES_PER_BREEDING + 1),
  };
  const { errors } = await restoredFile(team, file, "exact");
  const counts = await team.deployment.run(async (ctx) => [
    (await ctx.db.query("matings").collect()).length,
    (await ctx.db.query("pregnancyChecks").collect()).length,
    (await ctx.db.query("damTemperatures").collect()).length,
  ]);
  expect(counts).toEqual([MAX_MATINGS_PER_BREEDING, MAX_CHECKS_PER_BREEDING, MAX_TEMPERATURES_PER_BREEDING]);
  const told = errors.map(({ message }) => message.replace(/^.*: /u, ""));
  expect(
    told.filter((each) => each === `A breeding has at most ${MAX_MATINGS_PER_BREEDING} matings`),
  ).toHaveLength(2);
  expect(told).toContain(`A breeding has at most ${MAX_CHECKS_PER_BREEDING} pregnancy checks`);
  expect(told).toContain(`A breeding has at most ${MAX_TEMPERATURES_PER_BREEDING} temperatures`);
});
