// Tests that `npm run dev` pushes a saved file, and that an open page continues.
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, expect, it, vi } from "vitest";
import { pushOnChange } from "../../scripts/push-on-change.mjs";
import { ADMIN_KEY, createCliProject } from "../support/convex-cli";
import { startRuntime } from "../support/runtime";

const list = makeFunctionReference<"query">("notes:list");
const add = makeFunctionReference<"mutation">("notes:add");

// Each test runs the CLI several times.
vi.setConfig({ testTimeout: 120_000 });

const cleanups: (() => Promise<unknown> | void)[] = [];
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Saved files are pushed as in `npm run dev`. The page has a first note. */
async function startDeveloping() {
  const runtime = await startRuntime({ adminKey: ADMIN_KEY });
  cleanups.push(() => runtime.stop());
  const project = createCliProject({ "tests/fixtures/cli": "." });
  cleanups.push(() => project.remove());
  const reports: string[] = [];
  const pushes = pushOnChange({
    dir: project.dir,
    folders: ["convex"],
    url: runtime.origin,
    adminKey: ADMIN_KEY,
    typecheck: null,
    report: (text) => reports.push(text),
  });
  cleanups.push(() => pushes.close());
  await pushes.whenPushed;
  const page = new ConvexClient(runtime.origin, { logger: false });
  cleanups.push(() => page.close());
  await page.mutation(add, { text: "one" });
  const seen: unknown[] = [];
  page.onUpdate(list, {}, (result) => seen.push(result));
  await eventually(() => expect(seen).toEqual([["one"]]));
  return { project, page, seen, reported: () => reports.join("") };
}

it("an open page shows a saved change, and only the developer sees a mistake", async () => {
  const { project, page, seen, reported } = await startDeveloping();

  project.edit("convex/notes.ts", (text) => text.replace(".take(100)", ".take(100"));
  await eventually(() => expect(reported()).toContain("[ERROR]"));
  await page.mutation(add, { text: "two" });
  expect(seen.at(-1)).toEqual(["one", "two"]);

  project.edit("convex/notes.ts", (text) => text.replace(".take(100", '.order("desc").take(100)'));
  await eventually(() => expect(seen.at(-1)).toEqual(["two", "one"]));
  expect(page.client.connectionState().connectionCount).toBe(1);
});

it("a saved schema is checked against the existing data, and the page uses the old schema until the data fits", async () => {
  const { project, page, seen, reported } = await startDeveloping();

  project.edit("convex/schema.ts", (text) => text.replace("v.string()", "v.number()"));
  await eventually(() => expect(reported()).toContain("does not match the schema"));
  await page.mutation(add, { text: "two" });
  expect(seen.at(-1)).toEqual(["one", "two"]);

  project.edit("convex/schema.ts", (text) => text.replace("v.number()", "v.union(v.string(), v.null())"));
  project.edit("convex/notes.ts", (text) => text.replace('.query("notes")', '.query("notes").order("desc")'));
  await eventually(() => expect(seen.at(-1)).toEqual(["two", "one"]));
  expect(page.client.connectionState().connectionCount).toBe(1);
});

it("a saved index is filled with the existing documents, under an open page", async () => {
  const { project, page, seen } = await startDeveloping();
  for (const text of ["c", "b"]) await page.mutation(add, { text });
  expect(seen.at(-1)).toEqual(["one", "c", "b"]);

  project.edit("convex/schema.ts", (text) => text.replace("}) })", '}).index("by_text", ["text"]) })'));
  project.edit("convex/notes.ts", (text) =>
    text.replace('query("notes")', 'query("notes").withIndex("by_text")'),
  );

  await eventually(() => expect(seen.at(-1)).toEqual(["b", "c", "one"]));
  await page.mutation(add, { text: "a" });
  expect(seen.at(-1)).toEqual(["a", "b", "c", "one"]);
  expect(page.client.connectionState().connectionCount).toBe(1);
});
