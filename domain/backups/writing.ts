/**
 * Combines a backup's records and files into one file for the user, which is written piece by piece. JSON contains
 * the files in base64; a ZIP has an entry for each file.
 */
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { piecesOf, type ByteSource } from "./byte-source";
import {
  fileEntryName,
  FREE_UNPACKED_BYTES,
  MAX_INLINE_FILE_BYTES,
  MOST_PACKING,
  RECORDS_ENTRY,
  type BackupFile,
  type BackupFormat,
} from "./format";

export interface FullFile extends BackupFile {
  readonly bytes: Uint8Array;
}

type Piece = Uint8Array<ArrayBuffer>;

/** ZIP is used instead of JSON if the files have too many bytes. */
export const formatFor = (asked: BackupFormat, fileBytes: number): BackupFormat =>
  fileBytes > MAX_INLINE_FILE_BYTES ? "zip" : asked;

const encode = (text: string): Piece => new TextEncoder().encode(text);

/** A multiple of three, so that the pieces can be joined. */
const BASE64_PIECE = 0x6000;

function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += BASE64_PIECE) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + BASE64_PIECE))));
  }
  return pieces.join("");
}

/** The last brace is searched in the last bytes of the text. */
const END_BYTES = 4096;

/** A section can be added before the last brace. */
async function endOf(records: ByteSource): Promise<number> {
  const from = Math.max(0, records.size - END_BYTES);
  const end = new TextDecoder("latin1").decode(await records.read(from, records.size));
  return from + end.trimEnd().replace(/\}$/u, "").length;
}

async function* withoutEnd(records: ByteSource): AsyncGenerator<Piece> {
  for await (const piece of piecesOf(records, { from: 0, to: await endOf(records) })) {
    yield new Uint8Array(piece);
  }
}

const manifestOf = (files: readonly BackupFile[]): string =>
  JSON.stringify(Object.fromEntries(files.map(({ sha256, type, size }) => [sha256, { type, size }])));

/** The key is the hash of the content. */
export const fileInJson = ({ sha256, type, size, bytes }: FullFile): string =>
  `"${sha256}":${JSON.stringify({ type, size, data: toBase64(bytes) })}`;

export async function* writeJson(records: ByteSource, files: AsyncIterable<FullFile>): AsyncGenerator<Piece> {
  yield* withoutEnd(records);
  yield encode(',"files":{');
  let separator = "";
  for await (const file of files) {
    yield encode(separator + fileInJson(file));
    separator = ",";
  }
  yield encode("}}");
}

interface OpenZip {
  readonly zip: Zip;
  readonly pieces: Piece[];
  readonly size: number;
}

async function beginZip(
  entry: ZipPassThrough | ZipDeflate,
  records: ByteSource,
  manifest: readonly BackupFile[],
): Promise<OpenZip> {
  const pieces: Piece[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    pieces.push(new Uint8Array(chunk));
  });
  zip.add(entry);
  const end = encode(`,"files":${manifestOf(manifest)}}`);
  let size = end.length;
  for await (const piece of withoutEnd(records)) {
    size += piece.length;
    entry.push(piece);
  }
  entry.push(end, true);
  return { zip, pieces, size };
}

/** Says whether records compress so well that a reader might refuse the ZIP as a bomb. */
const isOverpacked = ({ pieces, size }: OpenZip): boolean =>
  size > FREE_UNPACKED_BYTES + (MOST_PACKING / 2) * pieces.reduce((sum, { length }) => sum + length, 0);

export async function* writeZip(
  records: ByteSource,
  manifest: readonly BackupFile[],
  files: AsyncIterable<FullFile>,
): AsyncGenerator<Piece> {
  const packed = await beginZip(new ZipDeflate(RECORDS_ENTRY), records, manifest);
  const { zip, pieces } = isOverpacked(packed)
    ? await beginZip(new ZipPassThrough(RECORDS_ENTRY), records, manifest)
    : packed;
  yield* pieces.splice(0);
  for await (const file of files) {
    // Photos are already compressed.
    const entry = new ZipPassThrough(fileEntryName(file));
    zip.add(entry);
    entry.push(file.bytes, true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces.splice(0);
}
