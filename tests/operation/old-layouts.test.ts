/** Tests that a database of an older version is updated at the start without losing data. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { ADMIN_KEY } from "../support/convex-cli";
import { startRuntime } from "../support/runtime";
import { exportAll } from "../support/transfers";

const list = makeFunctionReference<"query", Record<string, never>, string[]>("dogs:list");
const photo = makeFunctionReference<"query", { name: string }, string | null>("dogs:photo");
const addNote = makeFunctionReference<"mutation", { text: string }>("dogs:addNote");
const notes = makeFunctionReference<"query", Record<string, never>, unknown[]>("dogs:notes");

const layouts = path.resolve(import.meta.dirname, "../fixtures/layouts");

it("a data folder of layout 4 opens, in which numbers of tables were unique across components", async () => {
  const data = mkdtempSync(path.join(tmpdir(), "old-layout-"));
  cpSync(path.join(layouts, "4", "files"), path.join(data, "files"), { recursive: true });
  writeFileSync(
    path.join(data, "data.sqlite"),
    gunzipSync(readFileSync(path.join(layouts, "4", "data.sqlite.gz"))),
  );
  const runtime = await startRuntime({ functions: "tests/fixtures/transfer", data, adminKey: ADMIN_KEY });
  try {
    const client = new ConvexHttpClient(runtime.origin, { logger: false });
    expect(await client.query(list, {})).toEqual(["Ares vom Wald", "Bella", "Carlo"]);
    const url = (await client.query(photo, { name: "ares" })) ?? "";
    expect([...new Uint8Array(await (await fetch(url)).arrayBuffer())]).toEqual([0, 255, 7]);
    await client.mutation(addNote, { text: "after the update" });
    expect(await client.query(notes, {})).toEqual([["the first"], ["after the update"]]);

    const zip = unzipSync(new Uint8Array(await (await exportAll(runtime)).arrayBuffer()));
    const texts = Object.entries(zip).map(([name, bytes]) => [name, Buffer.from(bytes).toString()] as const);
    expect(texts.find(([name]) => name === "_components/log/lines/documents.jsonl")?.[1]).toContain(
      "the move",
    );
    const attachment = texts.find(([name]) => /^_components\/log\/_storage\/\w+\.txt$/.test(name));
    expect(attachment?.[1]).toBe("about the move");
  } finally {
    await runtime.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
