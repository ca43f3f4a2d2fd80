/** Tests the sync protocol frame by frame. */
import { afterEach, describe, expect, it } from "vitest";
import { decodeTimestamp, encodeTimestamp } from "./protocol/timestamp.js";
import { add, connect, lastList, listOf, modificationsOf, mutate } from "./testing/raw-messages.js";
import { startHarness, until, type Harness } from "./testing/sync-harness.js";

let harness: Harness;
afterEach(async () => {
  await harness.close();
});

describe("transitions", () => {
  it("begin where the last one ended, and never go back in time", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:list");
    let previous = await client.next("Transition");
    expect(previous["startVersion"]).toEqual({ querySet: 0, identity: 0, ts: encodeTimestamp(0n) });
    for (let request = 0; request < 5; request += 1) {
      mutate(client, request, "fake:append", { text: String(request) });
      const next = await client.next("Transition");
      expect(next["startVersion"]).toEqual(previous["endVersion"]);
      previous = next;
    }
    expect(previous["endVersion"]).toMatchObject({ querySet: 1, identity: 0 });
  });

  it("are sent after the response to their mutation, at its timestamp or later", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:list");
    await client.next("Transition");
    for (let request = 0; request < 20; request += 1) mutate(client, request, "fake:append", { text: "x" });
    await until(() => client.received.filter(({ type }) => type === "MutationResponse").length === 20);
    let answered = 0n;
    await until(() => lastList(client)?.length === 20);
    let shown = 0;
    for (const message of client.received) {
      if (message["type"] === "MutationResponse") answered = decodeTimestamp(String(message["ts"])) ?? 0n;
      if (message["type"] === "Transition") {
        shown = Math.max(shown, listOf(message)?.length ?? 0);
        // The engine's clock starts at 1000, so the n-th append happens at 1000 + n.
        expect(BigInt(1000 + shown)).toBeLessThanOrEqual(answered);
      }
    }
    expect(shown).toBe(20);
  });

  it("are sent together with responses to mutations, including refusals in their order", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    for (const request of [0, 1]) mutate(client, request, "fake:append", { text: "x" });
    mutate(client, 2, "fake:secret");
    mutate(client, 3, "fake:append", { text: "y" });
    const answers = () => client.received.filter(({ type }) => type === "MutationResponse");
    await until(() => answers().length === 4);
    expect(answers().map(({ requestId, success }) => [requestId, success])).toEqual([
      [0, true],
      [1, true],
      [2, false],
      [3, true],
    ]);
  });

  it("contain all queries at one timestamp", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:list");
    await client.next("Transition");
    add(client, 1, "fake:count");
    await client.next("Transition");
    for (let text = 0; text < 50; text += 1) harness.runner.database.append("default", String(text));
    await until(() => lastList(client)?.length === 50);
    for (const message of client.received) {
      const values = modificationsOf(message).map(({ value }) =>
        Array.isArray(value) ? value.length : value,
      );
      expect(new Set(values).size).toBeLessThanOrEqual(1);
    }
  });

  it("are sent empty when a rerun changed nothing", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:isEmpty");
    await client.next("Transition");
    harness.runner.database.append("default", "1");
    expect(modificationsOf(await client.next("Transition"))).toHaveLength(1);
    harness.runner.database.append("default", "2");
    expect(modificationsOf(await client.next("Transition"))).toEqual([]);
  });

  it("confirm the removal of a query", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:list");
    await client.next("Transition");
    client.send({
      type: "ModifyQuerySet",
      baseVersion: 1,
      newVersion: 2,
      modifications: [{ type: "Remove", queryId: 0 }],
    });
    const transition = await client.next("Transition");
    expect(transition["modifications"]).toEqual([{ type: "QueryRemoved", queryId: 0 }]);
  });

  it("are sent in chunks cut between characters when they are large, to clients that can join them", async () => {
    harness = await startHarness({ limits: { wholeTransitionBytes: 1000 } });
    harness.runner.database.append("default", "ß€𝄞".repeat(2000));
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:list");
    const first = await client.next("TransitionChunk");
    const total = Number(first["totalParts"]);
    await until(() => client.received.length === total - 1);
    const whole: unknown = JSON.parse([first, ...client.received].map(({ chunk }) => chunk).join(""));
    expect(whole).toMatchObject({ type: "Transition", modifications: [{ value: ["ß€𝄞".repeat(2000)] }] });

    const old = await harness.raw("1.27.9");
    connect(old);
    add(old, 0, "fake:list");
    expect(await old.next("Transition")).toMatchObject({ modifications: [{ queryId: 0 }] });
  });

  it("combine the missed changes of a slow client", async () => {
    harness = await startHarness({ limits: { pauseAboveBytes: 50_000 } });
    harness.runner.database.append("default", "x".repeat(3_000_000));
    const client = await harness.raw();
    connect(client);
    client.socket.pause();
    add(client, 0, "fake:list");
    await until(() => harness.metrics.transitions === 1);
    for (let text = 0; text < 30; text += 1) {
      const runs = harness.runner.queryRuns.length;
      harness.runner.database.append("default", String(text));
      await until(() => harness.runner.queryRuns.length > runs);
    }
    const sentWhileSlow = harness.metrics.transitions;
    client.socket.resume();
    await until(() => lastList(client)?.length === 31);
    expect(sentWhileSlow).toBeLessThan(10);
    expect(client.received.filter(({ type }) => type === "Transition").length).toBeLessThan(12);
  });
});

