/**
 * Creates one ZIP file from a deleted kennel's copy and its photos. The photos are downloaded one by one, and the
 * browser builds the file.
 */
import { Zip, ZipPassThrough } from "fflate";
import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import { fetchKept } from "@/lib/fetch-kept";

const PHOTOS_PER_PAGE = 100;

type Client = Pick<ConvexReactClient, "query">;
type File = { readonly name: string; readonly url: string };

async function* keptPhotos(client: Client, removalId: string): AsyncGenerator<File> {
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const answer: { page: { name: string; url: string | null }[]; isDone: boolean; continueCursor: string } =
      await client.query(api.kennels.kennels.removedPhotos, {
        removalId,
        paginationOpts: { numItems: PHOTOS_PER_PAGE, cursor },
      });
    for (const { name, url } of answer.page) if (url !== null) yield { name, url };
    ({ isDone, continueCursor: cursor } = answer);
  }
}

const fetchBytes = async (url: string): Promise<Uint8Array> =>
  new Uint8Array(
    await (await fetchKept(url, "A file of the copy could not be downloaded: status")).arrayBuffer(),
  );

/** `onPhoto` is called for each photo. Throws if a download fails. */
export async function zipCopy(
  client: Client,
  { removalId, copyUrl }: { removalId: string; copyUrl: string },
  onPhoto: (count: number) => void,
): Promise<Blob> {
  const parts: Blob[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    // The browser may store a blob on disk, which has room for gigabytes of photos.
    parts.push(new Blob([new Uint8Array(chunk)]));
  });
  const put = async ({ name, url }: File) => {
    const bytes = await fetchBytes(url);
    const entry = new ZipPassThrough(name); // compressing would not make photos smaller
    zip.add(entry);
    entry.push(bytes, true);
  };
  await put({ name: "kennel.json", url: copyUrl });
  let count = 0;
  for await (const photo of keptPhotos(client, removalId)) {
    await put(photo);
    onPhoto((count += 1));
  }
  zip.end();
  return new Blob(parts, { type: "application/zip" });
}
