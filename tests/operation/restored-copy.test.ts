/** A tab that was open while its server went back to an older copy of its data reconnects and shows that copy. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";

const add = makeFunctionReference<"mutation", { board: string; text: string }, null>("notes:add");
const newest = makeFunctionReference<"query", { board: string }, string | null>("notes:newest");

const root = mkdtempSync(path.join(tmpdir(), "studbook-restored-"));
let runtime: Runtime | undefined;
let client: ConvexClient | undefined;
afterEach(async () => {
  await client?.close();
  await runtime?.stop();
  rmSync(root, { recursive: true, force: true });
});

test("a tab shows the restored copy at once, though nobody has written anything since", async () => {
  const data = path.join(root, "data");
  const copy = path.join(root, "copy");
  const start = (port: number) => startRuntime({ functions: "tests/fixtures/attacks", data, port });
  runtime = await start(0);
  const { origin, port } = runtime;
  client = new ConvexClient(origin);
  await client.mutation(add, { board: "x", text: "older" });
  await runtime.stop();
  cpSync(data, copy, { recursive: true });

  runtime = await start(port);
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
  await runtime.stop();
  rmSync(data, { recursive: true });
  cpSync(copy, data, { recursive: true });

  runtime = await start(port);
  await shows("older");
  expect(seen.slice(-2)).toEqual(["newer", "older"]);
});
