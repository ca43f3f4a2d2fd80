/**
 * File storage. The documents are in `_storage`, which functions see, and `_file_storage`, which has the name under
 * which a file is served and stored. The bytes are in a ContentFolder. The bytes are on disk before the documents
 * are committed, and are removed only after the documents were deleted. A committed file therefore always has its
 * content. Bytes that a crash left behind are removed at the next start.
 */
import { randomUUID } from "node:crypto";
import { EngineError } from "../errors.js";
import type { Database, ReadTransaction, WriteTransaction } from "../database/api.js";
import {
  indexRange,
  parseDocument,
  readCommitted,
  wholeTable,
  type RangeBound,
} from "../functions/system-query.js";
import {
  FILE_STORAGE_TABLE,
  STORAGE_TABLE,
  type FileStorageDocument,
  type StorageDocument,
} from "../functions/system-tables.js";
import {
  openContentFolder,
  type ByteRange,
  type ContentFolder,
  type WrittenContent,
} from "./content-folder.js";
import { parseId } from "../values/ids.js";
import { noteDiskWorks, toDiskRefusal } from "./disk-refusal.js";
import { MAX_FILE_BYTES, MIN_FREE_BYTES } from "./limits.js";
import { UploadAllowances, type Allowance } from "./upload-allowance.js";
import { createUploadTokens } from "./upload-token.js";

export interface FileStoreOptions {
  /** The folder for the files' bytes, `<data>/files`. */
  readonly dir: string;
  readonly database: Database;
  /**
   * The address at which clients reach the runtime, without a slash at the end. It is a function because the port
   * may be chosen late.
   */
  readonly origin: () => string;
  readonly filesOrigin?: string | null;
  readonly maxFileBytes?: number;
  readonly minFreeBytes?: number;
  readonly now?: () => number;
}

/** As `ctx.storage.getMetadata` returns it. */
export interface FileMetadata {
  readonly storageId: string;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly size: number;
  readonly contentType: string | null;
}

export interface StoreOptions {
  readonly contentType?: string;
  /** In Base64. The file is refused if its bytes have another hash. */
  readonly expectedSha256?: string;
  /** A limit below the maximum of a file. */
  readonly maxBytes?: number;
  readonly announcedBytes?: number | undefined;
}

