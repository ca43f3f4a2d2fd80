/**
 * Uploads a backup file for a restore: its records as one text, and only the files that the kennel does not have.
 */
import type { ConvexReactClient } from "convex/react";
import { sendFile } from "@/lib/send-file";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { MAX_BACKUP_FILE_BYTES, type BackupFile } from "@domain/backups/format";
import type { OpenBackup } from "@domain/backups/reading";

type Client = Pick<ConvexReactClient, "mutation">;

/** Addresses are requested and files are reported for this many files together. */
const FILES_AT_ONCE = 100;

/**
 * Addresses are requested for this many bytes together. Their files are uploaded and then reported to the server.
 * Addresses and unreported files expire within an hour.
 */
const BYTES_AT_ONCE = 16 * 1024 * 1024;

interface Sending {
  readonly kennelId: string;
  readonly today: string;
}

/** Each batch is small enough to be uploaded before its addresses expire. */
function portionsOf(files: readonly BackupFile[]): BackupFile[][] {
  const portions: BackupFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    const portion = portions.at(-1);
    bytes += file.size;
    if (portion && portion.length < FILES_AT_ONCE && bytes <= BYTES_AT_ONCE) portion.push(file);
    else {
      portions.push([file]);
      bytes = file.size;
    }
  }
  return portions;
}

const never = new AbortController().signal;

/** Returns the id under which the server checks the backup. `onFile` is called for each file. */
export async function sendBackup(
  client: Client,
  { kennelId, today }: Sending,
  opened: OpenBackup,
  onFile: (done: number) => void,
): Promise<Id<"backups">> {
  const backupId = await client.mutation(api.backups.restores.beginSending, { kennelId, today });
  const files = [...new Map(opened.files.map((file) => [file.sha256, file])).values()];
  const claim = async (some: readonly BackupFile[]) =>
    await client.mutation(api.backups.restores.claimFiles, {
      kennelId,
      backupId,
      hashes: some.map(({ sha256 }) => sha256),
      // A backup that was written by hand may state any size. A file that is larger than its stated size cannot be
      // uploaded.
      bytes: some.map(({ size }) => Math.min(Math.max(0, Math.floor(size)), MAX_BACKUP_FILE_BYTES)),
    });
  let storageIds: Id<"_storage">[] = [];
  let unsaid = 0;
  const tell = async (): Promise<void> => {
    if (storageIds.length === 0) return;
    await client.mutation(api.backups.restores.takeFiles, { kennelId, backupId, storageIds });
    storageIds = [];
    unsaid = 0;
  };
  let [before, done] = [0, 0];
  for (const some of portionsOf(files)) {
    const known = new Map(some.map((file) => [file.sha256, file]));
    for (const { sha256, url } of await claim(some)) {
      const bytes = await opened.readFile(sha256);
      const file = known.get(sha256);
      // The server's check reports files that are missing in the backup.
      if (!bytes || !file) continue;
      const [larger] = bytes.length > file.size ? await claim([{ ...file, size: bytes.length }]) : [];
      const content = new Blob([bytes], { type: file.type });
      const storageId = await sendFile(larger?.url ?? url, content, () => undefined, never);
      storageIds.push(storageId as Id<"_storage">); // the id comes from the storage's response
      unsaid += bytes.length;
      if (unsaid >= BYTES_AT_ONCE) await tell();
      onFile((done += 1));
    }
    await tell();
    onFile((done = before += some.length));
  }
  const text = await opened.text();
  const url = await client.mutation(api.backups.restores.generateUploadUrl, {
    kennelId,
    bytes: text.size,
  });
  const storageId = (await sendFile(url, text, () => undefined, never)) as Id<"_storage">; // the id comes from the storage's response
  await client.mutation(api.backups.restores.takeRecords, { kennelId, backupId, storageId });
  return backupId;
}
