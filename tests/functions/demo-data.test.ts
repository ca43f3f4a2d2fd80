/** Tests that the demo kennel is restored on any day exactly as in its file. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDays, daysBetween } from "../../domain/dates/calendar-days";
import { dayIn, instantOf, timeIn } from "../../domain/dates/zones";
import { HEALTH_RECORD_TYPES } from "../../domain/health/rules";
import { readCycle } from "../../domain/heats/cycle";
import type { BackupData } from "../../domain/backups/format";
import { demoBackup, demoRows, DEMO_KENNEL } from "../../scripts/demo-data";
import { firstKennelOf, signIn, startDeployment, type Person } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { backupForm } from "../support/backups";

const { timeZone } = DEMO_KENNEL;

/** Replaces a photo by different content. */
const readPhoto = async (name: string) => await Promise.resolve(new TextEncoder().encode(name));
const backupAt = async (now: number): Promise<string> => await demoBackup(now, readPhoto);

/** A leap day, the end of a month, days when clocks change, and evenings when UTC already has the next day. */
const MOMENTS = [
  ["2026-11-21", "12:00"],
  ["2028-02-29", "23:50"],
  ["2027-01-31", "00:10"],
  ["2027-03-14", "03:30"],
  ["2026-11-01", "23:30"],
  ["2030-12-31", "19:30"],
] as const;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("the demo kennel", () => {
  it.each(MOMENTS)(
    "moves every date by the same number of days to %s %s, and keeps the times of day",
    async (day, time) => {
      const { data: rows } = JSON.parse(await backupAt(instantOf(day, time, timeZone))) as {
        data: BackupData;
      };
      const passed = daysBetween("2026-11-21", day);
      const counted = { days: 0, times: 0 };
      /** Compares a value of the file with the same value in the backup for that day. */
      const compare = (from: unknown, to: unknown): void => {
        if (typeof from === "object" && from !== null) {
          for (const [name, value] of Object.entries(from)) compare(value, Reflect.get(to as object, name));
          return;
        }
        const [, on, at] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/u.exec(String(from)) ?? [];
        if (on === undefined) return;
        if (at === undefined) {
          counted.days += 1;
          expect(to).toBe(addDays(on, passed));
        } else if (!(at > "01:00" && at < "04:00")) {
          counted.times += 1;
          expect([dayIn(timeZone, to as number), timeIn(timeZone, to as number)]).toEqual([
            addDays(on, passed),
            at,
          ]);
        }
      };
      compare(demoRows(), rows);
      expect(counted.days).toBeGreaterThan(300);
      expect(counted.times).toBeGreaterThan(200);
    },
  );

  it("refuses an invalid status in its file, and leaves out an impossible date, both with the reason", async () => {
    vi.setSystemTime(instantOf("2026-11-21", "12:00", timeZone));
    const text = await backupAt(Date.now());
    const owner = await signIn(startDeployment(), "owner@example.com");
    const kennelId = await firstKennelOf(owner);
    const restore = async (wrong: string) =>
      await callRest(owner.as, "POST", "/backups/restore", { form: backupForm({ kennelId }, wrong) });
    const misspelt = await restore(text.replace('"status":"failed"', '"status":"filed"'));
    expect(misspelt.status).toBe(400);
    expect(JSON.stringify(misspelt.body)).toContain("breedings 3");
    const unborn = await restore(text.replace('"dateOfBirth":"2012-03-14"', '"dateOfBirth":"2052-03-14"'));
    expect(JSON.stringify(unborn.body)).toContain("Date of birth of Swiss Meadow's Atlas was left out");
  });

  it.each(MOMENTS.slice(0, 4))("has open tasks on every screen, on %s at %s", async (day, time) => {
    vi.setSystemTime(instantOf(day, time, timeZone));
    const owner = await signIn(startDeployment(), "owner@example.com");
    const kennelId = await firstKennelOf(owner);
    const form = backupForm({ kennelId }, await backupAt(Date.now()));
    const { body } = await callRest(owner.as, "POST", "/backups/restore", { form });
    expect(body).toMatchObject({ data: { replaced: 0, errors: [] } });
    const kennel: Asked = { owner, kennelId, today: day };
    const dogs = await expectDogs(kennel);
    await expectBreedings(kennel);
    await expectHeats(kennel, dogs);
    await expectHealth(kennel, dogs);
    const { active } = await owner.as.query(api.litters.waitingList.list, { kennelId });
    expect(active.map(({ name }) => name)).toEqual(demoRows().waitingList?.map(({ name }) => name));
  });
});

interface Asked {
  readonly owner: Person;
  readonly kennelId: string;
  readonly today: string;
}

