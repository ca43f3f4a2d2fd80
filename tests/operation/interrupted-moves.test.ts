/**
 * Tests imports, backups and restores that are interrupted or canceled. Either the old data must remain or the new
 * data must be complete.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ADMIN_KEY } from "../support/convex-cli";
import { startRuntime, type Runtime } from "../support/runtime";
import { cancel, exportAll, importAll, perform, stateOf, upload, whenImport } from "../support/transfers";

const FUNCTIONS = { functions: "tests/fixtures/transfer", adminKey: ADMIN_KEY };
const fill = makeFunctionReference<"action">("dogs:fill");
const addNote = makeFunctionReference<"mutation", { text: string }>("dogs:addNote");
const command = fileURLToPath(new URL("../../packages/convex-embedded/dist/backup/main.js", import.meta.url));

const NOTES = 1500;
/** Writing this many takes long enough to be canceled before the end. */
const MANY_NOTES = 20_000;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "interrupted-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function exported(runtime: Runtime): Promise<Record<string, string>> {
  const zip = unzipSync(new Uint8Array(await (await exportAll(runtime)).arrayBuffer()));
  return Object.fromEntries(
    Object.entries(zip).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** The file contains many notes, a photo and lines of the component. */
function zipOf(mark: string, count = NOTES): Uint8Array<ArrayBuffer> {
  const notes = Array.from({ length: count }, (_, i) => JSON.stringify({ text: `${mark} ${i}` })).join("\n");
  const entries = {
    "notes/documents.jsonl": strToU8(notes),
    "dogs/documents.jsonl": strToU8(JSON.stringify({ name: mark })),
    "_storage/kg2038g1a4mw0aqx1z9dkvh8hj9agexc.txt": strToU8(`photo of ${mark}`),
  };
  return new Uint8Array(zipSync(entries));
}

/** These fields distinguish one import from another. */
function marksIn(texts: Record<string, string>): { marks: string[]; notes: number; photos: number } {
  const lines = (name: string) => (texts[name] ?? "").split("\n").filter((line) => line !== "");
  const notes = lines("notes/documents.jsonl").map((line) => (JSON.parse(line) as { text: string }).text);
  const dogs = lines("dogs/documents.jsonl").map((line) => (JSON.parse(line) as { name: string }).name);
  const photos = Object.entries(texts).filter(([name]) => /^_storage\/\w+$/.test(name));
  const marks = [
    ...dogs,
    ...notes.map((text) => text.split(" ")[0] ?? ""),
    ...photos.map(([, text]) => text.slice(9)),
  ];
  return { marks: [...new Set(marks)], notes: notes.length, photos: photos.length };
}

describe("an import", () => {
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await startRuntime({ ...FUNCTIONS, data: path.join(dir, "import") });
  });
  afterAll(() => runtime.stop());

  it("that is interrupted by a kill at any moment has changed nothing or everything", async () => {
    expect(await importAll(runtime, zipOf("m0"), { format: "zip", mode: "replaceAll" })).toMatchObject({
      state: "completed",
    });
    let now = "m0";
    for (const looks of [0, 3, 9]) {
      const next = `m${looks + 1}`;
      const importId = await upload(runtime, [zipOf(next)], { format: "zip", mode: "replaceAll" });
      await whenImport(runtime, importId, "waiting_for_confirmation");
      await perform(runtime, importId);
      for (let look = 0; look < looks; look += 1) await stateOf(runtime, importId);
      await runtime.kill();
      runtime = await startRuntime({ ...FUNCTIONS, data: runtime.data });
      const found = marksIn(await exported(runtime));
      expect(found).toMatchObject({ notes: NOTES, photos: 1 });
      expect([[now], [next]]).toContainEqual(found.marks);
      now = found.marks[0] ?? "";
      const state = await stateOf(runtime, importId);
      expect(state.state === "failed" || now === next).toBe(true);
      // No uploaded data remains, and no file without a document.
      expect(filesIn(path.join(runtime.data, "imports"))).toEqual([]);
      await vi.waitFor(() => expect(filesIn(path.join(runtime.data, "files"))).toHaveLength(1), {
        timeout: 20_000,
      });
      await new ConvexHttpClient(runtime.origin, { logger: false }).mutation(addNote, {
        text: `${now} more`,
      });
      await importAll(runtime, zipOf(now), { format: "zip", mode: "replaceAll" });
    }
  });

  it("that is canceled while it waits or writes leaves the old data unchanged", async () => {
    const before = await exported(runtime);
    const files = filesIn(path.join(runtime.data, "files"));
    for (const moment of ["waiting", "writing"]) {
      const importId = await upload(runtime, [zipOf("given-up", MANY_NOTES)], {
        format: "zip",
        mode: "replaceAll",
      });
      await whenImport(runtime, importId, "waiting_for_confirmation");
      if (moment === "writing") await perform(runtime, importId);
      await cancel(runtime, importId);
      expect(await whenImport(runtime, importId)).toMatchObject({ error_message: "Import canceled" });
      expect(await exported(runtime)).toEqual(before);
      expect(filesIn(path.join(runtime.data, "imports"))).toEqual([]);
      expect(filesIn(path.join(runtime.data, "files"))).toEqual(files);
    }
  });
});

