/** Tests the dam's temperatures before whelping. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { failureOf, signIn, addMember, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { madeBackup, restored, wipe } from "../support/backups";
import { recordBreeding } from "../support/breedings";

const NOON = Date.parse(`${TODAY}T12:00:00Z`);
let team: Team;
let breedingId: Id<"breedings">;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  team = await startTeam();
  breedingId = await recordBreeding(team, { breedingDate: "2025-04-15", status: "confirmed" });
});
afterEach(() => vi.useRealTimers());

const add = async (fields: { temperatureFahrenheit: number; takenAt?: number; entryKey?: string }) =>
  await team.staff.as.mutation(api.breedings.damTemperatures.add, { breedingId, ...fields });
const list = async () => await team.owner.as.query(api.breedings.damTemperatures.list, { breedingId });

it("a temperature is stored once for a key, however often it is sent, and the newest is listed first", async () => {
  const entry = { temperatureFahrenheit: 100.4, takenAt: NOON - 3_600_000, entryKey: "device-1-1" };
  const first = await add(entry);
  expect(await add(entry)).toEqual(first);
  await add({ temperatureFahrenheit: 99.1 });
  expect((await list()).map(({ temperatureFahrenheit }) => temperatureFahrenheit)).toEqual([99.1, 100.4]);
});

it("a key of another breeding is refused, so that the temperature is not lost", async () => {
  await add({ temperatureFahrenheit: 99.1, entryKey: "device-1-1" });
  const other = await recordBreeding(team, { breedingDate: "2025-04-15", status: "confirmed" });
  const json = { temperature: 100.2, entryKey: "device-1-1" };
  const { status, body } = await callRest(team.owner.as, "POST", `/breeding/${other}/temperatures`, { json });
  expect([status, body.errors]).toEqual([400, { entryKey: "This entry key was used for another breeding" }]);
  expect(await list()).toHaveLength(1);
});

it.each([
  [{ temperatureFahrenheit: 89 }, { temperatureFahrenheit: "Temperature must be at least 90 °F" }],
  [{ temperatureFahrenheit: Number.NaN }, { temperatureFahrenheit: "Temperature must be a number" }],
  [
    { temperatureFahrenheit: 100, takenAt: NOON + 3_600_000 },
    { takenAt: "A temperature cannot be taken in the future" },
  ],
  [
    { temperatureFahrenheit: 100, takenAt: Date.parse("2025-04-13") },
    { takenAt: "A temperature cannot be taken before the mating" },
  ],
])("an invalid temperature is refused at its field: %o", async (fields, errors) => {
  expect(await failureOf(add(fields))).toMatchObject({ details: { fields: errors } });
  expect(await list()).toEqual([]);
});

it("an entry of a device whose clock is ahead gets the current time", async () => {
  const ahead = { temperatureFahrenheit: 100, takenAt: NOON + 86_400_000, entryKey: "device-1-1" };
  expect((await add(ahead)).takenAt).toBe(NOON);
});

it("a temperature is recorded, changed and deleted over REST, and restored by undo", async () => {
  const path = `/breeding/${breedingId}/temperatures`;
  const json = { temperature: 99.9, takenAt: new Date(NOON - 1000).toISOString() };
  const made = await callRest(team.owner.as, "POST", path, { json });
  expect(made.body.data).toMatchObject(json);
  const own = `/breeding/temperatures/${made.body.data.id}`;
  const changed = await callRest(team.owner.as, "PUT", own, { json: { temperature: 99.3 } });
  expect(changed.body.data).toMatchObject({ ...json, temperature: 99.3 });
  await callRest(team.owner.as, "DELETE", own);
  expect((await callRest(team.owner.as, "GET", path)).body.data).toEqual([]);
  const recordId = String(made.body.data.id);
  await team.owner.as.mutation(api.history.history.bringBackRecord, { kennelId: team.kennelId, recordId });
  expect(await list()).toMatchObject([{ temperatureFahrenheit: 99.3 }]);
});

it("a temperature is backed up, restored, and deleted with its breeding", async () => {
  await add({ temperatureFahrenheit: 100.4, entryKey: "device-1-1" });
  const backupId = await madeBackup(team);
  await wipe(team);
  await restored(team, backupId, "exact");
  const { data } = await team.owner.as.query(api.breedings.breedings.list, { kennelId: team.kennelId });
  breedingId = data[0]?._id ?? breedingId;
  expect(await list()).toMatchObject([{ temperatureFahrenheit: 100.4, takenAt: NOON }]);
  await team.owner.as.mutation(api.breedings.breedings.remove, { breedingId });
  expect(await team.deployment.run(async (ctx) => await ctx.db.query("damTemperatures").collect())).toEqual(
    [],
  );
});

it("a temperature is refused to users who may not change breedings", async () => {
  const viewer = await signIn(team.deployment, "looker@example.com");
  await addMember(team.owner, viewer, { kennelId: team.kennelId, role: "viewer" });
  const fields = { breedingId, temperatureFahrenheit: 100 };
  expect(await failureOf(viewer.as.mutation(api.breedings.damTemperatures.add, fields))).toMatchObject({
    code: "FORBIDDEN",
  });
});
