/** Tests the whole runtime in one process with the unmodified Convex clients over real sockets. */
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import type { Value } from "convex/values";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { keysAsDataUrl, makeKey, type IssuedKey } from "./auth/testing/identity-provider.js";
import { prepareFunctions } from "./functions/bundle/prepare.js";
import { startRuntime, type Runtime, type RuntimeOptions } from "./runtime.js";
import { StartError } from "./start-error.js";
import { noteBackup } from "./storage/newest-backup.js";
import { action, asBrowserSocket, mutation, openRaw, query, until } from "./sync/testing/sync-harness.js";

const functionsDir = fileURLToPath(new URL("./sync/testing/fixtures/convex", import.meta.url));
const repository = fileURLToPath(new URL("../../..", import.meta.url));
const actionWorkerUrl = pathToFileURL(
  path.join(repository, "packages", "convex-embedded", "dist", "functions", "action-worker.js"),
);

let dataDir: string;
const started: Runtime[] = [];
const clients: { close(): Promise<unknown> }[] = [];
const errors: unknown[] = [];

let bundled: string;
beforeAll(async () => {
  bundled = mkdtempSync(path.join(tmpdir(), "runtime-bundle-"));
  await prepareFunctions({ functionsDir, dataDir: bundled, env: {} });
});
afterAll(() => rmSync(bundled, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "runtime-"));
  // Each runtime uses the same bundle of the fixtures.
  cpSync(bundled, dataDir, { recursive: true });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const runtime of started.splice(0)) await runtime.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(errors.splice(0)).toEqual([]);
});

async function start(options: Partial<RuntimeOptions> = {}): Promise<Runtime> {
  const runtime = await startRuntime({
    functionsDir,
    dataDir,
    port: 0,
    actionWorkerUrl,
    env: {},
    onError: (error) => void errors.push(error),
    ...options,
  });
  started.push(runtime);
  return runtime;
}

function connect({ origin }: Runtime): ConvexClient {
  const client = new ConvexClient(origin, {
    webSocketConstructor: asBrowserSocket(WebSocket),
    logger: false,
  });
  clients.push(client);
  return client;
}

function watch<T>(client: ConvexClient, name: string, args: Record<string, Value>): T[] {
  const values: T[] = [];
  client.onUpdate(query(name), args, (value: T) => void values.push(value));
  return values;
}

