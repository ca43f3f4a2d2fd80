// Tests pushes of apps with components.
import { readFileSync } from "node:fs";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, expect, it } from "vitest";
import { ADMIN_KEY, createCliProject } from "../support/convex-cli";
import { startRuntime } from "../support/runtime";

const bark = makeFunctionReference<"mutation", { key: string }, { ok: boolean }>("limits:bark");
const totals = makeFunctionReference<"query">("pups:totals");

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it("the CLI pushes an app with components, generates their types, and keeps their data over the next push", async () => {
  let runtime = await startRuntime({ adminKey: ADMIN_KEY });
  cleanups.push(() => runtime.stop());
  const project = createCliProject({
    "tests/fixtures/components": "convex",
    "tests/fixtures/cli/package.json": "package.json",
  });
  cleanups.push(() => project.remove());

  const { stderr } = await project.push(runtime);
  expect(stderr).toContain("Installed component resend/rateLimiter.");
  const api = readFileSync(path.join(project.dir, "convex/_generated/api.d.ts"), "utf8");
  expect(api).toContain(
    'byColor: import("@convex-dev/aggregate/_generated/component.js").ComponentApi<"byColor">;',
  );
  let client = new ConvexHttpClient(runtime.origin, { logger: false });
  for (let i = 0; i < 3; i += 1) expect((await client.mutation(bark, { key: "a" })).ok).toBe(true);

  const seen = async (...args: string[]) => (await project.run(runtime, ...args)).stdout.trim();
  expect(await seen("data")).toBe("counters\nnotes\npups");
  expect(await seen("data", "--component", "resend/rateLimiter")).toBe("rateLimits");
  expect(await seen("data", "rateLimits", "--component", "rateLimiter")).toContain('"bark"');
  expect(await seen("data", "rateLimits", "--component", "resend/rateLimiter")).toBe("");
  const unknown = await project.run(runtime, "data", "--component", "nobody");
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('Component "nobody" not found.');

  project.edit(
    "convex/pups.ts",
    (text) => `${text}\nexport const added = query({ args: {}, handler: () => 1 });\n`,
  );
  await project.push(runtime);
  expect((await client.mutation(bark, { key: "a" })).ok).toBe(false);

  await runtime.kill();
  runtime = await startRuntime({ adminKey: ADMIN_KEY, data: runtime.data });
  client = new ConvexHttpClient(runtime.origin, { logger: false });
  expect((await client.mutation(bark, { key: "a" })).ok).toBe(false);
  await expect(client.query(totals, {})).resolves.toBeDefined();
}, 120_000);
