/** Tests the bundle and the analysis of a functions folder. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findEntryPoints, hasUseNodeDirective } from "./entry-points.js";
import { prepareFunctions, prepareFunctionsApart } from "./prepare.js";

const fixtures = fileURLToPath(new URL("../fixtures/convex", import.meta.url));
let dir: string;
let functionsDir: string;
let dataDir: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "bundle-"));
  functionsDir = path.join(dir, "convex");
  dataDir = path.join(dir, "data");
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(functionsDir, file)), { recursive: true });
    writeFileSync(path.join(functionsDir, file), text);
  }
}

const prepare = (env: Readonly<Record<string, string>> = {}) =>
  prepareFunctions({ functionsDir, dataDir, env });

test("modules are listed as the Convex CLI lists them", () => {
  const code = "export const a = 1;";
  write({
    "a.ts": code,
    "dir/b.js": code,
    "c.tsx": code,
    "schema.ts": code,
    "auth.config.ts": code,
    "a.test.ts": code,
    "types.d.ts": code,
    "_generated/api.js": code,
    ".hidden.ts": code,
    "with space.ts": code,
    "notes.md": "text",
    "empty.ts": "const notExported = 1;",
    "component/convex.config.ts": code,
    "component/inner.ts": code,
  });
  const entries = findEntryPoints(functionsDir);
  expect(entries.modules.map((module) => module.path)).toEqual(["a", "c", "dir/b"]);
  expect(entries.schemaFile).toBe("schema.ts");
  expect(entries.authConfigFile).toBe("auth.config.ts");
});

test("the directive is read after comments and other directives, and nowhere else", () => {
  expect(hasUseNodeDirective('"use node";\nimport x from "y";')).toBe(true);
  expect(hasUseNodeDirective("// note\n/* more */\n'use strict'\n'use node'\n")).toBe(true);
  expect(hasUseNodeDirective('import x from "y";\n"use node";')).toBe(false);
  expect(hasUseNodeDirective('const text = "use node";')).toBe(false);
});

test("functions, routes, crons, schema and providers are found", async () => {
  const { analysis, bundle } = await prepareFunctions({
    functionsDir: fixtures,
    dataDir,
    env: { ISSUER: "https://other.example" },
  });
  expect(analysis.functions["channels:create"]).toMatchObject({
    kind: "mutation",
    visibility: "public",
    environment: "isolate",
  });
  expect(JSON.parse(analysis.functions["channels:create"]?.returns ?? "")).toEqual({
    type: "id",
    tableName: "channels",
  });
  expect(analysis.functions["channels:removeAll"]?.visibility).toBe("internal");
  expect(analysis.functions["channels:default"]?.kind).toBe("query");
  expect(analysis.functions["nodeActions:hash"]).toMatchObject({ kind: "action", environment: "node" });
  expect(analysis.routes).toEqual([
    { path: "/exact", method: "GET" },
    { path: "/under/*", method: "POST" },
  ]);
  expect(analysis.crons["at night"]).toEqual({
    name: "channels:removeAll",
    args: [{}],
    schedule: { type: "cron", cron: "0 3 * * *" },
  });
  expect(JSON.parse(analysis.schema ?? "").tables).toHaveLength(3);
  expect(analysis.authProviders).toEqual([{ domain: "https://other.example", applicationID: "fixture" }]);
  expect(bundle.nodeScriptPath).not.toBeNull();
});

test("the cache is used until an input changes, a module or one of its imports", async () => {
  write({
    "a.ts": 'import { two } from "./helper";\nexport const a = two;',
    "helper.ts": "export const two = 2;",
  });
  const first = await prepare();
  const madeAt = statSync(first.bundle.isolateScriptPath).mtimeMs;
  const second = await prepare();
  expect(second.bundle.hash).toBe(first.bundle.hash);
  expect(statSync(second.bundle.isolateScriptPath).mtimeMs).toBe(madeAt);
  write({ "helper.ts": "export const two = 3;" });
  const third = await prepare();
  expect(third.bundle.hash).not.toBe(first.bundle.hash);
});

