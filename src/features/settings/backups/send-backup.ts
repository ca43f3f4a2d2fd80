/** Sends a backup file for a restore: its records as one text, and only those files that the kennel has not kept. */
import type { ConvexReactClient } from "convex/react";
import { sendFile } from "@/lib/send-file";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { MAX_BACKUP_FILE_BYTES, type BackupFile } from "@domain/backup/format";
import type { OpenBackup } from "@domain/backup/reading";

type Client = Pick<ConvexReactClient, "mutation">;

/** Files claimed, and told of, at once. */
const FILES_AT_ONCE = 100;

/** Bytes sent before the server is told of them: what it is not told of for long, it deletes. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;

interface Sending {
  readonly kennelId: string;
  readonly today: string;
}

const never = new AbortController().signal;

/** Sends a backup and returns the id under which it is checked; `onFile` hears of each file. */
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
      // A backup made by hand may say anything; what is larger is asked for again.
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
  let done = 0;
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const some = files.slice(at, at + FILES_AT_ONCE);
    const known = new Map(some.map((file) => [file.sha256, file]));
    for (const { sha256, url } of await claim(some)) {
      const bytes = await opened.readFile(sha256);
      const file = known.get(sha256);
      // What is missing in the file is told by the check.
      if (!bytes || !file) continue;
      const [larger] = bytes.length > file.size ? await claim([{ ...file, size: bytes.length }]) : [];
      const content = new Blob([bytes], { type: file.type });
      const storageId = await sendFile(larger?.url ?? url, content, () => undefined, never);
      storageIds.push(storageId as Id<"_storage">); // what storage answers
      unsaid += bytes.length;
      if (unsaid >= BYTES_AT_ONCE) await tell();
      onFile((done += 1));
    }
    await tell();
    onFile((done = at + some.length));
  }
  const text = await opened.text();
  const url = await client.mutation(api.backups.restores.generateUploadUrl, {
    kennelId,
    bytes: text.size,
  });
  const storageId = (await sendFile(url, text, () => undefined, never)) as Id<"_storage">; // as above
  await client.mutation(api.backups.restores.takeRecords, { kennelId, backupId, storageId });
  return backupId;
}
