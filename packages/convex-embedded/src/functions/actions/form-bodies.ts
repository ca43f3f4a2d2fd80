/**
 * Forms sent to HTTP actions. The platform's `request.formData()` keeps several copies of a form in memory. Here a
 * long form is written to a file as it arrives, and the files in it are parts of this file that are read on demand.
 * The file is removed when its action ends.
 */
import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { MIMEType } from "node:util";
import { toDiskRefusal } from "../../files/disk-refusal.js";

/** A form that is longer than this, or whose length is unknown, is written to a file. */
const MAX_FORM_IN_MEMORY_BYTES = 1 << 20;

/** The maximum bytes of one part's headers, and the maximum number of parts. */
const MAX_PART_HEADER_BYTES = 16 * 1024;
const MAX_PARTS = 1000;

/** No action runs this long, so an older file is no longer read. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;

const malformed = (): TypeError => new TypeError("Failed to parse body as FormData.");

/** Throws a DiskRefusal if the disk cannot store a form. `onEnd` receives the function that removes its file. */
export function installFormBodies(folder: string, onEnd: (remove: () => void) => void): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the request it belongs to
  const inMemory = Request.prototype.formData;
  Request.prototype.formData = async function formData(this: Request): Promise<FormData> {
    const boundary = boundaryOf(this.headers.get("content-type"));
    const length = Number(this.headers.get("content-length") ?? Infinity);
    if (boundary === null || this.body === null || this.bodyUsed || length <= MAX_FORM_IN_MEMORY_BYTES)
      return await inMemory.call(this);
    const file = path.join(folder, randomUUID());
    onEnd(() => void rm(file, { force: true }));
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeLeftBehind(folder);
      return await readForm(file, boundary, this.body);
    } catch (error) {
      throw toDiskRefusal(error);
    }
  };
}

function boundaryOf(contentType: string | null): string | null {
  try {
    const type = new MIMEType(contentType ?? "");
    return type.essence === "multipart/form-data" ? type.params.get("boundary") : null;
  } catch {
    return null;
  }
}

async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < Date.now() - LEFT_BEHIND_MS) await rm(file, { force: true });
  }
}

async function readForm(file: string, boundary: string, body: ReadableStream<Uint8Array>): Promise<FormData> {
  const handle = await open(file, "wx+", 0o600);
  try {
    const marks = await spool(handle, Buffer.from(`\r\n--${boundary}`), body);
    const whole = await openAsBlob(file);
    const form = new FormData();
    for (const [place, start] of marks.entries()) {
      const end = marks[place + 1];
      if (end === undefined) await requireEnd(handle, start + boundary.length + 4);
      else await addPart(form, handle, whole, { start: start + boundary.length + 4, end });
    }
    if (marks.length === 0) throw malformed();
    return form;
  } finally {
    await handle.close();
  }
}

/** Returns the offset of each boundary, including the line break before it. */
async function spool(handle: FileHandle, mark: Buffer, body: ReadableStream<Uint8Array>): Promise<number[]> {
  const marks: number[] = [];
  const kept = mark.length - 1;
  // The first boundary has no line break before it. One is added, so that all boundaries look the same.
  let tail: Buffer = Buffer.from("\r\n");
  let offset = 0;
  const note = (position: number) => {
    if (marks.push(position) > MAX_PARTS) throw malformed();
  };
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    await handle.writeFile(chunk);
    // A long form is searched in place. Only the bytes at the border between two pieces are copied.
    const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const before = tail.length;
    const seam = Buffer.concat([tail, piece.subarray(0, kept)]);
    const across = seam.indexOf(mark);
    if (across >= 0) note(offset - before + across);
    const from = across < 0 ? 0 : across + mark.length - before;
    for (let at = piece.indexOf(mark, from); at >= 0; at = piece.indexOf(mark, at + mark.length))
      note(offset + at);
    // The kept bytes are shorter than a boundary, so no boundary is found twice.
    tail = Buffer.from(piece.length < kept ? seam.subarray(-kept) : piece.subarray(-kept));
    offset += piece.length;
  }
  return marks;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function requireEnd(handle: FileHandle, position: number): Promise<void> {
  if ((await readAt(handle, position, 2)).toString("latin1") !== "--") throw malformed();
}

/** A part consists of headers, an empty line, and the content. */
async function addPart(
  form: FormData,
  handle: FileHandle,
  whole: Blob,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const beginning = await readAt(handle, start, Math.min(MAX_PART_HEADER_BYTES, end - start));
  const headerEnd = beginning.indexOf("\r\n\r\n");
  if (headerEnd < 0 || !beginning.subarray(0, 2).equals(Buffer.from("\r\n"))) throw malformed();
  const lines = beginning.toString("utf8", 2, headerEnd).split("\r\n");
  const disposition = headerOf(lines, "content-disposition");
  const name = quoted(disposition, "name");
  if (!disposition.toLowerCase().startsWith("form-data;") || name === null) throw malformed();
  const fileName = quoted(disposition, "filename");
  const content = whole.slice(start + headerEnd + 4, end, headerOf(lines, "content-type") || "text/plain");
  if (fileName === null) form.append(name, await content.text());
  else form.append(name, content, fileName);
}

const headerOf = (lines: readonly string[], name: string): string =>
  lines
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim() ?? "";

/** Browsers percent-encode quotes and line breaks in a quoted parameter. */
function quoted(disposition: string, name: string): string | null {
  const start = disposition.indexOf(`; ${name}="`);
  if (start < 0) return null;
  const from = start + name.length + 4;
  const end = disposition.indexOf('"', from);
  if (end < 0) return null;
  return disposition
    .slice(from, end)
    .replaceAll(/%0D/gi, "\r")
    .replaceAll(/%0A/gi, "\n")
    .replaceAll("%22", '"');
}
