// Tests data that the official CLI exports from one runtime and imports into another.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ADMIN_KEY, createCliProject, type CliProject } from "../support/convex-cli";
import { startRuntime, type Runtime } from "../support/runtime";

// Each test runs the CLI several times.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const fill = makeFunctionReference<"action">("dogs:fill");
const list = makeFunctionReference<"query", Record<string, never>, string[]>("dogs:list");
const notes = makeFunctionReference<"query", Record<string, never>, unknown[]>("dogs:notes");
const photo = makeFunctionReference<"query", { name: string }, string | null>("dogs:photo");
const addNote = makeFunctionReference<"mutation", { text: string }>("dogs:addNote");

const FUNCTIONS = { functions: "tests/fixtures/transfer", adminKey: ADMIN_KEY };

let project: CliProject;
let target: Runtime;
let client: ConvexHttpClient;

beforeAll(async () => {
  project = createCliProject({ "tests/fixtures/cli": "." });
  target = await startRuntime(FUNCTIONS);
  client = new ConvexHttpClient(target.origin, { logger: false });
});

afterAll(async () => {
  project.remove();
  await target.stop();
});

/** Throws if the CLI refuses. */
async function run(runtime: Runtime, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await project.run(runtime, ...args);
  if (code !== 0) throw new Error(stderr);
  return stdout + stderr;
}

async function refusal(...args: string[]): Promise<string> {
  const { code, stderr } = await project.run(target, ...args);
  expect(code).toBe(1);
  return stderr;
}

/** Returns the texts of the export's entries. Files are bytes in hexadecimal. */
async function exported(runtime: Runtime, name: string): Promise<Record<string, string>> {
  await run(runtime, "export", "--include-file-storage", "--path", name);
  const entries = Object.entries(unzipSync(readFileSync(path.join(project.dir, name))));
  return Object.fromEntries(entries.map(([entry, bytes]) => [entry, Buffer.from(bytes).toString("hex")]));
}

function importFile(name: string, text: string, ...options: string[]): Promise<string> {
  writeFileSync(path.join(project.dir, name), text);
  return run(target, "import", name, ...options);
}

it("moving documents, files and components into another runtime loses nothing", async () => {
  const source = await startRuntime(FUNCTIONS);
  try {
    const from = new ConvexHttpClient(source.origin, { logger: false });
    await from.action(fill, {});
    const before = await exported(source, "before.zip");
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(["dogs/documents.jsonl", "_components/log/lines/documents.jsonl"]),
    );
    const seen: unknown[] = [];
    const page = new ConvexClient(target.origin, { logger: false });
    page.onUpdate(list, {}, (names) => seen.push(names));
    await vi.waitFor(() => expect(seen).toEqual([[]]), { timeout: 20_000 });

    const printed = await run(target, "import", "before.zip");

    expect(printed).toContain("Added 6 documents");
    expect(await exported(target, "after.zip")).toEqual(before);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(["Ares vom Wald", "Bella", "Carlo"]), {
      timeout: 20_000,
    });
    await page.close();
    const url = new URL((await client.query(photo, { name: "ares" })) ?? "");
    expect(url.pathname).toBe(new URL((await from.query(photo, { name: "ares" })) ?? "").pathname);
    const bytes = await (await fetch(url)).arrayBuffer();
    expect([...new Uint8Array(bytes)]).toEqual([0, 255, 7]);

    await target.kill();
    target = await startRuntime({ ...FUNCTIONS, data: target.data });
    client = new ConvexHttpClient(target.origin, { logger: false });
    expect(await exported(target, "restarted.zip")).toEqual(before);
  } finally {
    await source.stop();
  }
});

describe("an import into existing data", () => {
  beforeEach(async () => {
    await importFile("two.jsonl", '{"text":"one"}\n{"text":"two"}\n', "--table", "notes", "--replace", "-y");
  });

  it("replaces a table or appends to it, and refuses without one of these options", async () => {
    expect(await client.query(notes, {})).toEqual([["one"], ["two"]]);
    await importFile(
      "more.json",
      '[{"text":"three"},{"text":"four","count":4}]',
      "--table",
      "notes",
      "--append",
    );
    expect(await client.query(notes, {})).toEqual([["one"], ["two"], ["three"], ["four", 4]]);
    expect(await refusal("import", "more.json", "--table", "notes")).toContain(
      "Table notes already exists. Please choose a new table name or use replace/append modes.",
    );
    expect(await client.query(notes, {})).toHaveLength(4);
  });

  it("reads numbers and empty optional fields from CSV", async () => {
    await importFile(
      "notes.csv",
      'text,count\nfive,5\n"six, or so",\n',
      "--table",
      "notes",
      "--replace",
      "-y",
    );
    expect(await client.query(notes, {})).toEqual([["five", 5], ["six, or so"]]);
  });

  it("changes nothing when a row is invalid, and names the row", async () => {
    const wrong: [string, RegExp][] = [
      ['{"text":"ok"}\n{"text":7}\n', /Row 2 of table "notes"[\s\S]*does not match the schema/],
      ['{"text":"ok"}\n{"text":\n', /Row 2 wasn't valid JSON/],
      ['{"text":"ok","_id":"nonsense"}\n', /Row 1 of table "notes"[\s\S]*Unable to decode ID/],
    ];
    for (const [text, message] of wrong) {
      writeFileSync(path.join(project.dir, "wrong.jsonl"), text);
      expect(await refusal("import", "wrong.jsonl", "--table", "notes", "--replace", "-y")).toMatch(message);
    }
    expect(await client.query(notes, {})).toEqual([["one"], ["two"]]);
  });

  it("empties the other tables with --replace-all, and work continues", async () => {
    await importFile("last.jsonl", '{"text":"last"}\n', "--table", "notes", "--replace-all", "-y");
    expect(await client.query(list, {})).toEqual([]);
    await client.mutation(addNote, { text: "after it" });
    expect(await client.query(notes, {})).toEqual([["last"], ["after it"]]);
  });

  it("fills only a table of a component", async () => {
    await importFile("lines.jsonl", '{"text":"x"}\n', "--table", "extra", "--component", "log");
    expect(await run(target, "data", "extra", "--component", "log")).toContain('"x"');
    expect(await run(target, "data")).not.toContain("extra");
  });
});

it("exports and imports are accepted only with the admin key", async () => {
  const ask = (url: string, headers = {}) => fetch(`${target.origin}${url}`, { method: "POST", headers });
  for (const url of ["/api/export/request/zip", "/api/import/start_upload", "/api/perform_import"]) {
    expect((await ask(url)).status).toBe(403);
    expect((await ask(url, { authorization: "Convex another" })).status).toBe(403);
  }
  expect((await fetch(`${target.origin}/api/export/zip/1`)).status).toBe(403);
});