describe("a connection", () => {
  it("is closed when its client never reads, and nobody waits for it", async () => {
    harness = await startHarness({ limits: { pauseAboveBytes: 1000, dropAboveBytes: 1_000_000 } });
    harness.runner.database.append("large", "x".repeat(40_000_000));
    const stuck = await harness.raw();
    connect(stuck);
    stuck.socket.pause();
    add(stuck, 0, "fake:list", { list: "large" });
    await until(() => harness.metrics.connections === 0);
    const other = await harness.raw();
    connect(other);
    add(other, 0, "fake:count");
    expect(modificationsOf(await other.next("Transition"))).toMatchObject([{ value: 0 }]);
  });

  it("is closed when the client has seen a later state than the server has", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client, { maxObservedTimestamp: encodeTimestamp(2n ** 62n) });
    expect(await client.closed).toEqual({ code: 1011, reason: "InternalServerError" });
    expect(client.received).toEqual([]);
  });

  it("is asked to reconnect when its action gets no place", async () => {
    harness = await startHarness();
    harness.runner.refuseNext = 1;
    const client = await harness.raw();
    connect(client);
    client.send({ type: "Action", requestId: 0, udfPath: "fake:echo", args: [{}] });
    expect(await client.closed).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
    expect([client.received, harness.runner.actionRuns]).toEqual([[], 0]);
  });

  it("runs its mutations one at a time, in order", async () => {
    harness = await startHarness();
    const releases: (() => void)[] = [];
    harness.runner.holdAnswer = () => new Promise((resolve) => releases.push(resolve));
    const client = await harness.raw();
    connect(client);
    for (const request of [0, 1, 2]) mutate(client, request, "fake:append", { text: String(request) });
    for (const request of [0, 1, 2]) {
      await until(() => releases.length === request + 1);
      expect(harness.runner.mutationRuns).toBe(request + 1);
      releases[request]?.();
    }
    await until(() => client.received.filter(({ type }) => type === "MutationResponse").length === 3);
    expect(harness.runner.database.lists.get("default")).toEqual(["0", "1", "2"]);
  });

  it("gets an AuthError for an invalid token and closes, without effect on others", async () => {
    harness = await startHarness();
    const other = await harness.raw();
    connect(other);
    add(other, 0, "fake:list");
    await other.next("Transition");
    const client = await harness.raw();
    connect(client);
    client.send({ type: "Authenticate", tokenType: "User", value: "forged", baseVersion: 0 });
    expect(await client.next("AuthError")).toEqual({
      type: "AuthError",
      error: "InvalidAuthHeader: Could not decode token",
      baseVersion: 0,
      authUpdateAttempted: true,
    });
    await client.closed;
    harness.runner.database.append("default", "still here");
    expect(modificationsOf(await other.next("Transition"))).toMatchObject([{ value: ["still here"] }]);
  });

  it("increases the identity version with each Authenticate", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    add(client, 0, "fake:whoami");
    await client.next("Transition");
    client.send({ type: "Authenticate", tokenType: "User", value: "token-of-ann", baseVersion: 0 });
    const asAnn = await client.next("Transition");
    expect(asAnn["endVersion"]).toMatchObject({ identity: 1 });
    expect(modificationsOf(asAnn)).toMatchObject([{ value: "ann" }]);
    client.send({ type: "Authenticate", tokenType: "None", baseVersion: 1 });
    const asNobody = await client.next("Transition");
    expect(asNobody["endVersion"]).toMatchObject({ identity: 2 });
    expect(modificationsOf(asNobody)).toMatchObject([{ value: null }]);
  });

  it("delays later messages until the token before them is verified", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    client.send({ type: "Authenticate", tokenType: "User", value: "token-of-ann", baseVersion: 0 });
    add(client, 0, "fake:whoami");
    const transition = await client.next("Transition");
    const [first] = [...modificationsOf(transition), ...modificationsOf(client.received[0] ?? {})];
    expect(first ?? modificationsOf(await client.next("Transition"))[0]).toMatchObject({ value: "ann" });
  });

  it("can call internal functions with the admin key", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    mutate(client, 0, "fake:secret");
    expect(await client.next("MutationResponse")).toMatchObject({ success: false });
    client.send({ type: "Authenticate", tokenType: "Admin", value: "the-admin-key", baseVersion: 0 });
    mutate(client, 1, "fake:secret");
    expect(await client.next("MutationResponse")).toMatchObject({ success: true });
  });

  it("allows an administrator to act as a user, with the identifier of the user's issuer and subject", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    const authenticate = { type: "Authenticate", tokenType: "Admin", value: "the-admin-key" };
    const impersonating = { issuer: "https://issuer.example", subject: "ann" };
    client.send({ ...authenticate, baseVersion: 0, impersonating });
    add(client, 0, "fake:identifier");
    let seen: unknown;
    await until(() => {
      const transition = client.received.find((message) => modificationsOf(message).length > 0);
      [seen] = transition === undefined ? [] : modificationsOf(transition);
      return seen !== undefined;
    });
    expect(seen).toMatchObject({ value: "https://issuer.example|ann" });
    client.send({ ...authenticate, baseVersion: 1, impersonating: { subject: "ann" } });
    expect(await client.next("FatalError")).toMatchObject({
      error: 'Either "tokenIdentifier" or "issuer" and "subject" must be set',
    });
  });

  it("refuses an invalid admin key", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    client.send({ type: "Authenticate", tokenType: "Admin", value: "guessed", baseVersion: 0 });
    expect(await client.next("AuthError")).toMatchObject({ authUpdateAttempted: true });
  });

  it("gets an AuthError for a mutation after its token expired", async () => {
    let nowMs = Date.now();
    harness = await startHarness({ now: () => nowMs });
    const client = await harness.raw();
    connect(client);
    client.send({ type: "Authenticate", tokenType: "User", value: "3600000ms-token-of-ann", baseVersion: 0 });
    await client.next("Transition");
    nowMs += 3_700_000;
    mutate(client, 0, "fake:append");
    expect(await client.next("AuthError")).toMatchObject({ authUpdateAttempted: false });
    expect(harness.runner.mutationRuns).toBe(0);
  });

  it("gets an AuthError when its token expires, even without a request", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    connect(client);
    client.send({ type: "Authenticate", tokenType: "User", value: "50ms-token-of-ann", baseVersion: 0 });
    expect(await client.next("AuthError")).toEqual({
      type: "AuthError",
      error: "TokenExpired: Convex token identity expired",
      baseVersion: 1,
      authUpdateAttempted: false,
    });
    await client.closed;
  });

  it("gets a Ping when it was idle", async () => {
    harness = await startHarness({ pingAfterIdleMs: 20, sweepEveryMs: 5 });
    const client = await harness.raw();
    connect(client);
    expect(await client.next("Ping")).toEqual({ type: "Ping" });
  });
});

