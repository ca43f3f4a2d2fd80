/** Tests a backup that is created while a runtime serves writes. */
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { createTarPacker } from "modern-tar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { openSqlite } from "../../packages/convex-embedded/src/storage/sqlite";

const command = fileURLToPath(new URL("../../packages/convex-embedded/dist/backup/main.js", import.meta.url));
const functions = "tests/fixtures/store";
const append = makeFunctionReference<"mutation", { number: number }>("ledger:append");
const numbers = makeFunctionReference<"query", Record<string, never>, number[]>("ledger:numbers");
const store = makeFunctionReference<"action", { text: string }>("ledger:store");
const dropOldest = makeFunctionReference<"mutation", Record<string, never>>("ledger:dropOldest");
const addresses = makeFunctionReference<"query", Record<string, never>, string[]>("ledger:addresses");

let dir: string;
let original: string;

async function run(...args: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [command, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output, errors };
}

async function texts(runtime: Runtime): Promise<string[]> {
  const urls = await new ConvexHttpClient(runtime.origin).query(addresses, {});
  const answers = await Promise.all(urls.map((url) => fetch(new URL(new URL(url).pathname, runtime.origin))));
  expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
  return Promise.all(answers.map((answer) => answer.text()));
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "store-backup-"));
  original = path.join(dir, "original");
  const runtime = await startRuntime({ functions, data: original, adminKey: undefined });
  const client = new ConvexHttpClient(runtime.origin);
  for (const text of ["first", "second", "third"]) await client.action(store, { text });
  writeFileSync(path.join(original, "notes.json"), "kept as it is");

  let acknowledged = 0;
  let isWriting = true;
  const write = async () => {
    for (; isWriting; acknowledged += 1) await client.mutation(append, { number: acknowledged });
  };
  const replaceFiles = async () => {
    for (let turn = 0; isWriting; turn += 1) {
      await client.action(store, { text: `later ${turn}` });
      await client.mutation(dropOldest, {});
    }
  };
  const writers = Promise.all([write(), replaceFiles()]);
  while (acknowledged < 20) await client.query(numbers, {});
  const before = acknowledged;
  const made = await run("backup", path.join(dir, "live.tar"), "--data", original);
  isWriting = false;
  await writers;
  await runtime.stop();
  expect(made).toMatchObject({ code: 0, errors: "" });
  writeFileSync(path.join(dir, "acknowledged"), String(before));
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("a backup of the data folder", () => {
  it("prints its version, and how it is used", async () => {
    const manifest = JSON.parse(readFileSync("packages/convex-embedded/package.json", "utf8")) as {
      version: string;
    };
    expect(await run("--version")).toEqual({ code: 0, output: `${manifest.version}\n`, errors: "" });
    expect((await run("--help")).output).toMatch(/^Use: convex-embedded-backup /u);
  });

  it("created during writes contains everything that was acknowledged before, and no half of a transaction", async () => {
    const data = path.join(dir, "restored");
    const back = await run("restore", path.join(dir, "live.tar"), "--data", data);
    expect(back).toMatchObject({ code: 0, errors: "" });
    expect(readFileSync(path.join(data, "notes.json"), "utf8")).toBe("kept as it is");
    expect(readFileSync(path.join(data, "admin-key"), "utf8")).toBe(
      readFileSync(path.join(original, "admin-key"), "utf8"),
    );
    const runtime = await startRuntime({ functions, data });
    try {
      const found = await new ConvexHttpClient(runtime.origin).query(numbers, {});
      expect(found).toEqual(found.map((_, position) => position));
      expect(found.length).toBeGreaterThanOrEqual(
        Number(readFileSync(path.join(dir, "acknowledged"), "utf8")),
      );
      // There is one more than three while the newest exists and the oldest is not yet deleted.
      const kept = await texts(runtime);
      expect([3, 4]).toContain(kept.length);
      await new ConvexHttpClient(runtime.origin).mutation(append, { number: found.length });
    } finally {
      await runtime.stop();
    }
  });

  it("can be read only by its owner, and leaves nothing behind", () => {
    expect(statSync(path.join(dir, "live.tar")).mode & 0o077).toBe(0);
    expect(readdirSync(original)).not.toContain("backing-up");
    expect(readdirSync(dir).filter((name) => name.includes("unfinished"))).toEqual([]);
  });

  it("can be created from a folder that no runtime serves, even after a kill", async () => {
    const data = path.join(dir, "killed");
    const runtime = await startRuntime({ functions, data });
    await new ConvexHttpClient(runtime.origin).mutation(append, { number: 7 });
    await runtime.kill();
    expect(await run("backup", path.join(dir, "killed.tar"), "--data", data)).toMatchObject({ code: 0 });
    const back = path.join(dir, "killed-back");
    expect(await run("restore", path.join(dir, "killed.tar"), "--data", back)).toMatchObject({ code: 0 });
    const again = await startRuntime({ functions, data: back });
    expect(await new ConvexHttpClient(again.origin).query(numbers, {})).toEqual([7]);
    await again.stop();
  });

  it("never replaces another file, and requires a folder with a database", async () => {
    const taken = path.join(dir, "taken.tar");
    writeFileSync(taken, "mine");
    const refused = await run("backup", taken, "--data", original);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("exists already") });
    expect(readFileSync(taken, "utf8")).toBe("mine");
    const empty = await run("backup", path.join(dir, "none.tar"), "--data", path.join(dir, "nowhere"));
    expect(empty).toMatchObject({ code: 1, errors: expect.stringContaining("There is no database in") });
  });

  it("is refused while the content of a stored file is missing", async () => {
    const data = path.join(dir, "lacking");
    cpSync(original, data, { recursive: true });
    rmSync(path.join(data, "files"), { recursive: true });
    const refused = await run("backup", path.join(dir, "lacking.tar"), "--data", data);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("stored files is missing") });
    expect(existsSync(path.join(dir, "lacking.tar"))).toBe(false);
  });
});

