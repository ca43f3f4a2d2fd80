// Tests pushes of the official CLI to a running runtime.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ADMIN_KEY, createCliProject, type CliProject } from "../support/convex-cli";
import { startRuntime, type Runtime } from "../support/runtime";

const list = makeFunctionReference<"query">("notes:list");
const add = makeFunctionReference<"mutation">("notes:add");
const addWhenTold = makeFunctionReference<"action">("notes:addWhenTold");
const emit = makeFunctionReference<"action">("nodeTasks:emit");

// Each test runs the CLI several times.
vi.setConfig({ testTimeout: 120_000 });

const cleanups: (() => Promise<unknown> | void)[] = [];
let runtime: Runtime;
let project: CliProject;
let client: ConvexHttpClient;

/** The unchanged project was pushed to a runtime with this data folder. Most tests start with a copy. */
const pushed = mkdtempSync(path.join(tmpdir(), "studbook-pushed-"));
beforeAll(async () => {
  const first = createCliProject({ "tests/fixtures/cli": "." });
  const base = await startRuntime({ adminKey: ADMIN_KEY, data: pushed });
  await first.push(base).finally(() => first.remove());
  await base.stop();
}, 120_000);
afterAll(() => rmSync(pushed, { recursive: true, force: true }));

beforeEach(async () => {
  const data = mkdtempSync(path.join(tmpdir(), "studbook-push-"));
  cleanups.push(() => rmSync(data, { recursive: true, force: true }));
  cpSync(pushed, data, { recursive: true });
  runtime = await startRuntime({ adminKey: ADMIN_KEY, data });
  cleanups.push(() => runtime.stop());
  project = createCliProject({ "tests/fixtures/cli": "." });
  cleanups.push(() => project.remove());
  client = new ConvexHttpClient(runtime.origin, { logger: false });
});

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const read = async (path: string) => (await fetch(`${runtime.origin}${path}`)).text();
const upperCase = (text: string) => text.replace("text as string", "(text as string).toUpperCase()");

it("pushed queries, mutations, actions in Node.js and HTTP actions run", async () => {
  const empty = await startRuntime({ adminKey: ADMIN_KEY });
  cleanups.push(() => empty.stop());
  const onEmpty = new ConvexHttpClient(empty.origin, { logger: false });
  await expect(onEmpty.query(list, {})).rejects.toThrow("Could not find public function");

  await client.mutation(add, { text: "one" });
  expect(await client.query(list, {})).toEqual(["one"]);
  expect(await client.action(emit, {})).toBe("heard");
  expect(await read("/version-of-code")).toBe("first");
});

it("a missing variable of auth.config is reported as in Convex, and the push is accepted once the variable is set", async () => {
  const empty = await startRuntime({ adminKey: ADMIN_KEY });
  cleanups.push(() => empty.stop());
  project.write(
    "convex/auth.config.ts",
    "export default { providers: [{ domain: process.env.ISSUER_DOMAIN, applicationID: 'convex' }] };",
  );
  const refused = await project.run(empty, "dev", "--once", "--typecheck", "disable");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    "Environment variable ISSUER_DOMAIN is used in auth config file but its value was not set.",
  );
  expect((await project.run(empty, "env", "set", "ISSUER_DOMAIN", "https://issuer.example")).code).toBe(0);
  await project.push(empty);
});