describe("a backup", () => {
  let runtime: Runtime;
  const data = () => path.join(dir, "backup");
  beforeAll(async () => {
    runtime = await startRuntime({ ...FUNCTIONS, data: data() });
    await new ConvexHttpClient(runtime.origin, { logger: false }).action(fill, {});
    await importAll(runtime, zipOf("kept"), { format: "zip", mode: "append" });
  });
  afterAll(() => runtime.stop());
  const made: string[] = [];
  afterEach(() => made.splice(0).forEach((file) => rmSync(file, { recursive: true, force: true })));

  /** Kills the command as soon as `isReached`. Returns whether the command was killed in time. */
  async function killed(args: string[], isReached: () => boolean): Promise<boolean> {
    const child = spawn(process.execPath, [command, ...args], { stdio: "ignore" });
    const ended = new Promise<boolean>((resolve) =>
      child.once("exit", (_code, signal) => resolve(signal === "SIGKILL")),
    );
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!isOver && !isReached()) await new Promise((resolve) => setImmediate(resolve));
    child.kill("SIGKILL");
    return ended;
  }

  async function run(...args: string[]): Promise<number | null> {
    const child = spawn(process.execPath, [command, ...args], { stdio: "ignore" });
    return new Promise((resolve) => child.once("exit", resolve));
  }

  it("that is killed leaves no file under its name, and after the next start nothing in the data folder", async () => {
    const before = await exported(runtime);
    const staging = path.join(data(), "backing-up");
    const moments: ((file: string) => boolean)[] = [
      () => existsSync(staging),
      () => existsSync(path.join(staging, "data.sqlite")),
      (file) => existsSync(`${file}.unfinished`),
    ];
    for (const [i, isReached] of moments.entries()) {
      const file = path.join(dir, `killed-${i}.tar`);
      made.push(file, `${file}.unfinished`);
      const isKilled = await killed(["backup", file, "--data", data()], () => isReached(file));
      expect(existsSync(file)).toBe(!isKilled);
    }
    await runtime.stop();
    runtime = await startRuntime({ ...FUNCTIONS, data: data() });
    expect(existsSync(staging)).toBe(false);

    const file = path.join(dir, "again.tar");
    const back = path.join(dir, "again");
    made.push(file, back);
    expect(await run("backup", file, "--data", data())).toBe(0);
    expect(await run("restore", file, "--data", back)).toBe(0);
    const restored = await startRuntime({ ...FUNCTIONS, data: back });
    expect(await exported(restored)).toEqual(before);
    await restored.stop();
  });

  it("leaves no folder when the restore command is killed, and can be restored afterwards", async () => {
    const file = path.join(dir, "whole.tar");
    const back = path.join(dir, "put-back");
    made.push(file, back, `${back}.unfinished`);
    expect(await run("backup", file, "--data", data())).toBe(0);
    const moments = [
      () => existsSync(`${back}.unfinished`),
      () => existsSync(path.join(`${back}.unfinished`, "data.sqlite")),
      () => existsSync(path.join(`${back}.unfinished`, "files")),
    ];
    for (const isReached of moments) {
      if (await killed(["restore", file, "--data", back], isReached)) expect(existsSync(back)).toBe(false);
      else rmSync(back, { recursive: true });
    }
    expect(await run("restore", file, "--data", back)).toBe(0);
    expect(filesIn(`${back}.unfinished`)).toEqual([]);
    expect(filesIn(path.join(back, "files"))).toEqual(filesIn(path.join(data(), "files")));
  });
});
