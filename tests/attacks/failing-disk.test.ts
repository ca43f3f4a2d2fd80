/**
 * A disk that is full or fails: the runtime says so in one line and ends, or refuses what it cannot keep; what it has
 * acknowledged is there after the next start.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { call } from "./calls";

let folder: string;
let marker: string;
const running: Runtime[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "studbook-disk-"));
  marker = path.join(folder, "failing");
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((runtime) => runtime.stop()));
  rmSync(folder, { recursive: true });
});

async function start(): Promise<Runtime> {
  const runtime = await startRuntime({
    functions: "tests/fixtures/attacks",
    data: path.join(folder, "data"),
    env: { FAILING_DISK: marker },
    nodeArguments: ["--import", path.join(import.meta.dirname, "failing-disk.mjs")],
  });
  running.push(runtime);
  return runtime;
}

const fail = (code: string) => writeFileSync(marker, code);
const repair = () => rmSync(marker);
const add = (runtime: Runtime, text: string) =>
  call(runtime.origin, "mutation", "notes:add", { board: "mine", text });
const newest = async (runtime: Runtime) =>
  (await call(runtime.origin, "query", "notes:newest", { board: "mine" })).body["value"];

test("a commit that cannot be forced to disk ends the process with its reason in one line", async () => {
  const runtime = await start();
  expect((await add(runtime, "kept")).body).toMatchObject({ status: "success" });
  fail("EIO");
  await expect(add(runtime, "lost")).rejects.toThrow();
  expect(await runtime.ended).toBe(1);
  expect(runtime.errors()).toMatch(
    /^Could not write to the database \S+ \(EIO: the disk fails\): check the disk and its free space\.\n$/,
  );

  repair();
  const next = await start();
  expect(["kept", "lost"]).toContain(await newest(next));
  expect((await add(next, "new")).body).toMatchObject({ status: "success" });
  expect(await newest(next)).toBe("new");
});

test("an upload on a full disk is answered, and the next one after it works", async () => {
  const runtime = await start();
  const { body } = await call(runtime.origin, "mutation", "notes:uploadAddress");
  const upload = () =>
    fetch(String(body["value"]), {
      method: "POST",
      body: Buffer.alloc(3_000_000, "x"),
      headers: { "content-type": "text/plain" },
    });
  fail("ENOSPC");
  const refused = await upload();
  expect([refused.status, await refused.json()]).toEqual([
    507,
    { code: "StorageFull", message: "There is no room to store the file. Try again later." },
  ]);
  repair();
  expect((await upload()).status).toBe(200);
  expect(runtime.errors()).toBe("");
});

test.each([
  [
    "ENOSPC",
    /^The runtime ended with code 1: Cannot write to [^\n]+: the disk is full: make room, [^\n]+\n$/,
  ],
  ["EIO", /^The runtime ended with code 1: Cannot write to [^\n]+: the disk fails: check it, [^\n]+\n$/],
  ["EROFS", /^The runtime ended with code 1: Cannot write to [^\n]+\n$/],
])("a start on a disk that says %s tells the reason in one line", async (code, words) => {
  fail(code);
  await expect(start()).rejects.toThrow(words);
});
