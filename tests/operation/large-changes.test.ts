/**
 * Tests changes of very many records on the runtime as a separate process, with the real limits of transactions.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { strToU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { MAX_DOSES_PER_COURSE, MAX_WEIGHTS_PER_DOG } from "../../domain/health/rules";
import { MAX_BULK_REMINDERS } from "../../domain/reminders/rules";
import { makeIssuer } from "../bench/issuer";
import { ADMIN_KEY } from "../support/convex-cli";
import { startRuntime, type Runtime } from "../support/runtime";
import { exportAll, importAll } from "../support/transfers";

const TODAY = "2025-06-15";
const COURSES = 3;
const RECORDS = 300;
const CHILDREN = COURSES * MAX_DOSES_PER_COURSE + MAX_WEIGHTS_PER_DOG;
const WAIT = { timeout: 60_000, interval: 50 };

let data: string;
let runtime: Runtime;
let client: ConvexHttpClient;
let kennelId: Id<"kennels">;
let open: () => Promise<void>;

beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), "studbook-deletions-"));
  const issuer = await makeIssuer();
  open = async () => {
    runtime = await startRuntime({ functions: "convex", data, env: issuer.env, adminKey: ADMIN_KEY });
    client = new ConvexHttpClient(runtime.origin, { logger: false });
    client.setAuth(await issuer.tokenOf("breeder"));
  };
  await open();
  await client.mutation(api.accounts.users.ensure, { timeZone: "UTC" });
  const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
  kennelId = kennel._id;
});
afterAll(async () => {
  await runtime.stop();
  rmSync(data, { recursive: true, force: true });
});

/** The rows are stored unchanged. */
async function addRows(tableName: string, rows: readonly object[]): Promise<void> {
  const lines = strToU8(rows.map((row) => JSON.stringify(row)).join("\n"));
  const done = await importAll(runtime, lines, { format: "jsonLines", mode: "append", tableName });
  expect(done.state).toBe("completed");
}

/** The dog has a drug over years, daily weights, and many visits to the veterinarian. */
async function addDog(): Promise<Id<"dogs">> {
  const me = await client.query(api.accounts.users.me, {});
  const born = { dateOfBirth: "2012-01-10", gender: "female" as const, status: "active" as const };
  const dog = { kennelId, name: "Bella", breed: "Beagle", isBreedingDog: false, today: TODAY, ...born };
  const { _id: dogId } = await client.mutation(api.dogs.dogs.create, dog);
  for (let index = 0; index < COURSES; index += 1) {
    await client.mutation(api.health.medications.start, {
      ...{
        dogId,
        drug: `Drug ${index}`,
        doseAmount: 1,
        doseUnit: "tablet",
        startOn: "2013-01-01",
        endOn: null,
      },
      schedule: { type: "times", everyDays: 1, times: ["08:00", "20:00"] },
    });
  }
  const courses = (await client.query(api.health.medications.ofDog, { dogId, today: TODAY })) ?? [];
  const by = me?._id;
  const doses = courses.flatMap(({ _id: courseId }, course) =>
    Array.from({ length: MAX_DOSES_PER_COURSE }, (_, index) => ({
      ...{ kennelId, courseId, dayOn: "2013-01-02", givenAt: index, givenBy: by },
      entryKey: `dose ${course} ${index}`,
    })),
  );
  await addRows("medicationDoses", doses);
  const weights = Array.from({ length: MAX_WEIGHTS_PER_DOG }, (_, index) => ({
    ...{ kennelId, dogId, grams: 9000 + index, weighedOn: "2014-01-01", weighedBy: by, updatedAt: 1 },
    entryKey: `weight ${index}`,
  }));
  await addRows("dogWeights", weights);
  const record = { dogId, today: TODAY, title: "Check", description: "Nothing found" };
  for (let index = 0; index < RECORDS; index += 1) {
    await client.mutation(api.health.healthRecords.create, {
      ...record,
      dateRecorded: `2014-0${1 + (index % 9)}-10`,
    });
  }
  return dogId;
}

