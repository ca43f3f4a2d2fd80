/** Tests scheduled functions over a real database. */
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database, WriteTransaction } from "../database/api.js";
import { makeTestFolder, openTestDatabase } from "./testing-database.js";
import type { FunctionCall } from "../functions/api.js";
import { parseDocument } from "../functions/system-query.js";
import type { ScheduledFunctionDocument } from "../functions/system-tables.js";
import { JobQueue } from "./job-queue.js";
import { cancelJob, scheduleJob, type SchedulingServices } from "./jobs.js";
import { OutstandingJobs } from "./outstanding-jobs.js";
import {
  createTestRunner,
  functionsOf,
  ManualClock,
  untilCommitted,
  untilJobIs,
  type TestFunctions,
} from "./testing.js";

const START = Date.UTC(2026, 10, 21, 12);
const HOUR = 3600 * 1000;
const functions = functionsOf({
  "notes:add": "mutation",
  "notes:fail": "mutation",
  "mail/out:send": "action",
  "notes:list": "query",
});

let services: SchedulingServices;
let folder: string;
let database: Database;
let clock: ManualClock;
const queues: JobQueue[] = [];

beforeEach(() => {
  services = { functions, outstandingJobs: new OutstandingJobs() };
  folder = makeTestFolder();
  database = openTestDatabase(folder);
  clock = new ManualClock(START);
});

