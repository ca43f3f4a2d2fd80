/**
 * The files that a page does not need to start: kept one after the other once the shell is safe, so that a line that
 * drops soon after the first visit finds the app in place. Their names carry a hash, so what is kept stays right.
 */
const CACHE = "studbook-rest";

const ANY_ENCODING = { ignoreVary: true };

/** Keeps what is not kept yet; throws where a file does not come. */
export async function keepRest(paths: Iterable<string>): Promise<void> {
  const cache = await caches.open(CACHE);
  // At most starts nothing is missing, and one look tells.
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of paths) {
    if (kept.has(path) || (await cache.match(path, ANY_ENCODING))) continue;
    const file = await fetch(path, { credentials: "same-origin", priority: "low" });
    if (!file.ok) throw new Error(`${path}: ${file.status}`);
    await cache.put(path, file);
  }
}

/** Lets go of the files of earlier versions. */
export async function dropOldRest(paths: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!paths.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** Returns a file as it is kept, otherwise from the server. */
export async function readRest(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.url, ANY_ENCODING)) ?? (await fetch(request));
}
