// What `npm run dev` does with a saved file: it is pushed, and an open page goes on with the new functions.
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
/** Waits as long as a busy machine may need. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it("shows a saved change to an open page, and a mistake to the developer alone", async () => {
  const runtime = await startRuntime({ adminKey: ADMIN_KEY });
  cleanups.push(() => runtime.stop());
  const project = createCliProject({ "tests/fixtures/cli": "." });
  cleanups.push(() => project.remove());
  let reported = "";
  const pushes = pushOnChange({
    dir: project.dir,
    folders: ["convex"],
    url: runtime.origin,
    adminKey: ADMIN_KEY,
    typecheck: null,
    report: (text) => (reported += text),
  });
  cleanups.push(() => pushes.close());
  await pushes.whenPushed;
  const page = new ConvexClient(runtime.origin);
  cleanups.push(() => page.close());
  await page.mutation(add, { text: "one" });
  const seen: unknown[] = [];
  page.onUpdate(list, {}, (result) => seen.push(result));
  await eventually(() => expect(seen).toEqual([["one"]]));

  project.edit("convex/notes.ts", (text) => text.replace(".take(100)", ".take(100"));
  await eventually(() => expect(reported).toContain("[ERROR]"));
  await page.mutation(add, { text: "two" });
  expect(seen.at(-1)).toEqual(["one", "two"]);

  project.edit("convex/notes.ts", (text) => text.replace(".take(100", '.order("desc").take(100)'));
  await eventually(() => expect(seen.at(-1)).toEqual(["two", "one"]));
  expect(page.client.connectionState().connectionCount).toBe(1);
});
