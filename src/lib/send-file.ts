/** Sends one file to an upload address and reports the progress, which `fetch` cannot do. */
import { fail } from "@domain/errors";

/** A connection that transfers nothing for this time counts as lost. */
const STALL_MS = 45_000;

/** The status of a server whose disk is full or fails. */
const NOT_STORED_STATUSES: readonly number[] = [507, 503];

interface Answer {
  readonly status: number;
  readonly storageId: string | undefined;
}

/**
 * Returns the storage id. Throws if the file did not arrive completely or the upload was stopped. Throws
 * STORAGE_UNAVAILABLE if the server could not store it.
 */
export async function sendFile(
  url: string,
  file: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { status, storageId } = await post(url, file, onSent, signal);
  if (status === 200 && storageId) return storageId;
  if (NOT_STORED_STATUSES.includes(status)) fail("STORAGE_UNAVAILABLE");
  throw new Error(FAILED);
}

const FAILED = "The file could not be uploaded";

async function post(
  url: string,
  file: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALL_MS);
    };
    request.open("POST", url);
    request.setRequestHeader("Content-Type", file.type);
    request.responseType = "json";
    request.upload.onprogress = (event) => {
      watch();
      onSent(event.loaded);
    };
    request.onload = () => {
      const answer = request.response as { storageId?: string } | null; // the response of Convex's file storage
      resolve({ status: request.status, storageId: answer?.storageId });
    };
    request.onerror = request.onabort = () => reject(new Error(FAILED));
    // Without this, a request would hang when the network is lost.
    const cutOff = () => request.abort();
    window.addEventListener("offline", cutOff);
    signal.addEventListener("abort", cutOff);
    request.onloadend = () => {
      clearTimeout(stalled);
      window.removeEventListener("offline", cutOff);
      signal.removeEventListener("abort", cutOff);
    };
    watch();
    request.send(file);
  });
}
