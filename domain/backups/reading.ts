/**
 * Opens a backup file, JSON or ZIP, and reports errors in the file. Only the server checks the content of the
 * records, because only the server has their shapes.
 */
import { sourceOf, type ByteSource } from "./byte-source";
import { sha256Of } from "./checksum";
import {
  FILES_FOLDER,
  FREE_UNPACKED_BYTES,
  INVALID_BACKUP,
  MAX_BACKUP_FILE_BYTES,
  MAX_TEXT_BYTES,
  MOST_PACKING,
  RECORDS_ENTRY,
  type BackupFile,
  type BackupMetadata,
} from "./format";
import { BackupProblem, openRecords, type Records } from "./records";
import { BrokenZip, looksLikeZip, readDirectory, readEntry, type ZipEntry } from "./zip-reader";

export interface OpenBackup {
  readonly metadata: BackupMetadata;
  readonly counts: Readonly<Record<string, number>>;
  /** The records for an upload, without the files. */
  readonly text: () => Promise<Blob>;
  readonly files: readonly BackupFile[];
  /** Null if the file is missing or its content does not match its hash. */
  readonly readFile: (sha256: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
};

const verified = async (bytes: Uint8Array<ArrayBuffer> | null, sha256: string) =>
  bytes && (await sha256Of(bytes)) === sha256 ? bytes : null;

const hashOfEntry = ({ name }: ZipEntry): string =>
  name.startsWith(FILES_FOLDER) ? (name.slice(FILES_FOLDER.length).split(".")[0] ?? "") : "";

/** If the backup has no checksum, its records are parsed once in order to check them. */
async function openWhole(source: ByteSource): Promise<Records> {
  const records = await openRecords(source);
  if (records.metadata.checksum === undefined) await records.readThrough();
  return records;
}

const opened = async (records: Records, readFile: OpenBackup["readFile"]): Promise<OpenBackup> => ({
  metadata: records.metadata,
  counts: records.counts,
  text: async () => await records.text(),
  files: await records.files(),
  readFile,
});

async function openZip(source: ByteSource): Promise<OpenBackup> {
  const entries = await readDirectory(source);
  const entry = entries.find(({ name }) => name === RECORDS_ENTRY);
  if (!entry) throw new BackupProblem(INVALID_BACKUP);
  const most = Math.min(MAX_TEXT_BYTES, FREE_UNPACKED_BYTES + MOST_PACKING * entry.packedSize);
  const records = await openWhole(sourceOf(await readEntry(source, entry, most)));
  const places = new Map(entries.map((place) => [hashOfEntry(place), place]));
  return await opened(records, async (sha256) => {
    const place = places.get(sha256);
    if (!place) return null;
    try {
      return await verified(await readEntry(source, place, MAX_BACKUP_FILE_BYTES), sha256);
    } catch {
      return null;
    }
  });
}

async function openJson(source: ByteSource): Promise<OpenBackup> {
  const records = await openWhole(source);
  return await opened(records, async (sha256) => {
    const inline = await records.contentOf(sha256);
    return inline === undefined ? null : await verified(decodeBase64(inline), sha256);
  });
}

/** Opens a backup file; throws BackupProblem if the file cannot be restored. */
export async function openBackup(source: ByteSource): Promise<OpenBackup> {
  const start = await source.read(0, Math.min(4, source.size));
  try {
    if (looksLikeZip(start)) return await openZip(source);
  } catch (error) {
    if (error instanceof BrokenZip) throw new BackupProblem(`${INVALID_BACKUP}: ${error.message}`);
    // The decompressor's error for damaged bytes has no type of its own.
    if (error instanceof BackupProblem) throw error;
    throw new BackupProblem(INVALID_BACKUP);
  }
  return await openJson(source);
}
