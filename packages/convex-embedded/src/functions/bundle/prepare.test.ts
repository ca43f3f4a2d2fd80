/** The bundle and the analysis of a functions folder, and when they are made again. */
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

test("lists modules as the Convex CLI does", () => {
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

test("reads the directive past comments and other directives, and nowhere else", () => {
  expect(hasUseNodeDirective('"use node";\nimport x from "y";')).toBe(true);
  expect(hasUseNodeDirective("// note\n/* more */\n'use strict'\n'use node'\n")).toBe(true);
  expect(hasUseNodeDirective('import x from "y";\n"use node";')).toBe(false);
  expect(hasUseNodeDirective('const text = "use node";')).toBe(false);
});

test("finds functions, routes, crons, schema and providers", async () => {
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

test("uses the cache until an input changes, whether a module or what it imports", async () => {
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

test("evaluates again for another environment", async () => {
  write({ "auth.config.ts": "export default { providers: [process.env.ISSUER] };" });
  expect((await prepare({ ISSUER: "one" })).analysis.authProviders).toEqual(["one"]);
  expect((await prepare({ ISSUER: "two" })).analysis.authProviders).toEqual(["two"]);
});

test("gives contexts the short ways of collect() and of results that this version of convex has room for", async () => {
  const { bundle } = await prepareFunctions({ functionsDir: fixtures, dataDir, env: {} });
  const script = readFileSync(bundle.isolateScriptPath, "utf8");
  expect(script).toContain("Convex.collectAll(");
  expect(script.match(/Convex\?\.resultText/g)?.length).toBeGreaterThanOrEqual(2);
});

test("names in Convex's words the variable of auth.config that is not set, unless it is read with care", async () => {
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
])("modules %s that look at the environment while they are evaluated", (_where, directive, kind) => {
  /** Returns what the module saw in an environment, with a number of that evaluation. */
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
    ["whether there is one", '"READ" in process.env'],
    ["whether there is one of its own", 'Object.hasOwn(process.env, "READ")'],
  ])("and ask for %s are not evaluated again where others differ", async (_what, expression) => {
    const first = await look(expression, { READ: "one", OTHER: "one" });
    expect(await look(expression, { READ: "one", OTHER: "two" })).toEqual(first);
    expect(await look(expression, { MORE: "three", READ: "one" })).toEqual(first);
  });

  test("are evaluated again for each value of what they read, and once for each", async () => {
    const expression = "process.env.READ ?? null";
    const one = await look(expression, { READ: "one" });
    const none = await look(expression, {});
    const two = await look(expression, { READ: "two" });
    expect([one[0], none[0], two[0]]).toEqual(["one", null, "two"]);
    expect(await look(expression, { READ: "one" })).toEqual(one);
    expect(await look(expression, {})).toEqual(none);
  });

  test("are evaluated again where another variable was read because of one", async () => {
    const expression = "process.env.WHICH ? process.env[process.env.WHICH] : null";
    expect((await look(expression, {}))[0]).toBe(null);
    expect((await look(expression, { WHICH: "A", A: "1", B: "1" }))[0]).toBe("1");
    expect((await look(expression, { WHICH: "A", A: "2", B: "1" }))[0]).toBe("2");
    expect((await look(expression, { WHICH: "B", A: "2", B: "1" }))[0]).toBe("1");
  });

  test.each([
    ["the names", "Object.keys(process.env).includes('NEW')"],
    ["all at once", "({ ...process.env }).NEW === 'one'"],
  ])("and ask for %s are evaluated again for each environment", async (_what, expression) => {
    expect((await look(expression, { OTHER: "one" }))[0]).toBe(false);
    expect((await look(expression, { OTHER: "one", NEW: "one" }))[0]).toBe(true);
  });

  test("see what they have set themselves", async () => {
    const expression =
      "(process.env.SET = 'by itself', process.env.READ = 'again', [process.env.SET, process.env.READ])";
    expect((await look(expression, { READ: "one" }))[0]).toEqual(["by itself", "again"]);
  });
});

test("names the file and the line that does not compile", async () => {
  write({ "broken.ts": "export const a = ;" });
  await expect(prepare()).rejects.toThrow(/broken\.ts:1:17: /);
});

test("names the module that throws while it is evaluated", async () => {
  write({ "sub/broken.ts": '\nthrow new Error("at import");\nexport const a = 1;' });
  await expect(prepare()).rejects.toThrow(
    "Failed to analyze sub/broken.js: at import (../convex/sub/broken.ts:2:6)",
  );
});

test("refuses queries in Node modules and Node modules where the engine evaluates them", async () => {
  const query = 'import { queryGeneric } from "convex/server";\nexport const q = queryGeneric(() => 1);';
  mkdirSync(path.join(dir, "node_modules"), { recursive: true });
  write({ "a.ts": `"use node";\n${query.replace("convex/server", fixturesServer)}` });
  await expect(prepare()).rejects.toThrow("`q` defined in `a.js` is a query function");
  write({ "http.ts": '"use node";\nexport default 1;' });
  await expect(prepare()).rejects.toThrow('"use node" directive is not allowed for http.ts.');
});

test("says that a Node built-in needs the directive", async () => {
  write({ "a.ts": 'import fs from "node:fs";\nexport const a = fs;' });
  await expect(prepare()).rejects.toThrow('must begin with "use node"');
});

test("says when the folder is not there", async () => {
  await expect(prepare()).rejects.toThrow(`The functions folder ${functionsDir} does not exist.`);
});

/** Temporary folders have no node_modules of their own. */
const fixturesServer = fileURLToPath(import.meta.resolve("convex/server"));

const script = pathToFileURL(path.resolve("packages/convex-embedded/dist/functions/prepare-apart.js"));

test("prepared in a process of its own, a folder gives the same functions, and the cache serves the next start", async () => {
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

test("what the process apart refuses is refused here in its words", async () => {
  write({ "a.ts": "export const q = ;" });
  await expect(prepareFunctionsApart({ functionsDir, dataDir, env: {} }, script)).rejects.toMatchObject({
    code: "InvalidModules",
    message: expect.stringContaining("a.ts:1:17") as string,
  });
});

test("a bundled script contains no comment, and so no letter beyond ASCII that only a comment has", async () => {
  write({ "a.ts": '/*! “Licence” */\n// Größe\nexport const name = "Größe";' });
  const { bundle } = await prepare();
  expect(readFileSync(bundle.isolateScriptPath, "utf8")).toMatch(/^[\x00-\x7f]*$/);
});

test("a function whose validator is newer than this runtime is refused by its name", async () => {
  const newer = `'{"type":"object","value":{"shade":{"fieldType":{"type":"array","value":{"type":"colour"}},"optional":true}}}'`;
  write({
    "a.ts": `export const q = Object.assign(() => 1, { isQuery: true, exportArgs: () => ${newer} });`,
  });
  await expect(prepare()).rejects.toMatchObject({
    code: "InvalidModules",
    message: '`q` defined in `a.js` has a validator of type "colour", which is newer than this runtime.',
  });
});