describe("two clients of one runtime", () => {
  it("see each other's writes, and only when their queries are affected", async () => {
    const runtime = await start();
    const a = watch<string[]>(connect(runtime), "notes:list", { board: "a" });
    const b = watch<string[]>(connect(runtime), "notes:list", { board: "b" });
    await until(() => a.length === 1 && b.length === 1);
    const writer = connect(runtime);
    expect(await writer.mutation(mutation("notes:add"), { board: "a", text: "hello" })).toBe(5);
    await until(() => a.length === 2);
    expect(a).toEqual([[], ["hello"]]);
    expect(b).toEqual([[]]);
    const metrics = (await (await fetch(`${runtime.origin}/_internal/metrics`)).json()) as object;
    expect(metrics).toMatchObject({ queriesRun: 2, queriesRerun: 1 });
  });

  it("see nothing of a failed mutation", async () => {
    const runtime = await start();
    const client = connect(runtime);
    const values = watch<string[]>(client, "notes:list", { board: "a" });
    await expect(client.mutation(mutation("notes:refuse"), { board: "a" })).rejects.toMatchObject({
      data: { code: "REFUSED", board: "a" },
    });
    await client.mutation(mutation("notes:add"), { board: "a", text: "stays" });
    expect(values.at(-1)).toEqual(["stays"]);
  });

  it("never see two results of one commit separately", async () => {
    const runtime = await start();
    const reader = connect(runtime);
    const seen: number[][] = [];
    const latest = [0, 0];
    reader.client.addOnTransitionHandler(() => {
      const lists = [0, 1].map((n) => reader.client.localQueryResult("notes:page", pageArgs(n)));
      latest[0] = pageLength(lists[0]);
      latest[1] = pageLength(lists[1]);
      seen.push([...latest]);
    });
    for (const n of [0, 1]) reader.onUpdate(query("notes:page"), pageArgs(n), () => undefined);
    await until(() => latest[0] === 0 && latest[1] === 0 && seen.length > 0);
    const writers = [connect(runtime), connect(runtime), connect(runtime)];
    await Promise.all(
      writers.map(async (writer, w) => {
        for (let n = 0; n < 20; n += 1)
          await writer.mutation(mutation("notes:add"), { board: "p", text: `${w}-${n}` });
      }),
    );
    await until(() => latest[0] === 60);
    for (const [first, second] of seen.slice(1)) expect(first).toBe(second);
  });

  it("get a mutation's response before the changed result", async () => {
    const runtime = await start();
    const raw = await openRaw(runtime.origin);
    raw.send({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0, lastCloseReason: null });
    const added = { type: "Add", queryId: 0, udfPath: "notes:list", args: [{ board: "a" }] };
    raw.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [added] });
    const writer = connect(runtime);
    for (let requestId = 0; requestId < 100; requestId += 1) {
      raw.send({ type: "Mutation", requestId, udfPath: "notes:add", args: [{ board: "a", text: "mine" }] });
      if (requestId % 10 === 0) await writer.mutation(mutation("notes:add"), { board: "a", text: "theirs" });
    }
    const answers = () => raw.received.filter(({ type }) => type === "MutationResponse").length;
    await until(() => answers() === 100 && raw.received.some((message) => shownIn(message) === 100));
    let answered = 0;
    for (const message of raw.received) {
      if (message["type"] === "MutationResponse") answered += 1;
      expect(shownIn(message) ?? 0).toBeLessThanOrEqual(answered);
    }
    raw.socket.terminate();
  });

  it("also work as ConvexReactClient and ConvexHttpClient", async () => {
    const runtime = await start();
    const react = new ConvexReactClient(runtime.origin, {
      webSocketConstructor: asBrowserSocket(WebSocket),
      logger: false,
    });
    clients.push(react);
    const watched = react.watchQuery(query("notes:list"), { board: "a" });
    const values: unknown[] = [];
    watched.onUpdate(() => void values.push(watched.localQueryResult()));
    const http = new ConvexHttpClient(runtime.origin, { logger: false });
    await until(() => values.length === 1);
    expect(await http.mutation(mutation("notes:add"), { board: "a", text: "x" })).toBe(1);
    await until(() => values.length === 2);
    expect(values[1]).toEqual(["x"]);
    expect(await http.consistentQuery(query("notes:list"), { board: "a" })).toEqual(["x"]);
    expect(await react.action(action("notes:addByAction"), { board: "a", text: "yz" })).toBe(2);
  });

  it("see the writes of scheduled functions and HTTP actions", async () => {
    const runtime = await start();
    const client = connect(runtime);
    const values = watch<string[]>(client, "notes:list", { board: "a" });
    const response = await fetch(`${runtime.origin}/boards/a`, { method: "POST", body: "by http" });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ length: 7 });
    await until(() => values.at(-1)?.[0] === "by http");
    await client.mutation(mutation("notes:clearSoon"), { board: "a" });
    await until(() => values.at(-1)?.length === 0);
  });

  it("upload files and read them back", async () => {
    const runtime = await start();
    const http = new ConvexHttpClient(runtime.origin, { logger: false });
    const uploadUrl = (await http.mutation(mutation("notes:uploadUrl"), {})) as string;
    const upload = await fetch(uploadUrl, {
      method: "POST",
      body: "hello file",
      headers: { "content-type": "text/x" },
    });
    const { storageId } = (await upload.json()) as { storageId: string };
    const fileUrl = (await http.query(query("notes:fileUrl"), { id: storageId })) as string;
    const whole = await fetch(fileUrl);
    expect(await whole.text()).toBe("hello file");
    expect(whole.headers.get("content-type")).toBe("text/x");
    const part = await fetch(fileUrl, { headers: { range: "bytes=6-9" } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe("file");
    expect((await fetch(`${runtime.origin}/api/storage/%zz`)).status).toBe(400);
  });
});

