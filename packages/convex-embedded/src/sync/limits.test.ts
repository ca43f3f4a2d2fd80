/** Tests how much of the server's memory one client, and all together, may use. */
import WebSocket from "ws";
import { afterEach, describe, expect, it } from "vitest";
import { add, connect, lastList, modificationsOf, mutate } from "./testing/raw-messages.js";
import { type Harness, mutation, query, startHarness, until } from "./testing/sync-harness.js";

let harness: Harness;
afterEach(async () => {
  await harness.close();
});

function gate(): { readonly whenOpen: Promise<void>; open(): void } {
  let open = () => undefined as void;
  const whenOpen = new Promise<void>((resolve) => (open = resolve));
  return { whenOpen, open: () => open() };
}

describe("pending mutations of one socket", () => {
  const limits = { pendingMutations: 3, pauseReadingAt: Infinity };

  it("get responses up to their number", async () => {
    harness = await startHarness({ limits });
    const { whenOpen, open } = gate();
    harness.runner.holdAnswer = () => whenOpen;
    const client = await harness.raw();
    connect(client);
    // One mutation runs, three wait.
    for (const request of [0, 1, 2, 3]) mutate(client, request, "fake:append");
    await until(() => harness.runner.mutationRuns === 1);
    open();
    await until(() => client.received.filter(({ type }) => type === "MutationResponse").length === 4);
  });

  it("close the socket with Convex's reason above the limit", async () => {
    harness = await startHarness({ limits });
    harness.runner.holdAnswer = () => new Promise(() => undefined);
    const client = await harness.raw();
    connect(client);
    for (const request of [0, 1, 2, 3, 4]) mutate(client, request, "fake:append");
    expect(await client.closed).toEqual({ code: 1013, reason: "TooManyConcurrentMutations" });
    expect(harness.runner.mutationRuns).toBe(1);
  });

  it("make a socket wait before it is read further, so that a real client never reaches the limit", async () => {
    harness = await startHarness();
    const { whenOpen, open } = gate();
    harness.runner.holdAnswer = () => whenOpen;
    const client = harness.client();
    const append = mutation("fake:append");
    const answers = Array.from({ length: 3000 }, (_, i) =>
      client.mutation(append, { text: `${i} ${"x".repeat(100)}` }),
    );
    await until(() => harness.runner.mutationRuns === 1);
    // Enough time for all messages to arrive, if they were read.
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    open();
    await Promise.all(answers);
    expect(harness.runner.database.lists.get("default")).toHaveLength(3000);
    expect(client.client.connectionState().connectionCount).toBe(1);
  });
});

describe("a mutation whose turn did not come in time", () => {
  it("closes the socket with Convex's reason, without a response", async () => {
    harness = await startHarness();
    harness.runner.refuseNext = 1;
    const client = await harness.raw();
    connect(client);
    for (const request of [0, 1]) mutate(client, request, "fake:append");
    expect(await client.closed).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
    expect(client.received.some(({ type }) => type === "MutationResponse")).toBe(false);
    expect(harness.runner.mutationRuns).toBe(0);
  });

  it("is sent again by a real client, after a wait", async () => {
    harness = await startHarness();
    harness.runner.refuseNext = 1;
    const client = harness.client();
    await client.mutation(mutation("fake:append"), { text: "late" });
    expect(harness.runner.database.lists.get("default")).toEqual(["late"]);
    expect(client.client.connectionState().connectionCount).toBe(2);
  }, 20_000);
});

describe("running actions of one socket", () => {
  const limits = { runningActions: 2 };
  const echo = (requestId: number) => ({ type: "Action", requestId, udfPath: "fake:echo", args: [{}] });

  it("get responses up to their number", async () => {
    harness = await startHarness({ limits });
    const { whenOpen, open } = gate();
    harness.runner.holdAction = () => whenOpen;
    const client = await harness.raw();
    connect(client);
    for (const request of [0, 1]) client.send(echo(request));
    await until(() => harness.runner.actionRuns === 2);
    open();
    await until(() => client.received.filter(({ type }) => type === "ActionResponse").length === 2);
  });

  it("close the socket with Convex's reason above the limit", async () => {
    harness = await startHarness({ limits });
    harness.runner.holdAction = () => new Promise(() => undefined);
    const client = await harness.raw();
    connect(client);
    for (const request of [0, 1, 2]) client.send(echo(request));
    expect(await client.closed).toEqual({ code: 1013, reason: "TooManyInflightActionsForSingleClient" });
  });
});

