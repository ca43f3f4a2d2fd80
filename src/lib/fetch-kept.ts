/** Fetches the files of backups and of copies of deleted kennels. Large files are fetched in parts. */

/** The status of a server that sends a file only in parts. */
const IN_PARTS = 416;

/** If the file cannot be fetched, throws an error with `problem` and the status. */
export async function fetchKept(url: string, problem: string): Promise<Blob> {
  const whole = await fetch(url);
  if (whole.ok) return await whole.blob();
  const size = Number(whole.headers.get("content-range")?.split("/")[1]);
  if (whole.status !== IN_PARTS || !Number.isSafeInteger(size)) throw new Error(`${problem} ${whole.status}`);
  // A browser may store a blob on disk, which has room for large files.
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
