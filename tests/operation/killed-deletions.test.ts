/** Tests the deletion of a kennel on the real runtime, which is killed again and again meanwhile. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { KENNEL_DELETION_DAYS } from "../../domain/kennels/rules";
import { makeIssuer } from "../bench/issuer";
import { makeUp, restoreEnded, sendBackup, SIGNING } from "../support/backup-client";
import { PNG } from "../support/photos";
import { startRuntime, type Runtime } from "../support/runtime";

const HOUR_MS = 3_600_000;
/** A smaller change of the clock does not count as a jump. */
const HOP_HOURS = 19;
const ADMIN_KEY = "an admin key of this test";
const KILLS = 5;
const TODAY = new Date().toISOString().slice(0, 10);
/** Of each kind, enough for many batches. */
const COUNT = 60;

let folder: string;
let issuer: Awaited<ReturnType<typeof makeIssuer>>;
let runtime: Runtime;
let ahead = 0;

const data = () => path.join(folder, "data");
const movedClock = () => path.join(folder, "ahead");
function setAhead(ms: number): void {
  ahead = ms;
  writeFileSync(movedClock(), String(ms));
}

const open = async () => {
  runtime = await startRuntime({
    ...{ functions: "convex", data: data(), adminKey: ADMIN_KEY },
    env: { ...issuer.env, ...SIGNING, MOVED_CLOCK: movedClock() },
    nodeArguments: ["--import", path.join(import.meta.dirname, "moved-clock.mjs")],
  });
};

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "studbook-killed-deletions-"));
  setAhead(0);
  issuer = await makeIssuer();
  await open();
}, 120_000);
afterEach(async () => {
  await runtime?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The runtime's clock is moved. */
async function signIn(): Promise<ConvexHttpClient> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ahead });
  const token = await issuer.tokenOf("breeder").finally(() => vi.useRealTimers());
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  client.setAuth(token);
  return client;
}

async function run(name: string, args: Record<string, string> = {}): Promise<void> {
  const operator = new ConvexHttpClient(runtime.origin, { logger: false }) as ConvexHttpClient & {
    setAdminAuth(key: string): void; // The class exists, but is internal to the package.
  };
  operator.setAdminAuth(ADMIN_KEY);
  await operator.mutation(makeFunctionReference<"mutation">(name), args);
}

/** The runtime may use the file at the same time. */
function readRows(where: string, ...values: string[]): string[] {
  const database = new DatabaseSync(path.join(data(), "data.sqlite"), { readOnly: true });
  try {
    const rows = database.prepare(`SELECT json FROM documents WHERE ${where}`).all(...values);
    return rows.map(({ json }) => String(json));
  } finally {
    database.close();
  }
}
/** The database keeps a finished job's own row for a week. */
const FINISHED_JOB = '%"scheduledTime"%';
const rowsOf = (kennelId: Id<"kennels">) =>
  readRows("json LIKE ? AND json NOT LIKE ?", `%"${kennelId}"%`, FINISHED_JOB);

const storedNames = (): string[] =>
  readRows("json LIKE '%\"uuid\"%'")
    .map((json) => (JSON.parse(json) as { uuid: string }).uuid)
    .sort();
const namesOnDisk = (): string[] =>
  readdirSync(path.join(data(), "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

async function addDog(client: ConvexHttpClient, kennelId: Id<"kennels">, name: string): Promise<void> {
  const dog = { kennelId, name, breed: "Beagle", gender: "female", today: TODAY } as const;
  const { _id: dogId } = await client.mutation(api.dogs.dogs.create, dog);
  const sent = (await client.mutation(api.dogs.photos.generateUploadUrls, { dogId })).map(async (url) => {
    const response = await fetch(url, {
      method: "POST",
      body: PNG,
      headers: { "content-type": "image/png" },
    });
    return ((await response.json()) as { storageId: Id<"_storage"> }).storageId;
  });
  const [fullId, previewId, thumbnailId] = await Promise.all(sent);
  if (!fullId || !previewId || !thumbnailId) throw new Error("An address took nothing");
  await client.action(api.dogs.photos.add, { dogId, fullId, previewId, thumbnailId });
}

const namesOf = async (client: ConvexHttpClient, kennelId: Id<"kennels">) =>
  (await client.query(api.dogs.dogs.list, { kennelId })).data.map(({ name }) => name);

async function fill(client: ConvexHttpClient, kennelId: Id<"kennels">) {
  const me = await client.query(api.accounts.users.me, {});
  const madeUp = await makeUp({ kennelId, userId: me?._id ?? "" }, { seed: 1, count: () => COUNT });
  const backupId = await sendBackup({ client, kennelId }, madeUp);
  await client.mutation(api.backups.restores.start, { kennelId, backupId, mode: "exact" });
  expect((await restoreEnded({ client, kennelId })).state).toBe("finished");
}

it("[GAP-KEN-06] a killed deletion continues until nothing of the kennel remains, and changes no other kennel", async () => {
  const client = await signIn();
  await client.mutation(api.accounts.users.ensure, { timeZone: "UTC" });
  const make = async (name: string) => (await client.mutation(api.kennels.kennels.create, { name }))._id;
  const [leaving, home] = [await make("Leaving"), await make("Home")];
  const dogs = ["Bella", "Clara", "Dora"];
  for (const name of dogs) await addDog(client, home, name);
  const homeFiles = namesOnDisk();
  expect(homeFiles).toHaveLength(3 * dogs.length);
  await fill(client, leaving);

  await client.mutation(api.kennels.kennels.remove, { kennelId: leaving, confirmName: "Leaving" });
  for (let hours = 0; hours <= KENNEL_DELETION_DAYS * 24; hours += HOP_HOURS) {
    setAhead((hours + HOP_HOURS) * HOUR_MS);
    await run("platform/retention:watchClock");
  }
  const whole = rowsOf(leaving).length;
  expect(whole).toBeGreaterThan(1_000);
  await run("kennels/kennelRemoval:sweepDue");
  const left: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await expect
      .poll(() => rowsOf(leaving).length, { timeout: 60_000, interval: 20 })
      .toBeLessThan(left.at(-1) ?? whole);
    await runtime.kill();
    left.push(rowsOf(leaving).length);
    await open();
  }
  // The first kill was in the middle of the deletion.
  expect(left[0]).toBeGreaterThan(0);
  await expect.poll(() => rowsOf(leaving), { timeout: 60_000, interval: 100 }).toEqual([]);

  await run("jobs:sweep", { table: "kennelRemovals" });
  const back = await signIn();
  expect((await back.query(api.kennels.kennels.list, {})).map(({ name }) => name)).toEqual(["Home"]);
  await expect.poll(() => namesOnDisk(), { timeout: 60_000 }).toEqual(storedNames());
  expect(namesOnDisk()).toEqual(expect.arrayContaining(homeFiles));
  expect(await namesOf(back, home)).toEqual(dogs);
}, 300_000);
