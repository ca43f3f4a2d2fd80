/** Tests how much one address, one user and one socket may have, without effect on other clients. */
import WebSocket from "ws";
import { afterEach, describe, expect, it } from "vitest";
import { Arrivals } from "../http/arrivals.js";
import { CallRates, LargeCalls } from "../http/call-rates.js";
import { openClientAddresses } from "../http/client-address.js";
import { LARGE_CALL_BYTES_PER_VALUE } from "../http/limits.js";
import type { MessageReader } from "../http/reading-thread.js";
import { MessagePace } from "./message-pace.js";
import { readMessage } from "./read-message.js";
import { ShareCounts } from "./share-counts.js";
import { add, connect, modificationsOf, mutate } from "./testing/raw-messages.js";
import {
  mutation,
  query,
  startHarness,
  until,
  type Harness,
  type RawClient,
} from "./testing/sync-harness.js";

let harness: Harness;
afterEach(async () => {
  await harness.close();
});

function gate(): { readonly whenOpen: Promise<void>; open(): void } {
  let open = () => undefined as void;
  const whenOpen = new Promise<void>((resolve) => (open = resolve));
  return { whenOpen, open: () => open() };
}

/** Opens a socket that a proxy on this machine forwards. */
function open(forwardedFor: string): Promise<{ socket: WebSocket; status: number }> {
  const socket = new WebSocket(`${harness.url.replace("http", "ws")}/api/1.48.0/sync`, {
    headers: { "X-Forwarded-For": forwardedFor },
  });
  return new Promise((resolve) => {
    socket.once("open", () => resolve({ socket, status: 101 }));
    socket.once("unexpected-response", (_request, { statusCode = 0 }) => {
      resolve({ socket, status: statusCode });
    });
    socket.on("error", () => undefined);
  });
}

const authenticate = (token: string) => ({
  type: "Authenticate",
  tokenType: "User",
  value: token,
  baseVersion: 0,
});

describe("sockets of one address", () => {
  const { of: addressOf } = openClientAddresses(["loopback"]);

  it("are accepted up to their limit, and free a place when they end", async () => {
    harness = await startHarness({ maxSessionsPerAddress: 2, addressOf });
    const [first, second] = [await open("192.0.2.1"), await open("192.0.2.1")];
    expect([first.status, second.status]).toEqual([101, 101]);
    first.socket.close();
    await until(() => harness.metrics.connections === 1);
    const another = await open("192.0.2.1");
    expect(another.status).toBe(101);
    for (const { socket } of [second, another]) socket.close();
  });

  it("are refused with a 429 above the limit, whatever headers they invent, and sockets of other addresses are not", async () => {
    harness = await startHarness({ maxSessionsPerAddress: 1, addressOf });
    const statuses: number[] = [];
    for (const from of ["192.0.2.1", "192.0.2.1", "192.0.2.2, 192.0.2.1", "192.0.2.1, 192.0.2.2"])
      statuses.push((await open(from)).status);
    expect(statuses).toEqual([101, 429, 429, 101]);
  });

  it("count by the connection when no proxy is trusted", async () => {
    harness = await startHarness({ maxSessionsPerAddress: 1 });
    expect([(await open("192.0.2.1")).status, (await open("192.0.2.2")).status]).toEqual([101, 429]);
  });
});

describe("sockets of one user", () => {
  it("are accepted up to their limit, count once however often a token is renewed, and free a place when they end", async () => {
    harness = await startHarness({ maxSessionsPerIdentity: 2 });
    const [first, second] = await Promise.all([harness.raw(), harness.raw()]);
    for (const client of [first, second]) {
      connect(client);
      client.send(authenticate("token-of-ann"));
      client.send({ ...authenticate("token-of-ann"), baseVersion: 1 });
      add(client, 0, "fake:count");
      await client.next("Transition");
    }
    first.socket.close();
    await until(() => harness.metrics.connections === 1);
    const third = await harness.raw();
    connect(third);
    third.send(authenticate("token-of-ann"));
    add(third, 0, "fake:count");
    await third.next("Transition");
  });

  it("are closed with the code of a busy server above the limit, and sockets of other users are not", async () => {
    harness = await startHarness({ maxSessionsPerIdentity: 1 });
    const [first, second, other] = await Promise.all([harness.raw(), harness.raw(), harness.raw()]);
    connect(first);
    first.send(authenticate("token-of-ann"));
    add(first, 0, "fake:count");
    await first.next("Transition");
    connect(second);
    second.send(authenticate("token-of-ann"));
    expect(await second.closed).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
    connect(other);
    other.send(authenticate("token-of-bob"));
    add(other, 0, "fake:count");
    await other.next("Transition");
    mutate(first, 0, "fake:append");
    expect((await first.next("MutationResponse"))["success"]).toBe(true);
  });

  it("are counted per key, and a key without sockets is removed", () => {
    const counts = new ShareCounts(1);
    expect([counts.enter("a"), counts.enter("a"), counts.enter("b")]).toEqual([true, false, true]);
    counts.leave("a");
    expect(counts.enter("a")).toBe(true);
  });
});

