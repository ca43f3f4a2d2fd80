/** Backups of a kennel on the running server, through the public functions. */
import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { KennelTable } from "../../convex/platform/model/changes/kennelTables";
import { sha256Of } from "../../domain/backups/checksum";
import { BACKUP_PRODUCT, BACKUP_VERSION, type BackupData } from "../../domain/backups/format";
import { recordsBlob, RecordsWriter } from "../../domain/backups/records-writer";
import { makeRecords } from "./random-kennel";
import { wordsOf } from "./record-words";

const TODAY = new Date().toISOString().slice(0, 10);
const FILES_AT_ONCE = 100;
const LOOK_EVERY_MS = 50;

type Bytes = Uint8Array<ArrayBuffer>;

/** A user with the kennel that is backed up. */
export interface Keeper {
  readonly client: ConvexHttpClient;
  readonly kennelId: Id<"kennels">;
}

/** The records are random. The function creates the content of each file. */
export interface MadeUp {
  readonly data: BackupData;
  readonly files: ReadonlyMap<string, () => Bytes>;
}

/** `fileOf` creates the content of a file from its number. */
export async function makeUp(
  whose: { kennelId: string; userId: string },
  how: { seed: number; count: (table: KennelTable) => number },
  fileOf: (content: string, number: number) => Bytes = (content) =>
    new Uint8Array(new TextEncoder().encode(content)),
): Promise<MadeUp> {
  const data: BackupData = {};
  const files = new Map<string, () => Bytes>();
  let stored = 0;
  const store = {
    insert: async (table: KennelTable, { kennelId: _kennel, ...row }: Record<string, unknown>) => {
      const rows = (data[table] ??= []);
      const _id = `${table}-${how.seed}-${rows.length}`;
      rows.push({ ...row, _id, _creationTime: 1_700_000_000_000 + rows.length });
      return await Promise.resolve(_id);
    },
    patch: async (table: KennelTable, id: string, changes: Record<string, unknown>) => {
      Object.assign(data[table]?.[Number(id.split("-").at(-1))] ?? {}, changes);
      await Promise.resolve();
    },
    storeFile: async (content: string) => {
      const number = (stored += 1);
      const sha256 = await sha256Of(fileOf(content, number));
      files.set(sha256, () => fileOf(content, number));
      return sha256;
    },
  };
  await makeRecords(store, whose, how);
  return { data, files };
}

/** After this time the test fails. The largest kennel takes a few minutes. */
const GIVE_UP_AFTER_MS = 1_200_000;

/** Repeats the query until the result is not null. */
async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  const endsAt = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > endsAt) throw new Error("It did not come about within twenty minutes");
    await pause(LOOK_EVERY_MS);
  }
}

async function post(url: string, content: Blob): Promise<Id<"_storage">> {
  const response = await fetch(url, {
    method: "POST",
    body: content,
    headers: { "content-type": content.type },
  });
  if (!response.ok) throw new Error(`The storage answered ${response.status}`);
  return ((await response.json()) as { storageId: Id<"_storage"> }).storageId;
}

const SECRET = "a secret of the deployment";

/** With these environment variables, the runtime accepts the signatures of this file. */
export const SIGNING = { STUDBOOK_LINK_SECRET: SECRET };

/**
 * The text of a signed backup. The rules of records are not checked for a signed backup, so random records may
 * break them.
 */
function textOf(kennelId: string, data: BackupData): Blob {
  const writer = new RecordsWriter();
  for (const kind of Object.keys(data).sort()) {
    writer.begin(kind);
    writer.add(data[kind] ?? []);
  }
  const written = writer.finish();
  const signature = createHmac("sha256", SECRET)
    .update(`backup/${kennelId}/${written.checksum}`)
    .digest("hex");
  const metadata = {
    ...{ checksum: written.checksum, signature },
    product: BACKUP_PRODUCT,
    version: BACKUP_VERSION,
    kennelId,
    includesPhotos: true,
    createdAt: new Date().toISOString(),
  };
  return recordsBlob(metadata, written.data);
}

/** Sends a backup as the web page does. Returns its id after the server has checked it. */
export async function sendBackup(
  { client, kennelId }: Keeper,
  { data, files }: MadeUp,
): Promise<Id<"backups">> {
  const backupId = await client.mutation(api.backups.restores.beginSending, { kennelId, today: TODAY });
  const hashes = [...files.keys()];
  for (let at = 0; at < hashes.length; at += FILES_AT_ONCE) {
    const some = hashes.slice(at, at + FILES_AT_ONCE);
    const missing = await client.mutation(api.backups.restores.claimFiles, {
      kennelId,
      backupId,
      hashes: some,
    });
    const storageIds: Id<"_storage">[] = [];
    for (const { sha256, url } of missing) {
      const bytes = files.get(sha256)?.();
      if (bytes) storageIds.push(await post(url, new Blob([bytes], { type: "image/png" })));
    }
    if (storageIds.length > 0) {
      await client.mutation(api.backups.restores.takeFiles, { kennelId, backupId, storageIds });
    }
  }
  const url = await client.mutation(api.backups.restores.generateUploadUrl, { kennelId });
  const storageId = await post(url, textOf(kennelId, data));
  await client.mutation(api.backups.restores.takeRecords, { kennelId, backupId, storageId });
  const sent = await until(async () => {
    const found = await client.query(api.backups.restores.sent, { kennelId, backupId });
    return found.state === "ready" || found.state === "failed" ? found : null;
  });
  if (sent.state !== "ready") throw new Error(sent.problems.join("\n"));
  return backupId;
}

/** Waits until the backup is complete. */
export async function makeBackup({ client, kennelId }: Keeper) {
  const asked = { backupType: "server", includePhotos: true, format: "json", today: TODAY } as const;
  const backupId = await client.mutation(api.backups.backups.create, { kennelId, ...asked });
  return await until(async () => {
    const backup = await client.query(api.backups.backups.get, { backupId });
    if (backup.state === "failed") throw new Error(backup.problems.join("\n"));
    return backup.state === "ready" ? backup : null;
  });
}

export const restoreEnded = async ({ client, kennelId }: Keeper) =>
  await until(async () => {
    const restore = await client.query(api.backups.restores.newest, { kennelId });
    return restore?.state === "finished" || restore?.state === "failed" ? restore : null;
  });

const fetched = async (url: string): Promise<Bytes> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`A file answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

/** Every record is read as text, and every file as the hash of its actual content. */
export async function readState(
  keeper: Keeper,
  leftOut?: readonly string[],
): Promise<Record<string, string[]>> {
  const { client } = keeper;
  const { id: backupId, url } = await makeBackup(keeper);
  if (url === null) throw new Error("The backup has no records");
  const { data } = JSON.parse(new TextDecoder().decode(await fetched(url))) as { data: BackupData };
  const hashes = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page: { files: { sha256: string; url: string | null }[]; cursor: string | null } =
      await client.query(api.backups.backups.files, { backupId, cursor });
    for (const file of page.files) {
      if (file.url !== null) hashes.set(file.sha256, await sha256Of(await fetched(file.url)));
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return wordsOf(data, (hash) => hashes.get(hash) ?? "missing", leftOut);
}