afterEach(async () => {
  for (const queue of queues.splice(0)) queue.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startQueue(behaviour: Omit<TestFunctions, "functions"> = {}): Promise<JobQueue> {
  const runner = createTestRunner(database, { functions, ...behaviour });
  const queue = new JobQueue({ database, runner, clock });
  queues.push(queue);
  await queue.start();
  return queue;
}

function requestOf(path: string, runAtMs: number, text: string) {
  return { path, args: JSON.stringify([{ text }]), runAtMs, nowMs: clock.now() };
}

async function schedule(path: string, runAtMs: number, text = ""): Promise<string> {
  const { value } = await database.write((tx) => scheduleJob(tx, services, requestOf(path, runAtMs, text)));
  return value;
}

function notesOf(): string[] {
  const cursor = database.read((tx) =>
    tx.query({ source: { type: "FullTableScan", tableName: "notes", order: "asc" }, operators: [] }),
  );
  const texts: string[] = [];
  for (let text = cursor.next(); text !== null; text = cursor.next()) {
    texts.push(parseDocument<{ text: string }>(text).text);
  }
  return texts;
}

const addNote = (call: FunctionCall, tx: WriteTransaction) => {
  const [{ text }] = JSON.parse(call.args) as [{ text: string }];
  tx.insert("notes", JSON.stringify({ text }));
};

async function jobNow(id: string): Promise<ScheduledFunctionDocument | null> {
  await database.whenIdle();
  const text = database.read((tx) => tx.get(id, "system"));
  return text === null ? null : parseDocument<ScheduledFunctionDocument>(text);
}

/** The test itself ends the actions. Resolves when this many have started. */
async function startHeldActions() {
  const started: string[] = [];
  const releases: (() => void)[] = [];
  let onStart: () => void = () => undefined;
  await startQueue({
    action: (call) => {
      started.push((JSON.parse(call.args) as [{ text: string }])[0].text);
      onStart();
      return new Promise<void>((resolve) => releases.push(resolve));
    },
  });
  const whenStarted = (count: number) =>
    new Promise<void>((resolve) => {
      onStart = () => started.length === count && resolve();
    });
  const scheduleMany = async (count: number) => {
    const { value: ids } = await database.write((tx) =>
      Array.from({ length: count }, (_, at) =>
        scheduleJob(tx, services, requestOf("mail/out:send", START - at, String(at))),
      ),
    );
    return ids;
  };
  const release = () => releases.splice(0).forEach((end) => end());
  return { started, whenStarted, scheduleMany, release };
}

describe("a scheduled function", () => {
  test("waits for its time, in the shape that ctx.db.system shows", async () => {
    await startQueue({ mutation: addNote });
    const id = await schedule("notes:add", START + HOUR, "later");
    clock.advance(HOUR - 1);
    const now = await schedule("notes:add", clock.now(), "now");
    await untilJobIs(database, now, "success");
    expect(await jobNow(id)).toEqual({
      _id: id,
      _creationTime: expect.any(Number) as number,
      name: "notes.js:add",
      args: [{ text: "later" }],
      scheduledTime: START + HOUR,
      state: { kind: "pending" },
    });
    clock.advance(1);
    await expect(untilJobIs(database, id, "success")).resolves.toMatchObject({
      completedTime: START + HOUR,
      state: { kind: "success" },
    });
    expect(notesOf()).toEqual(["now", "later"]);
  });

  test("runs without its scheduler's identity, and can read its own job id", async () => {
    const calls: FunctionCall[] = [];
    await startQueue({ mutation: (call) => void calls.push(call) });
    const id = await schedule("notes:add", START);
    await untilJobIs(database, id, "success");
    expect(calls).toMatchObject([
      { path: "notes:add", caller: { identity: null, visibility: "internal" }, scheduledJobId: id },
    ]);
  });

  test("sees itself in progress while other functions see it pending", async () => {
    let seen: string | null = null;
    await startQueue({
      mutation: (call, tx) => {
        seen = tx.get(call.scheduledJobId ?? "", "system");
      },
    });
    const id = await schedule("notes:add", START);
    await untilJobIs(database, id, "success");
    expect(JSON.parse(String(seen))).toMatchObject({ state: { kind: "inProgress" } });
  });

  test("runs beside seven others", async () => {
    const { whenStarted, scheduleMany, release } = await startHeldActions();
    const eight = whenStarted(8);
    const ids = await scheduleMany(8);
    await eight;
    release();
    await Promise.all(ids.map((id) => untilJobIs(database, id, "success")));
  });

  test("waits while eight others run, and the oldest start first", async () => {
    const { started, whenStarted, scheduleMany, release } = await startHeldActions();
    const eight = whenStarted(8);
    const ids = await scheduleMany(12);
    await eight;
    expect(started.sort((a, b) => Number(b) - Number(a))).toEqual(["11", "10", "9", "8", "7", "6", "5", "4"]);
    const twelve = whenStarted(12);
    release();
    await twelve;
    release();
    await Promise.all(ids.map((id) => untilJobIs(database, id, "success")));
  });

  test("that is refused because too many mutations wait remains pending, and runs later", async () => {
    const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    let refusals = 0;
    const runner = createTestRunner(database, { functions, mutation: addNote });
    const message = "Too many concurrent requests.";
    const refusing: typeof runner = {
      ...runner,
      runMutation: (call) => {
        refusals += 1;
        if (refusals > 1) return runner.runMutation(call);
        const refusal = { code: "TooManyConcurrentRequests", message } as const;
        return Promise.resolve({ status: "error", message, logLines: [], refusal });
      },
    };
    const queue = new JobQueue({ database, runner: refusing, clock });
    queues.push(queue);
    await queue.start();
    const id = await schedule("notes:add", START, "after all");
    await vi.waitFor(() => expect(printed).toHaveBeenCalledWith(expect.stringContaining(message)), {
      timeout: 15_000,
    });
    expect((await jobNow(id))?.state.kind).toBe("pending");
    clock.advance(HOUR);
    await untilJobIs(database, id, "success");
    expect(notesOf()).toEqual(["after all"]);
    printed.mockRestore();
  });

  test("is searched at the moment when the database can be read, before a batch is opened", async () => {
    const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    let canRead = true;
    const { read, whenIdle } = database;
    vi.spyOn(database, "read").mockImplementation((...args) => {
      if (!canRead) throw new Error("A batch is open.");
      return read.apply(database, args);
    });
    vi.spyOn(database, "whenIdle").mockImplementation(() =>
      whenIdle.apply(database).then(() => {
        canRead = true;
        queueMicrotask(() => queueMicrotask(() => (canRead = false)));
      }),
    );
    await startQueue({ mutation: addNote });
    const id = await schedule("notes:add", START, "soon");
    await vi.waitFor(async () => {
      await whenIdle.apply(database);
      canRead = true;
      expect(notesOf()).toEqual(["soon"]);
    });
    expect(printed).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    await untilJobIs(database, id, "success");
  });

  test("that throws has written nothing, stores its error, and does not run again", async () => {
    let runs = 0;
    await startQueue({
      mutation: (call, tx) => {
        addNote(call, tx);
        if (call.path !== "notes:fail") return;
        runs += 1;
        throw new Error("no room");
      },
    });
    const id = await schedule("notes:fail", START, "lost");
    await expect(untilJobIs(database, id, "failed")).resolves.toMatchObject({
      state: { kind: "failed", error: "Uncaught Error: no room" },
      completedTime: START,
    });
    // A batch with a throwing job runs again, so only the last run counts.
    const runsOfIt = runs;
    clock.advance(HOUR);
    await untilJobIs(database, await schedule("notes:add", clock.now(), "kept"), "success");
    expect(runs).toBe(runsOfIt);
    expect(notesOf()).toEqual(["kept"]);
  });

  test("that no longer exists when it is due has failed", async () => {
    const id = await schedule("notes:add", START);
    const queue = new JobQueue({ database, clock, runner: createTestRunner(database, { functions: {} }) });
    queues.push(queue);
    await queue.start();
    await expect(untilJobIs(database, id, "failed")).resolves.toMatchObject({
      state: { error: expect.stringContaining("Could not find function for 'notes:add'") as string },
    });
  });

  test("that is a query has failed", async () => {
    await startQueue();
    const id = await schedule("notes:list", START);
    await expect(untilJobIs(database, id, "failed")).resolves.toMatchObject({
      state: { error: expect.stringContaining("Only mutations and actions can be scheduled") as string },
    });
  });

  test("is tried again when the engine failed, not the function", async () => {
    let failures = 2;
    const runner = createTestRunner(database, { functions, mutation: addNote });
    const queue = new JobQueue({
      database,
      clock,
      runner: {
        ...runner,
        async runMutation(call) {
          if (failures-- > 0) {
            queueMicrotask(() => setImmediate(() => clock.advance(HOUR)));
            throw new Error("disk full");
          }
          return runner.runMutation(call);
        },
      },
    });
    queues.push(queue);
    await queue.start();
    const id = await schedule("notes:add", START, "once");
    await untilJobIs(database, id, "success");
    expect(notesOf()).toEqual(["once"]);
  });
});

/** Resolves once the job is scheduled to start at this moment. */
const untilDueAt = (id: string, atMs: number): Promise<true> =>
  untilCommitted(database, (tx) => {
    const job = parseDocument<ScheduledFunctionDocument>(tx.get(id, "system") ?? "");
    return job.scheduledTime === atMs ? true : null;
  });

describe("a clock that is set ahead and back", () => {
  const DAY = 24 * HOUR;
  const MINUTE = 60 * 1000;
  /** The database reads the time from the same clock as the queue. */
  beforeEach(async () => {
    await database.close();
    database = openTestDatabase(folder, () => clock.now());
  });

  describe.each([1, 40])("by %i days", (days) => {
    test.each(["while the runtime runs", "and a restart"])("%s delays no job", async (how) => {
      const first = await startQueue({ mutation: addNote });
      const before = await schedule("notes:add", START + 10 * MINUTE, "before");
      const dated = await schedule("notes:add", START + (days + 1.5) * DAY, "dated");
      clock.set(START + days * DAY);
      const soon = await schedule("notes:add", clock.now() + 5 * MINUTE, "ahead");
      const planned = await schedule("notes:add", clock.now() + 2 * DAY, "planned ahead");
      await untilJobIs(database, before, "success");
      if (how !== "while the runtime runs") first.close();
      clock.set(START);
      if (how !== "while the runtime runs") await startQueue({ mutation: addNote });
      // A job that is scheduled now also has a creation time in the future.
      const after = await schedule("notes:add", START + 6 * MINUTE, "after");
      await untilDueAt(soon, START + 5 * MINUTE);
      clock.advance(7 * MINUTE);
      await untilJobIs(database, soon, "success");
      await untilJobIs(database, after, "success");
      expect(notesOf().sort()).toEqual(["after", "ahead", "before"]);
      expect((await jobNow(dated))?.scheduledTime).toBe(START + (days + 1.5) * DAY);
      expect((await jobNow(planned))?.scheduledTime).toBe(START + (days + 2) * DAY);
    });
  });

  test("does not delay a job that failed because of an error of the engine", async () => {
    const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    let failures = 1;
    const runner = createTestRunner(database, { functions, mutation: addNote });
    const queue = new JobQueue({
      database,
      clock,
      runner: {
        ...runner,
        async runMutation(call) {
          if (failures-- > 0) throw new Error("disk full");
          return runner.runMutation(call);
        },
      },
    });
    queues.push(queue);
    const id = await schedule("notes:add", START, "once");
    clock.set(START + 40 * DAY);
    await queue.start();
    await vi.waitFor(() => expect(printed).toHaveBeenCalledWith(expect.stringContaining("disk full")));
    await clock.untilAwaited();
    clock.set(START);
    clock.advance(MINUTE);
    await untilJobIs(database, id, "success");
    printed.mockRestore();
  });
});

describe("across a restart", () => {
  test("a job that became due during the restart runs once", async () => {
    const first = await startQueue({ mutation: addNote });
    const id = await schedule("notes:add", START + HOUR, "late");
    first.close();
    clock.advance(5 * HOUR);
    await startQueue({ mutation: addNote });
    await untilJobIs(database, id, "success");
    await startQueue({ mutation: addNote });
    await untilJobIs(database, await schedule("notes:add", clock.now(), "marker"), "success");
    expect(notesOf()).toEqual(["late", "marker"]);
  });

  test("an interrupted action has failed with Convex's message and is not run again", async () => {
    let runs = 0;
    const neverEnds = () => {
      runs += 1;
      return new Promise<void>(() => undefined);
    };
    const first = await startQueue({ action: neverEnds });
    const id = await schedule("mail/out:send", START);
    await untilJobIs(database, id, "inProgress");
    first.close();
    await startQueue({ action: neverEnds });
    await expect(untilJobIs(database, id, "failed")).resolves.toMatchObject({
      state: { kind: "failed", error: "Transient error while executing action" },
    });
    expect(runs).toBe(1);
  });

  test("results are kept for seven days", async () => {
    const first = await startQueue();
    const old = await schedule("notes:add", START);
    await untilJobIs(database, old, "success");
    first.close();
    clock.advance(7 * 24 * HOUR - 1);
    const young = await schedule("notes:add", clock.now());
    await startQueue();
    await untilJobIs(database, young, "success");
    expect(await jobNow(old)).not.toBeNull();
    const stopped = queues.at(-1);
    stopped?.close();
    clock.advance(2);
    await startQueue();
    await untilJobIs(database, await schedule("notes:add", clock.now()), "success");
    expect(await jobNow(old)).toBeNull();
    expect(await jobNow(young)).not.toBeNull();
  });
});

describe("canceling a job", () => {
  const cancel = (id: string) => database.write((tx) => cancelJob(tx, id, clock.now()));

  test("prevents a pending job from running", async () => {
    await startQueue({ mutation: addNote });
    const id = await schedule("notes:add", START + HOUR, "never");
    await cancel(id);
    clock.advance(2 * HOUR);
    await untilJobIs(database, await schedule("notes:add", clock.now(), "marker"), "success");
    expect(await jobNow(id)).toMatchObject({ state: { kind: "canceled" }, completedTime: START });
    expect(notesOf()).toEqual(["marker"]);
  });

  test("does not stop a running action, but cancels its result and the functions that it schedules", async () => {
    let child = "";
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await startQueue({
      mutation: addNote,
      action: async (call) => {
        await released;
        const request = { ...requestOf("notes:add", START, "child"), parentJobId: call.scheduledJobId };
        child = (await database.write((tx) => scheduleJob(tx, services, request))).value;
      },
    });
    const id = await schedule("mail/out:send", START);
    await untilJobIs(database, id, "inProgress");
    await cancel(id);
    release();
    const marker = await schedule("notes:add", START, "marker");
    await untilJobIs(database, marker, "success");
    await untilJobIs(database, id, "canceled");
    await database.write(() => undefined);
    await expect(untilJobIs(database, child, "canceled")).resolves.toMatchObject({ completedTime: START });
    expect(notesOf()).toEqual(["marker"]);
  });

  test("has no effect on a job that has ended", async () => {
    await startQueue();
    const id = await schedule("notes:add", START);
    await untilJobIs(database, id, "success");
    await cancel(id);
    expect(await jobNow(id)).toMatchObject({ state: { kind: "success" } });
  });

  test("is an error for an id that is not a job's", async () => {
    const { value: note } = await database.write((tx) => tx.insert("notes", '{"text":"x"}'));
    for (const id of [note, "nonsense"]) {
      await expect(cancel(id)).rejects.toThrow(
        "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
      );
    }
  });
});

describe("scheduling functions", () => {
  test.each([
    [Number.NaN, "must be a finite number"],
    [-1, "is before 1970"],
    [START + 5 * 366 * 24 * HOUR + 1, "is more than 5 years in the future"],
    [START - 5 * 366 * 24 * HOUR - 1, "is more than 5 years in the past"],
  ])("at %s is refused: %s", async (runAtMs, message) => {
    await expect(schedule("notes:add", runAtMs)).rejects.toThrow(message);
  });

  test("a missing function is refused, with Convex's message", async () => {
    await expect(schedule("nowhere:add", START)).rejects.toThrow(
      "Attempted to schedule function at nonexistent path: nowhere.js",
    );
    await expect(schedule("notes:nothing", START)).rejects.toThrow(
      "Attempted to schedule function, but no exported function nothing found in the file: notes.js. Did you forget to export it?",
    );
  });

  const textArgs = (bytes: number) => "x".repeat(bytes - 2 - 2 - 5 - 2);
  const job = (text: string) => requestOf("notes:add", START, text);

  test("a thousand functions in one mutation are scheduled", async () => {
    await database.write((tx) => {
      for (let count = 0; count < 1000; count += 1) scheduleJob(tx, services, job(""));
    });
    expect(database.read((tx) => tx.count("_scheduled_functions", "system"))).toBe(1000);
  });

  const scheduleOne = (bytes: number) =>
    database.write((tx) => scheduleJob(tx, services, job(textArgs(bytes))));

  test("arguments of four mebibytes are scheduled", async () => {
    await scheduleOne(4 << 20);
  });

  test("arguments of more than four mebibytes are refused", async () => {
    await expect(scheduleOne((4 << 20) + 1)).rejects.toThrow(
      "Arguments of the scheduled function are too large (actual: 4.00 MiB, limit: 4 MiB)",
    );
  });

  const scheduleFour = (tx: WriteTransaction) => {
    for (let count = 0; count < 4; count += 1) scheduleJob(tx, services, job(textArgs(4 << 20)));
  };

  test("arguments of sixteen mebibytes in one mutation are scheduled", async () => {
    await database.write(scheduleFour);
  });

  test("arguments of more than sixteen mebibytes in one mutation are refused", async () => {
    const tooMuch = database.write((tx) => {
      scheduleFour(tx);
      scheduleJob(tx, services, job(""));
    });
    await expect(tooMuch).rejects.toThrow(
      "Too large total size of the arguments of scheduled functions from this mutation (limit: 16777216 bytes)",
    );
  });

  test("more than a thousand functions in one mutation are refused, and none of them is scheduled", async () => {
    const tooMany = database.write((tx) => {
      for (let count = 0; count <= 1000; count += 1) {
        scheduleJob(tx, services, requestOf("notes:add", START, ""));
      }
    });
    await expect(tooMany).rejects.toThrow("Too many functions scheduled by this mutation (limit: 1000)");
    expect(database.read((tx) => tx.count("_scheduled_functions", "system"))).toBe(0);
  });

  describe("outstanding functions", () => {
    const MOST = 3;
    beforeEach(() => {
      services = { functions, outstandingJobs: new OutstandingJobs(MOST) };
    });
    const refusal = "Too many outstanding scheduled functions in this deployment (limit: 3)";

    test("are scheduled up to the limit, whatever was rolled back or has ended before", async () => {
      const undone = database.write((tx) => {
        for (let count = 0; count < MOST; count += 1) scheduleJob(tx, services, job(""));
        throw new Error("no");
      });
      await expect(undone).rejects.toThrow("no");
      const first = await schedule("notes:add", START);
      await schedule("notes:add", START);
      await database.write((tx) => cancelJob(tx, first, clock.now()));
      for (let count = 1; count < MOST; count += 1) await schedule("notes:add", START + HOUR);
      expect(database.read((tx) => tx.count("_scheduled_functions", "system"))).toBe(MOST + 1);
    });

    test("are refused with an error code above the limit, including those of components and running ones", async () => {
      const { whenStarted, release } = await startHeldActions();
      const running = whenStarted(1);
      const id = await schedule("mail/out:send", START);
      await running;
      await database.write((tx) => tx.within("child", () => scheduleJob(tx, services, job(""))));
      await schedule("notes:add", START + HOUR);
      await expect(schedule("notes:add", START + HOUR)).rejects.toThrow(refusal);
      release();
      await untilJobIs(database, id, "success");
      await schedule("notes:add", START + HOUR);
    });
  });
});
