/**
 * A kennel that an older version of Studbook has left, cut off within a restore, is brought up to date at the start:
 * the restore ends whole or not at all, nothing is lost, and what an older version has backed up comes in.
 *
 * The folder was left by the last version in which undo, deletion and history were written out for each kind of record:
 * records of every kind made by chance (tests/support/random-kennel.ts), a restore of the first of two backups killed
 * while it wrote, and in `states.json` the records before it (`before`) and those it was to bring (`target`).
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { sha256Of } from "../../domain/backups/checksum";
import type { BackupData } from "../../domain/backups/format";
import { makeIssuer } from "../bench/issuer";
import { readState, restoreEnded, sendBackup, type Keeper } from "../support/backup-client";
import { wordsOf } from "../support/record-words";
import { startRuntime, type Runtime } from "../support/runtime";

interface States {
  readonly kennelId: string;
  readonly dogId: string;
  readonly before: BackupData;
  readonly target: BackupData;
}

const fixture = path.resolve(import.meta.dirname, "../fixtures/layouts/studbook/2026-11-25.zip");

let data: string;
let states: States;
let runtime: Runtime;
let owner: ConvexHttpClient;
let keeper: Keeper;

beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), "old-studbook-"));
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(readFileSync(fixture))))) {
    const file = path.join(data, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  states = JSON.parse(readFileSync(path.join(data, "states.json"), "utf8")) as States;
  const issuer = await makeIssuer();
  runtime = await startRuntime({ functions: "convex", env: issuer.env, data: path.join(data, "data") });
  owner = new ConvexHttpClient(runtime.origin, { logger: false });
  owner.setAuth(await issuer.tokenOf("owner"));
  keeper = { client: owner, kennelId: states.kennelId as Id<"kennels"> };
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  rmSync(data, { recursive: true, force: true });
});

const words = (kept: BackupData) => wordsOf(kept, (file) => file);

it("ends the restore that was cut off, whole or not at all", async () => {
  const { state } = await restoreEnded(keeper);
  expect(await readState(keeper)).toEqual(words(state === "finished" ? states.target : states.before));
}, 120_000);

it("keeps the history of what was there", async () => {
  const { page } = await owner.query(api.history.history.ofRecord, {
    kennelId: states.kennelId,
    table: "dogs",
    recordId: states.dogId,
    now: Date.now(),
    paginationOpts: { numItems: 10, cursor: null },
  });
  expect(page.slice(-2)).toMatchObject([
    { kind: "changed", by: "owner", fields: [{ name: "color", before: null, after: "Fawn" }] },
    { kind: "created", by: "owner", title: "Bella vom Wald" },
  ]);
});

it("takes a backup that the older version made, records and files", async () => {
  const folder = path.join(data, "data", "files");
  const files = new Map<string, () => Uint8Array<ArrayBuffer>>();
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const bytes = new Uint8Array(readFileSync(path.join(name.parentPath, name.name)));
    files.set(await sha256Of(bytes), () => bytes);
  }
  const backupId = await sendBackup(keeper, { data: states.before, files });
  await owner.mutation(api.backups.restores.start, { kennelId: states.kennelId, backupId, mode: "exact" });
  expect(await restoreEnded(keeper)).toMatchObject({ state: "finished", problem: null });
  // Who uploads a file vouches for what it tells of the past.
  const activities = states.before.activities?.map((row) => ({ ...row, isFromUpload: true })) ?? [];
  expect(await readState(keeper)).toEqual(words({ ...states.before, activities }));
}, 120_000);