/** The dogs have their parents over five generations. Returns their ids by call name. */
async function expectDogs({ owner, kennelId, today }: Asked): Promise<ReadonlyMap<string, string>> {
  expect(await owner.as.query(api.dashboard.dashboard.stats, { kennelId, today })).toMatchObject({
    dogs: { total: 24 },
  });
  const { data } = await owner.as.query(api.dogs.dogs.list, { kennelId, limit: 50 });
  const details = await Promise.all(
    data.map(async ({ _id }) => await owner.as.query(api.dogs.dogs.get, { dogId: _id })),
  );
  const parents = new Map(details.map((dog) => [dog?._id, [dog?.sire?._id, dog?.dam?._id]]));
  const generationOf = (id: string | undefined): number =>
    id === undefined ? 0 : Math.max(...(parents.get(id as never) ?? []).map(generationOf), 0) + 1;
  expect(Math.max(...data.map(({ _id }) => generationOf(_id)))).toBe(5);
  expect(data.every(({ photos }) => photos.length === 1)).toBe(true);
  return new Map(data.map(({ callName, _id }) => [callName ?? "", _id]));
}

/**
 * The breedings have the status of the file. Each litter has as many puppies as its number of living puppies says.
 */
async function expectBreedings({ owner, kennelId }: Asked) {
  const { counts } = await owner.as.query(api.breedings.breedings.list, { kennelId });
  expect(counts).toEqual({ planned: 2, bred: 1, confirmed: 1, whelped: 1, completed: 5, failed: 2 });
  const { data } = await owner.as.query(api.litters.litters.list, { kennelId, limit: 50 });
  expect(data).toHaveLength(6);
  for (const { _id, numberAlive } of data) {
    const { puppies } = await owner.as.query(api.litters.litters.get, { litterId: _id });
    expect(puppies).toHaveLength(numberAlive);
  }
}

/** The heats fit the breedings. For each timed mating, the progesterone readings had recommended the day. */
async function expectHeats({ owner, kennelId, today }: Asked, dogs: ReadonlyMap<string, string>) {
  const overview = await owner.as.query(api.heats.heats.overview, { kennelId, today });
  expect(overview.inHeat.map(({ dog }) => dog.callName)).toEqual(["Klara"]);
  expect(overview.next.length).toBeGreaterThanOrEqual(4);
  for (const name of ["Maple", "Nova", "Opal", "Linnea"]) {
    const log = await owner.as.query(api.heats.heats.ofDog, { dogId: dogs.get(name) ?? "" });
    for (const { startOn, readings, matings } of log?.heats ?? []) {
      const { bestMating } = readCycle(startOn, readings);
      for (const { breedingDate } of bestMating ? matings : []) {
        expect(breedingDate >= (bestMating?.from ?? ""), name).toBe(true);
        expect(breedingDate <= (bestMating?.to ?? ""), name).toBe(true);
      }
    }
  }
}

/**
 * The planned pair of carriers gets a warning, and every dose tab has open doses. Some dogs are under medication
 * today, and some follow-ups are upcoming or overdue.
 */
async function expectHealth({ owner, kennelId, today }: Asked, dogs: ReadonlyMap<string, string>) {
  const pair = { dogId: dogs.get("Maple") ?? "", sireId: dogs.get("Falk") ?? "", today };
  const advice = await owner.as.query(api.breedings.breedings.compatibility, pair);
  expect(advice?.findings.map(({ code }) => code)).toContain("dna_cross");
  const alerts = await owner.as.query(api.health.healthAlerts.summary, { kennelId, today });
  expect(alerts).toMatchObject({ overdueVaccines: 2, activeReminders: 9, critical: { count: 1 } });
  expect(alerts.dueSoon).toBeGreaterThan(3);
  const due = await owner.as.query(api.health.medications.due, { kennelId, today });
  expect(due.map(({ dog }) => dog.callName).sort()).toEqual(["Klara", "Maple", "Pike"]);
  const { data } = await owner.as.query(api.health.healthRecords.list, { kennelId, limit: 50 });
  expect(new Set(data.map(({ recordType }) => recordType)).size).toBe(HEALTH_RECORD_TYPES.length);
  const board = await owner.as.query(api.health.healthDashboard.get, { kennelId, today });
  expect(board.overdueFollowUps.map(({ title }) => title)).toEqual(["Puppy exam, 7 weeks"]);
  expect(board.upcomingFollowUps.map(({ title }) => title)).toEqual([
    "Pregnancy ultrasound",
    "Lameness, hind legs",
    "Ear infection, right ear",
    "Puppy exam, 7 weeks",
  ]);
}
