/** Tests the main uses of the component packages, unchanged from npm, on the runtime as a process. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { Caller, eventually } from "./support";

let runtime: Runtime;
let call: Caller;

beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/components" });
  call = new Caller(runtime);
});

afterAll(() => runtime.stop());

interface Limited {
  readonly ok: boolean;
  readonly retryAfter?: number;
}

describe("rate limiter", () => {
  test("accepts the number of calls of a fixed window and then returns when to try again", async () => {
    for (let i = 0; i < 3; i += 1)
      expect((await call.mutation<Limited>("limits:bark", { key: "a" })).ok).toBe(true);
    const refused = await call.mutation<Limited>("limits:bark", { key: "a" });
    expect(refused.ok).toBe(false);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(await call.query("limits:canBark", { key: "a" })).toBe(false);
    expect(await call.query("limits:canBark", { key: "b" })).toBe(true);
  });

  test("consumes several tokens of a bucket at once", async () => {
    expect((await call.mutation<Limited>("limits:fetchMany", { count: 4 })).ok).toBe(true);
    expect((await call.mutation<Limited>("limits:fetchMany", { count: 4 })).ok).toBe(false);
    expect((await call.mutation<Limited>("limits:fetchMany", { count: 1 })).ok).toBe(true);
  });

  test("throws a ConvexError with its data across the component's boundary", async () => {
    for (let i = 0; i < 3; i += 1) await call.mutation("limits:barkOrThrow", { key: "thrower" });
    await expect(call.mutation("limits:barkOrThrow", { key: "thrower" })).rejects.toMatchObject({
      data: { kind: "RateLimited", name: "bark" },
    });
  });

  test("returns the tokens of a failed caller", async () => {
    for (let i = 0; i < 5; i += 1) {
      await expect(call.mutation("limits:barkAndFail", { key: "failing" })).rejects.toThrow(
        "the caller failed",
      );
    }
    for (let i = 0; i < 3; i += 1) {
      expect((await call.mutation<Limited>("limits:bark", { key: "failing" })).ok).toBe(true);
    }
    expect((await call.mutation<Limited>("limits:bark", { key: "failing" })).ok).toBe(false);
  });

  test("counts in its own worker when the limit requires it", async () => {
    expect(await call.query("limits:canSniff")).toBe(true);
    await call.mutation("limits:sniff");
    await call.mutation("limits:sniff");
    await eventually(
      () => call.query<boolean>("limits:canSniff"),
      (can) => !can,
    );
  });

  test("accepts exactly the limit of many parallel calls", async () => {
    const crowd = Array.from({ length: 40 }, () => call.mutation<Limited>("limits:bark", { key: "crowd" }));
    expect((await Promise.all(crowd)).filter(({ ok }) => ok)).toHaveLength(3);
  });

  test("resets a limit on request", async () => {
    for (let i = 0; i < 4; i += 1) await call.mutation("limits:bark", { key: "forgiven" });
    await call.mutation("limits:forget", { key: "forgiven" });
    expect((await call.mutation<Limited>("limits:bark", { key: "forgiven" })).ok).toBe(true);
  });
});

describe("aggregate", () => {
  test("counts, sums, ranks and separates two instances, live", async () => {
    const client = new ConvexClient(runtime.origin, { skipConvexDeploymentUrlCheck: true });
    const seen: unknown[] = [];
    client.onUpdate(makeFunctionReference<"query">("pups:totals"), {}, (totals: unknown) =>
      seen.push(totals),
    );

    const ids: string[] = [];
    for (const [name, weight, color] of [
      ["Asta", 410, "black"],
      ["Bodo", 380, "black"],
      ["Cora", 455, "sable"],
      ["Duke", 402, "sable"],
      ["Elsa", 390, "black"],
    ] as const) {
      ids.push(await call.mutation<string>("pups:add", { name, weight, color }));
    }
    expect(await call.query("pups:totals")).toEqual({ count: 5, sum: 2037, heavy: 3 });
    expect(await call.query("pups:at", { rank: 0 })).toBe("Bodo");
    expect(await call.query("pups:at", { rank: 4 })).toBe("Cora");
    expect(await call.query("pups:rankOf", { weight: 402 })).toBe(2);
    expect(await call.query("pups:countOf", { color: "black" })).toBe(3);
    expect(await call.query("pups:countOf", { color: "sable" })).toBe(2);

    await call.mutation("pups:weigh", { id: ids[1] ?? "", weight: 500 });
    expect(await call.query("pups:at", { rank: 4 })).toBe("Bodo");
    await call.mutation("pups:remove", { id: ids[0] ?? "" });
    expect(await call.query("pups:totals")).toEqual({ count: 4, sum: 1747, heavy: 3 });
    expect(await call.query("pups:countOf", { color: "black" })).toBe(2);

    await eventually(
      () => Promise.resolve(seen.at(-1)),
      (totals) => JSON.stringify(totals) === JSON.stringify({ count: 4, heavy: 3, sum: 1747 }),
    );
    await client.close();
  });
});

test("an aggregate is correct after many parallel writes", async () => {
  interface Totals {
    readonly count: number;
    readonly sum: number;
  }
  const before = await call.query<Totals>("pups:totals");
  const litter = Array.from({ length: 40 }, (_, i) => ({ name: `p${i}`, weight: 1000 + i, color: "grey" }));
  const ids = await Promise.all(litter.map((pup) => call.mutation<string>("pups:add", pup)));
  const changes = ids.map((id, i) =>
    i % 4 === 0
      ? call.mutation("pups:remove", { id })
      : call.mutation("pups:weigh", { id, weight: 2000 + (40 - i) }),
  );
  await Promise.all(changes);
  const left = ids.flatMap((_, i) => (i % 4 === 0 ? [] : [2000 + (40 - i)]));
  const after = await call.query<Totals>("pups:totals");
  expect(after.count - before.count).toBe(left.length);
  expect(after.sum - before.sum).toBe(left.reduce((sum, weight) => sum + weight, 0));
  expect(await call.query("pups:countOf", { color: "grey" })).toBe(left.length);
  expect(await call.query("pups:at", { rank: after.count - 1 })).toBe("p1");
});

test("an aggregate counts entries that are added asynchronously, after some time", async () => {
  for (const name of ["Fips", "Gera", "Hexe"]) {
    await call.mutation("pups:addToColorLater", { name, color: "merle" });
  }
  await eventually(
    () => call.query<number>("pups:roughCountOf", { color: "merle" }),
    (count) => count === 3,
  );
});

describe("workpool", () => {
  test("runs mutations in order in a pool of one and returns their results", async () => {
    await call.mutation("work:enqueueSteps", { name: "walk", times: 4, fails: false });
    const notes = await eventually(
      () => call.query<string[]>("work:notesAbout", { about: "walk" }),
      (found) => found.length === 4,
    );
    expect([...notes].sort()).toEqual(["1", "2", "3", "4"]);
    expect(await call.query("work:counter", { name: "walk" })).toBe(4);
  });

  test("reports a failed mutation and continues with the next", async () => {
    const [failing] = await call.mutation<string[]>("work:enqueueSteps", {
      name: "trip",
      times: 1,
      fails: true,
    });
    await call.mutation("work:enqueueSteps", { name: "walk on", times: 1, fails: false });
    await eventually(
      () => call.query<string[]>("work:notesAbout", { about: "walk on" }),
      (found) => found.length === 1,
    );
    expect(await call.query("work:notesAbout", { about: "trip" })).toEqual(["failed"]);
    expect(await call.query("work:stateOf", { id: failing ?? "" })).toBe("finished");
  });

  test("runs actions in parallel and repeats a failed one", async () => {
    await call.mutation("work:enqueueErrands", { names: ["post", "vet", "shop"], failures: 1 });
    for (const name of ["post", "vet", "shop"]) {
      const notes = await eventually(
        () => call.query<string[]>("work:notesAbout", { about: name }),
        (found) => found.length > 0,
      );
      expect(notes).toEqual([JSON.stringify(`${name} after 2`)]);
    }
  });
});

describe("a pool of five", () => {
  test("runs five actions at a time, and starts the next when one ends", async () => {
    const held: ServerResponse[] = [];
    const server = createServer((_request, response) => void held.push(response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      // The server listens on a port.
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/`;
      const ids = await call.mutation<string[]>("work:enqueueVisits", { url, count: 8 });
      const inState = async (state: string) => {
        const states = await call.query<string[]>("work:statesOfVisits", { ids });
        return states.filter((found) => found === state).length;
      };
      const whenUnderWay = (count: number) =>
        eventually(
          () => Promise.resolve(held.length),
          (found) => found >= count,
        );
      await whenUnderWay(5);
      expect(await inState("running")).toBe(5);
      expect(await inState("pending")).toBe(3);
      held[0]?.end();
      held[1]?.end();
      await whenUnderWay(7);
      expect(await inState("pending")).toBe(1);
      for (const response of held) response.end();
      await whenUnderWay(8);
      held[7]?.end();
      await eventually(
        () => inState("finished"),
        (count) => count === 8,
      );
      expect(held).toHaveLength(8);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test("stops an action after three attempts, and reports that", async () => {
    await call.mutation("work:enqueueErrands", { names: ["in vain"], failures: 99 });
    const notes = await eventually(
      () => call.query<string[]>("work:notesAbout", { about: "in vain" }),
      (found) => found.length > 0,
    );
    expect(notes).toEqual(["failed"]);
    expect(await call.query("work:counter", { name: "in vain" })).toBe(3);
  });
});

describe("action retrier", () => {
  interface Status {
    readonly type: string;
    readonly result?: { readonly type: string; readonly returnValue?: number };
  }
  const ended = (id: string) =>
    eventually(
      () => call.query<Status>("retries:status", { id }),
      (status) => status.type === "completed",
    );

  test("repeats an action until it succeeds, and notifies the app", async () => {
    const id = await call.mutation<string>("retries:start", { name: "flaky", failures: 2 });
    expect((await ended(id)).result).toEqual({ type: "success", returnValue: 3 });
    expect(await call.query("work:notesAbout", { about: id })).toEqual(["success"]);
  });

  test("stops after the allowed number of failures", async () => {
    const id = await call.mutation<string>("retries:start", { name: "hopeless", failures: 99 });
    expect((await ended(id)).result?.type).toBe("failed");
    expect(await call.query("work:counter", { name: "hopeless" })).toBe(4);
  });
});

describe("migrations", () => {
  test("runs batch after batch to completion, and once", async () => {
    for (let i = 0; i < 5; i += 1) {
      await call.mutation("pups:add", { name: `pup ${i}`, weight: 300 + i, color: "red" });
    }
    await call.mutation("changes:run");
    const status = await eventually(
      () => call.query<{ isDone: boolean; processed: number }>("changes:status"),
      ({ isDone }) => isDone,
    );
    expect(status.processed).toBeGreaterThanOrEqual(5);
    expect(await call.query("changes:unchecked")).toBe(0);
    await call.mutation("changes:run");
    expect(await call.query("changes:status")).toEqual(status);
  });
});

describe("presence", () => {
  interface Tokens {
    readonly roomToken: string;
    readonly sessionToken: string;
  }
  const beat = (userId: string, interval: number) =>
    call.mutation<Tokens>("rooms:heartbeat", {
      roomId: "den",
      userId,
      sessionId: `session of ${userId}`,
      interval,
    });

  test("lists all people who arrive at the same time", async () => {
    const crowd = Array.from({ length: 30 }, (_, i) => `guest ${i}`);
    const enter = (userId: string) =>
      call.mutation<Tokens>("rooms:heartbeat", {
        roomId: "ring",
        userId,
        sessionId: `session of ${userId}`,
        interval: 60_000,
      });
    const [first] = await Promise.all(crowd.map(enter));
    const roomToken = first?.roomToken ?? "";
    const list = await call.query<{ userId: string; online: boolean }[]>("rooms:list", { roomToken });
    expect(
      list
        .filter(({ online }) => online)
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual(crowd.sort());
  });

  test("lists the people who are present, without those who left or sent no signal", async () => {
    const { roomToken, sessionToken } = await beat("anna", 60_000);
    await beat("bert", 400);
    const list = () => call.query<{ userId: string; online: boolean }[]>("rooms:list", { roomToken });
    const online = async () =>
      (await list())
        .filter((one) => one.online)
        .map((one) => one.userId)
        .sort();
    expect(await online()).toEqual(["anna", "bert"]);
    await eventually(online, (people) => people.length === 1 && people[0] === "anna");
    await call.mutation("rooms:disconnect", { sessionToken });
    expect(await online()).toEqual([]);
    await beat("bert", 60_000);
    expect(await online()).toEqual(["bert"]);
  });
});