describe("restoring a backup", () => {
  async function refusal(name: string, bytes: Uint8Array): Promise<string> {
    const file = path.join(dir, `${name}.tar`);
    const data = path.join(dir, name);
    writeFileSync(file, bytes);
    const { code, errors } = await run("restore", file, "--data", data);
    expect(code).toBe(1);
    expect(readdirSync(dir).filter((entry) => entry.startsWith(name) && entry !== `${name}.tar`)).toEqual([]);
    return errors;
  }

  async function archiveOf(entries: Record<string, string>): Promise<Uint8Array> {
    const { readable, controller } = createTarPacker();
    const whole = new Response(readable).bytes();
    for (const [name, text] of Object.entries(entries)) {
      const bytes = new TextEncoder().encode(text);
      const writer = controller.add({ name, size: bytes.length, type: "file" }).getWriter();
      await writer.write(bytes);
      await writer.close();
    }
    controller.finalize();
    return whole;
  }

  it("refuses an incomplete file, a changed file, and a file that is not a backup, and leaves no folder", async () => {
    const whole = readFileSync(path.join(dir, "live.tar"));
    expect(await refusal("cut", whole.subarray(0, whole.length / 2))).toContain("is damaged");
    const changed = Buffer.from(whole);
    const at = changed.indexOf("kept as it is");
    changed.write("KEPT", at);
    expect(await refusal("changed", changed)).toContain("notes.json has changed");
    expect(await refusal("nonsense", Buffer.alloc(4096, 7))).toContain("is damaged");
    expect(await refusal("empty", Buffer.alloc(0))).toContain("is damaged");
    expect(await refusal("foreign", await archiveOf({ "manifest.json": "{}" }))).toContain("is no backup");
  });

  it("refuses a newer format, names that lead out of the folder, and files that the list does not name", async () => {
    const list = (version: number, entries: unknown[]) =>
      JSON.stringify({ format: "embedded-runtime-backup", version, madeAt: "2026-01-01", entries });
    expect(await refusal("newer", await archiveOf({ "manifest.json": list(99, []) }))).toContain(
      "made by a newer version",
    );
    const climbing = await archiveOf({ "../escaped": "out", "manifest.json": list(1, []) });
    expect(await refusal("climbing", climbing)).toContain("unexpected entry");
    expect(existsSync(path.join(dir, "escaped"))).toBe(false);
    const more = await archiveOf({ extra: "text", "manifest.json": list(1, []) });
    expect(await refusal("more", more)).toContain("beside its list");
    expect(await refusal("nothing", await archiveOf({ "manifest.json": list(1, []) }))).toContain(
      "holds no database",
    );
  });

  it("refuses a folder that is not empty, and a database of a newer version", async () => {
    const data = path.join(dir, "in-use");
    mkdirSync(data);
    writeFileSync(path.join(data, "mine"), "");
    const refused = await run("restore", path.join(dir, "live.tar"), "--data", data);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("is not empty") });
    expect(readdirSync(data)).toEqual(["mine"]);

    const later = path.join(dir, "later");
    mkdirSync(later);
    const sqlite = openSqlite(path.join(later, "data.sqlite"));
    sqlite.exec("PRAGMA user_version = 900");
    sqlite.close();
    const newer = await run("backup", path.join(dir, "later.tar"), "--data", later);
    expect(newer).toMatchObject({ code: 1, errors: expect.stringContaining("newer version") });
  });
});
