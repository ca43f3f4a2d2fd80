// Compares the committed code with what the official CLI generates against a runtime that has never received these
// functions.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { ADMIN_KEY, createCliProject } from "../support/convex-cli";
import { startRuntime } from "../support/runtime";

// Each test runs the CLI several times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function filesIn(dir: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dir).map((name) => [name, readFileSync(path.join(dir, name), "utf8")]),
  );
}

it("the CLI generates the committed code of the product, and changes nothing in the runtime", async () => {
  const runtime = await startRuntime({ adminKey: ADMIN_KEY });
  cleanups.push(() => runtime.stop());
  const project = createCliProject({
    convex: "convex",
    domain: "domain",
    "convex.json": "convex.json",
    "package.json": "package.json",
  });
  cleanups.push(() => project.remove());
  const generated = path.join(project.dir, "convex", "_generated");
  const committed = filesIn(generated);
  project.edit("convex/_generated/server.d.ts", () => "export {};\n");
  project.edit("convex/_generated/api.d.ts", () => "export {};\n");

  const result = await project.run(runtime, "codegen", "--typecheck", "disable");

  expect(result).toMatchObject({ code: 0 });
  expect(filesIn(generated)).toEqual(committed);
  const spec = await project.run(runtime, "function-spec");
  expect(JSON.parse(spec.stdout)).toMatchObject({ functions: [] });
});
