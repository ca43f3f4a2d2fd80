/**
 * The two engines that every parity scenario runs on: convex-test in this process, and the embedded
 * runtime as a process of its own, reached by Convex's HTTP client.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type GenericSchema, type SchemaDefinition } from "convex/server";
import type { Value } from "convex/values";
import { convexTest } from "convex-test";
import parityTables from "../fixtures/parity/schema";
import scenarioTables from "../fixtures/scenarios/schema";
import { startRuntime } from "../support/runtime";

/** Functions by name, as a client calls them. */
export interface Engine {
  readonly name: string;
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
    name: "convex-test",
    query: (path, args = {}) => test.query(makeFunctionReference<"query">(path), args),
    mutation: (path, args = {}) => test.mutation(makeFunctionReference<"mutation">(path), args),
    action: (path, args = {}) => test.action(makeFunctionReference<"action">(path), args),
    close: () => Promise.resolve(),
  };
}

async function embeddedEngine(functions: string): Promise<Engine> {
  const runtime = await startRuntime({ functions });
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  return {
    name: "embedded",
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

/** The same two over the functions of the scenarios. */
export const scenarioEngines = {
  "convex-test": async () => convexTestEngine(scenarioTables, scenarioModules),
  embedded: () => embeddedEngine("tests/fixtures/scenarios"),
};
