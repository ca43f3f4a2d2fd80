/**
 * Tests the error that a failed call returns in development and in production. As Convex documents it, production
 * returns the request id, the words `Server Error` and an application's own data. The cause and printed lines
 * remain on the server.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openRaw } from "../../packages/convex-embedded/src/sync/testing/sync-harness";
import { startRuntime, type Runtime } from "../support/runtime";

const ADMIN_KEY = "key-of-the-operator";
const DATA = { code: "NO", why: "told to" };
const kinds = ["query", "mutation", "action"] as const;
const endings = ["well", "refused", "broken"] as const;

type Kind = (typeof kinds)[number];
type Ending = (typeof endings)[number];

/** The result has the same form for every transport. */
interface Told {
  readonly value?: unknown;
  readonly message?: string;
  readonly data?: unknown;
  readonly logLines: unknown;
}

const runtimes: Record<string, Runtime> = {};
beforeAll(async () => {
  const options = { functions: "tests/fixtures/deployments", adminKey: ADMIN_KEY };
  runtimes["development"] = await startRuntime(options);
  runtimes["production"] = await startRuntime({ ...options, extraArguments: ["--redact-logs-to-client"] });
});
afterAll(async () => {
  await Promise.all(Object.values(runtimes).map((runtime) => runtime.stop()));
});

function originOf(deployment: string): string {
  return runtimes[deployment]?.origin ?? "";
}

const pathOf = (kind: Kind) => `faults:in${kind[0]?.toUpperCase() ?? ""}${kind.slice(1)}`;

async function byHttp(
  deployment: string,
  kind: Kind,
  body: { path: string; args: object },
  authorization?: string,
): Promise<Told> {
  const response = await fetch(`${originOf(deployment)}/api/${kind}`, {
    method: "POST",
    headers: authorization === undefined ? {} : { authorization },
    body: JSON.stringify({ ...body, format: "json" }),
  });
  expect(response.status).toBe(200);
  const answer = (await response.json()) as Record<string, unknown>;
  const logLines = answer["logLines"] ?? [];
  if (answer["status"] === "success") return { value: answer["value"], logLines };
  return { message: String(answer["errorMessage"]), data: answer["errorData"], logLines };
}

async function bySocket(deployment: string, kind: Kind, path: string, how: Ending): Promise<Told> {
  const client = await openRaw(originOf(deployment));
  client.send({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0, lastCloseReason: null });
  const call = { udfPath: path, args: [{ how }] };
  let answer: Record<string, unknown>;
  if (kind === "query") {
    const modifications = [{ type: "Add", queryId: 0, ...call }];
    client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
    let changes: Record<string, unknown>[] = [];
    while (changes.length === 0) {
      changes = (await client.next("Transition"))["modifications"] as Record<string, unknown>[];
    }
    const [change = {}] = changes;
    answer = { ...change, success: change["type"] === "QueryUpdated" };
    answer["result"] = change["value"] ?? change["errorMessage"];
  } else {
    const name = kind === "mutation" ? "Mutation" : "Action";
    client.send({ type: name, requestId: 0, ...call });
    answer = await client.next(`${name}Response`);
  }
  client.socket.close();
  const { success, result, errorData, logLines } = answer;
  return success === true
    ? { value: result, logLines }
    : { message: String(result), data: errorData, logLines };
}

const ID = /^\[Request ID: [0-9a-f]{16}\] Server Error/;
const printed = (how: Ending) => [`[LOG] 'it ends' '${how}'`];

function expectTold(deployment: string, how: Ending, told: Told): void {
  const isTold = deployment === "development";
  expect(told.logLines).toEqual(isTold ? printed(how) : []);
  if (how === "well") return expect(told.value).toBe("well");
  expect(told.data).toEqual(how === "refused" ? DATA : undefined);
  const [first, cause, frame] = (told.message ?? "").split("\n");
  expect(first).toMatch(new RegExp(`${ID.source}$`));
  if (!isTold) return expect(told.message).toBe(first);
  const words = how === "refused" ? `ConvexError: ${JSON.stringify(DATA)}` : "TypeError: the cause is secret";
  expect(cause).toBe(`Uncaught ${words}`);
  expect(frame).toMatch(/^ {4}at end \(\.\.\/convex\/faults\.ts:\d+:\d+\)$/);
}