test("modules are evaluated again for another environment", async () => {
  write({ "auth.config.ts": "export default { providers: [process.env.ISSUER] };" });
  expect((await prepare({ ISSUER: "one" })).analysis.authProviders).toEqual(["one"]);
  expect((await prepare({ ISSUER: "two" })).analysis.authProviders).toEqual(["two"]);
});

test("contexts get the faster collect() and results if this version of convex supports them", async () => {
  const { bundle } = await prepareFunctions({ functionsDir: fixtures, dataDir, env: {} });
  const script = readFileSync(bundle.isolateScriptPath, "utf8");
  expect(script).toContain("Convex.collectAll(");
  expect(script.match(/Convex\?\.resultText/g)?.length).toBeGreaterThanOrEqual(2);
});

test("a missing variable of auth.config is named with Convex's message, unless it is read safely", async () => {
  write({ "auth.config.ts": "export default { providers: [process.env.ISSUER] };" });
  await expect(prepare()).rejects.toMatchObject({
    code: "AuthConfigMissingEnvironmentVariable",
    message: "Environment variable ISSUER is used in auth config file but its value was not set",
  });
  const careful = "let issuer; try { issuer = process.env.ISSUER } catch { issuer = 'none' }";
  write({ "auth.config.ts": `${careful}\nexport default { providers: [issuer] };` });
  expect((await prepare()).analysis.authProviders).toEqual(["none"]);
});

describe.each([
  ["of a function context", "", "isQuery"],
  ["of Node.js", '"use node";\n', "isAction"],
])("modules %s that read the environment during evaluation", (_where, directive, kind) => {
  /** Also returns the number of this evaluation. */
  async function look(expression: string, env: Readonly<Record<string, string>>): Promise<[unknown, number]> {
    const seen = `const seen = JSON.stringify([${expression}, Math.random()]);`;
    write({
      "a.ts": `${directive}${seen}\nexport const f = Object.assign(() => 1, { ${kind}: true, exportArgs: () => seen });`,
    });
    return JSON.parse((await prepare(env)).analysis.functions["a:f"]?.args ?? "") as [unknown, number];
  }

  test.each([
    ["nothing", "0"],
    ["a variable", "process.env.READ"],
    ["whether a variable exists", '"READ" in process.env'],
    ["whether a variable is an own property", 'Object.hasOwn(process.env, "READ")'],
  ])("and request %s are not evaluated again when other variables differ", async (_what, expression) => {
    const first = await look(expression, { READ: "one", OTHER: "one" });
    expect(await look(expression, { READ: "one", OTHER: "two" })).toEqual(first);
    expect(await look(expression, { MORE: "three", READ: "one" })).toEqual(first);
  });

  test("are evaluated again for each value of the variables that they read, and once for each", async () => {
    const expression = "process.env.READ ?? null";
    const one = await look(expression, { READ: "one" });
    const none = await look(expression, {});
    const two = await look(expression, { READ: "two" });
    expect([one[0], none[0], two[0]]).toEqual(["one", null, "two"]);
    expect(await look(expression, { READ: "one" })).toEqual(one);
    expect(await look(expression, {})).toEqual(none);
  });

  test("are evaluated again when another variable was read because of a value", async () => {
    const expression = "process.env.WHICH ? process.env[process.env.WHICH] : null";
    expect((await look(expression, {}))[0]).toBe(null);
    expect((await look(expression, { WHICH: "A", A: "1", B: "1" }))[0]).toBe("1");
    expect((await look(expression, { WHICH: "A", A: "2", B: "1" }))[0]).toBe("2");
    expect((await look(expression, { WHICH: "B", A: "2", B: "1" }))[0]).toBe("1");
  });

  test.each([
    ["all names", "Object.keys(process.env).includes('NEW')"],
    ["all variables", "({ ...process.env }).NEW === 'one'"],
  ])("and request %s are evaluated again for each environment", async (_what, expression) => {
    expect((await look(expression, { OTHER: "one" }))[0]).toBe(false);
    expect((await look(expression, { OTHER: "one", NEW: "one" }))[0]).toBe(true);
  });

  test("see the values that they have set themselves", async () => {
    const expression =
      "(process.env.SET = 'by itself', process.env.READ = 'again', [process.env.SET, process.env.READ])";
    expect((await look(expression, { READ: "one" }))[0]).toEqual(["by itself", "again"]);
  });
});

