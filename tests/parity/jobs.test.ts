/**
 * Tests scheduled functions on both engines, each until its final state in `_scheduled_functions`. convex-test
 * stores no error texts, stores the end time only of failed functions, and cannot cancel a running function.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { scenarioEngines, type Engine } from "./engines";

interface Job {
  readonly name: string;
  readonly args: unknown;
  readonly state: { readonly kind: string; readonly error?: string };
  readonly hasEnded: boolean;
}

const FRAME = String.raw`\n {4}at .*\(\.\./convex/jobs\.ts:\d+:\d+\)`;

describe.each(Object.entries(scenarioEngines))("scheduled functions on %s", (engineName, start) => {
  const isRuntime = engineName === "embedded";
  let engine: Engine;
  beforeAll(async () => {
    engine = await start();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await engine?.close();
  });

  const stateOf = async (id: unknown) =>
    (await engine.query("jobs:stateOf", { id: String(id) })) as Job | null;
  const notes = async (of: string) =>
    ((await engine.query("tasks:notes")) as string[]).filter((note) => note.startsWith(of));

  const untilJobIs = (id: unknown, kind: string): Promise<Job | null> =>
    vi.waitFor(
      async () => {
        const job = await stateOf(id);
        expect(job?.state.kind).toBe(kind);
        return job;
      },
      { timeout: 15_000 },
    );
  const schedule = (path: string, name: string, more: Record<string, boolean | number> = {}) =>
    engine.mutation("jobs:schedule", { path, name, ...more });

  test.each(["note", "act"])("a function that ends normally has succeeded: %s", async (path) => {
    const job = await untilJobIs(await schedule(path, `well ${path}`), "success");
    expect(job).toMatchObject({
      name: `jobs.js:${path}`.replace(".js", isRuntime ? ".js" : ""),
      args: [{ name: `well ${path}` }],
    });
    expect(job?.state).toEqual({ kind: "success" });
    expect(job?.hasEnded).toBe(isRuntime);
    expect(await notes(`well ${path}`)).toEqual([`well ${path}`]);
  });

  test.each([
    ["fail", "Uncaught TypeError: fail is broken", []],
    ["refuse", 'Uncaught ConvexError: {"name":"refuse"}', []],
    ["actAndFail", "Uncaught TypeError: actAndFail is broken", ["actAndFail"]],
  ])("a function that throws has failed with its error: %s", async (path, error, left) => {
    const job = await untilJobIs(await schedule(path, path), "failed");
    expect(job?.hasEnded).toBe(true);
    // Writes of a mutation are rolled back. Writes of an action's own mutations are not.
    expect(await notes(path)).toEqual(left);
    if (!isRuntime) return expect(job?.state).toEqual({ kind: "failed" });
    expect(job?.state.error?.split("\n")[0]).toBe(error);
    expect(job?.state.error).toMatch(new RegExp(FRAME));
  });

  test("a function with invalid arguments has failed, and was never called", async () => {
    const job = await untilJobIs(
      await engine.mutation("jobs:scheduleWrongly", { name: "wrongly" }),
      "failed",
    );
    expect(await notes("wrongly")).toEqual([]);
    if (isRuntime)
      expect(job?.state.error).toMatch(/^ArgumentValidationError: Object contains extra field `colour`/);
  });

  test("a waiting function is pending, and never runs when it is canceled in time", async () => {
    const id = await schedule("note", "late", { isLate: true });
    expect(await stateOf(id)).toMatchObject({ state: { kind: "pending" }, hasEnded: false });
    await engine.mutation("jobs:cancel", { id: String(id) });
    expect(await stateOf(id)).toMatchObject({ state: { kind: "canceled" }, hasEnded: isRuntime });
    await engine.mutation("jobs:cancel", { id: String(id) });
    expect((await stateOf(id))?.state).toEqual({ kind: "canceled" });
    expect(await notes("late")).toEqual([]);
  });

  test("a function that a mutation schedules before it fails is never scheduled", async () => {
    await expect(schedule("note", "undone", { fails: true })).rejects.toMatchObject({ data: "undone" });
    expect(await engine.query("jobs:idByName", { path: "note", name: "undone" })).toBeNull();
    // When this job has run, all jobs that were due before it have run too.
    await untilJobIs(await schedule("note", "after the undone"), "success");
    // convex-test has already set its timer, and finds no such job when it fires.
    expect(await notes("undone")).toEqual([]);
  });

  test("a function that an action schedules before it fails runs", async () => {
    const args = { path: "note", name: "by an action" };
    await expect(engine.action("jobs:scheduleByAction", args)).rejects.toMatchObject({
      data: "the action has failed",
    });
    await untilJobIs(await engine.query("jobs:idByName", args), "success");
    expect(await notes("by an action")).toEqual(["by an action"]);
  });

  test("a function schedules another, which schedules a third", async () => {
    await schedule("chain", "chain", { left: 2 });
    await vi.waitFor(async () => expect(await notes("chain")).toEqual(["chain 2", "chain 1", "chain 0"]), {
      timeout: 15_000,
    });
  });

  test("a running action is in progress", async () => {
    await untilJobIs(await schedule("seeItself", "running"), "success");
    expect(await notes("running")).toEqual(["running is inProgress"]);
  });

  test.runIf(isRuntime)(
    "a function that is canceled while it runs continues, remains canceled, and cancels what it schedules",
    async () => {
      const id = await schedule("cancelItself", "itself");
      await vi.waitFor(async () => expect(await notes("itself")).toEqual(["itself goes on, canceled"]), {
        timeout: 15_000,
      });
      // When another job that ends later has ended, the state no longer changes.
      await untilJobIs(await schedule("act", "after itself"), "success");
      expect(await stateOf(id)).toMatchObject({ state: { kind: "canceled" }, hasEnded: true });
      expect(await notes("itself after")).toEqual([]);
    },
  );

  test.runIf(isRuntime)("a scheduled query fails: only mutations and actions can be scheduled", async () => {
    const job = await untilJobIs(await schedule("look", "a query"), "failed");
    expect(job?.state.error).toMatch(
      /^Unsupported function type\..* Only mutations and actions can be scheduled\.$/,
    );
  });
});
