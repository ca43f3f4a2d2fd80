// Tests the commands of the official CLI that push nothing.
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ADMIN_KEY, createCliProject, type CliProject } from "../support/convex-cli";
import { startRuntime, type Runtime } from "../support/runtime";

// Each test runs the CLI several times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let runtime: Runtime;
let project: CliProject;

beforeAll(async () => {
  runtime = await startRuntime({ adminKey: ADMIN_KEY });
  project = createCliProject({ "tests/fixtures/cli": "." });
  await project.push(runtime);
});

afterAll(async () => {
  project.remove();
  await runtime.stop();
});

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await project.run(runtime, ...args);
  expect(`${code}: ${code === 0 ? "" : stderr}`).toBe("0: ");
  return stdout.trim();
}

it("the CLI runs public and internal functions", async () => {
  await run("run", "notes:add", '{"text":"from outside"}');
  await run("run", "notes:addForCron", '{"text":"from inside"}');
  expect(JSON.parse(await run("run", "notes:list"))).toEqual(["from outside", "from inside"]);
  const missing = await project.run(runtime, "run", "notes:nothing");
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/Could not find function[\s\S]*Available functions:[\s\S]*notes:add/);
});

it("the CLI runs a function as a given user, and prints documents and specifications in other formats", async () => {
  const identity = JSON.stringify({ issuer: "https://issuer.example", subject: "somebody" });
  expect(await run("run", "notes:whoAmI", "--identity", identity)).toBe('"somebody"');
  await run("run", "notes:add", '{"text":"the newest"}');
  const documents = await run("data", "notes", "--order", "desc", "--limit", "1", "--format", "json");
  expect(JSON.parse(documents)).toMatchObject([{ text: "the newest" }]);
  await run("function-spec", "--file");
  const written = readdirSync(project.dir).filter((name) => /^function_spec_\d+\.json$/.test(name));
  expect(written).toHaveLength(1);
});

it("the CLI shows tables and documents", async () => {
  await run("run", "notes:add", '{"text":"seen in the table"}');
  expect(await run("data")).toBe("notes");
  expect(await run("data", "notes", "--limit", "1")).toContain("seen in the table");
  expect(await run("data", "_storage")).toBe("");
});

it("the CLI sets, lists and removes environment variables, which functions see at once", async () => {
  await run("env", "set", "SETTING", "quiet");
  expect(await run("env", "get", "SETTING")).toBe("quiet");
  expect(await run("env", "list")).toBe("SETTING=quiet");
  expect(await run("run", "notes:setting")).toBe('"quiet"');
  await run("env", "remove", "SETTING");
  expect(await run("run", "notes:setting")).toBe("");
});

it("the CLI specifies the functions", async () => {
  const spec = JSON.parse(await run("function-spec")) as {
    url: string;
    functions: { identifier?: string }[];
  };
  expect(spec.url).toBe(runtime.origin);
  expect(spec.functions).toContainEqual({
    args: { type: "object", value: { text: { fieldType: { type: "string" }, optional: false } } },
    functionType: "Mutation",
    identifier: "notes.js:addForCron",
    returns: { type: "any" },
    visibility: { kind: "internal" },
  });
  expect(spec.functions).toContainEqual({
    functionType: "HttpAction",
    method: "GET",
    path: "/version-of-code",
  });
});

it("the CLI shows what functions printed, both past lines and new ones", async () => {
  const read = async (cursor: number) => {
    const response = await fetch(`${runtime.origin}/api/stream_function_logs?cursor=${cursor}`, {
      headers: { authorization: `Convex ${ADMIN_KEY}` },
    });
    return (await response.json()) as { entries: unknown[]; newCursor: number };
  };
  await run("run", "notes:add", '{"text":"printed"}');
  const { entries, newCursor } = await read(0);
  expect(entries.at(-1)).toMatchObject({
    kind: "Completion",
    udfType: "Mutation",
    identifier: "notes.js:add",
    logLines: [{ level: "LOG", messages: ["'adding' 'printed'"] }],
    error: null,
  });
  const waiting = read(newCursor);
  await run("run", "notes:addForCron", '{"text":"later"}');
  expect((await waiting).entries).toMatchObject([{ identifier: "notes.js:addForCron" }]);
});