describe("search", () => {
  it("is live: each client gets the notes that its own search finds, and no others", async () => {
    const runtime = await start();
    const apples = watch<string[]>(connect(runtime), "finding:notes", { board: "a", text: "app" });
    const pears = watch<string[]>(connect(runtime), "finding:notes", { text: "pear" });
    await until(() => apples.length === 1 && pears.length === 1);
    const writer = connect(runtime);
    await writer.mutation(mutation("notes:add"), { board: "b", text: "an apple elsewhere" });
    await writer.mutation(mutation("notes:add"), { board: "a", text: "an apple here" });
    await until(() => apples.length === 2);
    expect(await writer.mutation(mutation("finding:addAndFind"), { board: "b", text: "Pear" })).toEqual([
      "Pear",
    ]);
    await until(() => pears.length === 2);
    expect(apples).toEqual([[], ["an apple here"]]);
    expect(pears).toEqual([[], ["Pear"]]);
    const metrics = (await (await fetch(`${runtime.origin}/_internal/metrics`)).json()) as object;
    expect(metrics).toMatchObject({ queriesRun: 2, queriesRerun: 2 });
  });

  it("returns pages through the official client", async () => {
    const runtime = await start();
    const client = connect(runtime);
    for (const text of ["one word", "two word", "third word"]) {
      await client.mutation(mutation("notes:add"), { board: "a", text });
    }
    const page = (cursor: string | null) =>
      client.query(query("finding:page"), {
        text: "word",
        paginationOpts: { cursor, numItems: 2 },
      }) as Promise<{
        page: { text: string }[];
        continueCursor: string;
        isDone: boolean;
      }>;
    const first = await page(null);
    const second = await page(first.continueCursor);
    const texts = [...first.page, ...second.page].map(({ text }) => text);
    expect(texts).toEqual(["third word", "two word", "one word"]);
    expect(second.isDone).toBe(true);
  });

  it("finds the nearest vectors from an action", async () => {
    const client = connect(await start());
    const add = (name: string, family: string, rgb: number[]) =>
      client.mutation(mutation("finding:addColour"), { name, family, rgb }) as Promise<string>;
    const red = await add("red", "warm", [255, 0, 0]);
    const orange = await add("orange", "warm", [255, 128, 0]);
    const blue = await add("blue", "cold", [0, 0, 255]);
    const near = (args: Record<string, Value>) =>
      client.action(action("finding:near"), { rgb: [1, 0, 0], families: [], ...args }) as Promise<
        { _id: string; _score: number }[]
      >;
    expect((await near({})).map(({ _id }) => _id)).toEqual([red, orange, blue]);
    expect((await near({ families: ["warm"], limit: 1 }))[0]).toEqual({ _id: red, _score: 1 });
    expect((await near({ families: ["cold", "none"] })).map(({ _id }) => _id)).toEqual([blue]);
    await expect(near({ limit: 300 })).rejects.toThrow(
      "Vector queries can fetch at most 256 results, requested 300.",
    );
  });
});

describe("a mutation whose response was lost", () => {
  it("has one effect when the client sends it again, even after a restart", async () => {
    const sessionId = crypto.randomUUID();
    const send = async (runtime: Runtime) => {
      const raw = await openRaw(runtime.origin);
      raw.send({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null, clientTs: 0 });
      const args = [{ board: "a", text: "once" }];
      raw.send({ type: "Mutation", requestId: 7, udfPath: "notes:add", args });
      const answer = await raw.next("MutationResponse");
      raw.socket.terminate();
      return answer;
    };
    const first = await start();
    const answers = [await send(first), await send(first)];
    await first.close();
    const second = await start();
    answers.push(await send(second));
    for (const { success, result, ts } of answers) {
      expect({ success, result, ts }).toEqual({ success: true, result: 4, ts: answers[0]?.["ts"] });
    }
    const http = new ConvexHttpClient(second.origin, { logger: false });
    expect(await http.query(query("notes:list"), { board: "a" })).toEqual(["once"]);
  });
});

