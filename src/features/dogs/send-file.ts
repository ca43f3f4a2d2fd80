/** Sends one file to an upload address and tells how far it is, which `fetch` cannot. */

/** A connection that has not brought a file over by then is given up. */
const SEND_TIMEOUT_MS = 10 * 60_000;

/** Sends the file and answers the id it is stored under; throws when it did not arrive whole. */
export async function sendFile(url: string, file: Blob, onSent: (bytes: number) => void): Promise<string> {
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error("The photo did not arrive"));
    request.open("POST", url);
    request.timeout = SEND_TIMEOUT_MS;
    request.setRequestHeader("Content-Type", file.type);
    request.responseType = "json";
    request.upload.onprogress = (event) => onSent(event.loaded);
    request.onload = () => {
      const answer = request.response as { storageId?: string } | null; // what storage answers
      if (request.status === 200 && answer?.storageId) resolve(answer.storageId);
      else fail();
    };
    request.onerror = request.onabort = request.ontimeout = fail;
    request.send(file);
  });
}
