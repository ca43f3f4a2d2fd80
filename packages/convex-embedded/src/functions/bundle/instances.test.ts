/** Tests the tree of component instances, and wrong uses of components. */
import { expect, test } from "vitest";
import { instantiate, type AnalyzedDefinition, type DefinitionExport } from "./instances.js";

const string = JSON.stringify({ type: "string" });
const ENV = { CONVEX_CLOUD_URL: "http://c", CONVEX_SITE_URL: "http://s", APP_KEY: "key" };

function definition(parts: Partial<DefinitionExport>): DefinitionExport {
  return { childComponents: [], httpMounts: {}, ...parts };
}

function analyzed(parts: Partial<AnalyzedDefinition>): AnalyzedDefinition {
  return { definition: definition({}), functions: {}, crons: {}, routes: [], schema: null, ...parts };
}

const add = {
  kind: "mutation",
  visibility: "public",
  environment: "isolate",
  modulePath: "lib",
  exportName: "add",
  args: "{}",
  returns: "null",
} as const;
const use = (name: string, path: string, env: DefinitionExport["childComponents"][number]["env"] = null) => ({
  name,
  path,
  env,
});
const refusal = (app: DefinitionExport, definitions: Record<string, AnalyzedDefinition>) => () =>
  instantiate(app, new Map(Object.entries(definitions)), ENV);

test("the bundler gives every instance a path, its functions and its crons", () => {
  const tree = instantiate(
    definition({ childComponents: [use("one", "pool"), use("two", "pool")] }),
    new Map([
      ["pool", analyzed({ definition: definition({ childComponents: [use("inner", "worker")] }) })],
      [
        "worker",
        analyzed({
          functions: { "lib:add": add },
          crons: { sweep: { name: "lib:add", args: [{}], schedule: { type: "interval", seconds: 60 } } },
        }),
      ],
    ]),
    ENV,
  );
  expect(tree.components.map(({ path }) => path)).toEqual(["one", "one/inner", "two", "two/inner"]);
  expect(Object.keys(tree.functions)).toEqual(["one/inner;lib:add", "two/inner;lib:add"]);
  expect(tree.functions["two/inner;lib:add"]?.component).toBe("two/inner");
  expect(tree.crons["one/inner;sweep"]?.name).toBe("one/inner;lib:add");
});

test("the bundler passes variables from parent to child, and nothing else", () => {
  const envVars = [["KEY", { value: string }]] as const;
  const tree = instantiate(
    definition({
      envVars: [["APP_KEY", { value: string }]],
      childComponents: [use("outer", "outer", [["KEY", { type: "envVar", name: "APP_KEY" }]])],
    }),
    new Map([
      [
        "outer",
        analyzed({
          definition: definition({
            envVars,
            childComponents: [use("inner", "inner", [["KEY", { type: "envVar", name: "KEY" }]])],
          }),
        }),
      ],
      ["inner", analyzed({ definition: definition({ envVars }) })],
    ]),
    { ...ENV, OTHER: "hidden" },
  );
  for (const { env } of tree.components) {
    expect(env).toEqual({ KEY: "key", CONVEX_CLOUD_URL: "http://c", CONVEX_SITE_URL: "http://s" });
  }
});

test("the bundler combines mounts, and adds them to the site's address", () => {
  const route = { path: "/a", method: "GET" };
  const tree = instantiate(
    definition({
      childComponents: [use("outer", "outer")],
      httpMounts: { "/outer/": "_reference/childComponent/outer" },
    }),
    new Map([
      [
        "outer",
        analyzed({
          definition: definition({
            childComponents: [use("inner", "inner")],
            httpMounts: { "/in/": "_reference/childComponent/inner" },
          }),
        }),
      ],
      ["inner", analyzed({ routes: [route] })],
    ]),
    ENV,
  );
  expect(tree.components.map(({ env }) => env["CONVEX_SITE_URL"])).toEqual([
    "http://s/outer",
    "http://s/outer/in",
  ]);
  expect(tree.components[0]?.mounts).toEqual({ "/in/": "outer/inner" });
});

test("the bundler refuses two children with one name", () => {
  const app = definition({ childComponents: [use("one", "pool"), use("one", "pool")] });
  expect(refusal(app, { pool: analyzed({}) })).toThrow("multiple child components with the same name");
});

test("the bundler refuses a missing definition", () => {
  expect(refusal(definition({ childComponents: [use("one", "pool")] }), {})).toThrow(
    "Component definition not found: pool",
  );
});

test("the bundler refuses variables that are missing, unknown, undeclared by the parent or of the wrong type", () => {
  const needsKey = { pool: analyzed({ definition: definition({ envVars: [["KEY", { value: string }]] }) }) };
  const using = (env: Parameters<typeof use>[2]) =>
    definition({ childComponents: [use("one", "pool", env)] });
  expect(refusal(using(null), needsKey)).toThrow('Component "one" is missing required env var "KEY"');
  expect(refusal(using([["LOCK", { type: "value", value: "x" }]]), needsKey)).toThrow(
    'Component "one" has no env var named "LOCK"',
  );
  expect(refusal(using([["KEY", { type: "envVar", name: "NOBODYS" }]]), needsKey)).toThrow(
    "references undeclared parent env var NOBODYS",
  );
  const level = JSON.stringify({ type: "union", value: [{ type: "literal", value: "INFO" }] });
  const needsLevel = { pool: analyzed({ definition: definition({ envVars: [["KEY", { value: level }]] }) }) };
  expect(refusal(using([["KEY", { type: "value", value: "LOUD" }]]), needsLevel)).toThrow(
    'has an invalid value for env var "KEY"',
  );
});

test("the bundler refuses to mount a component without routes", () => {
  const app = definition({
    childComponents: [use("one", "pool")],
    httpMounts: { "/one/": "_reference/childComponent/one" },
  });
  expect(refusal(app, { pool: analyzed({}) })).toThrow(
    'Child component "one" doesn\'t have any HTTP routes.',
  );
});
