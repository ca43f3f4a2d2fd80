// Tests the options of the official CLI for a self-hosted deployment, in a folder with a handwritten component.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ADMIN_KEY, createCliProject, type CliProject } from "../support/convex-cli";
import { startRuntime, type Runtime } from "../support/runtime";

// Each test runs the CLI several times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const fill = makeFunctionReference<"action">("dogs:fill");
const notes = makeFunctionReference<"query", Record<string, never>, unknown[]>("dogs:notes");
const addNote = makeFunctionReference<"mutation", { text: string }>("dogs:addNote");

let runtime: Runtime;
let project: CliProject;
let client: ConvexHttpClient;

beforeAll(async () => {
  runtime = await startRuntime({ adminKey: ADMIN_KEY });
  project = createCliProject({
    "tests/fixtures/transfer": "convex",
    "tests/fixtures/cli/package.json": "package.json",
  });
  client = new ConvexHttpClient(runtime.origin, { logger: false });
});

afterAll(async () => {
  project.remove();
  await runtime.stop();
});

/** Throws the CLI's message if the CLI refuses. */
async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await project.run(runtime, ...args);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000 });

it("`deploy` prints its changes in a dry run, and later deploys them after a command that gets the address", async () => {
  const dry = await project.run(runtime, "deploy", "-y", "--typecheck", "disable", "--dry-run");
  expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining("would be overwritten") });
  await expect(client.query(notes, {})).rejects.toThrow("Could not find public function");

  const command = ["--cmd", "echo built for $WHERE", "--cmd-url-env-var-name", "WHERE"];
  const printed = await run("deploy", "-y", "--typecheck", "disable", "--message", "first", ...command);
  expect(printed).toContain(`built for ${runtime.origin}`);
  await client.action(fill, {});
  expect(await client.query(notes, {})).toEqual([["the first"]]);
});

it("`run --push` and `dev --once --run` run a function after pushing it", async () => {
  project.edit(
    "convex/dogs.ts",
    (text) => `${text}\nexport const pushed = queryGeneric(async () => "one");\n`,
  );
  expect(await run("run", "dogs:pushed", "--push", "--typecheck", "disable")).toBe('"one"');
  project.edit("convex/dogs.ts", (text) => text.replace('"one"', '"two"'));
  expect(await run("dev", "--once", "--run", "dogs:pushed", "--typecheck", "disable")).toContain('"two"');
});

it("`run --watch` watches a query", async () => {
  const watching = project.follow(runtime, "run", "dogs:notes", "--watch");
  try {
    await eventually(() => expect(watching.output()).toContain('"the first"'));
    await client.mutation(addNote, { text: "seen at once" });
    await eventually(() => expect(watching.output()).toContain('"seen at once"'));
  } finally {
    await watching.stop();
  }
});

it("inline queries of the command are evaluated, in the app and in a component", async () => {
  expect(
    await run("run", "--inline-query", '(await ctx.db.query("dogs").withIndex("by_name").first()).name'),
  ).toBe('"Ares vom Wald"');
  const inComponent = await run(
    "run",
    "--component",
    "log",
    "--inline-query",
    'ctx.db.query("lines").take(5)',
  );
  expect(JSON.parse(inComponent)).toMatchObject([{ text: "the move" }]);
});

it("an inline query that is invalid, would write or takes too long is refused, and leaves nothing behind", async () => {
  const ask = async (source: string, componentId?: string, key = ADMIN_KEY) => {
    const response = await fetch(`${runtime.origin}/api/run_test_function`, {
      method: "POST",
      headers: { authorization: `Convex ${key}` },
      body: JSON.stringify({ args: {}, bundle: { path: "testQuery.js", source }, componentId }),
    });
    return [response.status, (await response.json()) as Record<string, unknown>] as const;
  };
  const builders = 'import { query } from "convex:/_system/repl/wrappers.js";';
  const query = (body: string) =>
    `${builders} export default query({ handler: async (ctx) => { ${body} } });`;
  const answer = (errorMessage: string) => [
    200,
    { status: "error", errorMessage: expect.stringContaining(errorMessage) },
  ];
  const refusal = (message: string) => [400, { message: expect.stringContaining(message) }];

  expect(await ask(query('console.log("seen"); return 1;'))).toMatchObject([
    200,
    { status: "success", value: 1, logLines: ["[LOG] 'seen'"] },
  ]);
  expect(await ask(query('await ctx.db.insert("notes", { text: "no" });'))).toMatchObject(
    answer("ctx.db.insert is not a function"),
  );
  expect(await ask(query('await fetch("http://127.0.0.1/");'))).toMatchObject(answer("fetch"));
  expect(await ask(query("for (;;) {}"))).toMatchObject(answer("timed out"));
  expect(await ask(query("return ("))).toMatchObject(refusal("do not compile"));
  expect(await ask("export default 7;")).toMatchObject(refusal("must be a query"));
  expect(await ask(query("return 1;"), "nobody")).toMatchObject(refusal('Component "nobody" not found'));
  expect((await ask(query("return 1;"), undefined, "another"))[0]).toBe(403);
  expect(readdirSync(path.join(runtime.data, "inline-queries"))).toEqual([]);
});

