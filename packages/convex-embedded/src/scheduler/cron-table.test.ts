/** Tests crons over a real database. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "../database/api.js";
import type { AnalyzedCron } from "../functions/analysis.js";
import { makeTestFolder, openTestDatabase } from "./testing-database.js";
import { wholeTable } from "../functions/system-query.js";
import type { CronJobDocument } from "../functions/system-tables.js";
import { CronTable } from "./cron-table.js";
import {
  createTestRunner,
  functionsOf,
  ManualClock,
  TimeOver,
  untilCommitted,
  type TestFunctions,
} from "./testing.js";

const START = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60 * 1000;
const functions = functionsOf({
  "nightly:sweep": "mutation",
  "nightly:mail": "action",
  "nightly:list": "query",
});
const everyMinute: AnalyzedCron = {
  name: "nightly:sweep",
  args: [{ limit: 5 }],
  schedule: { type: "interval", minutes: 1 },
};

let folder: string;
let database: Database;
let clock: ManualClock;
const tables: CronTable[] = [];

beforeEach(() => {
  folder = makeTestFolder();
  database = openTestDatabase(folder);
  clock = new ManualClock(START);
});

afterEach(async () => {
  for (const table of tables.splice(0)) table.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function makeTable(crons: Record<string, AnalyzedCron>, behaviour: Omit<TestFunctions, "functions"> = {}) {
  const runner = createTestRunner(database, { functions, ...behaviour });
  const table = new CronTable({ database, runner, clock }, crons);
  tables.push(table);
  return table;
}

const until = (name: string, nextRunTime: number) =>
  untilCommitted(database, (tx) => {
    for (const job of wholeTable<CronJobDocument>(tx, "_cron_jobs")) {
      if (job.name === name && job.nextRunTime === nextRunTime && !job.isRunning) return job;
    }
    return null;
  });

const namesNow = () =>
  database.read((tx) => [...wholeTable<CronJobDocument>(tx, "_cron_jobs")].map((job) => job.name));

test("an interval runs immediately and then regularly, with its arguments and without an identity", async () => {
  const calls: unknown[] = [];
  await makeTable(
    { sweep: everyMinute },
    { mutation: (call) => void calls.push([call.args, call.caller]) },
  ).start();
  await until("sweep", START + MINUTE);
  clock.advance(MINUTE);
  await until("sweep", START + 2 * MINUTE);
  const call = ['[{"limit":5}]', { identity: null, visibility: "internal" }];
  expect(calls).toEqual([call, call]);
});

describe("a clock that is set", () => {
  const DAY = 24 * 60 * MINUTE;
  const daily: AnalyzedCron = { ...everyMinute, schedule: { type: "daily", hourUTC: 15, minuteUTC: 0 } };

  test("forward and back does not change the schedule of crons", async () => {
    await makeTable({ sweep: everyMinute, daily }).start();
    await until("sweep", START + MINUTE);
    await clock.untilAwaited();
    clock.set(START + 30 * DAY);
    clock.advance(MINUTE);
    await until("sweep", START + 30 * DAY + 2 * MINUTE);
    await until("daily", START + 30 * DAY + 180 * MINUTE);
    await clock.untilAwaited();
    clock.set(START + 2 * MINUTE);
    clock.advance(MINUTE);
    await until("sweep", START + 4 * MINUTE);
    await until("daily", START + 180 * MINUTE);
  });

  test("forward is noticed within a minute by crons with a long wait", async () => {
    let runs = 0;
    await makeTable({ daily }, { mutation: () => void (runs += 1) }).start();
    await until("daily", START + 180 * MINUTE);
    await clock.untilAwaited();
    clock.set(START + 200 * MINUTE);
    clock.advance(MINUTE);
    await until("daily", START + DAY + 180 * MINUTE);
    expect(runs).toBe(1);
  });
});

test("one run replaces the runs that a cron missed while the runtime was down", async () => {
  let runs = 0;
  const behaviour = { mutation: () => void (runs += 1) };
  const first = makeTable({ sweep: everyMinute }, behaviour);
  await first.start();
  await until("sweep", START + MINUTE);
  first.close();
  clock.advance(10.5 * MINUTE);
  await makeTable({ sweep: everyMinute }, behaviour).start();
  await until("sweep", START + 11 * MINUTE);
  expect(runs).toBe(2);
});

test("a running cron is not started again, and skips runs that became due meanwhile", async () => {
  let runs = 0;
  let release: () => void = () => undefined;
  const mail: AnalyzedCron = { ...everyMinute, name: "nightly:mail" };
  const started = new Promise<void>((onStart) => {
    const behaviour: Omit<TestFunctions, "functions"> = {
      action: () => {
        runs += 1;
        onStart();
        return new Promise<void>((resolve) => (release = resolve));
      },
    };
    void makeTable({ mail, sweep: everyMinute }, behaviour).start();
  });
  await started;
  await until("sweep", START + MINUTE);
  clock.advance(3.5 * MINUTE);
  await until("sweep", START + 4 * MINUTE);
  expect(runs).toBe(1);
  release();
  await until("mail", START + 4 * MINUTE);
  expect(runs).toBe(1);
});

test("a failed cron keeps its schedule, and its writes are rolled back", async () => {
  // A batch with a throwing job runs again, so runs at the same moment count once.
  const runsAt = new Set<number>();
  await makeTable(
    { sweep: everyMinute },
    {
      mutation: (_call, tx) => {
        runsAt.add(clock.now());
        tx.insert("notes", '{"text":"lost"}');
        throw new Error("no");
      },
    },
  ).start();
  await until("sweep", START + MINUTE);
  clock.advance(MINUTE);
  await until("sweep", START + 2 * MINUTE);
  expect(runsAt.size).toBe(2);
  expect(database.read((tx) => tx.count("notes"))).toBe(0);
});

describe("a cron that times out, as on a busy machine", () => {
  const HOUR = 60 * MINUTE;
  const hourly: AnalyzedCron = { ...everyMinute, schedule: { type: "interval", hours: 1 } };
  /** Returns the run times, in seconds after the start. */
  async function triesOf(timesOver: number): Promise<number[]> {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const ranAt: number[] = [];
    const mutation = () => {
      // A failed job runs again separately before its failure is accepted.
      const second = (clock.now() - START) / 1000;
      if (ranAt.at(-1) !== second) ranAt.push(second);
      if (ranAt.length <= timesOver) throw new TimeOver("timed out");
    };
    await makeTable({ hourly }, { mutation }).start();
    for (const seconds of [1, 2, 4, 8, 16].slice(0, timesOver)) {
      await clock.untilAwaited();
      clock.advance(seconds * 1000);
    }
    await until("hourly", START + HOUR);
    return ranAt;
  }
  afterEach(() => void vi.restoreAllMocks());

  test("is repeated after a second, then after twice as long, and keeps its schedule", async () => {
    expect(await triesOf(2)).toEqual([0, 1, 3]);
  });

  test("waits for its next regular run after six attempts", async () => {
    expect(await triesOf(6)).toEqual([0, 1, 3, 7, 15, 31]);
  });
});

