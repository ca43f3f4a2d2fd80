/**
 * Puts a backup's records and files together into the file that the breeder keeps: one JSON text with the files in
 * base64 while they are few, else a ZIP of the same text with the files beside it. Written piece by piece.
 */
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import {
  fileEntryName,
  MAX_INLINE_FILE_BYTES,
  RECORDS_ENTRY,
  type BackupFile,
  type BackupFormat,
} from "./format";

/** A file with its content. */
export interface FullFile extends BackupFile {
  readonly bytes: Uint8Array;
}

type Piece = Uint8Array<ArrayBuffer>;

/** Answers the format in which a backup leaves: what was asked for, unless its files are too many for JSON. */
export const formatFor = (asked: BackupFormat, fileBytes: number): BackupFormat =>
  fileBytes > MAX_INLINE_FILE_BYTES ? "zip" : asked;

const encode = (text: string): Piece => new TextEncoder().encode(text);

/** Bytes turned into text at once; a multiple of three, so that the pieces join. */
const BASE64_PIECE = 0x6000;

function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += BASE64_PIECE) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + BASE64_PIECE))));
  }
  return pieces.join("");
}

/** Opens the section of files at the end of the records' text. */
const withoutEnd = (records: string): string => records.trimEnd().replace(/\}$/u, "");

const manifestOf = (files: readonly BackupFile[]): string =>
  JSON.stringify(Object.fromEntries(files.map(({ sha256, type, size }) => [sha256, { type, size }])));

/** Writes a backup as JSON; `files` answers each file's content when its turn comes. */
export async function* writeJson(records: string, files: AsyncIterable<FullFile>): AsyncGenerator<Piece> {
  yield encode(`${withoutEnd(records)},"files":{`);
  let separator = "";
  for await (const { sha256, type, size, bytes } of files) {
    yield encode(`${separator}"${sha256}":${JSON.stringify({ type, size, data: toBase64(bytes) })}`);
    separator = ",";
  }
  yield encode("}}");
}

/** Writes a backup as a ZIP. */
export async function* writeZip(
  records: string,
  manifest: readonly BackupFile[],
  files: AsyncIterable<FullFile>,
): AsyncGenerator<Piece> {
  const pieces: Piece[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    pieces.push(new Uint8Array(chunk));
  });
  const text = new ZipDeflate(RECORDS_ENTRY);
  zip.add(text);
  text.push(encode(`${withoutEnd(records)},"files":${manifestOf(manifest)}}`), true);
  yield* pieces.splice(0);
  for await (const file of files) {
    // Photos do not get smaller by packing.
    const entry = new ZipPassThrough(fileEntryName(file));
    zip.add(entry);
    entry.push(file.bytes, true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces.splice(0);
}