const deployments = ["development", "production"];
const cases = deployments.flatMap((deployment) =>
  kinds.flatMap((kind) => endings.map((how) => [deployment, kind, how] as const)),
);

describe("a call of a function", () => {
  test.each(cases)(
    "in %s, a %s that ends %s, returns the same as on Convex, over HTTP",
    async (deployment, kind, how) => {
      expectTold(deployment, how, await byHttp(deployment, kind, { path: pathOf(kind), args: { how } }));
    },
  );

  test.each(cases)(
    "in %s, a %s that ends %s, returns the same as on Convex, over a socket",
    async (deployment, kind, how) => {
      expectTold(deployment, how, await bySocket(deployment, kind, pathOf(kind), how));
    },
  );
});

test.each(deployments)("an HTTP action in %s reports what Convex reports", async (deployment) => {
  const isTold = deployment === "development";
  const endOf = (how: Ending) => fetch(`${originOf(deployment)}/end/${how}`);
  expect(await (await endOf("well")).text()).toBe("well");
  for (const how of ["refused", "broken"] as const) {
    const response = await endOf(how);
    expect([response.status, response.headers.get("content-type")]).toEqual([500, "application/json"]);
    const { code, trace, data, ...rest } = (await response.json()) as Record<string, string | undefined>;
    expect(rest).toEqual({});
    expect(data).toEqual(how === "refused" ? DATA : undefined);
    const words =
      how === "refused" ? `ConvexError: ${JSON.stringify(DATA)}` : "TypeError: the cause is secret";
    expect(code?.replace(ID, "")).toBe(isTold ? `: Uncaught ${words}` : "");
    if (isTold) expect(trace).toMatch(/^Uncaught .*\n {4}at end \(\.\.\/convex\/faults\.ts:\d+:\d+\)/);
    else expect(trace).toBeUndefined();
  }
});

describe("an action that calls a failing function", () => {
  const refused = `Uncaught ConvexError: ${JSON.stringify(DATA)}`;
  const broken = "Uncaught TypeError: the cause is secret";
  // Convex runs "use node" actions beside its server, and hides errors from them as from clients.
  const learned = {
    development: {
      "faults:inDefaultRuntime": { refused, broken },
      "nodeReasons:inNode": { refused, broken },
    },
    production: {
      "faults:inDefaultRuntime": { refused, broken },
      "nodeReasons:inNode": { refused: "Server Error", broken: "Server Error" },
    },
  };

  test.each(
    Object.entries(learned).flatMap(([deployment, actions]) =>
      Object.entries(actions).map(([path, messages]) => [deployment, path, messages] as const),
    ),
  )("in %s, %s, gets what Convex returns", async (deployment, path, messages) => {
    const client = new ConvexHttpClient(originOf(deployment), { logger: false });
    const ask = (how: Ending) => client.action(makeFunctionReference<"action">(path), { how }) as unknown;
    expect(await ask("well")).toEqual({ value: "well" });
    expect(await ask("refused")).toEqual({ message: messages.refused, data: DATA });
    expect(await ask("broken")).toEqual({ message: messages.broken, data: null });
  });
});