test("an interrupted action is not repeated for its old time", async () => {
  let runs = 0;
  const mail: AnalyzedCron = { ...everyMinute, name: "nightly:mail" };
  const behaviour = {
    action: () => {
      runs += 1;
      return new Promise<void>(() => undefined);
    },
  };
  const first = makeTable({ mail }, behaviour);
  await first.start();
  await untilCommitted(
    database,
    (tx) => [...wholeTable<CronJobDocument>(tx, "_cron_jobs")][0]?.isRunning || null,
  );
  first.close();
  await makeTable({ mail }, behaviour).start();
  await until("mail", START + MINUTE);
  expect(runs).toBe(1);
});

test("a restart keeps unchanged crons, restarts changed ones and deletes removed ones", async () => {
  const daily: AnalyzedCron = { ...everyMinute, schedule: { type: "daily", hourUTC: 3, minuteUTC: 0 } };
  const first = makeTable({ kept: daily, changed: daily, removed: daily });
  await first.start();
  first.close();
  clock.advance(MINUTE);
  const hourly: AnalyzedCron = { ...daily, schedule: { type: "hourly", minuteUTC: 30 } };
  await makeTable({ kept: daily, changed: hourly, added: daily }).start();
  expect(namesNow().sort()).toEqual(["added", "changed", "kept"]);
  await until("changed", START + 30 * MINUTE);
  await until("kept", START + 15 * 60 * MINUTE);
});

test("a cron with a query or a missing function is refused", () => {
  expect(() => makeTable({ bad: { ...everyMinute, name: "nightly:list" } })).toThrow(
    `The cron "bad" runs 'nightly:list', which is a query. Only mutations and actions can be scheduled.`,
  );
  expect(() => makeTable({ bad: { ...everyMinute, name: "nightly:none" } })).toThrow(
    "which is not a function of this folder",
  );
});

describe("one mebibyte of a cron's arguments", () => {
  const withText = (bytes: number): Record<string, AnalyzedCron> => ({
    large: { ...everyMinute, args: [{ a: "x".repeat(bytes - 2 - 2 - 2 - 2) }] },
  });
  const limit = 1 << 20;

  test("less is accepted", async () => {
    await makeTable(withText(limit - 1)).start();
    expect(namesNow()).toEqual(["large"]);
  });

  test("are refused", () => {
    expect(() => makeTable(withText(limit))).toThrow(
      "Cron job args too large (1048576 > maximum size 1048576)",
    );
  });
});
