/**
 * The files that a page does not need to start. They are stored one after another after the main files, so that the
 * app is complete even if the connection is lost soon after the first visit. Their names contain a hash, so a
 * stored file stays valid.
 */
const CACHE = "studbook-rest";

const ANY_ENCODING = { ignoreVary: true };

/** Throws if a file cannot be fetched. */
export async function keepRest(paths: Iterable<string>): Promise<void> {
  const cache = await caches.open(CACHE);
  // At most starts no file is missing, so one lookup of the stored names is enough.
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of paths) {
    if (kept.has(path) || (await cache.match(path, ANY_ENCODING))) continue;
    const file = await fetch(path, { credentials: "same-origin", priority: "low" });
    if (!file.ok) throw new Error(`${path}: ${file.status}`);
    await cache.put(path, file);
  }
}

/** Deletes the files of earlier versions. */
export async function dropOldRest(paths: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!paths.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

export async function readRest(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.url, ANY_ENCODING)) ?? (await fetch(request));
}
