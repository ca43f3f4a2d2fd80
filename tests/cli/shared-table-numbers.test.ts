// Tests a ZIP file as Convex exports it. Each component numbers its own tables, so ids of two components may
// contain the same table number.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { strToU8, unzipSync, zipSync, type Zippable } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeId } from "../../packages/convex-embedded/src/values/ids";
import { ADMIN_KEY } from "../support/convex-cli";
import { startRuntime, type Runtime } from "../support/runtime";
import { exportAll, importAll } from "../support/transfers";

const FUNCTIONS = { functions: "tests/fixtures/transfer", adminKey: ADMIN_KEY };
const list = makeFunctionReference<"query", Record<string, never>, string[]>("dogs:list");
const photo = makeFunctionReference<"query", { name: string }, string | null>("dogs:photo");
const lines = makeFunctionReference<"query", Record<string, never>, { text: string; url: string }[]>(
  "dogs:lines",
);
const rename = makeFunctionReference<"mutation", { id: string; name: string }>("dogs:rename");
const removeLine = makeFunctionReference<"mutation", { id: string }>("dogs:removeLine");

const TABLE = 10_001;
const STORAGE = 540;
/** The app's table and the component's both have this id. Only the component distinguishes the documents. */
const twin = encodeId(TABLE, new Uint8Array(16).fill(7));
const file = encodeId(STORAGE, new Uint8Array(16).fill(9));

let runtime: Runtime;
let client: ConvexHttpClient;

beforeAll(async () => {
  runtime = await startRuntime(FUNCTIONS);
  client = new ConvexHttpClient(runtime.origin, { logger: false });
});
afterAll(() => runtime.stop());

const line = (...documents: unknown[]) =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join("");

function snapshot(): Record<string, string> {
  const stored = { _id: file, _creationTime: 1, size: 3, contentType: "text/plain" };
  return {
    "_tables/documents.jsonl": line({ name: "dogs", id: TABLE }),
    "dogs/documents.jsonl": line({ _id: twin, _creationTime: 1, name: "Ares", photo: file, sire: twin }),
    "_storage/documents.jsonl": line({ ...stored, internalId: "11111111-1111-4111-8111-111111111111" }),
    [`_storage/${file}.txt`]: "dog",
    "_components/log/_tables/documents.jsonl": line({ name: "lines", id: TABLE }),
    "_components/log/lines/documents.jsonl": line({
      ...{ _id: twin, _creationTime: 2, text: "the move", attachment: file },
    }),
    "_components/log/_storage/documents.jsonl": line({
      ...{ ...stored, internalId: "22222222-2222-4222-8222-222222222222" },
    }),
    [`_components/log/_storage/${file}.txt`]: "log",
  };
}

function zipped(texts: Record<string, string>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(texts).map(([name, text]) => [name, strToU8(text)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(entries) satisfies Zippable));
}

async function exported(): Promise<Record<string, string>> {
  const zip = unzipSync(new Uint8Array(await (await exportAll(runtime)).arrayBuffer()));
  return Object.fromEntries(
    Object.entries(zip).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
}

const fetched = async (url: string | null) => (await fetch(url ?? "")).text();

it("an export with shared table numbers is imported unchanged, and each component's documents and files remain separate", async () => {
  expect(await importAll(runtime, zipped(snapshot()), { format: "zip" })).toMatchObject({
    state: "completed",
    num_rows_written: 2n,
  });
  const seen = async () => ({
    dogs: await client.query(list, {}),
    photo: await fetched(await client.query(photo, { name: "ares" })),
    lines: (await client.query(lines, {})).map(({ text }) => text),
    attachment: await fetched((await client.query(lines, {}))[0]?.url ?? null),
  });
  const all = { dogs: ["Ares"], photo: "dog", lines: ["the move"], attachment: "log" };
  expect(await seen()).toEqual(all);

  await client.mutation(rename, { id: twin, name: "Ares vom Wald" });
  expect(await seen()).toEqual({ ...all, dogs: ["Ares vom Wald"] });
  const out = await exported();
  const entries = Object.keys(snapshot());
  expect(Object.keys(out)).toEqual(expect.arrayContaining(entries));
  for (const name of entries.filter((entry) => /_storage\/\w+\.txt$/.test(entry))) {
    expect(out[name]).toBe(snapshot()[name]);
  }
  expect(out["_components/log/lines/documents.jsonl"]).toContain(twin);

  await runtime.kill();
  runtime = await startRuntime({ ...FUNCTIONS, data: runtime.data });
  client = new ConvexHttpClient(runtime.origin, { logger: false });
  expect(await seen()).toEqual({ ...all, dogs: ["Ares vom Wald"] });

  await client.mutation(removeLine, { id: twin });
  expect(await client.query(lines, {})).toEqual([]);
  expect(await client.query(list, {})).toEqual(["Ares vom Wald"]);
  expect(await fetched(await client.query(photo, { name: "ares" }))).toBe("dog");
});

it("an export of the imported data can be imported over the existing data", async () => {
  await importAll(runtime, zipped(snapshot()), { format: "zip", mode: "replaceAll" });
  const out = await exported();
  await client.mutation(rename, { id: twin, name: "another" });
  await importAll(runtime, zipped(out), { format: "zip", mode: "replace" });
  expect(await exported()).toEqual(out);
});

it("two tables with the same number in one component are reported", async () => {
  const texts = {
    ...snapshot(),
    "notes/documents.jsonl": line({ _id: encodeId(TABLE, new Uint8Array(16)), text: "a" }),
  };
  const state = await importAll(runtime, zipped(texts), { format: "zip", mode: "replaceAll" });
  expect(state).toMatchObject({
    state: "failed",
    error_message: expect.stringContaining("has IDs that conflict"),
  });
  expect(await client.query(list, {})).toEqual(["Ares"]);
});