export interface StoredFile {
  readonly storageId: string;
  /** In Base64. */
  readonly sha256: string;
  readonly size: number;
  readonly contentType: string | null;
  open(range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
}

interface Entry {
  readonly linkId: string;
  readonly uuid: string;
  readonly storageId: string;
  readonly document: StorageDocument;
}

/** The names of all files are stored together, so that an address finds its file in any component. */
const LINKS_COMPONENT = "";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A sweep lets other work run after this many files. */
const SWEEP_STEP = 200;

export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(options: FileStoreOptions) {
  const { database } = options;
  const maxFileBytes = options.maxFileBytes ?? MAX_FILE_BYTES;
  const content = openContentFolder(options.dir, options.minFreeBytes ?? MIN_FREE_BYTES);
  const now = options.now ?? Date.now;
  const tokens = createUploadTokens(database, now);
  const allowances = new UploadAllowances(maxFileBytes);
  const janitor = createJanitor(database, content);

  return {
    maxFileBytes,

    /**
     * The address accepts uploads for an hour into the storage of a component. Callers may lower the limit in the
     * address.
     */
    generateUploadUrl: (component = ""): string =>
      `${options.origin()}/api/storage/upload?token=${encodeURIComponent(tokens.issue(component))}&maxBytes=${maxFileBytes}`,

    /** Returns the reason if the address has expired or was not created here. */
    openUpload(
      token: string,
      bound: string | null,
      announced: number | null,
    ): (Allowance & { component: string }) | "invalid" | "expired" {
      const opened = tokens.open(token, bound);
      if (typeof opened === "string") return opened;
      const allowance = allowances.take(opened, now(), announced);
      return allowance === null ? "expired" : { ...allowance, component: opened.component };
    },

    /** Throws InvalidArgument for an id of another table. */
    getUrl(tx: ReadTransaction, storageId: string): string | null {
      const entry = findEntry(tx, storageId, "getUrl");
      return entry === null ? null : `${options.filesOrigin ?? options.origin()}/api/storage/${entry.uuid}`;
    },

    /** Throws InvalidArgument for an id of another table. */
    getMetadata(tx: ReadTransaction, storageId: string): FileMetadata | null {
      const entry = findEntry(tx, storageId, "getMetadata");
      if (entry === null) return null;
      return {
        storageId: entry.storageId,
        sha256: Buffer.from(entry.document.sha256, "base64").toString("hex"),
        size: entry.document.size,
        contentType: entry.document.contentType ?? null,
      };
    },

    /** The bytes are removed once the transaction is committed. Throws InvalidArgument if there is no file. */
    delete(tx: WriteTransaction, storageId: string): void {
      const entry = findEntry(tx, storageId, "delete");
      if (entry === null) throw new EngineError("InvalidArgument", `storage id ${storageId} not found`);
      tx.delete(entry.storageId, "system");
      tx.within(LINKS_COMPONENT, () => tx.delete(entry.linkId, "system"));
      janitor.checkAfterCommit(entry.uuid);
    },

    /** The bytes are removed again if the mutation fails. */
    storeIn(tx: WriteTransaction, bytes: Uint8Array, storeOptions: StoreOptions): string {
      const uuid = randomUUID();
      janitor.checkAfterCommit(uuid);
      const written = writeNow(content, uuid, bytes);
      checkHash(written, storeOptions.expectedSha256);
      return insertEntry(tx, written, storeOptions.contentType);
    },

    readIn(tx: ReadTransaction, storageId: string): { bytes: Buffer; contentType: string | null } | null {
      const entry = findEntry(tx, storageId, "get");
      if (entry === null || !content.has(entry.uuid)) return null;
      return {
        bytes: content.readSync(entry.uuid, entry.document.size),
        contentType: entry.document.contentType ?? null,
      };
    },

    /** Uses a separate transaction. The returned id is always new. Throws a DiskRefusal. */
    async store(
      chunks: AsyncIterable<Uint8Array>,
      storeOptions: StoreOptions,
      component = "",
    ): Promise<string> {
      const uuid = randomUUID();
      janitor.hold(uuid);
      try {
        const written = await content.write(
          uuid,
          chunks,
          storeOptions.maxBytes ?? maxFileBytes,
          storeOptions.announcedBytes,
        );
        noteDiskWorks();
        checkHash(written, storeOptions.expectedSha256);
        const { value } = await database.write((tx) =>
          tx.within(component, () => insertEntry(tx, written, storeOptions.contentType)),
        );
        return value;
      } catch (error) {
        content.remove(uuid);
        throw toDiskRefusal(error);
      } finally {
        janitor.release(uuid);
      }
    },

    /** Throws InvalidArgument for an id of another table. */
    find: async (storageId: string, component = ""): Promise<StoredFile | null> =>
      storedFile(
        content,
        await readCommitted(database, (tx) => tx.within(component, () => findEntry(tx, storageId, "get"))),
      ),

    findByUuid: async (uuid: string): Promise<StoredFile | null> =>
      storedFile(content, await readCommitted(database, (tx) => entryOfUuid(tx, uuid))),

    openContent: (uuid: string): Promise<ReadableStream<Uint8Array>> => content.read(uuid),

    /**
     * Keeps the bytes of files until the returned function is called, even if their documents are deleted before.
     */
    keepContent: (uuids: readonly string[]): (() => Promise<void>) => janitor.keep(uuids),

    /**
     * Stores bytes whose documents are written later. Before it writes, it calls `hold`, and the caller keeps the
     * content as in keepContent(). If a file with identical content already has the wanted name, its content is
     * used.
     */
    async takeIn(
      chunks: AsyncIterable<Uint8Array>,
      wanted: { readonly uuid: string | null; readonly sha256: string | null },
      hold: (uuid: string) => void,
    ): Promise<WrittenContent> {
      const isHere = wanted.uuid !== null && content.has(wanted.uuid);
      const here = isHere ? await readCommitted(database, (tx) => entryOfUuid(tx, wanted.uuid ?? "")) : null;
      if (here !== null && here.document.sha256 === wanted.sha256) {
        hold(here.uuid);
        return { uuid: here.uuid, sha256: here.document.sha256, size: here.document.size };
      }
      const uuid = isHere || wanted.uuid === null ? randomUUID() : wanted.uuid;
      hold(uuid);
      const written = await content.write(uuid, chunks, maxFileBytes);
      if (wanted.sha256 !== null) checkHash(written, wanted.sha256);
      return written;
    },

    /**
     * Stores the component of files from older versions, which did not do that. After the next import, ids no longer
     * show it.
     */
    async noteOwners(): Promise<void> {
      const unknown = await readCommitted(database, (tx) =>
        [...wholeTable<FileStorageDocument>(tx, FILE_STORAGE_TABLE)].filter(
          ({ component }) => component === undefined,
        ),
      );
      for (let at = 0; at < unknown.length; at += SWEEP_STEP) {
        await database.write((tx) => {
          for (const { _id } of unknown.slice(at, at + SWEEP_STEP)) {
            const text = tx.get(_id, "system");
            if (text === null) continue;
            const component = ownerOf(tx, parseDocument<FileStorageDocument>(text));
            tx.patch(_id, JSON.stringify({ component }), "system");
          }
        });
      }
    },

    /** Only a crash can leave bytes without a document. */
    sweep: (): Promise<number> => janitor.sweep(),

    close(): void {
      janitor.close();
    },
  };
}

function writeNow(content: ContentFolder, uuid: string, bytes: Uint8Array): WrittenContent {
  try {
    return content.writeSync(uuid, bytes);
  } catch (error) {
    throw toDiskRefusal(error);
  }
}

export function isFileUuid(text: string): boolean {
  return UUID.test(text);
}

function storedFile(content: ContentFolder, entry: Entry | null): StoredFile | null {
  if (entry === null || !content.has(entry.uuid)) return null;
  const { sha256, size, contentType } = entry.document;
  return {
    storageId: entry.storageId,
    sha256,
    size,
    contentType: contentType ?? null,
    open: (range) => content.read(entry.uuid, range, size),
  };
}

function insertEntry(tx: WriteTransaction, written: WrittenContent, contentType: string | undefined): string {
  const document: StorageDocument = { sha256: written.sha256, size: written.size, contentType };
  const storageId = tx.insert(STORAGE_TABLE, JSON.stringify(document), "system");
  const link: FileStorageDocument = { storageId, uuid: written.uuid, component: tx.component };
  tx.within(LINKS_COMPONENT, () => tx.insert(FILE_STORAGE_TABLE, JSON.stringify(link), "system"));
  return storageId;
}

function findEntry(tx: ReadTransaction, storageId: string, method: string): Entry | null {
  if (UUID.test(storageId)) return entryOfUuid(tx, storageId);
  if (parseId(storageId).tableNumber === null) {
    throw new EngineError(
      "InvalidArgument",
      `Invalid argument \`storageId\` for \`storage.${method}\`: Invalid storage ID: "${storageId}". ` +
        "Storage ID should be an Id of '_storage' table, or a UUID string.",
    );
  }
  if (tx.normalizeId(STORAGE_TABLE, storageId, "system") === null) {
    throw new EngineError(
      "InvalidArgument",
      `Invalid storage ID: "${storageId}". Storage ID should be an ID of the '_storage' table.`,
    );
  }
  return entryOfLink(tx, "_file_storage.by_storage_id", ["Eq", "storageId", storageId], tx.component);
}

function entryOfUuid(tx: ReadTransaction, uuid: string): Entry | null {
  return entryOfLink(tx, "_file_storage.by_uuid", ["Eq", "uuid", uuid]);
}

/** After an import, files of two components may have the same id. */
function entryOfLink(
  tx: ReadTransaction,
  index: `${string}.${string}`,
  bound: RangeBound,
  component?: string,
): Entry | null {
  return tx.within(LINKS_COMPONENT, () => {
    for (const link of indexRange<FileStorageDocument>(tx, index, [bound])) {
      const { storageId, uuid } = link;
      const owner = ownerOf(tx, link);
      if (component !== undefined && component !== owner) continue;
      const text = tx.within(owner, () => tx.get(storageId, "system"));
      if (text === null) return null;
      return { linkId: link._id, uuid, storageId, document: parseDocument<StorageDocument>(text) };
    }
    return null;
  });
}

function ownerOf(tx: ReadTransaction, { storageId, component }: FileStorageDocument): string {
  return component ?? tx.componentOf(storageId) ?? "";
}

function checkHash(written: WrittenContent, expected: string | undefined): void {
  if (expected !== undefined && expected !== written.sha256) {
    throw new EngineError(
      "InvalidArgument",
      `Sha256 mismatch. Expected: ${expected} Actual: ${written.sha256}`,
    );
  }
}

function createJanitor(database: Database, content: ContentFolder) {
  const toCheck = new Set<string>();
  const held = new Map<string, number>();
  const hold = (uuid: string) => void held.set(uuid, (held.get(uuid) ?? 0) + 1);
  const release = (uuid: string) => {
    const others = (held.get(uuid) ?? 0) - 1;
    if (others > 0) held.set(uuid, others);
    else held.delete(uuid);
  };

  const removeIfUnnamed = (tx: ReadTransaction, uuid: string): boolean => {
    if (held.has(uuid) || entryOfUuid(tx, uuid) !== null) return false;
    content.remove(uuid);
    return true;
  };

  const check = async () => {
    await readCommitted(database, (tx) => {
      for (const uuid of toCheck) removeIfUnnamed(tx, uuid);
      toCheck.clear();
    });
  };

  const sweepSome = async (uuids: readonly string[]): Promise<number> => {
    let removed = 0;
    for (let at = 0; at < uuids.length; at += SWEEP_STEP) {
      const step = uuids.slice(at, at + SWEEP_STEP);
      removed += await readCommitted(
        database,
        (tx) => step.filter((uuid) => removeIfUnnamed(tx, uuid)).length,
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
    return removed;
  };

  const stopListening = database.onCommit(() => {
    if (toCheck.size === 0) return;
    // Bytes that stay on the disk are removed at the next start.
    check().catch((error: unknown) => process.stderr.write(`Deleted files stay for now: ${String(error)}\n`));
  });

  return {
    checkAfterCommit: (uuid: string): void => void toCheck.add(uuid),
    hold,
    release,
    keep(uuids: readonly string[]): () => Promise<void> {
      uuids.forEach(hold);
      return async () => {
        uuids.forEach(release);
        await sweepSome(uuids);
      };
    },
    sweep: () => sweepSome([...content.names()].filter((uuid) => !toCheck.has(uuid))),
    close: stopListening,
  };
}
