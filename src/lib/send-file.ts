/** Sends one file to an upload address and tells how far it is, which `fetch` cannot. */

/** A connection over which nothing has moved for so long is gone, though nobody said so. */
const STALL_MS = 45_000;

/** Sends the file and returns the id it is stored under; throws when it did not arrive whole or was stopped. */
export async function sendFile(
  url: string,
  file: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALL_MS);
    };
    const fail = () => reject(new Error("The file could not be uploaded"));
    request.open("POST", url);
    request.setRequestHeader("Content-Type", file.type);
    request.responseType = "json";
    request.upload.onprogress = (event) => {
      watch();
      onSent(event.loaded);
    };
    request.onload = () => {
      const answer = request.response as { storageId?: string } | null; // what storage answers
      if (request.status === 200 && answer?.storageId) resolve(answer.storageId);
      else fail();
    };
    request.onerror = request.onabort = fail;
    // A request that was under way when the network went would otherwise hang.
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