test("the file and the line that does not compile are named", async () => {
  write({ "broken.ts": "export const a = ;" });
  await expect(prepare()).rejects.toThrow(/broken\.ts:1:17: /);
});

test("the module that throws during evaluation is named", async () => {
  write({ "sub/broken.ts": '\nthrow new Error("at import");\nexport const a = 1;' });
  await expect(prepare()).rejects.toThrow(
    "Failed to analyze sub/broken.js: at import (../convex/sub/broken.ts:2:6)",
  );
});

test("queries in Node modules are refused, and so are Node modules that the engine evaluates", async () => {
  const query = 'import { queryGeneric } from "convex/server";\nexport const q = queryGeneric(() => 1);';
  mkdirSync(path.join(dir, "node_modules"), { recursive: true });
  write({ "a.ts": `"use node";\n${query.replace("convex/server", fixturesServer)}` });
  await expect(prepare()).rejects.toThrow("`q` defined in `a.js` is a query function");
  write({ "http.ts": '"use node";\nexport default 1;' });
  await expect(prepare()).rejects.toThrow('"use node" directive is not allowed for http.ts.');
});

test("a Node built-in module without the directive causes an error that names the directive", async () => {
  write({ "a.ts": 'import fs from "node:fs";\nexport const a = fs;' });
  await expect(prepare()).rejects.toThrow('must begin with "use node"');
});

test("a missing folder is reported", async () => {
  await expect(prepare()).rejects.toThrow(`The functions folder ${functionsDir} does not exist.`);
});

/** Temporary folders have no node_modules of their own. */
const fixturesServer = fileURLToPath(import.meta.resolve("convex/server"));

const script = pathToFileURL(path.resolve("packages/convex-embedded/dist/functions/prepare-apart.js"));

test("prepared in a separate process, a folder has the same functions, and the next start uses the cache", async () => {
  write({ "a.ts": "export const q = Object.assign(() => 1, { isQuery: true });" });
  const apart = await prepareFunctionsApart({ functionsDir, dataDir, env: {} }, script);
  expect(Object.keys(apart.analysis.functions)).toEqual(["a:q"]);
  const fromCache = await prepareFunctionsApart(
    { functionsDir, dataDir, env: {} },
    new URL("file:///nowhere.js"),
  );
  expect(fromCache).toEqual(apart);
  expect(await prepare()).toEqual(apart);
});

test("an error in the separate process has the same message as in this one", async () => {
  write({ "a.ts": "export const q = ;" });
  await expect(prepareFunctionsApart({ functionsDir, dataDir, env: {} }, script)).rejects.toMatchObject({
    code: "InvalidModules",
    message: expect.stringContaining("a.ts:1:17") as string,
  });
});

test("a bundled script contains no comments, and so no characters beyond ASCII that are only in comments", async () => {
  write({ "a.ts": '/*! “Licence” */\n// Größe\nexport const name = "Größe";' });
  const { bundle } = await prepare();
  expect(readFileSync(bundle.isolateScriptPath, "utf8")).toMatch(/^[\x00-\x7f]*$/);
});

test("a function whose validator is newer than this runtime is refused, with the validator's name", async () => {
  const newer = `'{"type":"object","value":{"shade":{"fieldType":{"type":"array","value":{"type":"colour"}},"optional":true}}}'`;
  write({
    "a.ts": `export const q = Object.assign(() => 1, { isQuery: true, exportArgs: () => ${newer} });`,
  });
  await expect(prepare()).rejects.toMatchObject({
    code: "InvalidModules",
    message: '`q` defined in `a.js` has a validator of type "colour", which is newer than this runtime.',
  });
});