describe("live queries of one socket", () => {
  const limits = { liveQueries: 2 };

  it("get results up to their number, and free their places again", async () => {
    harness = await startHarness({ limits });
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:count");
    add(client, 1, "fake:list");
    client.send({
      type: "ModifyQuerySet",
      baseVersion: 2,
      newVersion: 3,
      modifications: [
        { type: "Remove", queryId: 0 },
        { type: "Add", queryId: 2, udfPath: "fake:isEmpty", args: [{}] },
      ],
    });
    await until(() =>
      client.received.flatMap(modificationsOf).some(({ queryId, value }) => queryId === 2 && value === true),
    );
  });

  it("end the connection above the limit with an error that names it", async () => {
    harness = await startHarness({ limits });
    const client = await harness.raw();
    connect(client);
    for (const queryId of [0, 1, 2]) add(client, queryId, "fake:count");
    expect((await client.next("FatalError"))["error"]).toBe(
      "TooManyLiveQueries: Too many live queries. Only up to 2 live queries allowed on a single websocket.",
    );
    await client.closed;
  });
});

describe("the size of a frame", () => {
  const withFrameOf = async (characters: number) => {
    harness = await startHarness({ maxFrameBytes: 1000 });
    const client = await harness.raw();
    const empty = JSON.stringify({ type: "Event", eventType: "", event: null });
    client.send(empty.replace('""', `"${"x".repeat(characters - empty.length)}"`));
    connect(client);
    return client;
  };

  it("may be the limit", async () => {
    const client = await withFrameOf(1000);
    add(client, 0, "fake:count");
    await client.next("Transition");
  });

  it("closes the socket with the code for too big frames above the limit", async () => {
    const client = await withFrameOf(1001);
    expect((await client.closed).code).toBe(1009);
  });
});

describe("the text of arguments", () => {
  const withArgumentsOf = async (characters: number) => {
    harness = await startHarness({ limits: { argsBytes: 1000 } });
    const client = await harness.raw();
    connect(client);
    const overhead = JSON.stringify([{ text: "" }]).length;
    mutate(client, 0, "fake:append", { text: "x".repeat(characters - overhead) });
    return client;
  };

  it("may be as long as the limit", async () => {
    const client = await withArgumentsOf(1000);
    expect((await client.next("MutationResponse"))["success"]).toBe(true);
  });

  it("makes only the call of a real client fail, and its connection remains open", async () => {
    harness = await startHarness({ limits: { argsBytes: 1000 } });
    const client = harness.client();
    const append = mutation("fake:append");
    const failed = client.mutation(append, { text: "x".repeat(2000) });
    await expect(failed).rejects.toThrow("Arguments are too large: ");
    const told = new Promise((resolve) => {
      client.onUpdate(query("fake:echo"), { text: "x".repeat(2000) }, () => undefined, resolve);
    });
    expect(String(await told)).toContain("Arguments are too large: ");
    await client.mutation(append, { text: "small" });
    expect(client.connectionState()).toMatchObject({ connectionCount: 1, isWebSocketConnected: true });
  });

  it("makes only the call fail above the limit, with an error that names it", async () => {
    const client = await withArgumentsOf(1001);
    const words = "Arguments are too large: 1001 bytes (limit: 1000 bytes)";
    expect(await client.next("MutationResponse")).toMatchObject({
      success: false,
      result: expect.stringContaining(words) as string,
    });
    add(client, 0, "fake:echo", { text: "x".repeat(2000) });
    add(client, 1, "fake:count");
    await until(() => client.received.flatMap(modificationsOf).length === 2);
    const told = client.received.flatMap(modificationsOf).map(({ queryId, type }) => [queryId, type]);
    expect(new Map(told as [number, string][])).toEqual(
      new Map([
        [0, "QueryFailed"],
        [1, "QueryUpdated"],
      ]),
    );
  });
});