describe("the user's identity", () => {
  const claims = { iss: "https://accounts.example.org", sub: "ann", aud: "convex" };
  const lasting = () => ({ ...claims, iat: seconds(), exp: seconds() + 3600 });
  const seconds = () => Math.floor(Date.now() / 1000);

  async function startWithKey(): Promise<{ key: IssuedKey; runtime: Runtime }> {
    const key = await makeKey("k");
    return { key, runtime: await start({ env: { TEST_JWKS: keysAsDataUrl([key]) } }) };
  }

  it("comes from the token, over sockets and over HTTP", async () => {
    const { key, runtime } = await startWithKey();
    const token = await key.sign(lasting());
    const client = connect(runtime);
    const values = watch<string | null>(client, "notes:whoami", {});
    await until(() => values.length === 1);
    client.setAuth(() => Promise.resolve(token));
    await until(() => values.length === 2);
    expect(values).toEqual([null, "https://accounts.example.org|ann"]);
    const response = await fetch(`${runtime.origin}/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await response.text()).toBe("ann");
  });

  it("is refreshed by the client when the server reports that the token expired", async () => {
    const { key, runtime } = await startWithKey();
    const client = connect(runtime);
    const forced: boolean[] = [];
    // The client refreshes early by the token's own times, so this token claims a longer lifetime than it has.
    client.setAuth(async ({ forceRefreshToken }) => {
      forced.push(forceRefreshToken);
      return forced.length < 3 ? key.sign({ ...lasting(), exp: seconds() + 2 }) : key.sign(lasting());
    });
    const values = watch<string | null>(client, "notes:whoami", {});
    await until(() => forced.length >= 3, 10_000);
    await client.mutation(mutation("notes:add"), { board: "a", text: "still here" });
    expect(values.at(-1)).toBe("https://accounts.example.org|ann");
  });

  it.each([
    ["expired", async (key: IssuedKey) => key.sign({ ...claims, exp: 1 }), /expired/],
    ["forged", async () => (await makeKey("k")).sign(lasting()), /signature/],
    [
      "of another issuer",
      (key: IssuedKey) => key.sign({ ...lasting(), iss: "https://evil.example" }),
      /issuer/,
    ],
    ["for another audience", (key: IssuedKey) => key.sign({ ...lasting(), aud: "other" }), /audience/],
  ])(
    "is refused for a token that is %s, and other clients are not affected",
    async (_name, make, expected) => {
      const { key, runtime } = await startWithKey();
      const bystander = watch<string[]>(connect(runtime), "notes:list", { board: "a" });
      await until(() => bystander.length === 1);
      const value = await make(key);
      const raw = await openRaw(runtime.origin);
      raw.send({
        type: "Connect",
        sessionId: crypto.randomUUID(),
        connectionCount: 0,
        lastCloseReason: null,
        clientTs: 0,
      });
      raw.send({ type: "Authenticate", tokenType: "User", baseVersion: 0, value });
      expect(await raw.next("AuthError")).toMatchObject({
        error: expect.stringMatching(expected) as string,
        authUpdateAttempted: true,
      });
      const body = JSON.stringify({ path: "notes:whoami", args: {} });
      const headers = { authorization: `Bearer ${value}` };
      expect((await fetch(`${runtime.origin}/api/query`, { method: "POST", body, headers })).status).toBe(
        401,
      );
      const http = new ConvexHttpClient(runtime.origin, { logger: false });
      await http.mutation(mutation("notes:add"), { board: "a", text: "x" });
      await until(() => bystander.length === 2);
    },
  );
});

describe("local accounts", () => {
  it("sign users in, whom functions then identify, even while others write", async () => {
    const runtime = await start({ accounts: true });
    const writer = connect(runtime);
    let isSigningUp = true;
    const writing = (async () => {
      while (isSigningUp) await writer.mutation(mutation("notes:add"), { board: "a", text: "busy" });
    })();
    const person = { name: "Ann", email: "ann@example.org", password: "a long password" };
    const headers = { "content-type": "application/json", origin: runtime.origin };
    const signUp = await fetch(`${runtime.origin}/api/auth/sign-up/email`, {
      method: "POST",
      headers,
      body: JSON.stringify(person),
    });
    expect(signUp.status).toBe(200);
    const cookie = signUp.headers.getSetCookie().map((line) => line.split(";")[0]);
    const answer = await fetch(`${runtime.origin}/api/auth/token`, {
      headers: { cookie: cookie.join("; ") },
    });
    const { token } = (await answer.json()) as { token: string };
    isSigningUp = false;
    await writing;
    const http = new ConvexHttpClient(runtime.origin, { logger: false, auth: token });
    expect(await http.query(query("notes:whoami"), {})).toMatch(/^https:\/\/.*\|.+/);
  });

  it("lose access with the session that ended: tokens are refused, live pages are notified at once", async () => {
    const runtime = await start({ accounts: true });
    const post = async (at: string, body: object, cookie = "") => {
      const headers = { "content-type": "application/json", origin: runtime.origin, cookie };
      const answer = await fetch(`${runtime.origin}/api/auth${at}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return answer.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
    };
    const tokenOf = async (cookie: string) => {
      const answer = await fetch(`${runtime.origin}/api/auth/token`, { headers: { cookie } });
      return answer.ok ? ((await answer.json()) as { token: string }).token : null;
    };
    const person = { email: "ann@example.org", password: "a long password" };
    const desk = await post("/sign-up/email", { ...person, name: "Ann" });
    const phone = await post("/sign-in/email", person);
    const client = connect(runtime);
    const changes: boolean[] = [];
    client.setAuth(
      async () => await tokenOf(phone),
      (isSignedIn) => changes.push(isSignedIn),
    );
    const seen = watch<string>(client, "notes:whoami", {});
    await until(() => seen.some((who) => who?.includes("accounts.localhost")));
    const token = (await tokenOf(phone)) ?? "";
    const deskToken = (await tokenOf(desk)) ?? "";

    await post("/security/sessions/end", {}, desk);
    await until(() => changes.at(-1) === false);
    const whoami = async (auth: string) =>
      await new ConvexHttpClient(runtime.origin, { logger: false, auth }).query(query("notes:whoami"), {});
    await expect(whoami(token)).rejects.toThrow("SessionEnded");
    expect(await whoami(deskToken)).toMatch(/\|/);
  });
});

