/**
 * Tests a server from its first day in real processes. `tests/crash`, `tests/cli` and `tests/operation` test each
 * step in depth.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call } from "../attacks/calls";
import { checkEntries } from "../crash/mixed-check";
import { ADMIN_KEY, createCliProject } from "../support/convex-cli";
import { startRuntime, type Runtime } from "../support/runtime";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const append = makeFunctionReference<"mutation", { client: string; number: number }, number>(
  "entries:append",
);
const backupCommand = path.resolve(import.meta.dirname, "../../packages/convex-embedded/dist/backup/main.js");
const dir = mkdtempSync(path.join(tmpdir(), "studbook-smoke-"));
const data = path.join(dir, "data");
let runtime: Runtime;

beforeAll(async () => {
  runtime = await startRuntime({ adminKey: ADMIN_KEY, data });
  const project = createCliProject({ "tests/fixtures/crash": "." });
  await project.push(runtime).finally(() => project.remove());
});
afterAll(async () => {
  await runtime.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Writes as fast as responses arrive, until a write fails. */
class Writer {
  readonly acknowledged: number[] = [];
  constructor(readonly name: string) {}

  async run(client: ConvexHttpClient, goOn: () => boolean): Promise<void> {
    for (let number = 0; goOn(); number += 1) {
      try {
        this.acknowledged.push(await client.mutation(append, { client: this.name, number }));
      } catch {
        return;
      }
    }
  }
}

const clientOf = ({ origin }: Runtime) => new ConvexHttpClient(origin, { logger: false });
const storeCommand = (...args: string[]) => promisify(execFile)(process.execPath, [backupCommand, ...args]);

test("an empty folder serves what the unmodified command line pushes", async () => {
  const { body } = await call(runtime.origin, "query", "codeA:code");
  expect(body).toEqual({ status: "success", value: "code-number-0" });
});

test("after a kill in the middle of writes, it starts again with the pushed functions and every acknowledged write once", async () => {
  const writers = Array.from({ length: 4 }, (_, at) => new Writer(`killed-${at}`));
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0);
  let killing: Promise<void> | undefined;
  await Promise.all(
    writers.map((writer) =>
      writer.run(clientOf(runtime), () => {
        if (acknowledged() >= 200) killing ??= runtime.kill();
        return true;
      }),
    ),
  );
  await killing;
  runtime = await startRuntime({ adminKey: ADMIN_KEY, data });
  for (const writer of writers) {
    expect(writer.acknowledged.length).toBeGreaterThan(0);
    expect(await checkEntries(clientOf(runtime), writer)).toEqual([]);
  }
});

test("a backup made during writes contains all acknowledged data, and is served when restored", async () => {
  const before = new Writer("before");
  await before.run(clientOf(runtime), () => before.acknowledged.length < 20);
  const during = new Writer("during");
  let isBackingUp = true;
  const writing = during.run(clientOf(runtime), () => isBackingUp);
  const file = path.join(dir, "store.tar");
  await storeCommand("backup", file, "--data", data).finally(() => (isBackingUp = false));
  await writing;
  const restored = path.join(dir, "restored");
  await storeCommand("restore", file, "--data", restored);
  const copy = await startRuntime({ adminKey: ADMIN_KEY, data: restored });
  try {
    expect(before.acknowledged).toHaveLength(20);
    expect(await checkEntries(clientOf(copy), before)).toEqual([]);
    expect(await checkEntries(clientOf(copy), { name: "during", acknowledged: [] })).toEqual([]);
    await clientOf(copy).mutation(append, { client: "after", number: 0 });
  } finally {
    await copy.stop();
  }
});

test("a stored page is saved and never displayed, and can access nothing", async () => {
  const ask = async <Value>(kind: "query" | "mutation", name: string, args = {}) =>
    (await call(runtime.origin, kind, name, args)).body["value"] as Value;
  const sent = await fetch(await ask<string>("mutation", "files:uploadUrl"), {
    method: "POST",
    headers: { "content-type": "text/html" },
    body: "<script>alert(1)</script>",
  });
  const { storageId } = (await sent.json()) as { storageId: string };
  const { url } = await ask<{ url: string }>("query", "files:known", { storageId });
  const { headers } = await fetch(url);
  expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
  expect(headers.get("content-disposition")).toBe("attachment");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