/** Signs in if a name is given. */
async function session(name?: string): Promise<RawClient> {
  const client = await harness.raw();
  connect(client);
  if (name !== undefined) client.send(authenticate(`token-of-${name}`));
  return client;
}

const remove = (client: RawClient, queryId: number, baseVersion: number) =>
  client.send({
    ...{ type: "ModifyQuerySet", baseVersion, newVersion: baseVersion + 1 },
    modifications: [{ type: "Remove", queryId }],
  });

describe("live queries of one client", () => {
  it("get results up to their number on all sockets, and free their places again", async () => {
    harness = await startHarness({ maxLiveQueriesPerClient: 2 });
    const [first, second] = [await session("ann"), await session("ann")];
    for (const client of [first, second]) {
      add(client, 0, "fake:count");
      await client.next("Transition");
    }
    remove(first, 0, 1);
    await first.next("Transition");
    add(second, 1, "fake:isEmpty");
    await second.next("Transition");
    second.socket.close();
    await until(() => harness.metrics.connections === 1);
    const third = await session("ann");
    for (const queryId of [0, 1]) add(third, queryId, "fake:count");
    await until(() => third.received.flatMap(modificationsOf).length === 2);
  });

  it("close the socket that adds more with the code of a busy server, and no socket of other clients", async () => {
    harness = await startHarness({ maxLiveQueriesPerClient: 1 });
    const [first, second, other] = [await session("ann"), await session("ann"), await session("bob")];
    add(first, 0, "fake:count");
    await first.next("Transition");
    second.send({
      ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
      modifications: [0, 1, 2].map((queryId) => ({ type: "Add", queryId, udfPath: "fake:list", args: [{}] })),
    });
    expect(await second.closed).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
    expect(harness.runner.queryRuns).not.toContain("fake:list");
    add(other, 0, "fake:count");
    await other.next("Transition");
    mutate(first, 0, "fake:append");
    expect((await first.next("MutationResponse"))["success"]).toBe(true);
  });

  it("of signed-out clients count for their address, and for the account once it signs in", async () => {
    harness = await startHarness({ maxLiveQueriesPerClient: 1 });
    const [first, second, third] = [await session(), await session(), await session()];
    add(first, 0, "fake:count");
    await first.next("Transition");
    add(second, 0, "fake:count");
    expect((await second.closed).code).toBe(1013);
    first.send(authenticate("token-of-ann"));
    await first.next("Transition");
    add(third, 0, "fake:count");
    await third.next("Transition");
    third.send(authenticate("token-of-ann"));
    expect((await third.closed).code).toBe(1013);
    const last = await session();
    add(last, 0, "fake:count");
    await last.next("Transition");
  });
});

describe("arguments of live queries of one client", () => {
  const ask = (client: RawClient, queryId: number, length: number) =>
    client.send({
      ...{ type: "ModifyQuerySet", baseVersion: queryId, newVersion: queryId + 1 },
      modifications: [{ type: "Add", queryId, udfPath: "fake:count", args: [{ text: "x".repeat(length) }] }],
    });
  const kindsOf = (client: RawClient) => client.received.flatMap(modificationsOf).map(({ type }) => type);

  it("are stored up to their length on all sockets, and free their room again", async () => {
    harness = await startHarness({ maxLiveArgsLengthPerClient: 2500 });
    const [first, second] = [await session("ann"), await session("ann")];
    for (const client of [first, second]) {
      ask(client, 0, 1000);
      await until(() => kindsOf(client).length === 1);
    }
    remove(first, 0, 1);
    await until(() => kindsOf(first).length === 2);
    ask(second, 1, 1000);
    await until(() => kindsOf(second).length === 2);
    expect(kindsOf(second)).toEqual(["QueryUpdated", "QueryUpdated"]);
    second.socket.close();
    await until(() => harness.metrics.connections === 1);
    const third = await session("ann");
    for (const queryId of [0, 1]) ask(third, queryId, 1000);
    await until(() => kindsOf(third).length === 2);
    expect(kindsOf(third)).toEqual(["QueryUpdated", "QueryUpdated"]);
  });

  it("are refused above the limit, but those of other clients are not", async () => {
    harness = await startHarness({ maxLiveArgsLengthPerClient: 2500 });
    const [client, other] = [await session("ann"), await session("bob")];
    for (const queryId of [0, 1, 2]) ask(client, queryId, 1000);
    await until(() => kindsOf(client).length === 3);
    expect(kindsOf(client).sort()).toEqual(["QueryFailed", "QueryUpdated", "QueryUpdated"]);
    expect(JSON.stringify(client.received)).toContain("too large together");
    ask(other, 0, 1000);
    await until(() => kindsOf(other).length === 1);
    expect(kindsOf(other)).toEqual(["QueryUpdated"]);
  });
});

