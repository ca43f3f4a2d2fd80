/** Tests the sync server with the unmodified Convex clients, over real sockets and a fake engine. */
import { afterEach, describe, expect, it } from "vitest";
import { action, mutation, query, startHarness, until, type Harness } from "./testing/sync-harness.js";

let harness: Harness;
afterEach(async () => {
  await harness.close();
});

function watch(client: ReturnType<Harness["client"]>, name: string, args: Record<string, string> = {}) {
  const values: unknown[] = [];
  const errors: Error[] = [];
  const stop = client.onUpdate(
    query(name),
    args,
    (value) => void values.push(value),
    (error) => void errors.push(error),
  );
  return { values, errors, stop };
}

describe("the real client", () => {
  it("sees another client's mutation", async () => {
    harness = await startHarness();
    const { values } = watch(harness.client(), "fake:list");
    await until(() => values.length === 1);
    await harness.client().mutation(mutation("fake:append"), { text: "a" });
    await until(() => values.length === 2);
    expect(values).toEqual([[], ["a"]]);
  });

  it("resolves a mutation only when its own queries show the effect", async () => {
    harness = await startHarness();
    const client = harness.client();
    const { values } = watch(client, "fake:list");
    await until(() => values.length === 1);
    await client.mutation(mutation("fake:append"), { text: "a" });
    expect(values.at(-1)).toEqual(["a"]);
  });

  it("resolves a mutation that wrote nothing", async () => {
    harness = await startHarness();
    expect(await harness.client().mutation(mutation("fake:nothing"), {})).toBe("done");
  });

  it("gets the data of a ConvexError", async () => {
    harness = await startHarness();
    await expect(harness.client().mutation(mutation("fake:refuse"), {})).rejects.toMatchObject({
      data: { code: "NO" },
    });
  });

  it("keeps a failing query subscribed, and reruns it", async () => {
    harness = await startHarness();
    const client = harness.client();
    const { errors } = watch(client, "fake:failing");
    await until(() => errors.length === 1);
    await client.mutation(mutation("fake:append"), { text: "a" });
    await until(() => errors.length === 2);
    expect(errors[1]?.message).toContain("1 is bad");
  });

  it("runs actions in parallel to each other and to mutations", async () => {
    harness = await startHarness();
    const client = harness.client();
    let release = () => {};
    harness.runner.holdAction = () => new Promise((resolve) => (release = resolve));
    const slow = client.action(action("fake:echo"), { a: "1" });
    await until(() => harness.runner.actionRuns === 1);
    await client.mutation(mutation("fake:append"), { text: "meanwhile" });
    release();
    expect(await slow).toEqual({ a: "1" });
  });

  it("runs a query that several clients subscribe to once per commit, and only when it was affected", async () => {
    harness = await startHarness();
    const watched = Array.from({ length: 5 }, () => watch(harness.client(), "fake:list", { list: "shared" }));
    await until(() => watched.every(({ values }) => values.length === 1));
    expect(harness.runner.queryRuns).toHaveLength(1);
    const writer = harness.client();
    await writer.mutation(mutation("fake:append"), { list: "other", text: "x" });
    await writer.mutation(mutation("fake:append"), { list: "shared", text: "y" });
    await until(() => watched.every(({ values }) => values.length === 2));
    expect(harness.runner.queryRuns).toHaveLength(2);
    expect(harness.metrics.queriesRerun).toBe(1);
  });

  it("does not get an unchanged result again", async () => {
    harness = await startHarness();
    const client = harness.client();
    const { values } = watch(client, "fake:isEmpty");
    await until(() => values.length === 1);
    await client.mutation(mutation("fake:append"), { text: "1" });
    await client.mutation(mutation("fake:append"), { text: "2" });
    expect(values).toEqual([true, false]);
    expect(harness.runner.queryRuns).toHaveLength(3);
  });

  it("no longer subscribes to a query when nobody uses the query any more", async () => {
    harness = await startHarness();
    const client = harness.client();
    const { values, stop } = watch(client, "fake:list");
    await until(() => values.length === 1);
    stop();
    await client.mutation(mutation("fake:append"), { text: "a" });
    expect(harness.runner.queryRuns).toHaveLength(1);
  });

  it("gets the result immediately when it subscribes again to an unchanged query", async () => {
    harness = await startHarness();
    const client = harness.client();
    const first = watch(client, "fake:list");
    await until(() => first.values.length === 1);
    first.stop();
    await harness.client().query(query("fake:list"), {});
    const second = watch(client, "fake:list");
    await until(() => second.values.length === 1);
    expect(harness.runner.queryRuns).toHaveLength(1);
    await client.mutation(mutation("fake:append"), { text: "a" });
    await until(() => second.values.length === 2);
    expect(second.values.at(-1)).toEqual(["a"]);
  });

  it("applies a mutation once when its response was lost and the client resends it", async () => {
    harness = await startHarness();
    const client = harness.client();
    const { values } = watch(client, "fake:list");
    await until(() => values.length === 1);
    let isFirst = true;
    harness.runner.holdAnswer = () => {
      if (isFirst) harness.sync.dropAll();
      isFirst = false;
      return Promise.resolve();
    };
    expect(await client.mutation(mutation("fake:append"), { text: "once" })).toBe("done");
    expect(harness.runner.mutationRuns).toBe(1);
    expect(values.at(-1)).toEqual(["once"]);
  });

  it("keeps page borders across reruns and reconnects", async () => {
    harness = await startHarness();
    for (const text of ["a", "b", "c"]) harness.runner.database.append("pages", text);
    const client = harness.client();
    const { values } = watch(client, "fake:firstPage", { list: "pages" });
    await until(() => values.length === 1);
    harness.runner.database.append("elsewhere", "x");
    harness.sync.dropAll();
    await client.mutation(mutation("fake:nothing"), {});
    harness.runner.database.append("pages", "d");
    await until(() => harness.runner.queryRuns.length === 2);
    harness.sync.dropAll();
    await client.mutation(mutation("fake:nothing"), {});
    expect(values.at(-1)).toEqual(["a", "b"]);
  });
});