describe("sessions", () => {
  it("are accepted up to their limit, and free a place when they end", async () => {
    harness = await startHarness({ maxSessions: 2 });
    const [first] = await Promise.all([harness.raw(), harness.raw()]);
    first?.socket.close();
    await until(() => harness.metrics.connections === 1);
    connect(await harness.raw());
  });

  it("are refused with an error code above the limit", async () => {
    harness = await startHarness({ maxSessions: 2 });
    await Promise.all([harness.raw(), harness.raw()]);
    const refused = new WebSocket(`${harness.url.replace("http", "ws")}/api/1.48.0/sync`);
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve) => {
      refused.on("unexpected-response", (_request, response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode, text }));
      });
    });
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toEqual({
      code: "TooManyConcurrentSessions",
      message: "Too many concurrent sessions. Your backend is limited to 2 concurrent sessions.",
    });
  });
});

describe("a client that reads slowly", () => {
  /** More than the network stores for a client that does not read. */
  const large = "x".repeat(20_000_000);
  /** As much as the socket sends at once. */
  const piece = "x".repeat(4_000_000);

  it("gets its Transition once it has read an earlier response", async () => {
    harness = await startHarness({ limits: { pauseAboveBytes: 1000 } });
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:count");
    await client.next("Transition");
    client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: "token-of-ann" });
    await client.next("Transition");
    client.socket.pause();
    client.send({ type: "Action", requestId: 0, udfPath: "fake:echo", args: [{ text: large }] });
    await until(() => harness.runner.actionRuns === 1);
    const runs = harness.runner.queryRuns.length;
    harness.runner.database.append("default", "x");
    await until(() => harness.runner.queryRuns.length > runs);
    client.socket.resume();
    await until(() => client.received.flatMap(modificationsOf).some(({ value }) => value === 1));
  });

  it("waits longer while much waits for all, and faster clients do not wait with it", async () => {
    harness = await startHarness({ limits: { pauseAboveBytes: 1 << 30, pauseAllAboveBytes: 1_000_000 } });
    const [slow, quick] = await Promise.all([harness.raw(), harness.raw()]);
    for (const client of [slow, quick]) {
      connect(client);
      add(client, 0, client === slow ? "fake:list" : "fake:count");
      await client.next("Transition");
    }
    slow.socket.pause();
    harness.runner.database.append("default", piece);
    for (let count = 1; count <= 20; count += 1) {
      await until(() => quick.received.flatMap(modificationsOf).some(({ value }) => value === count));
      harness.runner.database.append("default", String(count));
    }
    await until(() => quick.received.flatMap(modificationsOf).some(({ value }) => value === 21));
    slow.socket.resume();
    await until(() => lastList(slow)?.length === 21);
    expect(slow.received.length).toBeLessThan(10);
  });

  it("is kept for two minutes of silence, and gets a ping", async () => {
    let nowMs = 0;
    harness = await startHarness({ now: () => nowMs, sweepEveryMs: 5 });
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:count");
    await client.next("Transition");
    const pinged = new Promise((resolve) => client.socket.once("ping", resolve));
    nowMs += 120_000;
    await pinged;
    add(client, 1, "fake:list");
    await client.next("Transition");
    expect(harness.metrics.connections).toBe(1);
  });

  it("is disconnected when it no longer reads, and gets everything when it reconnects", async () => {
    let nowMs = 0;
    harness = await startHarness({ now: () => nowMs, sweepEveryMs: 5 });
    const gone = await harness.raw();
    connect(gone);
    add(gone, 0, "fake:list");
    await gone.next("Transition");
    gone.socket.pause();
    harness.runner.database.append("default", large);
    await until(() => harness.metrics.transitions > 1);
    nowMs += 120_001;
    await until(() => harness.metrics.connections === 0);

    const back = harness.client();
    const seen: unknown[] = [];
    back.onUpdate(query("fake:count"), {}, (count) => seen.push(count));
    await until(() => seen.includes(1));
  });
});
