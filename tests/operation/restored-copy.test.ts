/** Tests a tab that was open while its server was replaced by an older copy of its data. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { startLasting, type LastingRuntime } from "../support/relay";

const add = makeFunctionReference<"mutation", { board: string; text: string }, null>("notes:add");
const newest = makeFunctionReference<"query", { board: string }, string | null>("notes:newest");

const root = mkdtempSync(path.join(tmpdir(), "studbook-restored-"));
let runtime: LastingRuntime | undefined;
let client: ConvexClient | undefined;
afterEach(async () => {
  await client?.close();
  await runtime?.close();
  rmSync(root, { recursive: true, force: true });
});

test("a tab shows the restored copy immediately, even without a new write", async () => {
  const data = path.join(root, "data");
  const copy = path.join(root, "copy");
  runtime = await startLasting({ functions: "tests/fixtures/attacks", data });
  client = new ConvexClient(runtime.origin);
  await client.mutation(add, { board: "x", text: "older" });
  await runtime.current().stop();
  cpSync(data, copy, { recursive: true });

  await runtime.startAgain();
  const seen: (string | null)[] = [];
  let onSeen: () => void = () => undefined;
  client.onUpdate(newest, { board: "x" }, (text) => {
    seen.push(text);
    onSeen();
  });
  const shows = (text: string) =>
    new Promise<void>((resolve) => {
      onSeen = () => seen.at(-1) === text && resolve();
      onSeen();
    });
  await client.mutation(add, { board: "x", text: "newer" });
  await shows("newer");
  await runtime.current().stop();
  rmSync(data, { recursive: true });
  cpSync(copy, data, { recursive: true });

  await runtime.startAgain();
  await shows("older");
  expect(seen.slice(-2)).toEqual(["newer", "older"]);
});
