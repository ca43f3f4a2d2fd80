/**
 * Tests data of an older version of Studbook, interrupted within a restore and an import. The folder was left by
 * the last version for Node 20, killed while it wrote. It contains the kennel of `npm run demo` under a restore of
 * its own backup, with ten dogs changed since, and another kennel under the import of a thousand ancestors.
 * `states.json` contains the records that the restore must write (`target`), which are all records of the backup.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ConvexHttpClient } from "convex/browser";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { sha256Of } from "../../domain/backups/checksum";
import type { BackupData } from "../../domain/backups/format";
import { readState, restoreEnded, sendBackup, type Keeper } from "../support/backup-client";
import { signIn, type Person } from "../support/people";
import { wordsOf } from "../support/record-words";
import { startRuntime, type Runtime } from "../support/runtime";

interface States {
  readonly person: Person;
  readonly key: string;
  readonly kennelId: Id<"kennels">;
  readonly dogId: string;
  readonly importKennelId: Id<"kennels">;
  readonly leavingId: Id<"kennels">;
  readonly ancestors: number;
  readonly target: BackupData;
}

/** The current version derives these fields from others: search fields, and links to contacts. */
const FOLLOWING = ["searchText", "currentOwnerId", "buyerId", "contactId"];

/** A confirmed pregnancy no longer needs this check. Earlier versions kept the check. */
const isPastCheck = (words: string): boolean => words.includes(":pregnancy-check");

/** Every record of the earlier version must exist unchanged. */
function expectSame(found: Record<string, string[]>, expected: Record<string, string[]>): void {
  for (const [kind, rows] of Object.entries(expected)) {
    const kept = (all: readonly string[]) => all.filter((row) => kind !== "reminders" || !isPastCheck(row));
    expect(kept(found[kind] ?? []), kind).toEqual(kept(rows));
  }
}

const fixture = path.resolve(import.meta.dirname, "../fixtures/layouts/studbook/2026-11-28.zip");

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
  runtime = await startRuntime({
    ...{ functions: "convex", accounts: true, data: path.join(data, "data") },
    env: { STUDBOOK_TOKEN_KEY: states.key },
  });
  ({ client: owner } = await signIn(runtime.origin, states.person));
  keeper = { client: owner, kennelId: states.kennelId };
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  rmSync(data, { recursive: true, force: true });
});

const words = (kept: BackupData) => wordsOf(kept, (file) => file, FOLLOWING);
const state = async () => await readState(keeper, FOLLOWING);

it("the restore that the older version had begun is completed", async () => {
  expect(await restoreEnded(keeper)).toMatchObject({ state: "finished", problem: null, errorCount: 0 });
  // The placements are created from sales.
  const { placements, contacts: _, ...found } = await state();
  const expected = words(states.target);
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  expectSame(found, expected);
  const { puppies = [], dogs = [] } = states.target;
  const sold = [...puppies, ...dogs].filter(({ status }) => status === "sold" || status === "reserved");
  expect(placements).toHaveLength(sold.length);
}, 120_000);

it("the import that the older version had begun is completed, with each ancestor once", async () => {
  const kennelId = states.importKennelId;
  const runOf = async () => (await owner.query(api.imports.imports.list, { kennelId, kind: "ancestors" }))[0];
  await expect.poll(runOf, { timeout: 200_000 }).toMatchObject({ state: "finished", canUndo: true });
  const overview = async () => await owner.query(api.pedigree.coefficients.overview, { kennelId });
  await expect
    .poll(overview, { timeout: 30_000 })
    .toMatchObject({ progress: null, result: { dogs: states.ancestors } });
}, 240_000);

it("the older version's scheduled deletion of a kennel is kept", async () => {
  const kennels = await owner.query(api.kennels.kennels.list, {});
  expect(kennels.find(({ _id }) => _id === states.leavingId)?.deletesAt).toBeGreaterThan(0);
});

it("the history of the older version's records is kept", async () => {
  const { page } = await owner.query(api.history.history.ofRecord, {
    kennelId: states.kennelId,
    table: "dogs",
    recordId: states.dogId,
    now: Date.now(),
    paginationOpts: { numItems: 10, cursor: null },
  });
  expect(page.slice(-2)).toMatchObject([
    { kind: "changed", by: states.person.name, fields: [{ name: "color", before: null, after: "Fawn" }] },
    { kind: "created", by: states.person.name, title: "Bella vom Wald" },
  ]);
});

it("a backup of the older version is accepted, with records and files", async () => {
  const folder = path.join(data, "data", "files");
  const files = new Map<string, () => Uint8Array<ArrayBuffer>>();
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const bytes = new Uint8Array(readFileSync(path.join(name.parentPath, name.name)));
    files.set(await sha256Of(bytes), () => bytes);
  }
  const { _id: kennelId } = await owner.mutation(api.kennels.kennels.create, { name: "Second" });
  const second = { client: owner, kennelId };
  const backupId = await sendBackup(second, { data: states.target, files });
  await owner.mutation(api.backups.restores.start, { kennelId, backupId, mode: "exact" });
  expect(await restoreEnded(second)).toMatchObject({ state: "finished", problem: null, errorCount: 0 });
  // The user who uploads a file is responsible for its history.
  const activities = states.target.activities?.map((row) => ({ ...row, isFromUpload: true })) ?? [];
  // The member of staff who completed a reminder is unknown in the second kennel.
  const leftOut = [...FOLLOWING, "completedBy"];
  const expected = wordsOf({ ...states.target, activities }, (file) => file, leftOut);
  const found = await readState(second, leftOut);
  expectSame(found, expected);
}, 120_000);
