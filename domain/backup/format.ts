/**
 * What a backup file is: a metadata and a data section, the latter with one array per kind of record, and, where files
 * travel along, a section of files named by the hash of their content. Source: decisions GAP-BAK-01, 02, 08 and 09.
 */
import { z } from "zod";
import type { JsonLimits } from "./json-weight";

export const BACKUP_PRODUCT = "studbook";

/** Raised when the layout of the file changes; a file of a later one is refused. */
export const BACKUP_VERSION = 1;

/** Where backups come from: the page, the server on demand, the night, the state before a restore, a file. */
export const BACKUP_TYPES = ["local", "server", "automatic", "before_restore", "upload"] as const;
export type BackupType = (typeof BACKUP_TYPES)[number];

export const BACKUP_FORMATS = ["json", "zip"] as const;
export type BackupFormat = (typeof BACKUP_FORMATS)[number];

/** Backups that a cleanup and the night keep. Source: BAK-04. */
export const KEPT_BACKUPS = 10;

const MEBIBYTE = 1024 * 1024;

/** The largest file that can be restored. Source: decision GAP-BAK-08. */
export const MAX_BACKUP_BYTES = 500 * MEBIBYTE;

/** Files that travel within the JSON text; with more of them the backup is a ZIP. Source: decision GAP-BAK-01. */
export const MAX_INLINE_FILE_BYTES = 50 * MEBIBYTE;

/**
 * The largest text of records that is unpacked, whatever a ZIP says of itself: about 170,000 dogs. Measured: reading
 * them takes what Convex gives an action, 512 MiB, and a text of empty objects of this size would take eight times that.
 */
export const MAX_RECORDS_BYTES = 96 * MEBIBYTE;

/** The largest JSON file: the records, and in base64 the files that may travel within them. */
export const MAX_JSON_BYTES = MAX_RECORDS_BYTES + Math.ceil(MAX_INLINE_FILE_BYTES / 3) * 4;

/** What a text of records may hold: more than one of the largest size has that people wrote. */
export const RECORDS_LIMITS: JsonLimits = { containers: 1_000_000, values: 5_000_000, fields: 100_000 };

/** The name of the text of records within a ZIP, and the folder of the files beside it. */
export const RECORDS_ENTRY = "backup.json";
export const FILES_FOLDER = "files/";

/** What is said of every file that is no backup of ours. Source: BAK-01. */
export const INVALID_BACKUP = "Invalid backup file format";

const HASH = /^[0-9a-f]{64}$/;

/** Says whether a text is the hash of a file's content. */
export const isHash = (text: string): boolean => HASH.test(text);

const metadataSchema = z.object({
  product: z.string().optional(),
  version: z.number().optional(),
  createdAt: z.string().optional(),
  kennelId: z.string().optional(),
  kennelName: z.string().optional(),
  counts: z.record(z.string(), z.number()).optional(),
  includesPhotos: z.boolean().optional(),
  checksum: z.string().optional(),
});

/** What a backup says of itself; all of it may be missing in a file that was made by hand. */
export type BackupMetadata = z.infer<typeof metadataSchema>;

/** The metadata of a backup that Studbook made. */
export type FullMetadata = Required<BackupMetadata>;

/** One record of a backup: its fields with its former id. */
export type BackupRow = Record<string, unknown>;

/** The records of a backup by their kind. */
export type BackupData = Record<string, BackupRow[]>;

const fileSchema = z.object({ type: z.string(), size: z.number(), data: z.string().optional() });

/** The sections of a backup, read; `metadata` and `data` are there or it is none. */
export const sectionsSchema = z.object({
  metadata: metadataSchema,
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  files: z.record(z.string().regex(HASH), fileSchema).optional(),
});

/** Names a backup's file by the breeder's day. Source: BAK-03, decision GAP-BAK-09. */
export const backupFileName = (day: string, format: BackupFormat): string =>
  `studbook-backup-${day}.${format}`;

/** A file of a backup as the text of records names it. */
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

/** Names a file beside the records in a ZIP, so that it opens with the program for its kind. */
export const fileEntryName = ({ sha256, type }: BackupFile): string => {
  const extension = EXTENSIONS[type];
  return `${FILES_FOLDER}${sha256}${extension === undefined ? "" : `.${extension}`}`;
};