describe("waiting mutations of one client", () => {
  it("get responses up to their number on all sockets, and free their places again", async () => {
    harness = await startHarness({ maxPendingMutationsPerClient: 2 });
    const [first, second] = [await session("ann"), await session("ann")];
    for (const round of [0, 1]) {
      const { whenOpen, open } = gate();
      harness.runner.holdAnswer = () => whenOpen;
      for (const client of [first, second]) mutate(client, round, "fake:append");
      await until(() => harness.runner.mutationRuns === 2 * (round + 1));
      open();
      for (const client of [first, second]) await client.next("MutationResponse");
    }
  });

  it("close the socket that sends more with Convex's reason, and no socket of other clients", async () => {
    harness = await startHarness({ maxPendingMutationsPerClient: 1 });
    const { whenOpen, open } = gate();
    harness.runner.holdAnswer = () => whenOpen;
    const [first, second, other] = [await session("ann"), await session("ann"), await session("bob")];
    mutate(first, 0, "fake:append");
    await until(() => harness.runner.mutationRuns === 1);
    mutate(second, 0, "fake:append");
    expect(await second.closed).toEqual({ code: 1013, reason: "TooManyConcurrentMutations" });
    mutate(other, 0, "fake:append");
    await until(() => harness.runner.mutationRuns === 2);
    open();
    for (const client of [first, other])
      expect((await client.next("MutationResponse"))["success"]).toBe(true);
  });

  it("of a closed socket no longer count", async () => {
    harness = await startHarness({ maxPendingMutationsPerClient: 2 });
    const { whenOpen, open } = gate();
    harness.runner.holdAnswer = () => whenOpen;
    const first = await session("ann");
    for (const request of [0, 1]) mutate(first, request, "fake:append");
    await until(() => harness.runner.mutationRuns === 1);
    first.socket.terminate();
    await until(() => harness.metrics.connections === 0);
    const second = await session("ann");
    for (const request of [0, 1]) mutate(second, request, "fake:append");
    open();
    await until(() => second.received.filter(({ type }) => type === "MutationResponse").length === 2);
  });
});

describe("a large message that is being read", () => {
  const text = "x".repeat(100_000);
  const heldReader = (whenOpen: Promise<void>): MessageReader => ({
    readMessage: async (bytes, origin, functions) => {
      await whenOpen;
      return readMessage(bytes.toString(), origin, functions);
    },
  });

  it("makes later messages of its socket wait, in order, and no other socket", async () => {
    const { whenOpen, open: begin } = gate();
    harness = await startHarness({ reader: heldReader(whenOpen) });
    const [client, other] = [await session(), await session()];
    for (const [request, sent] of [[0, text] as const, [1, "short"] as const, [2, text] as const])
      mutate(client, request, "fake:append", { text: sent });
    mutate(other, 0, "fake:append", { text: "mine" });
    await other.next("MutationResponse");
    expect(harness.runner.mutationRuns).toBe(1);
    begin();
    const answers = () => client.received.filter(({ type }) => type === "MutationResponse");
    await until(() => answers().length === 3);
    expect(answers().map(({ requestId }) => requestId)).toEqual([0, 1, 2]);
  });

  it("is removed with its socket", async () => {
    const { whenOpen, open: begin } = gate();
    harness = await startHarness({ reader: heldReader(whenOpen) });
    const [client, other] = [await session(), await session()];
    mutate(client, 0, "fake:append", { text });
    client.socket.terminate();
    await until(() => harness.metrics.connections === 1);
    begin();
    mutate(other, 0, "fake:append", { text });
    await other.next("MutationResponse");
    expect([harness.runner.mutationRuns, harness.errors]).toEqual([1, []]);
  });

  it("is read and run to its end when the server stops meanwhile", async () => {
    const { whenOpen, open: begin } = gate();
    const begun = gate();
    const held = heldReader(whenOpen);
    const readMessage: MessageReader["readMessage"] = (...args) => {
      begun.open();
      return held.readMessage(...args);
    };
    harness = await startHarness({ reader: { readMessage } });
    const client = await session();
    mutate(client, 0, "fake:append", { text });
    await begun.whenOpen;
    const stopped = harness.sync.close(10_000);
    begin();
    await stopped;
    await client.closed;
    expect(client.received).toContainEqual(expect.objectContaining({ requestId: 0, success: true }));
  });

  it("ends its connection when it cannot be read", async () => {
    harness = await startHarness({ reader: { readMessage: () => Promise.reject(new Error("gone")) } });
    const client = await session();
    mutate(client, 0, "fake:append", { text });
    expect((await client.closed).reason).toBe("InternalServerError");
    expect(harness.errors).toHaveLength(1);
  });
});