describe("in production", () => {
  const redacted = (told: Told) => expect(told.message).toMatch(new RegExp(`${ID.source}$`));

  test("calls of missing functions, and with invalid arguments, reveal no more than a bug", async () => {
    redacted(await byHttp("production", "query", { path: "faults:nothing", args: {} }));
    redacted(
      await byHttp("production", "mutation", { path: "faults:inMutation", args: { how: "otherwise" } }),
    );
  });

  test("a token of an unknown issuer is refused without naming the accepted issuers", async () => {
    const claims = { iss: "https://elsewhere.example", aud: "convex", sub: "ann" };
    const token = ["{}", JSON.stringify(claims), ""].map((part) => Buffer.from(part).toString("base64url"));
    const refusalOn = async (deployment: string) => {
      const response = await fetch(`${originOf(deployment)}/api/query`, {
        method: "POST",
        headers: { authorization: `Bearer ${token.join(".")}` },
        body: JSON.stringify({ path: "faults:inQuery", args: { how: "well" } }),
      });
      return { status: response.status, ...((await response.json()) as object) };
    };
    const message = "No auth provider found matching the given token";
    expect(await refusalOn("production")).toEqual({ status: 401, code: "NoAuthProvider", message });
    expect(await refusalOn("development")).toMatchObject({
      message: expect.stringContaining("CustomJWT(issuer=https://accounts.example") as string,
    });
  });

  test("the owner of the admin key gets the full error", async () => {
    const call = { path: "faults:inQuery", args: { how: "broken" } };
    const told = await byHttp("production", "query", call, `Convex ${ADMIN_KEY}`);
    expectTold("development", "broken", told);
  });

  interface LogEntry {
    readonly udfType: string;
    readonly identifier: string;
    readonly error: string | null;
    readonly logLines: readonly { readonly messages: readonly string[] }[];
  }

  async function readLog(): Promise<LogEntry[]> {
    const response = await fetch(`${originOf("production")}/api/stream_function_logs?cursor=1`, {
      headers: { authorization: `Convex ${ADMIN_KEY}` },
    });
    return ((await response.json()) as { entries: LogEntry[] }).entries;
  }

  test("the log contains an action's calls, and HTTP actions, with their output and the reasons of failures", async () => {
    const client = new ConvexHttpClient(originOf("production"), { logger: false });
    const before = (await readLog()).length;
    await client.action(makeFunctionReference<"action">("nodeReasons:inNode"), { how: "broken" });
    await fetch(`${originOf("production")}/end/refused`);
    await vi.waitFor(async () => expect((await readLog()).length).toBe(before + 3), { timeout: 15_000 });
    const entries = (await readLog()).slice(before);
    const error = (words: string) => expect.stringContaining(words) as string;
    expect(entries).toMatchObject([
      {
        ...{ udfType: "Mutation", identifier: "faults.js:inMutation" },
        logLines: [{ messages: ["'it ends' 'broken'"] }],
        error: error("Uncaught TypeError: the cause is secret\n    at end"),
      },
      { udfType: "Action", identifier: "nodeReasons.js:inNode", logLines: [], error: null },
      {
        ...{ udfType: "HttpAction", identifier: "GET /end/*" },
        logLines: [{ messages: ["'it ends' 'refused'"] }],
        error: error("Uncaught ConvexError: "),
      },
    ]);
  });

  test("the log contains the cause under the request id", async () => {
    const { message } = await byHttp("production", "mutation", {
      path: "faults:inMutation",
      args: { how: "broken" },
    });
    const entries = await readLog();
    const found = entries.find(({ error }) => error?.startsWith(String(message)));
    expect(found?.error).toMatch(/Uncaught TypeError: the cause is secret\n {4}at end/);
    expect(found?.logLines).toHaveLength(1);
    await vi.waitFor(() => expect(runtimes["production"]?.errors()).toContain(found?.error), {
      timeout: 15_000,
    });
  });

  test("the owner of the admin key gets the full error of an HTTP action", async () => {
    const ask = async (key: string) => {
      const headers = { authorization: `Convex ${key}` };
      const response = await fetch(`${originOf("production")}/end/broken`, { headers });
      return ((await response.json()) as { code: string; trace?: string }).trace;
    };
    expect(await ask(ADMIN_KEY)).toMatch(/^Uncaught TypeError: the cause is secret\n {4}at end/);
    expect(await ask("key-of-nobody")).toBeUndefined();
  });

  test("a scheduled function's state contains the reason of its failure", async () => {
    const client = new ConvexHttpClient(originOf("production"), { logger: false });
    const id: unknown = await client.mutation(makeFunctionReference<"mutation">("faults:schedule"), {
      how: "broken",
    });
    const stateOf = makeFunctionReference<"query">("faults:stateOf");
    const state: unknown = await vi.waitFor(
      async () => {
        const found = (await client.query(stateOf, { id })) as { kind: string };
        expect(found.kind).toBe("failed");
        return found;
      },
      { timeout: 15_000 },
    );
    expect(state).toMatchObject({
      error: expect.stringMatching(/^Uncaught TypeError: the cause is secret\n/) as string,
    });
  });
});
