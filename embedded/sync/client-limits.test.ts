/** How many sockets one address and one person may have, and how fast one socket may send; nobody else is harmed. */
import WebSocket from "ws";
import { afterEach, describe, expect, it } from "vitest";
import { openClientAddresses } from "../http/client-address.js";
import { MessagePace } from "./message-pace.js";
import { SessionCounts } from "./session-counts.js";
import { add, connect, mutate } from "./testing/raw-messages.js";
import { mutation, query, startHarness, until, type Harness } from "./testing/sync-harness.js";

let harness: Harness;
afterEach(async () => {
  await harness.close();
});

/** Opens a socket that a proxy on this machine forwards, and answers how that went. */
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

  it("are taken up to their number, and make room again", async () => {
    harness = await startHarness({ maxSessionsPerAddress: 2, addressOf });
    const [first, second] = [await open("192.0.2.1"), await open("192.0.2.1")];
    expect([first.status, second.status]).toEqual([101, 101]);
    first.socket.close();
    await until(() => harness.metrics.connections === 1);
    const another = await open("192.0.2.1");
    expect(another.status).toBe(101);
    for (const { socket } of [second, another]) socket.close();
  });

  it("are refused with a 429 when they are more, whatever they invent, and those of others are not", async () => {
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

describe("sockets of one person", () => {
  it("are taken up to their number, count once however often a token is renewed, and make room again", async () => {
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

  it("are closed as a busy server does when they are more, and those of others are not", async () => {
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

  it("are counted per key, and a key without sockets is forgotten", () => {
    const counts = new SessionCounts(1);
    expect([counts.enter("a"), counts.enter("a"), counts.enter("b")]).toEqual([true, false, true]);
    counts.leave("a");
    expect(counts.enter("a")).toBe(true);
  });
});

describe("messages of one socket", () => {
  it("are read at once up to the burst, and again at their pace", () => {
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

  it("wait in the network when they are more", () => {
    let nowMs = 0;
    const pace = new MessagePace(10, 3, () => nowMs);
    for (let count = 0; count < 5; count += 1) pace.count();
    expect(pace.waitMs).toBe(200);
    nowMs = 199;
    expect(pace.waitMs).toBe(1);
    nowMs = 200;
    expect(pace.waitMs).toBe(0);
  });

  it("are all answered to a real client that sends too many, while others go on", async () => {
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