describe("invalid calls", () => {
  it("of missing and of internal functions get the same error and have no effect", async () => {
    const runtime = await start();
    const client = connect(runtime);
    const bystander = watch<string[]>(client, "notes:list", { board: "a" });
    await until(() => bystander.length === 1);
    const failures = await Promise.all(
      ["notes:nothing", "notes:clear"].map((name) =>
        connect(runtime)
          .mutation(mutation(name), { board: "a" })
          .catch((error: Error) => error.message.replace(name, "NAME").replace(/\[Request ID: \w+\]/, "")),
      ),
    );
    expect(failures[0]).toMatch(/Could not find public function/);
    expect(String(failures[0]).replaceAll(/notes:\w+|NAME/g, "")).toBe(
      String(failures[1]).replaceAll(/notes:\w+|NAME/g, ""),
    );
    await expect(client.mutation(mutation("notes:add"), { board: 7, text: "x" })).rejects.toThrow(
      /ArgumentValidationError/,
    );
    await client.mutation(mutation("notes:add"), { board: "a", text: "fine" });
    expect(bystander.at(-1)).toEqual(["fine"]);
  });
});

describe("a restart", () => {
  it("keeps documents, the admin key and the order of timestamps", async () => {
    const first = await start();
    const client = connect(first);
    await client.mutation(mutation("notes:add"), { board: "a", text: "kept" });
    const observed = client.client.getMaxObservedTimestamp();
    await client.close();
    await first.close();
    const second = await start();
    expect(second.adminKey).toBe(first.adminKey);
    expect(statSync(path.join(dataDir, "admin-key")).mode & 0o777).toBe(0o600);
    const again = connect(second);
    expect(await again.query(query("notes:list"), { board: "a" })).toEqual(["kept"]);
    await again.mutation(mutation("notes:add"), { board: "a", text: "later" });
    const later = again.client.getMaxObservedTimestamp();
    expect(observed !== undefined && later?.lessThanOrEqual(observed)).toBe(false);
    expect(later).toBeDefined();
  });

  it("does not disconnect a client permanently, and the client loses nothing", async () => {
    const first = await start();
    const client = connect(first);
    const values = watch<string[]>(client, "notes:list", { board: "a" });
    await client.mutation(mutation("notes:add"), { board: "a", text: "one" });
    const port = Number(new URL(first.origin).port);
    await first.close();
    const pending = client.mutation(mutation("notes:add"), { board: "a", text: "two" });
    await start({ port });
    await pending;
    expect(values.at(-1)).toEqual(["one", "two"]);
  });
});

describe("the addresses in functions", () => {
  it("are the runtime's own, or those of the proxy and of the site port", async () => {
    const plain = await start();
    const http = new ConvexHttpClient(plain.origin, { logger: false });
    expect(await http.query(query("notes:addresses"), {})).toEqual([plain.origin, plain.origin]);
    await plain.close();
    const proxied = await start({ origin: "https://notes.example", sitePort: 0 });
    const client = new ConvexHttpClient(proxied.origin, { logger: false });
    const [cloud, site] = (await client.query(query("notes:addresses"), {})) as [string, string];
    expect(cloud).toBe("https://notes.example");
    expect(await (await fetch(`${site}/me`)).text()).toBe("nobody");
    expect((await fetch(`${site}/version`)).status).toBe(404);
  });
});

