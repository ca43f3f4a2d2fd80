/** Fetches the files of backups and of copies of deleted kennels, the large ones part by part. */

/** Said by a server that gives a file in parts alone. */
const IN_PARTS = 416;

/** Fetches a file whole by its signed address; throws what `problem` says with the status when it is not there. */
export async function fetchKept(url: string, problem: string): Promise<Blob> {
  const whole = await fetch(url);
  if (whole.ok) return await whole.blob();
  const size = Number(whole.headers.get("content-range")?.split("/")[1]);
  if (whole.status !== IN_PARTS || !Number.isSafeInteger(size)) throw new Error(`${problem} ${whole.status}`);
  // A blob may lie on the disk, where the whole has room.
  const parts: Blob[] = [];
  for (let at = 0; at < size;) {
    const response = await fetch(url, { headers: { Range: `bytes=${at}-` } });
    const part = await response.blob();
    if (response.status !== 206 || part.size === 0) throw new Error(`${problem} ${response.status}`);
    parts.push(part);
    at += part.size;
  }
  return new Blob(parts, { type: parts[0]?.type ?? "" });
}
