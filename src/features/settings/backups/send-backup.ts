/** Sends a backup file for a restore: its records as one text, and only those files that the kennel has not kept. */
import type { ConvexReactClient } from "convex/react";
import { sendFile } from "@/lib/send-file";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { OpenBackup } from "@domain/backup/reading";

type Client = Pick<ConvexReactClient, "mutation">;

/** Files claimed, and told of, at once. */
const FILES_AT_ONCE = 100;

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
  const types = new Map(opened.files.map(({ sha256, type }) => [sha256, type]));
  const hashes = [...types.keys()];
  let done = 0;
  for (let at = 0; at < hashes.length; at += FILES_AT_ONCE) {
    const some = hashes.slice(at, at + FILES_AT_ONCE);
    const missing = await client.mutation(api.backups.restores.claimFiles, {
      kennelId,
      backupId,
      hashes: some,
    });
    const storageIds: Id<"_storage">[] = [];
    for (const { sha256, url } of missing) {
      const bytes = await opened.readFile(sha256);
      // What is missing in the file is told by the check.
      if (!bytes) continue;
      const file = new Blob([bytes], { type: types.get(sha256) ?? "" });
      storageIds.push((await sendFile(url, file, () => undefined, never)) as Id<"_storage">); // what storage answers
      onFile((done += 1));
    }
    if (storageIds.length > 0)
      await client.mutation(api.backups.restores.takeFiles, { kennelId, backupId, storageIds });
    onFile((done = at + some.length));
  }
  const url = await client.mutation(api.backups.restores.generateUploadUrl, { kennelId });
  const storageId = (await sendFile(url, await opened.text(), () => undefined, never)) as Id<"_storage">; // as above
  await client.mutation(api.backups.restores.takeRecords, { kennelId, backupId, storageId });
  return backupId;
}
