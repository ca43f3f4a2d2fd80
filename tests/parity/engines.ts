/**
 * The two engines of every parity scenario: convex-test in this process, and the embedded runtime as a separate
 * process, called by Convex's HTTP client.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type GenericSchema, type SchemaDefinition } from "convex/server";
import type { Value } from "convex/values";
import { convexTest } from "convex-test";
import parityTables from "../fixtures/parity/schema";
import scenarioTables from "../fixtures/scenarios/schema";
import { keysAsDataUrl, makeKey } from "../../packages/convex-embedded/src/auth/testing/identity-provider";
import { startRuntime, type Runtime } from "../support/runtime";

/** A user's identity, as in a token of the scenarios' issuer. */
export type Claims = Record<string, string | number | boolean>;

export const ISSUER = "https://accounts.example";

/** Functions are named as a client names them. Also serves the routes of HTTP actions. */
export interface Engine {
  readonly name: string;
  /** Calls as this user. Only the claim `subject` is required. */
  as(claims: Claims & { subject: string }): Promise<Engine>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  query(path: string, args?: Record<string, Value>): Promise<Value>;
  mutation(path: string, args?: Record<string, Value>): Promise<Value>;
  action(path: string, args?: Record<string, Value>): Promise<Value>;
  close(): Promise<void>;
}

const parityModules = {
  ...import.meta.glob("../fixtures/parity/*.ts"),
  // convex-test finds the root of the functions by this folder.
  "../fixtures/parity/_generated/api.js": () => Promise.resolve({}),
};
const scenarioModules = {
  ...import.meta.glob("../fixtures/scenarios/*.ts"),
  "../fixtures/scenarios/_generated/api.js": () => Promise.resolve({}),
};

function convexTestEngine(
  schema: SchemaDefinition<GenericSchema, boolean>,
  modules: Record<string, () => Promise<unknown>>,
): Engine {
  const test = convexTest(schema, modules);
  return {
    ...callsOf(test),
    as: async (claims) => callsOf(test.withIdentity({ issuer: ISSUER, ...claims })),
  };
}

type TestCalls = Pick<ReturnType<typeof convexTest>, "query" | "mutation" | "action" | "fetch">;

function callsOf(test: TestCalls): Engine {
  return {
    name: "convex-test",
    as: () => Promise.reject(new Error("somebody is signed in already")),
    fetch: (path, init) => test.fetch(path, init),
    query: (path, args = {}) => test.query(makeFunctionReference<"query">(path), args),
    mutation: (path, args = {}) => test.mutation(makeFunctionReference<"mutation">(path), args),
    action: (path, args = {}) => test.action(makeFunctionReference<"action">(path), args),
    close: () => Promise.resolve(),
  };
}

/** Tokens of the tests never expire. */
const LAST_SECOND = Date.UTC(2100, 0, 1) / 1000;

async function embeddedEngine(functions: string): Promise<Engine> {
  const key = await makeKey("test");
  // HTTP actions have a separate port, as on Convex. Functions know its address.
  const runtime = await startRuntime({
    functions,
    env: { TEST_JWKS: keysAsDataUrl([key]) },
    extraArguments: ["--site-port", "0"],
  });
  const connect = (token: string | null): Engine => ({ ...embeddedCalls(runtime, token), as: signIn });
  const signIn: Engine["as"] = async ({ subject, ...claims }) =>
    connect(await key.sign({ ...claims, iss: ISSUER, sub: subject, aud: "convex", exp: LAST_SECOND }));
  return connect(null);
}

function embeddedCalls(runtime: Runtime, token: string | null): Omit<Engine, "as"> {
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  if (token !== null) client.setAuth(token);
  const site = makeFunctionReference<"query", Record<string, never>, string>("web:siteOrigin");
  return {
    name: "embedded",
    fetch: async (path, init) => {
      const headers = new Headers(init?.headers);
      if (token !== null) headers.set("authorization", `Bearer ${token}`);
      return fetch((await client.query(site, {})) + path, { redirect: "manual", ...init, headers });
    },
    query: (path, args = {}) => client.query(makeFunctionReference<"query">(path), args),
    mutation: (path, args = {}) => client.mutation(makeFunctionReference<"mutation">(path), args),
    action: (path, args = {}) => client.action(makeFunctionReference<"action">(path), args),
    close: () => runtime.stop(),
  };
}

/** By name, so that a suite can be written once and run on both. */
export const engines = {
  "convex-test": async () => convexTestEngine(parityTables, parityModules),
  embedded: () => embeddedEngine("tests/fixtures/parity"),
};

export const scenarioEngines = {
  "convex-test": async () => convexTestEngine(scenarioTables, scenarioModules),
  embedded: () => embeddedEngine("tests/fixtures/scenarios"),
};
