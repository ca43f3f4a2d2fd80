// The commands of the official CLI that read and change a running runtime without pushing anything.
import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMIN_KEY, createCliProject, type CliProject } from "../support/convex-cli";
import { startRuntime, type Runtime } from "../support/runtime";

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

it("runs public and internal functions", async () => {
  await run("run", "notes:add", '{"text":"from outside"}');
  await run("run", "notes:addForCron", '{"text":"from inside"}');
  expect(JSON.parse(await run("run", "notes:list"))).toEqual(["from outside", "from inside"]);
  const missing = await project.run(runtime, "run", "notes:nothing");
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/Could not find function[\s\S]*Available functions:[\s\S]*notes:add/);
});

it("shows tables and documents", async () => {
  await run("run", "notes:add", '{"text":"seen in the table"}');
  expect(await run("data")).toBe("notes");
  expect(await run("data", "notes", "--limit", "1")).toContain("seen in the table");
});

it("sets, lists and removes environment variables, which functions see at once", async () => {
  await run("env", "set", "SETTING", "quiet");
  expect(await run("env", "get", "SETTING")).toBe("quiet");
  expect(await run("env", "list")).toBe("SETTING=quiet");
  expect(await run("run", "notes:setting")).toBe('"quiet"');
  await run("env", "remove", "SETTING");
  expect(await run("run", "notes:setting")).toBe("");
});

it("specifies the functions", async () => {
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
