/** The matings of a breeding, from outside: which one counts, what moves with it, what is refused, kept and undone. */
import { beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { MatingKind } from "../../domain/breedings/rules";
import { failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { madeBackup, restored, wipe } from "../support/backups";
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

it("are listed by day; the first on the breeding's date counts, and another moves nothing", async () => {
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

it("another counts once the breeding has its day, and the due date follows it", async () => {
  await add(FIRST);
  await add(SECOND, { kind: "frozen_semen" });
  await change({ breedingDate: SECOND, breedingType: "frozen_semen" });
  expect(await breeding()).toMatchObject({ expectedDueDate: "2025-07-05" });
  expect(await list()).toMatchObject([
    { on: FIRST, kind: "natural", isCounting: false },
    { on: SECOND, kind: "frozen_semen", isCounting: true },
  ]);
});

it("the one that counts goes along when the breeding's date or type is corrected, and back by undoing", async () => {
  const { _id } = await add(FIRST, { place: "Clinic" });
  await change({ breedingDate: "2025-04-30", breedingType: "artificial_insemination" });
  expect(await list()).toMatchObject([
    { _id, on: "2025-04-30", kind: "fresh_semen", place: "Clinic", isCounting: true },
  ]);
  await undoLast("breedings", breedingId);
  expect(await list()).toMatchObject([{ _id, on: FIRST, kind: "natural", isCounting: true }]);
  expect(await breeding()).toMatchObject({ breedingDate: FIRST, breedingType: "natural" });
});

it("a corrected day or kind of the one that counts is the breeding's too, and back by undoing", async () => {
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

it("of one day: the one of the breeding's type counts, also after it was deleted and brought back", async () => {
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

it("a corrected kind of the one that counts is the breeding's, beside another of that day", async () => {
  const { _id: matingId } = await add(FIRST);
  await add(FIRST, { kind: "chilled_semen" });
  await team.staff.as.mutation(api.breedings.matings.update, { matingId, kind: "frozen_semen" });
  expect(await breeding()).toMatchObject({ breedingDate: FIRST, breedingType: "frozen_semen" });
  expect(await list()).toMatchObject([{ isCounting: true }, { kind: "chilled_semen", isCounting: false }]);
});

it("corrected onto the day of another leaves that one as it is, and so does the breeding's date", async () => {
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

it("has the breeding's kind where none is typed, and deleting it leaves the breeding's date", async () => {
  await change({ breedingType: "frozen_semen" });
  const { _id: matingId } = await add(FIRST);
  expect(await list()).toMatchObject([{ kind: "frozen_semen" }]);
  await team.staff.as.mutation(api.breedings.matings.remove, { matingId });
  expect(await breeding()).toMatchObject({ breedingDate: FIRST, breedingType: "frozen_semen" });
});

it("is refused at its field, and to who may not change breedings", async () => {
  expect(await failureOf(add(""))).toMatchObject({ details: { fields: { on: "Day is required" } } });
  const denied = team.viewer.as.mutation(api.breedings.matings.create, { breedingId, on: FIRST });
  expect((await failureOf(denied)).code).toBe("FORBIDDEN");
  await team.staff.as.mutation(api.litters.litters.create, {
    ...{ breedingId, whelpingDate: "2025-06-10", today: TODAY },
  });
  const late = await failureOf(add("2025-06-11"));
  expect(late).toMatchObject({ details: { fields: { on: "Its litter was born on 2025-06-10" } } });
});

it("is written and read by REST, in a backup, restored from it, and deleted with its breeding", async () => {
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
