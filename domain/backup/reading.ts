/**
 * Opens a backup file, JSON or ZIP, and says what is wrong with it as a whole. What its records hold is for the server
 * to check, which knows their shapes; nothing here writes anything.
 */
import { canonicalJson, checksumOf, sha256Of } from "./checksum";
import {
  BACKUP_PRODUCT,
  BACKUP_VERSION,
  FILES_FOLDER,
  INVALID_BACKUP,
  MAX_JSON_BYTES,
  MAX_RECORDS_BYTES,
  RECORDS_ENTRY,
  RECORDS_LIMITS,
  sectionsSchema,
  type BackupData,
  type BackupFile,
  type BackupMetadata,
} from "./format";
import { isLightJson } from "./json-weight";
import {
  BrokenZip,
  looksLikeZip,
  readDirectory,
  readEntry,
  type ByteSource,
  type ZipEntry,
} from "./zip-reader";

/** Thrown for a file that is no backup which can be restored; the message says why in the breeder's words. */
export class BackupProblem extends Error {}

/** The largest file beside the records; photos and attachments have at most ten megabytes each. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The records of a backup. */
export interface BackupSections {
  readonly metadata: BackupMetadata;
  readonly data: BackupData;
}

/** A backup that was opened: its records, and its files to be read one by one. */
export interface OpenBackup extends BackupSections {
  readonly files: readonly BackupFile[];
  /** Reads a file; null when it is missing or is not what its name says. */
  readonly readFile: (sha256: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Parses a text, unless it would take more memory than there is; throws BackupProblem. */
function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_JSON_BYTES || !isLightJson(bytes, RECORDS_LIMITS)) {
    throw new BackupProblem(`${INVALID_BACKUP}: it holds more than can be read at once`);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new BackupProblem(INVALID_BACKUP);
  }
}

/** Refuses what was made by something else, or by a newer Studbook. */
function checkOrigin({ product, version }: BackupMetadata): void {
  if (product !== undefined && product !== BACKUP_PRODUCT) {
    throw new BackupProblem(`${INVALID_BACKUP}: it was not made by Studbook`);
  }
  if (version === undefined) return;
  if (version > BACKUP_VERSION) {
    throw new BackupProblem(`${INVALID_BACKUP}: it was made by a newer version of Studbook`);
  }
  if (!Number.isInteger(version) || version < 1) throw new BackupProblem(INVALID_BACKUP);
}

async function checkContent({ metadata, data }: BackupSections): Promise<void> {
  let checksum: string;
  try {
    checksum = await checksumOf(data);
  } catch {
    throw new BackupProblem(INVALID_BACKUP);
  }
  if (metadata.checksum !== undefined && metadata.checksum !== checksum) {
    throw new BackupProblem(`${INVALID_BACKUP}: its contents were changed or damaged after it was made`);
  }
}

/** Reads the sections out of a backup's text and checks them as a whole; throws BackupProblem. */
export async function readSections(bytes: Uint8Array) {
  const found = sectionsSchema.safeParse(parseJson(bytes));
  if (!found.success) throw new BackupProblem(INVALID_BACKUP);
  checkOrigin(found.data.metadata);
  await checkContent(found.data);
  return found.data;
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

async function openZip(source: ByteSource): Promise<OpenBackup> {
  const entries = await readDirectory(source);
  const records = entries.find(({ name }) => name === RECORDS_ENTRY);
  if (!records) throw new BackupProblem(INVALID_BACKUP);
  const {
    metadata,
    data,
    files = {},
  } = await readSections(await readEntry(source, records, MAX_RECORDS_BYTES));
  const places = new Map(entries.map((entry) => [hashOfEntry(entry), entry]));
  return {
    metadata,
    data,
    files: Object.entries(files).map(([sha256, { type, size }]) => ({ sha256, type, size })),
    readFile: async (sha256) => {
      const entry = places.get(sha256);
      if (!entry) return null;
      try {
        return await verified(await readEntry(source, entry, MAX_FILE_BYTES), sha256);
      } catch {
        return null;
      }
    },
  };
}

async function openJson(source: ByteSource): Promise<OpenBackup> {
  // One byte too many is enough to be refused, and as much as anybody needs to hold.
  const bytes = await source.read(0, Math.min(source.size, MAX_JSON_BYTES + 1));
  const { metadata, data, files = {} } = await readSections(bytes);
  return {
    metadata,
    data,
    files: Object.entries(files).map(([sha256, { type, size }]) => ({ sha256, type, size })),
    readFile: async (sha256) => {
      const inline = files[sha256]?.data;
      return inline === undefined ? null : await verified(decodeBase64(inline), sha256);
    },
  };
}

/** Opens a backup file; throws BackupProblem for one that cannot be restored. */
export async function openBackup(source: ByteSource): Promise<OpenBackup> {
  const start = await source.read(0, Math.min(4, source.size));
  try {
    if (looksLikeZip(start)) return await openZip(source);
  } catch (error) {
    if (error instanceof BrokenZip) throw new BackupProblem(`${INVALID_BACKUP}: ${error.message}`);
    // What the unpacker throws for damaged bytes has no type of its own.
    if (error instanceof BackupProblem) throw error;
    throw new BackupProblem(INVALID_BACKUP);
  }
  return await openJson(source);
}

/** Lets bytes that are in memory be read in pieces. */
export const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
});

/** Lets a file be read in pieces. */
export const sourceOfBlob = (blob: Blob): ByteSource => ({
  size: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
});

/** Writes the records alone as text, without the files. */
export const recordsText = ({ metadata, data }: BackupSections): string =>
  `{"metadata":${canonicalJson(metadata)},"data":${canonicalJson(data)}}`;