it("variables are set from files and from standard input, and are overwritten only on request", async () => {
  project.write("vars.env", 'QUIET=1\nWORDS="two words"\n');
  await run("env", "set", "--from-file", "vars.env");
  project.write("vars.env", "QUIET=2\n");
  const refused = await project.run(runtime, "env", "set", "--from-file", "vars.env");
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("already exists with different value"),
  });
  expect((await project.pipe(runtime, "QUIET=3\nNEW=4\n", "env", "set", "--force")).code).toBe(0);
  expect(await run("env", "list", "--include-values")).toBe("NEW=4\nQUIET=3\nWORDS=two words");
});

it("variables that nobody could read are refused", async () => {
  const set = async (name: string) => {
    const response = await fetch(`${runtime.origin}/api/update_environment_variables`, {
      method: "POST",
      headers: { authorization: `Convex ${ADMIN_KEY}` },
      body: JSON.stringify({ changes: [{ name, value: "1" }] }),
    });
    return [response.status, await response.text()] as const;
  };
  expect(await set("CONVEX_SITE_URL")).toEqual([
    400,
    expect.stringContaining("is built-in and cannot be overridden"),
  ]);
  expect(await set("NO-NAME")).toEqual([400, expect.stringContaining("must start with a letter")]);
});

it("documents of a component are printed line by line, and an export is written into a folder", async () => {
  const lines = await run("data", "lines", "--component", "log", "--format", "jsonLines", "--order", "asc");
  expect(lines.split("\n").map((line) => JSON.parse(line) as unknown)).toMatchObject([{ text: "the move" }]);
  mkdirSync(path.join(project.dir, "exports"));
  await run("export", "--path", "exports");
  const [name = ""] = readdirSync(path.join(project.dir, "exports"));
  expect(name).toMatch(/^snapshot_\w+_\d+\.zip$/);
  const zip = unzipSync(readFileSync(path.join(project.dir, "exports", name)));
  const tables = strFromU8(zip["_tables/documents.jsonl"] ?? new Uint8Array());
  expect([...tables.matchAll(/"name":"(\w+)"/g)].map(([, table]) => table)).toEqual([
    "dogs",
    "walks",
    "notes",
  ]);
});

it("reading a missing table does not create it", async () => {
  const admin = { authorization: `Convex ${ADMIN_KEY}`, "content-type": "application/json" };
  const ask = async (path: string, args: object) => {
    const body = JSON.stringify({ path, args, format: "json" });
    const response = await fetch(`${runtime.origin}/api/query`, { method: "POST", headers: admin, body });
    return ((await response.json()) as { value: { page: { name: string }[] } }).value.page;
  };
  expect(await ask("_system/cli/tableData", { table: "nothing", order: "asc" })).toEqual([]);
  // Every new analysis of the functions also applies the schema again.
  const change = JSON.stringify({ changes: [{ name: "AGAIN", value: "1" }] });
  const url = `${runtime.origin}/api/update_environment_variables`;
  expect((await fetch(url, { method: "POST", headers: admin, body: change })).status).toBe(200);
  const names = (await ask("_system/cli/tables", {})).map(({ name }) => name);
  expect(names.sort()).toEqual(["dogs", "notes", "walks"]);
});

it("the newest log lines and then new ones are shown, each event as a line of JSON", async () => {
  const following = project.follow(runtime, "logs", "--history", "1", "--success", "--jsonl");
  const events = () =>
    following
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { identifier: string; udfType: string });
  try {
    await eventually(() => expect(events()).toHaveLength(1));
    await client.mutation(addNote, { text: "told" });
    await eventually(() =>
      expect(events().at(-1)).toMatchObject({
        identifier: "dogs.js:addNote",
        udfType: "Mutation",
        success: {},
      }),
    );
  } finally {
    await following.stop();
  }
});