it("variables can be set after a first push was refused, and the push that needed them is then accepted", async () => {
  const empty = await startRuntime({ adminKey: ADMIN_KEY });
  cleanups.push(() => empty.stop());
  project.edit(
    "convex/http.ts",
    (text) => `if (!process.env.GREETING) throw new Error("no GREETING");\n${text}`,
  );
  await expect(project.push(empty)).rejects.toThrow("no GREETING");
  const response = await fetch(`${empty.origin}/api/update_environment_variables`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Convex ${ADMIN_KEY}` },
    body: JSON.stringify({ changes: [{ name: "GREETING", value: "hello" }] }),
  });
  expect(response.status).toBe(200);
  await project.push(empty);
  expect(await new ConvexHttpClient(empty.origin, { logger: false }).query(list, {})).toEqual([]);
});

it("errors of pushed functions name the developer's files", async () => {
  project.edit("convex/notes.ts", (text) =>
    text.replace('console.log("adding", text);', 'throw new Error("no");'),
  );
  await project.push(runtime);
  await expect(client.mutation(add, { text: "one" })).rejects.toThrow(
    /Uncaught Error: no\n {4}at handler \(\.\.\/convex\/notes\.ts:18:\d+\)/,
  );
});

it("open subscriptions are run again with the new functions on the same connection", async () => {
  await client.mutation(add, { text: "one" });
  const live = new ConvexClient(runtime.origin);
  cleanups.push(() => live.close());
  const seen: unknown[] = [];
  live.onUpdate(list, {}, (result) => seen.push(result));
  await eventually(() => expect(seen).toEqual([["one"]]));

  project.edit("convex/notes.ts", upperCase);
  await project.push(runtime);

  await eventually(() => expect(seen).toEqual([["one"], ["ONE"]]));
  await live.mutation(add, { text: "two" });
  expect(seen.at(-1)).toEqual(["ONE", "TWO"]);
  expect(live.client.connectionState().connectionCount).toBe(1);
});

it("no result of the old functions is returned after a push", async () => {
  await client.mutation(add, { text: "one" });
  const live = new ConvexClient(runtime.origin);
  cleanups.push(() => live.close());
  const seen: unknown[] = [];
  const stop = live.onUpdate(list, {}, (result) => seen.push(result));
  await eventually(() => expect(seen).toEqual([["one"]]));
  stop();

  project.edit("convex/notes.ts", upperCase);
  await project.push(runtime);

  live.onUpdate(list, {}, (result) => seen.push(result));
  await eventually(() => expect(seen).toEqual([["one"], ["ONE"]]));
});

it("clients that wait for a function get it with the push that adds it, and lose it with the push that removes it", async () => {
  const live = new ConvexClient(runtime.origin);
  cleanups.push(() => live.close());
  const seen: unknown[] = [];
  const subscribe = (name: string) =>
    live.onUpdate(
      makeFunctionReference<"query">(`notes:${name}`),
      {},
      (result) => seen.push(result),
      (error) => seen.push(/Could not find public function/.test(error.message)),
    );
  subscribe("count");
  await eventually(() => expect(seen).toEqual([true]));

  project.edit("convex/notes.ts", (text) => `${text}\nexport const count = query(async () => 7);\n`);
  await project.push(runtime);
  await eventually(() => expect(seen).toEqual([true, 7]));

  project.edit("convex/notes.ts", (text) => text.replace("export const count", "const count"));
  await project.push(runtime);
  await eventually(() => expect(seen).toEqual([true, 7, true]));
});

it("a schema that the documents fit is accepted, and its indexes are filled and reported", async () => {
  for (const text of ["b", "a"]) await client.mutation(add, { text });
  project.edit("convex/schema.ts", (text) => text.replace("})", '}).index("by_text", ["text"])'));
  project.edit("convex/notes.ts", (text) =>
    text.replace('query("notes")', 'query("notes").withIndex("by_text")'),
  );

  const { stderr } = await project.push(runtime);

  expect(stderr).toMatch(/Added table indexes:\s+\[\+\] notes\.by_text/);
  expect(await client.query(list, {})).toEqual(["a", "b"]);
});

it("a search index is filled by the push that adds it, under an open page, and dropped by the push that removes it", async () => {
  for (const text of ["a late bird", "a worm"]) await client.mutation(add, { text });
  const page = new ConvexClient(runtime.origin, { logger: false });
  cleanups.push(() => page.close());
  const seen: unknown[] = [];
  page.onUpdate(
    list,
    {},
    (found) => seen.push(found),
    ({ message }) => seen.push(message),
  );
  await eventually(() => expect(seen).toEqual([["a late bird", "a worm"]]));

  project.edit("convex/schema.ts", (text) =>
    text.replace("})", '}).searchIndex("search_text", { searchField: "text" })'),
  );
  project.edit("convex/notes.ts", (text) =>
    text.replace(
      'query("notes")',
      'query("notes").withSearchIndex("search_text", (q) => q.search("text", "bir"))',
    ),
  );
  const { stderr } = await project.push(runtime);
  expect(stderr).toMatch(/\[\+\] notes\.search_text/);
  await eventually(() => expect(seen.at(-1)).toEqual(["a late bird"]));
  await client.mutation(add, { text: "an early bird" });
  await eventually(() => expect(seen.at(-1)).toEqual(["an early bird", "a late bird"]));

  project.edit("convex/schema.ts", (text) => text.replace(/\.searchIndex\(.*?\)/, ""));
  const dropped = await project.push(runtime);
  expect(dropped.stderr).toMatch(/\[-\] notes\.search_text/);
  await eventually(() => expect(seen.at(-1)).toContain("Index notes.search_text not found."));
});

it("a schema that a document does not fit is refused, and nothing is changed", async () => {
  await client.mutation(add, { text: "one" });
  project.edit("convex/schema.ts", (text) => text.replace("v.string()", "v.number()"));
  project.edit("convex/notes.ts", upperCase);

  const result = await project.run(runtime, "dev", "--once", "--typecheck", "disable");

  expect(result.code).toBe(1);
  expect(result.stderr).toContain("Schema validation failed");
  expect(result.stderr).toMatch(/Document with ID "\w+" in table "notes" does not match the schema/);
  expect(await client.query(list, {})).toEqual(["one"]);
  await client.mutation(add, { text: "two" });
});

it("functions that cannot be loaded are refused, and the old functions remain", async () => {
  project.edit("convex/http.ts", (text) => `${text}\nthrow new Error("at import time");\n`);
  const broken = await project.run(runtime, "dev", "--once", "--typecheck", "disable");
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining("at import time") as unknown });
  expect(await read("/version-of-code")).toBe("first");
});

it("the crons of a push are started", async () => {
  project.edit("convex/http.ts", (text) => text.replace('"first"', '"second"'));
  project.write("convex/crons.ts", cronsRunning("notes:addForCron"));
  await project.push(runtime);
  await eventually(async () => expect(await client.query(list, {})).toEqual(["by a cron"]));
  expect(await read("/version-of-code")).toBe("second");

  project.write("convex/crons.ts", cronsRunning("notes:list"));
  const refused = await project.run(runtime, "dev", "--once", "--typecheck", "disable");
  expect(refused.stderr).toContain("Only mutations and actions can be scheduled");
});

it("a running action ends with its old code, and its mutation runs on the new functions", async () => {
  const gate = await openGate();
  const running = client.action(addWhenTold, { url: gate.url, text: "one" });
  await gate.reached;
  project.edit("convex/notes.ts", (text) =>
    text
      .replace("the first version", "the second")
      .replace('insert("notes", { text })', 'insert("notes", { text: `new ${text}` })'),
  );
  await project.push(runtime);
  gate.open();

  expect(await running).toBe("the first version");
  expect(await client.query(list, {})).toEqual(["new one"]);
});

it("no mutation that arrives while functions are replaced is lost", async () => {
  let isPushing = true;
  let sent = 0;
  const writers = Array.from({ length: 4 }, async () => {
    while (isPushing) {
      sent += 1;
      await client.mutation(add, { text: "again" });
    }
  });
  project.edit("convex/notes.ts", (text) => text.replace(".take(100)", ".collect()"));
  await project.push(runtime);
  isPushing = false;
  await Promise.all(writers);
  expect(await client.query(list, {})).toHaveLength(sent);
});

it("pushed functions are kept over a restart, unless a folder is given at the start", async () => {
  await client.mutation(add, { text: "one" });
  await runtime.kill();
  runtime = await startRuntime({ adminKey: ADMIN_KEY, data: runtime.data });
  client = new ConvexHttpClient(runtime.origin, { logger: false });
  expect(await client.query(list, {})).toEqual(["one"]);

  project.edit("convex/notes.ts", upperCase);
  await runtime.stop();
  runtime = await startRuntime({ data: runtime.data, functions: `${project.dir}/convex` });
  client = new ConvexHttpClient(runtime.origin, { logger: false });
  expect(await client.query(list, {})).toEqual(["ONE"]);
});

it("pushes are accepted only with the admin key", async () => {
  const push = (headers: Record<string, string>) =>
    fetch(`${runtime.origin}/api/deploy2/start_push`, { method: "POST", headers, body: "{}" });
  expect((await push({})).status).toBe(403);
  expect((await push({ authorization: "Convex another-key" })).status).toBe(403);
  expect((await push({ authorization: `Convex ${ADMIN_KEY}` })).status).toBe(400);
});

function cronsRunning(path: string): string {
  return `
    import { cronJobs, makeFunctionReference } from "convex/server";
    const crons = cronJobs();
    crons.interval("add", { hours: 1 }, makeFunctionReference("${path}"), { text: "by a cron" });
    export default crons;
  `;
}

/** The server records when it was called, and responds after `open`. */
async function openGate(): Promise<{ url: string; reached: Promise<void>; open: () => void }> {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  let server: Server | undefined;
  const reached = new Promise<void>((resolve) => {
    server = createServer((_request, response) => {
      resolve();
      void isOpen.then(() => response.end("open"));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => new Promise((resolve) => server?.close(resolve)));
  const { port } = server?.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, reached, open };
}

it("the CLI asks before a push fills or drops an index of a large table", async () => {
  await client.mutation(add, { text: "one" });
  vi.stubEnv("CONVEX_MIN_DOCUMENTS_FOR_INDEX_BACKFILL_WARNING", "1");
  vi.stubEnv("CONVEX_MIN_DOCUMENTS_FOR_INDEX_DELETE_WARNING", "1");
  cleanups.push(() => void vi.unstubAllEnvs());
  const deploy = (...options: string[]) =>
    project.run(runtime, "deploy", "--typecheck", "disable", "--yes", ...options);

  project.edit("convex/schema.ts", (text) => text.replace("}) })", '}).index("by_text", ["text"]) })'));
  const refused = await deploy();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /create the following index on a large table[\s\S]*notes\.by_text[\s\S]*1 documents/,
  );
  expect((await deploy("--skip-large-indexes-check")).code).toBe(0);
  // The index exists now, so the CLI does not ask.
  expect((await deploy()).code).toBe(0);

  project.edit("convex/schema.ts", (text) => text.replace('.index("by_text", ["text"])', ""));
  const kept = await deploy();
  expect(kept.code).toBe(1);
  expect(kept.stderr).toMatch(/delete the following index[\s\S]*notes\.by_text[\s\S]*1 documents/);
});

it("the tables that a new schema requires to be scanned are listed before the push", async () => {
  await client.mutation(add, { text: "one" });
  vi.stubEnv("CONVEX_MIN_BYTES_FOR_SCHEMA_WALK_WARNING", "1");
  cleanups.push(() => void vi.unstubAllEnvs());
  const dryRun = async () =>
    (await project.run(runtime, "deploy", "--typecheck", "disable", "--yes", "--dry-run")).stderr;
  expect(await dryRun()).not.toContain("requires checking every document");

  project.edit("convex/schema.ts", (text) => text.replace("v.string()", "v.optional(v.string())"));
  expect(await dryRun()).toMatch(/requires checking every document[\s\S]*notes/);
});

it("staged indexes are built without delaying a push, hidden from queries, and reported when they are enabled", async () => {
  for (const text of ["b", "a"]) await client.mutation(add, { text });
  vi.stubEnv("CONVEX_MIN_DOCUMENTS_FOR_INDEX_BACKFILL_WARNING", "1");
  cleanups.push(() => void vi.unstubAllEnvs());
  const deploy = () => project.run(runtime, "deploy", "--typecheck", "disable", "--yes");
  const index = (staged: boolean) => `.index("by_text", { fields: ["text"], staged: ${staged} })`;

  project.edit("convex/schema.ts", (text) => text.replace("}) })", `})${index(true)} })`));
  // The types of queries do not include a staged index.
  project.edit("convex/notes.ts", (text) =>
    text.replace('query("notes")', 'query("notes").withIndex("by_text" as never)'),
  );
  const staged = await deploy();
  expect(staged.stderr).toMatch(/Added staged table indexes:\s+\[\+\] notes\.by_text/);
  expect(staged.code).toBe(0);
  await expect(client.query(list, {})).rejects.toThrow(
    "Index notes.by_text is currently staged and not available to query until it is enabled.",
  );
  await client.mutation(add, { text: "aa" });

  // The index is filled by now, so the CLI does not ask before enabling it.
  project.edit("convex/schema.ts", (text) => text.replace(index(true), index(false)));
  const enabled = await deploy();
  expect(enabled.stderr).toMatch(/These indexes are now enabled:\s+\[\*\] notes\.by_text/);
  expect(await client.query(list, {})).toEqual(["a", "aa", "b"]);

  project.edit("convex/schema.ts", (text) => text.replace(index(false), index(true)));
  expect((await deploy()).stderr).toMatch(/These indexes are now staged:\s+\[\*\] notes\.by_text/);
  await expect(client.query(list, {})).rejects.toThrow("is currently staged");
});