describe("messages that a client must not send", () => {
  const cases: [string, unknown, RegExp][] = [
    ["text that is not JSON", "{nonsense", /Received Invalid JSON on websocket/],
    ["JSON that is not an object", "[1]", /not an object/],
    ["JSON with extreme nesting", `{"type":"Event","a":${"[".repeat(200_000)}`, /recursion limit exceeded/],
    ["an unknown type", { type: "Surprise" }, /unknown type: "Surprise"/],
    ["an invalid session id", { type: "Connect", sessionId: "1", connectionCount: 0 }, /must be a UUID/],
    [
      "a mutation without arguments",
      { type: "Mutation", requestId: 0, udfPath: "a:b" },
      /"args" must be an array/,
    ],
    ["a negative id", { type: "Mutation", requestId: -1, udfPath: "a:b", args: [] }, /nonnegative integer/],
    [
      "a skipped query set version",
      { type: "ModifyQuerySet", baseVersion: 3, newVersion: 4, modifications: [] },
      /BaseVersionMismatch/,
    ],
    [
      "a removal of a missing query",
      {
        type: "ModifyQuerySet",
        baseVersion: 0,
        newVersion: 1,
        modifications: [{ type: "Remove", queryId: 9 }],
      },
      /Nonexistent query id: 9/,
    ],
    [
      "an unknown kind of token",
      { type: "Authenticate", tokenType: "Badge", value: "x", baseVersion: 0 },
      /unknown "tokenType"/,
    ],
    [
      "a function inside a component",
      { type: "Mutation", requestId: 0, udfPath: "a:b", args: [{}], componentPath: "inner" },
      /Only admin or system users/,
    ],
    [
      "half a character",
      String.raw`{"type":"Mutation","requestId":0,"udfPath":"fake:append","args":[{"text":"\ud83d"}]}`,
      /^Received Invalid JSON on websocket: unexpected end of hex escape at line 1 column 81$/,
    ],
  ];

  it.each(cases)(
    "%s: gets a FatalError, without effect on other clients",
    async (_name, message, expected) => {
      harness = await startHarness();
      const other = await harness.raw();
      connect(other);
      add(other, 0, "fake:count");
      await other.next("Transition");
      const client = await harness.raw();
      client.send(message);
      const fatal = await client.next("FatalError");
      expect(fatal["error"]).toMatch(expected);
      await client.closed;
      harness.runner.database.append("default", "x");
      expect(modificationsOf(await other.next("Transition"))).toMatchObject([{ value: 1 }]);
      expect(harness.errors).toEqual([]);
    },
  );

  it("binary frames: get a FatalError", async () => {
    harness = await startHarness();
    const client = await harness.raw();
    client.socket.send(Buffer.from([1, 2, 3]));
    expect((await client.next("FatalError"))["error"]).toMatch(/binary/);
  });
});