describe("the values of a message", () => {
  it("count as bytes of its address", async () => {
    const largeCalls = new LargeCalls(() => 0, 2 * 3500 * LARGE_CALL_BYTES_PER_VALUE);
    harness = await startHarness({ largeCalls, addressOf: openClientAddresses(["loopback"]).of });
    const { socket } = await open("192.0.2.1");
    const closed = new Promise<string>((resolve) =>
      socket.once("close", (_code, reason) => resolve(reason.toString())),
    );
    const echo = (requestId: number) => {
      const call = { type: "Action", requestId, udfPath: "fake:echo" };
      socket.send(JSON.stringify({ ...call, args: [{ list: Array(3000).fill(0) }] }));
    };
    for (const requestId of [0, 1]) echo(requestId);
    await until(() => harness.runner.actionRuns === 2);
    echo(2);
    expect(await closed).toBe("TooManyConcurrentRequests");
    expect(harness.runner.actionRuns).toBe(2);
  });
});

describe("the length of a socket's waiting messages", () => {
  const text = "x".repeat(100_000);
  const limits = { pauseReadingAtLength: 300_000, pauseReadingAt: Infinity, pendingMutations: 20 };

  it("is read up to the limit", async () => {
    harness = await startHarness({ limits: { ...limits, pendingMutations: 1 } });
    const { whenOpen, open } = gate();
    harness.runner.holdAnswer = () => whenOpen;
    const client = await session();
    for (const request of [0, 1]) mutate(client, request, "fake:append", { text });
    // The next message is always read: one mutation runs, one waits, and a third would be one too many.
    mutate(client, 2, "fake:append", { text: "short" });
    expect((await client.closed).reason).toBe("TooManyConcurrentMutations");
    open();
  });

  it("makes the socket wait above the limit, and all messages get responses in the end", async () => {
    harness = await startHarness({ limits });
    const { whenOpen, open } = gate();
    harness.runner.holdAnswer = () => whenOpen;
    const client = await session();
    for (let request = 0; request < 60; request += 1) mutate(client, request, "fake:append", { text });
    await until(() => harness.runner.mutationRuns === 1);
    // Enough time for all messages to arrive. If they were read, the socket would be closed.
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    open();
    await until(() => client.received.filter(({ type }) => type === "MutationResponse").length === 60);
  });

  it("includes the arguments of actions until they end", async () => {
    harness = await startHarness({ limits: { ...limits, runningActions: 20 } });
    const { whenOpen, open } = gate();
    harness.runner.holdAction = () => whenOpen;
    const client = await session();
    for (let requestId = 0; requestId < 60; requestId += 1)
      client.send({ type: "Action", requestId, udfPath: "fake:echo", args: [{ text }] });
    await until(() => harness.runner.actionRuns > 2);
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    open();
    await until(() => client.received.filter(({ type }) => type === "ActionResponse").length === 60);
  });
});

describe("messages of one socket", () => {
  it("are read immediately up to the burst, and then at their rate", () => {
    let nowMs = 0;
    const pace = new MessagePace(10, 3, () => nowMs);
    for (let count = 0; count < 3; count += 1) pace.count();
    expect(pace.waitMs).toBe(0);
    nowMs = 100;
    pace.count();
    expect(pace.waitMs).toBe(0);
    nowMs = 50;
    expect(pace.waitMs).toBe(0);
  });

  it("wait in the network above the limit", () => {
    let nowMs = 0;
    const pace = new MessagePace(10, 3, () => nowMs);
    for (let count = 0; count < 5; count += 1) pace.count();
    expect(pace.waitMs).toBe(200);
    nowMs = 199;
    expect(pace.waitMs).toBe(1);
    nowMs = 200;
    expect(pace.waitMs).toBe(0);
  });

  it("of a real client that sends too many all get responses, while other clients continue", async () => {
    harness = await startHarness({ limits: { messagesPerSecond: 1000, messageBurst: 50 } });
    const [busy, calm] = [harness.client(), harness.client()];
    const answers = Array.from({ length: 300 }, (_, i) =>
      busy.mutation(mutation("fake:append"), { text: String(i) }),
    );
    const seen: unknown[] = [];
    calm.onUpdate(query("fake:isEmpty"), {}, (isEmpty) => seen.push(isEmpty));
    await until(() => seen.length > 0);
    await Promise.all(answers);
    expect(harness.runner.database.lists.get("default")).toEqual(
      Array.from({ length: 300 }, (_, i) => `${i}`),
    );
    expect(busy.client.connectionState().connectionCount).toBe(1);
  });
});