describe("a failed start", () => {
  async function refusal(options: Partial<RuntimeOptions>): Promise<string> {
    const error = await start(options).then(
      () => new Error("it started"),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof StartError)) throw error;
    expect(error.message).not.toContain("\n");
    return error.message;
  }

  it("names the port that is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await refusal({ port })).toBe(
      `Port ${port} on 127.0.0.1 is in use: stop what uses it, or choose another one with --port.`,
    );
    other.close();
    await start();
  });

  it("names the data folder that cannot be written", async () => {
    writeFileSync(path.join(dataDir, "file"), "");
    expect(await refusal({ dataDir: path.join(dataDir, "file", "data") })).toMatch(
      /^Cannot write to .*--data\.$/,
    );
  });

  it("names the data folder that another runtime uses", async () => {
    await start();
    expect(await refusal({})).toMatch(/in use by another process/);
  });

  it("names the database that is damaged", async () => {
    const first = await start();
    await first.close();
    writeFileSync(path.join(dataDir, "data.sqlite"), "this is no database, and never was one ".repeat(100));
    expect(await refusal({})).toMatch(/is damaged: restore it from a backup, .* No backup of it is known\.$/);

    noteBackup(path.join(dataDir, "data.sqlite"), "/backups/friday.tar");
    expect(await refusal({})).toMatch(
      / Its newest backup is \/backups\/friday\.tar, of \d{4}-\d\d-\d\dT[^ ]+\.$/,
    );
  });

  it("names the newest backup of a database with inconsistent pages", async () => {
    const first = await start();
    await first.close();
    const file = path.join(dataDir, "data.sqlite");
    noteBackup(file, "/backups/friday.tar");
    const pages = readFileSync(file);
    pages.fill(0xa5, 4096);
    writeFileSync(file, pages);
    // The log that was left open is checked at the next start.
    writeFileSync(`${file}-wal`, "cut off");
    expect(await refusal({})).toMatch(/is damaged: .* Its newest backup is \/backups\/friday\.tar, of /);
  });

  it("names the database of a newer version", async () => {
    const first = await start();
    await first.close();
    // SQLite stores the number of the format at this position of the file.
    const file = openSync(path.join(dataDir, "data.sqlite"), "r+");
    writeSync(file, Buffer.from([0, 0, 0x27, 0x0f]), 0, 4, 60);
    closeSync(file);
    expect(await refusal({})).toMatch(/written by a newer version/);
  });

  it("names the missing functions folder", async () => {
    expect(await refusal({ functionsDir: path.join(dataDir, "nothing") })).toMatch(
      /There is no functions folder/,
    );
  });

  it("reports where the functions do not compile", async () => {
    const broken = path.join(dataDir, "broken");
    mkdirSync(broken);
    writeFileSync(path.join(broken, "module.ts"), "export const a = ;");
    expect(await refusal({ functionsDir: broken })).toMatch(/module\.ts/);
  });

  it("reports which documents do not match a changed schema", async () => {
    const first = await start();
    await connect(first).mutation(mutation("notes:add"), { board: "a", text: "x" });
    await first.close();
    const changed = path.join(dataDir, "changed");
    mkdirSync(changed);
    const schema = readFileSync(path.join(functionsDir, "schema.ts"), "utf8");
    writeFileSync(path.join(changed, "schema.ts"), schema.replace("text: v.string()", "text: v.number()"));
    symlinkSync(path.join(repository, "node_modules"), path.join(dataDir, "node_modules"));
    expect(await refusal({ functionsDir: changed })).toMatch(/notes/);
  });

  it("leaves no open port and no lock behind", async () => {
    await refusal({ webDir: path.join(dataDir, "no-web") });
    const runtime = await start();
    expect((await fetch(`${runtime.origin}/version`)).status).toBe(200);
  });
});

/** Counts the notes with the text `mine` in a Transition's first result. */
function shownIn(message: Record<string, unknown> | undefined): number | null {
  const modifications = message?.["modifications"];
  const [first] = Array.isArray(modifications) ? (modifications as { value?: unknown }[]) : [];
  return Array.isArray(first?.value) ? first.value.filter((text) => text === "mine").length : null;
}

function pageArgs(n: number) {
  return { board: "p", paginationOpts: { numItems: 100 + n, cursor: null } };
}

function pageLength(result: unknown): number {
  return typeof result === "object" && result !== null && "page" in result && Array.isArray(result.page)
    ? result.page.length
    : 0;
}
