/**
 * Scheduled functions on both engines, each to the end that `_scheduled_functions` keeps of it. convex-test keeps no
 * error texts, says when a function ended only where it failed, and lets a running function be cancelled by nobody.
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

describe.each(Object.entries(scenarioEngines))("on %s", (engineName, start) => {
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

  /** Waits until a job is in a state, and returns what is kept of it. */
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

  test.each(["note", "act"])("one that ends well has succeeded: %s", async (path) => {
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
  ])("one that throws has failed with what it threw: %s", async (path, error, left) => {
    const job = await untilJobIs(await schedule(path, path), "failed");
    expect(job?.hasEnded).toBe(true);
    // What a mutation wrote is undone; what an action's own mutations wrote is not.
    expect(await notes(path)).toEqual(left);
    if (!isRuntime) return expect(job?.state).toEqual({ kind: "failed" });
    expect(job?.state.error?.split("\n")[0]).toBe(error);
    expect(job?.state.error).toMatch(new RegExp(FRAME));
  });

  test("one whose arguments it does not take has failed, and was never called", async () => {
    const job = await untilJobIs(
      await engine.mutation("jobs:scheduleWrongly", { name: "wrongly" }),
      "failed",
    );
    expect(await notes("wrongly")).toEqual([]);
    if (isRuntime)
      expect(job?.state.error).toMatch(/^ArgumentValidationError: Object contains extra field `colour`/);
  });

  test("one that waits is pending, and cancelled before its time it never runs", async () => {
    const id = await schedule("note", "late", { isLate: true });
    expect(await stateOf(id)).toMatchObject({ state: { kind: "pending" }, hasEnded: false });
    await engine.mutation("jobs:cancel", { id: String(id) });
    expect(await stateOf(id)).toMatchObject({ state: { kind: "canceled" }, hasEnded: isRuntime });
    await engine.mutation("jobs:cancel", { id: String(id) });
    expect((await stateOf(id))?.state).toEqual({ kind: "canceled" });
    expect(await notes("late")).toEqual([]);
  });

  test("one that a mutation schedules before it fails is never there", async () => {
    await expect(schedule("note", "undone", { fails: true })).rejects.toMatchObject({ data: "undone" });
    expect(await engine.query("jobs:idByName", { path: "note", name: "undone" })).toBeNull();
    // Whatever was due before this one has run when it has.
    await untilJobIs(await schedule("note", "after the undone"), "success");
    // convex-test has set its timer already, and finds no such job when it fires.
    expect(await notes("undone")).toEqual([]);
  });

  test("one that an action schedules before it fails runs", async () => {
    const args = { path: "note", name: "by an action" };
    await expect(engine.action("jobs:scheduleByAction", args)).rejects.toMatchObject({
      data: "the action has failed",
    });
    await untilJobIs(await engine.query("jobs:idByName", args), "success");
    expect(await notes("by an action")).toEqual(["by an action"]);
  });

  test("one schedules another, which schedules a third", async () => {
    await schedule("chain", "chain", { left: 2 });
    await vi.waitFor(async () => expect(await notes("chain")).toEqual(["chain 2", "chain 1", "chain 0"]), {
      timeout: 15_000,
    });
  });

  test("an action that runs is in progress", async () => {
    await untilJobIs(await schedule("seeItself", "running"), "success");
    expect(await notes("running")).toEqual(["running is inProgress"]);
  });

  test.runIf(isRuntime)(
    "one that is cancelled while it runs continues, stays cancelled, and so is what it schedules",
    async () => {
      const id = await schedule("cancelItself", "itself");
      await vi.waitFor(async () => expect(await notes("itself")).toEqual(["itself goes on, canceled"]), {
        timeout: 15_000,
      });
      // Another job that ends later than this one shows that nothing changes any more.
      await untilJobIs(await schedule("act", "after itself"), "success");
      expect(await stateOf(id)).toMatchObject({ state: { kind: "canceled" }, hasEnded: true });
      expect(await notes("itself after")).toEqual([]);
    },
  );

  test.runIf(isRuntime)(
    "a query that is scheduled has failed: only mutations and actions can be",
    async () => {
      const job = await untilJobIs(await schedule("look", "a query"), "failed");
      expect(job?.state.error).toMatch(
        /^Unsupported function type\..* Only mutations and actions can be scheduled\.$/,
      );
    },
  );
});
