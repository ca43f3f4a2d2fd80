/** A walk on the real runtime whose clock goes a day and forty days ahead and back: nobody is held up, and nothing is lost. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { makeIssuer } from "../bench/issuer";
import { startRuntime, type Runtime } from "../support/runtime";

const DAY_MS = 86_400_000;
const ADMIN_KEY = "an admin key of this test";
/** What deletes for good, or makes what is to be, as the crons run it. */
const SWEEPS = [
  "kennels/kennelRemoval:sweepDue",
  "kennels/kennelRemoval:resume",
  "history/history:expire",
  "platform/retention:purge",
  "platform/retention:watchClock",
  "platform/storedFiles:sweep",
  "accounts/users:purgeLimits",
  "backups/backups:sweep",
  "imports/imports:sweep",
];

let folder: string;
let issuer: Awaited<ReturnType<typeof makeIssuer>>;
let runtime: Runtime;
let ahead = 0;

const movedClock = () => path.join(folder, "ahead");
const open = async () => {
  runtime = await startRuntime({
    ...{ functions: "convex", data: path.join(folder, "data"), adminKey: ADMIN_KEY },
    env: { ...issuer.env, MOVED_CLOCK: movedClock() },
    nodeArguments: ["--import", path.join(import.meta.dirname, "moved-clock.mjs")],
  });
};

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "studbook-clock-"));
  setAhead(0);
  issuer = await makeIssuer();
  await open();
}, 120_000);
afterEach(async () => {
  await runtime?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function setAhead(ms: number): void {
  ahead = ms;
  writeFileSync(movedClock(), String(ms));
}

/** Makes a breeder's token of the runtime's time. */
async function tokenNow(): Promise<string> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ahead });
  try {
    return await issuer.tokenOf("breeder");
  } finally {
    vi.useRealTimers();
  }
}

async function sweep(): Promise<void> {
  const operator = new ConvexHttpClient(runtime.origin, { logger: false }) as ConvexHttpClient & {
    setAdminAuth(key: string): void; // there, but internal to the package
  };
  operator.setAdminAuth(ADMIN_KEY);
  for (const name of SWEEPS) await operator.mutation(makeFunctionReference<"mutation">(name), {});
}

it.each([1, 40])(
  "by %i days",
  async (days) => {
    const client = new ConvexHttpClient(runtime.origin, { logger: false });
    client.setAuth(await tokenNow());
    await client.mutation(api.accounts.users.ensure, { timeZone: "UTC" });
    const { _id: kennelId } = await client.mutation(api.kennels.kennels.create, { name: "Leaving" });
    await client.mutation(api.kennels.kennels.remove, { kennelId, confirmName: "Leaving" });
    const { _id: home } = await client.mutation(api.kennels.kennels.create, { name: "Home" });
    /** What the limits count, by the socket and by REST. */
    const work = async (step: string) => {
      const token = await tokenNow();
      const rest = { headers: { Authorization: `Bearer ${token}` } };
      expect((await fetch(`${runtime.origin}/api/kennels`, rest)).status).toBe(200);
      const client = new ConvexHttpClient(runtime.origin, { logger: false });
      client.setAuth(token);
      await client.mutation(api.kennels.kennels.create, { name: step });
      const email = `${step}@example.com`;
      await client.mutation(api.kennels.members.add, { kennelId: home, email, role: "viewer" });
      return (await client.query(api.kennels.kennels.list, {})).map(({ name }) => name);
    };
    await sweep();
    setAhead(days * DAY_MS);
    await work("ahead");
    await sweep();
    setAhead(0);
    expect(await work("back")).toContain("Leaving");
    await sweep();
    await runtime.stop();
    await open();
    expect(await work("again")).toEqual(
      expect.arrayContaining(["Leaving", "Home", "ahead", "back", "again"]),
    );
  },
  120_000,
);