async function readRows(...tables: readonly string[]): Promise<Record<string, unknown>[]> {
  const zip = unzipSync(new Uint8Array(await (await exportAll(runtime)).arrayBuffer()));
  return tables.flatMap((table) =>
    Buffer.from(zip[`${table}/documents.jsonl`] ?? [])
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
}

const cascadesGone = async () =>
  await vi.waitFor(async () => expect(await readRows("cascades")).toEqual([]), WAIT);

const countRecords = async (): Promise<number> =>
  (await client.query(api.health.healthRecords.list, { kennelId, limit: 1 })).pagination.totalItems;

/** Works like a power failure. The runtime starts again at another port. */
async function cutPower(): Promise<void> {
  await runtime.kill();
  await open();
}

describe("a dog with more than ten thousand records", () => {
  it("[GAP-DOG-15] is deleted immediately, its records are deleted despite a power failure, and all are restored", async () => {
    const dogId = await addDog();
    expect(await countRecords()).toBe(RECORDS);

    await client.mutation(api.dogs.dogs.remove, { dogId });
    expect(await client.query(api.dogs.dogs.get, { dogId })).toBeNull();
    expect(await countRecords()).toBe(0);
    await cutPower();
    expect(await client.query(api.dogs.dogs.get, { dogId })).toBeNull();
    await cascadesGone();
    expect(await readRows("medicationDoses", "dogWeights", "medicationCourses", "healthRecords")).toEqual([]);
    const [deletion] = (await readRows("changes")).filter(
      ({ recordId, kind }) => recordId === dogId && kind === "deleted",
    );
    expect(deletion?.partCount).toBe(CHILDREN + COURSES + RECORDS);

    const back = await client.mutation(api.history.history.bringBackRecord, { kennelId, recordId: dogId });
    expect((await client.query(api.dogs.dogs.get, { dogId: back }))?.name).toBe("Bella");
    await cutPower();
    await cascadesGone();
    expect(await countRecords()).toBe(RECORDS);
    const courses = new Set((await readRows("medicationCourses")).map(({ _id }) => _id));
    const doses = await readRows("medicationDoses");
    expect(doses).toHaveLength(COURSES * MAX_DOSES_PER_COURSE);
    expect(new Set(doses.map(({ entryKey }) => entryKey)).size).toBe(doses.length);
    expect(doses.every(({ courseId }) => courses.has(courseId))).toBe(true);
    const weights = await readRows("dogWeights");
    expect(weights).toHaveLength(MAX_WEIGHTS_PER_DOG);
    expect(weights.every((row) => row.dogId === back)).toBe(true);
  }, 240_000);
});

describe("the maximum number of reminders in one call", () => {
  it("[GAP-REM-15] is completed, made pending again, removed and restored by one call each", async () => {
    const reminderIds = await Promise.all(
      Array.from({ length: MAX_BULK_REMINDERS }, async (_, index) => {
        const dueDate = `2025-0${1 + (index % 9)}-${10 + (index % 15)}`;
        const daily = { title: `Tablet ${index}`, dueDate, recurring: { frequency: "daily" } };
        return (await client.mutation(api.reminders.reminders.create, { kennelId, ...daily }))._id;
      }),
    );
    const all = { updated: MAX_BULK_REMINDERS, failed: [] };
    expect(await client.mutation(api.reminders.reminderBulk.complete, { reminderIds, today: TODAY })).toEqual(
      all,
    );
    expect(await client.mutation(api.reminders.reminderBulk.uncomplete, { reminderIds })).toEqual(all);
    expect(await client.mutation(api.reminders.reminderBulk.remove, { reminderIds })).toEqual(all);
    expect(await client.mutation(api.reminders.reminderBulk.restore, { reminderIds })).toEqual(all);
  }, 60_000);
});
