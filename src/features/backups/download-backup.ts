/** Builds a backup as one file in the browser: downloads its records, and its files one by one. */
import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import type { BackupContents } from "@convex/backups/model/backupContents";
import { sourceOfBlob } from "@domain/backups/byte-source";
import type { BackupFile } from "@domain/backups/format";
import { writeJson, writeZip, type FullFile } from "@domain/backups/writing";
import { fetchKept } from "@/lib/fetch-kept";

type Client = Pick<ConvexReactClient, "query">;
type FileToFetch = BackupFile & { readonly url: string };

const fetchBlob = async (url: string): Promise<Blob> =>
  await fetchKept(url, "A file of the backup could not be downloaded: status");

/** Each content is listed once. */
async function listFiles(client: Client, backupId: string): Promise<FileToFetch[]> {
  const found = new Map<string, FileToFetch>();
  let cursor: string | null = null;
  do {
    const page: {
      files: { sha256: string; type: string; size: number; url: string | null }[];
      cursor: string | null;
    } = await client.query(api.backups.backups.files, { backupId, cursor });
    for (const { sha256, type, size, url } of page.files) {
      if (url !== null) found.set(sha256, { sha256, type, size, url });
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return [...found.values()];
}

/** `onFile` receives the number of downloaded files. Throws if a download fails. */
export async function buildBackupFile(
  client: Client,
  { id, url, format }: BackupContents,
  onFile: (count: number) => void,
): Promise<Blob> {
  if (url === null) throw new Error("The backup is not ready");
  const records = sourceOfBlob(await fetchBlob(url));
  const files = await listFiles(client, id);
  let count = 0;
  async function* contents(): AsyncGenerator<FullFile> {
    for (const file of files) {
      const bytes = new Uint8Array(await (await fetchBlob(file.url)).arrayBuffer());
      onFile((count += 1));
      yield { ...file, bytes };
    }
  }
  // The browser can store a blob on disk, which has room for gigabytes of photos.
  const parts: Blob[] = [];
  const pieces = format === "zip" ? writeZip(records, files, contents()) : writeJson(records, contents());
  for await (const piece of pieces) parts.push(new Blob([piece]));
  return new Blob(parts, { type: format === "zip" ? "application/zip" : "application/json" });
}