describe("identity", () => {
  it("determines the results after the user changes", async () => {
    harness = await startHarness();
    const client = harness.client();
    const { values } = watch(client, "fake:whoami");
    await until(() => values.length === 1);
    client.setAuth(() => Promise.resolve("token-of-ann"));
    await until(() => values.length === 2);
    expect(values).toEqual([null, "ann"]);
  });

  it("is removed when the token is not accepted, and the client is informed and continues", async () => {
    harness = await startHarness();
    const client = harness.client();
    const states: boolean[] = [];
    client.setAuth(
      () => Promise.resolve("forged"),
      (isAuthenticated) => void states.push(isAuthenticated),
    );
    await until(() => states.length > 0, 20_000);
    expect(states).toEqual([false]);
    expect(await client.query(query("fake:whoami"), {})).toBe(null);
  });
});

describe("a query that may read the clock", () => {
  it("runs again for later subscribers if it read the clock, but not for existing subscribers", async () => {
    let nowMs = 1_000_000;
    harness = await startHarness({ now: () => nowMs });
    const first = watch(harness.client(), "fake:clock");
    await until(() => first.values.length === 1);
    nowMs += 10_000;
    const soon = watch(harness.client(), "fake:clock");
    await until(() => soon.values.length === 1);
    expect(harness.runner.queryRuns).toEqual(["fake:clock"]);
    nowMs += 10_000;
    const later = watch(harness.client(), "fake:clock");
    await until(() => later.values.length === 1);
    expect(harness.runner.queryRuns).toEqual(["fake:clock", "fake:clock"]);
    expect([first.values, later.values]).toEqual([["run 1"], ["run 2"]]);
  });

  it("is reused unchanged when it did not read the clock", async () => {
    let nowMs = 1_000_000;
    harness = await startHarness({ now: () => nowMs });
    const first = watch(harness.client(), "fake:list");
    await until(() => first.values.length === 1);
    nowMs += 20_000;
    const later = watch(harness.client(), "fake:list");
    await until(() => later.values.length === 1);
    expect(harness.runner.queryRuns).toEqual(["fake:list"]);
  });
});
