/** Tests work on the real runtime while the clock is moved a day and forty days ahead and back. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { exportJWK, generateKeyPair } from "jose";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDays } from "../../domain/dates/calendar-days";
import { browser } from "../../packages/convex-embedded/src/accounts/testing/browser";
import { makeBackup, restoreEnded } from "../support/backup-client";
import { startRuntime, type Runtime } from "../support/runtime";

const DAY_MS = 86_400_000;
const ADMIN_KEY = "an admin key of this test";
/** No scheduled work waits this long. */
const WITHIN_MS = 50_000;
/** These crons delete permanently or create future records. */
const SWEEPS = [
  "kennels/kennelRemoval:sweepDue",
  "history/history:expire",
  "platform/retention:purge",
  "platform/retention:watchClock",
  "platform/storedFiles:sweep",
  "accounts/users:purgeLimits",
  "reminders/reminders:purge",
];
const SWEPT = ["kennelRemovals", "backups", "importRuns", "dataExports"];
const breeder = { name: "Ann Hill", email: "ann@example.com", password: "correct horse" };

let folder: string;
let tokenKey: string;
let runtime: Runtime;

const setAhead = (ms: number) => writeFileSync(path.join(folder, "ahead"), String(ms));
const open = async () => {
  runtime = await startRuntime({
    ...{ functions: "convex", data: path.join(folder, "data"), adminKey: ADMIN_KEY, accounts: true },
    env: { MOVED_CLOCK: path.join(folder, "ahead"), STUDBOOK_TOKEN_KEY: tokenKey },
    nodeArguments: ["--import", path.join(import.meta.dirname, "moved-clock.mjs")],
  });
};

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "studbook-clock-"));
  setAhead(0);
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  tokenKey = JSON.stringify(await exportJWK(privateKey));
  await open();
}, 120_000);
afterEach(async () => {
  await runtime?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Browser = ReturnType<typeof browser>;

const device = (jar?: Map<string, string>): Browser => browser(runtime.origin, jar);
async function signIn(page: Browser): Promise<Browser> {
  const { email, password } = breeder;
  expect((await page.post("/sign-in/email", { email, password })).status).toBe(200);
  return page;
}
async function clientOf(page: Browser): Promise<ConvexHttpClient> {
  const { status, json } = await page.get("/token");
  expect(status).toBe(200);
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  client.setAuth(json.token as string);
  return client;
}

async function sweep(): Promise<void> {
  const operator = new ConvexHttpClient(runtime.origin, { logger: false }) as ConvexHttpClient & {
    setAdminAuth(key: string): void; // The class exists, but is internal to the package.
  };
  operator.setAdminAuth(ADMIN_KEY);
  for (const name of SWEEPS) await operator.mutation(makeFunctionReference<"mutation">(name), {});
  const sweepTable = makeFunctionReference<"mutation">("jobs:sweep");
  for (const table of SWEPT) await operator.mutation(sweepTable, { table });
}

const rest = async (bearer: string): Promise<number> =>
  (await fetch(`${runtime.origin}/api/kennels`, { headers: { Authorization: `Bearer ${bearer}` } })).status;
const send = async (url = ""): Promise<number> =>
  (await fetch(url, { method: "POST", headers: { "Content-Type": "image/png" }, body: "a picture" })).status;

it.each([1, 40])(
  "work continues correctly after the clock moves by %i days and back",
  async (days) => {
    const page = device();
    expect((await page.post("/sign-up/email", breeder)).status).toBe(200);
    const phone = await signIn(device());
    let client = await clientOf(page);
    await client.mutation(api.accounts.users.ensure, { timeZone: "UTC" });
    const { _id: leaving } = await client.mutation(api.kennels.kennels.create, { name: "Leaving" });
    await client.mutation(api.kennels.kennels.remove, { kennelId: leaving, confirmName: "Leaving" });
    const { _id: kennelId } = await client.mutation(api.kennels.kennels.create, { name: "Home" });
    const today = new Date().toISOString().slice(0, 10);
    const bella = { name: "Bella", breed: "Beagle", gender: "female" } as const;
    const { _id: dogId } = await client.mutation(api.dogs.dogs.create, { kennelId, ...bella, today });
    const { _id: lost } = await client.mutation(api.dogs.dogs.create, { kennelId, ...bella, today });
    await client.mutation(api.dogs.dogs.remove, { dogId: lost });
    const dueDate = addDays(today, 20);
    const { _id: reminderId } = await client.mutation(api.reminders.reminders.create, {
      ...{ kennelId, title: "Worming", dueDate },
    });
    const snoozeUntil = addDays(today, 10);
    await client.mutation(api.reminders.reminders.snooze, { reminderId, snoozeUntil, today });
    const { id: backupId } = await makeBackup({ client, kennelId });
    const makeKey = async (name: string) =>
      (
        await client.action(api.accounts.apiKeys.create, {
          ...{ kennelId, name, days: 30, areas: { dogs: "read" }, password: breeder.password },
        })
      ).key;
    const key = await makeKey("before");
    const invited = async () =>
      (await client.query(api.kennels.members.list, { kennelId })).map(({ email }) => email);
    /** These records contain times. */
    const written = async () => [
      await client.query(api.dogs.dogs.get, { dogId }),
      await client.query(api.reminders.reminders.get, { reminderId }),
    ];
    /** Changes the counts of the rate limits, over the socket and over REST. */
    const work = async (step: string) => {
      client = await clientOf(page);
      expect(await rest((await page.get("/token")).json.token as string)).toBe(200);
      await client.mutation(api.kennels.kennels.create, { name: step });
      const email = `${step}@example.com`;
      await client.mutation(api.kennels.members.add, { kennelId, email, role: "viewer" });
      const [url] = await client.mutation(api.dogs.photos.generateUploadUrls, { dogId });
      expect(await send(url)).toBe(200);
      return (await client.query(api.kennels.kennels.list, {})).map(({ name }) => name);
    };
    await work("before");
    const before = await written();
    await sweep();

    setAhead(days * DAY_MS);
    // The session of thirty days has expired by now, so the user signs in again.
    await signIn(page);
    await work("ahead");
    expect(await rest(key)).toBe(days > 30 ? 401 : 200);
    const keyAhead = await makeKey("ahead");
    expect(await rest(keyAhead)).toBe(200);
    await sweep();
    const [urlAhead] = await client.mutation(api.dogs.photos.generateUploadUrls, { dogId });
    const exportId = await client.mutation(api.exports.dataExports.start, {
      kennelId,
      format: "json",
      today,
    });
    await client.mutation(api.backups.restores.start, { kennelId, backupId, mode: "add" });

    setAhead(0);
    client = await clientOf(phone);
    const ended = async () =>
      expect(await client.query(api.exports.dataExports.get, { exportId })).toMatchObject({ state: "ready" });
    await vi.waitFor(ended, { timeout: WITHIN_MS, interval: 100 });
    expect(await restoreEnded({ client, kennelId })).toMatchObject({ state: "finished" });
    expect(await work("back")).toContain("Leaving");
    expect([await rest(key), await rest(keyAhead)]).toEqual([200, 200]);
    expect(await send(urlAhead)).toBe(401);
    await sweep();
    expect(await written()).toEqual(before);

    await runtime.stop();
    await open();
    const opened = [device(page.jar), device(phone.jar)];
    for (const again of opened) client = await clientOf(again);
    const kennels = await client.query(api.kennels.kennels.list, {});
    expect(kennels.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Leaving", "Home", "before", "ahead", "back"]),
    );
    expect(await invited()).toEqual(
      expect.arrayContaining(["before@example.com", "ahead@example.com", "back@example.com"]),
    );
    expect(await written()).toEqual(before);
    const back = await client.mutation(api.history.history.bringBackRecord, { kennelId, recordId: lost });
    expect(await client.query(api.dogs.dogs.get, { dogId: back })).toMatchObject({ name: "Bella" });
  },
  180_000,
);