describe("queries that one address adds", () => {
  const { of: addressOf } = openClientAddresses(["loopback"]);
  const set = (count: number) => ({
    ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
    modifications: Array.from({ length: count }, (_, queryId) => ({
      ...{ type: "Add", queryId, udfPath: "fake:list", args: [{ list: String(queryId) }] },
    })),
  });

  it("count as calls: a socket that adds too many must wait, and other sockets need not", async () => {
    const rates = new CallRates({ perSecond: 1, burst: 10, now: () => 0 });
    harness = await startHarness({ rates, addressOf });
    const sockets = [await open("192.0.2.1"), await open("192.0.2.1"), await open("192.0.2.2")];
    const ended = sockets.map(
      ({ socket }) =>
        new Promise<string>((resolve) => {
          socket.on("message", (data: Buffer) => resolve(data.includes("Transition") ? "shown" : ""));
          socket.on("close", (_code, reason) => resolve(reason.toString()));
        }),
    );
    sockets[0]?.socket.send(JSON.stringify(set(6)));
    expect(await ended[0]).toBe("shown");
    for (const { socket } of sockets.slice(1)) socket.send(JSON.stringify(set(5)));
    expect(await Promise.all(ended)).toEqual(["shown", "TooManyConcurrentRequests", "shown"]);
  });
});

describe("incomplete messages of one address", () => {
  const { of: addressOf } = openClientAddresses(["loopback"]);
  const message = JSON.stringify({
    type: "Action",
    requestId: 0,
    udfPath: "fake:echo",
    args: [{ text: "x".repeat(80_000) }],
  });
  const half = message.slice(0, 50_000);
  /** The frame headers of the message's two frames and of the ping between them count too. */
  const HALF_BYTES = half.length + 8;
  const HEADS_BYTES = 40;

  function answerOf(socket: WebSocket): Promise<Record<string, unknown>> {
    return new Promise((resolve) => {
      socket.on("message", (data: Buffer) => {
        const answer = JSON.parse(data.toString()) as Record<string, unknown>;
        if (answer["type"] === "ActionResponse") resolve(answer);
      });
    });
  }

  it("wait for the rest while their total size is within the limit", async () => {
    const arrivals = new Arrivals({ perAddress: HALF_BYTES + message.length + HEADS_BYTES });
    harness = await startHarness({ arrivals, addressOf });
    const sockets = [(await open("192.0.2.1")).socket, (await open("192.0.2.1")).socket];
    for (const socket of sockets) socket.send(half, { fin: false });
    await until(() => arrivals.together === 2 * HALF_BYTES);
    for (const socket of sockets) {
      const answer = answerOf(socket);
      socket.ping("still here");
      socket.send(message.slice(half.length));
      expect(await answer).toMatchObject({ success: true });
    }
    await until(() => arrivals.together === 0);
    for (const socket of sockets) socket.close();
  });

  it("close the socket with the oldest message above the limit, and no socket of other addresses", async () => {
    const arrivals = new Arrivals({ perAddress: 2 * HALF_BYTES - 1 });
    harness = await startHarness({ arrivals, addressOf });
    const [{ socket: other }, { socket: first }, { socket: second }] = [
      await open("192.0.2.2"),
      await open("192.0.2.1"),
      await open("192.0.2.1"),
    ];
    const closed = new Promise((resolve) => {
      first.on("close", (code, reason) => resolve([code, reason.toString()]));
    });
    for (const [at, socket] of [other, first, second].entries()) {
      socket.send(half, { fin: false });
      await until(() => arrivals.together >= Math.min(at + 1, 2) * HALF_BYTES);
    }
    expect(await closed).toEqual([1013, "TooManyUnfinishedMessages"]);
    for (const socket of [other, second]) {
      const answer = answerOf(socket);
      socket.send(message.slice(half.length));
      expect(await answer).toMatchObject({ success: true });
      socket.close();
    }
    await until(() => arrivals.together === 0);
  });
});
