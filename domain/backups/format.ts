/**
 * The backup file: a metadata section, and a data section with one array for each kind of record. If files are
 * included, there is also a section of files, named by the hash of their content. Source: decisions GAP-BAK-01, 02,
 * 08 and 09.
 */
import { z } from "zod";
import type { JsonLimits } from "./json-weight";

export const BACKUP_PRODUCT = "studbook";

/** Increases when the layout of the file changes. A file with a higher version is refused. */
export const BACKUP_VERSION = 1;

/**
 * The format name of a kennel's export as JSON (domain/exports/json-file.ts). It has the layout of a backup and is
 * imported like a backup. Version 2 also contains the kennel's details and its files. Source: decision 13.
 */
export const EXPORT_ORIGIN = { product: "Studbook", kind: "export", version: 2 } as const;

/**
 * Where a backup comes from: the page, a request to the server, the nightly job, the state before a restore, or an
 * uploaded file.
 */
export const BACKUP_TYPES = ["local", "server", "automatic", "before_restore", "upload"] as const;
export type BackupType = (typeof BACKUP_TYPES)[number];

export const BACKUP_FORMATS = ["json", "zip"] as const;
export type BackupFormat = (typeof BACKUP_FORMATS)[number];

/** How many backups a cleanup keeps, and how many nightly backups are kept. Source: BAK-04. */
export const KEPT_BACKUPS = 10;

const MEBIBYTE = 1024 * 1024;

/** Source: decision GAP-BAK-08. */
export const MAX_BACKUP_BYTES = 500 * MEBIBYTE;

/**
 * The most bytes of files within the JSON text. With more bytes, the backup is a ZIP. Source: decision GAP-BAK-01.
 */
export const MAX_INLINE_FILE_BYTES = 50 * MEBIBYTE;

/**
 * The largest text of records that is written and read: about 480,000 records. The text is read in parts. Apart
 * from the text, only the ids of the records stay in memory.
 */
export const MAX_RECORDS_BYTES = 256 * MEBIBYTE;

/** Bounded because the id of each record stays in memory during a restore. */
export const MAX_RECORDS = 1_000_000;

/**
 * The largest unpacked size of a ZIP: this minimum, or a multiple of the ZIP's own size. Records compress to about
 * a tenth, because each record has unique ids. A text that compresses better is stored uncompressed.
 */
export const FREE_UNPACKED_BYTES = 16 * MEBIBYTE;
export const MOST_PACKING = 200;

/** The largest text: the records, the metadata, and the description of each file. */
export const MAX_TEXT_BYTES = MAX_RECORDS_BYTES + FREE_UNPACKED_BYTES;

/** The largest JSON file: the text, and the included files in base64. */
export const MAX_JSON_BYTES = MAX_TEXT_BYTES + Math.ceil(MAX_INLINE_FILE_BYTES / 3) * 4;

/** The largest single file. Photos and attachments have at most ten megabytes. */
export const MAX_BACKUP_FILE_BYTES = 64 * MEBIBYTE;

/** Limits of one record. They exceed the largest record that people can enter. Convex allows 1,024 fields. */
export const RECORD_LIMITS: JsonLimits = { containers: 20_000, values: 200_000, fields: 1024, depth: 30 };
export const MAX_RECORD_BYTES = 8 * MEBIBYTE;

/** Limits of the records that are parsed together: the size of their text, and the number of values in the text. */
export const PART_BYTES = MEBIBYTE;
export const PART_CONTAINERS = 50_000;

/** Limits of the short descriptions of a backup and its files. */
export const METADATA_LIMITS: JsonLimits = { containers: 100, values: 2000, fields: 1024, depth: 8 };
export const MAX_METADATA_BYTES = MEBIBYTE / 16;

export const MAX_KINDS = 200;
export const MAX_FILES = 60_000;

/** The names within a ZIP. */
export const RECORDS_ENTRY = "backup.json";
export const FILES_FOLDER = "files/";

/** Source: BAK-01. */
export const INVALID_BACKUP = "Invalid backup file format";

const HASH = /^[0-9a-f]{64}$/;

export const isHash = (text: string): boolean => HASH.test(text);

export const metadataSchema = z.object({
  product: z.string().optional(),
  kind: z.string().optional(),
  version: z.number().optional(),
  createdAt: z.string().optional(),
  kennelId: z.string().optional(),
  kennelName: z.string().optional(),
  counts: z.record(z.string(), z.number()).optional(),
  includesPhotos: z.boolean().optional(),
  checksum: z.string().optional(),
  /** Proves that this deployment created these records from that kennel. */
  signature: z.string().optional(),
});

/** All of the metadata may be missing in a hand-written file. */
export type BackupMetadata = z.infer<typeof metadataSchema>;

export type FullMetadata = Required<Omit<BackupMetadata, "kind" | "signature">> &
  Pick<BackupMetadata, "signature">;

/** The fields of a record, with its former id. */
export type BackupRow = Record<string, unknown>;

export type BackupData = Record<string, BackupRow[]>;

/** The file's content is present only if the text includes files. */
export const fileSchema = z.object({ type: z.string(), size: z.number(), data: z.string().optional() });

/** `day` is the breeder's date. Source: BAK-03, decision GAP-BAK-09. */
export const backupFileName = (day: string, format: BackupFormat): string =>
  `studbook-backup-${day}.${format}`;

export interface BackupFile {
  readonly sha256: string;
  readonly type: string;
  readonly size: number;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "text/plain": "txt",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
};

/** The extension makes the file open with the right program. */
export const fileEntryName = ({ sha256, type }: BackupFile): string => {
  const extension = EXTENSIONS[type];
  return `${FILES_FOLDER}${sha256}${extension === undefined ? "" : `.${extension}`}`;
};
