/**
 * The folder with the bytes of stored files: `<dir>/<first two letters>/<uuid>`. A file is either complete or
 * missing. It is written under `tmp/`, synced, and only then renamed.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { mkdir, open, rename, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { FREE_LOOK_BYTES } from "./limits.js";

export interface WrittenContent {
  readonly uuid: string;
  /** In Base64. */
  readonly sha256: string;
  readonly size: number;
}

/** First and last byte of a part, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export class ContentTooLargeError extends Error {
  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
  }
}

/** Its code is that of a full disk. */
export class FreeSpaceError extends Error {
  readonly code = "ENOSPC";

  constructor() {
    super("There is no room to store the file: the rest of the disk is kept free");
  }
}

export type ContentFolder = ReturnType<typeof openContentFolder>;

/**
 * Creates the folder if needed, and deletes files that an earlier process left incomplete. Streamed files leave
 * `minFreeBytes` of the disk free.
 */
export function openContentFolder(dir: string, minFreeBytes = 0) {
  const tmpDir = join(dir, "tmp");
  rmSync(tmpDir, { recursive: true, force: true });
  mkdirSync(tmpDir, { recursive: true });

  const pathOf = (uuid: string) => join(dir, contentPath(uuid));
  const shardOf = (uuid: string) => dirname(pathOf(uuid));

  /** The subfolders whose own names are durable. */
  const shards = new Set<string>();
  const moveInNow = (temporary: string, uuid: string) => {
    const shard = shardOf(uuid);
    if (!shards.has(shard)) {
      mkdirSync(shard, { recursive: true });
      syncFolderNow(dir);
      shards.add(shard);
    }
    renameSync(temporary, pathOf(uuid));
    syncFolderNow(shard);
  };
  /** A busy disk takes long, and a synchronous call would stop the whole thread. */
  const moveIn = async (temporary: string, uuid: string) => {
    const shard = shardOf(uuid);
    if (!shards.has(shard)) {
      await mkdir(shard, { recursive: true });
      await syncFolder(dir);
      shards.add(shard);
    }
    await rename(temporary, pathOf(uuid));
    await syncFolder(shard);
  };
  let lastSync: Promise<void> = Promise.resolve();
  /** Only one file at a time waits for the disk, because other work needs the few available threads. */
  const inTurn = (sync: () => Promise<void>): Promise<void> => {
    const own = lastSync.then(sync);
    lastSync = own.catch(() => undefined);
    return own;
  };

  return {
    /** No file remains if the write fails. */
    async write(
      uuid: string,
      chunks: AsyncIterable<Uint8Array>,
      maxBytes: number,
      announcedBytes = 0,
    ): Promise<WrittenContent> {
      const temporary = join(tmpDir, uuid);
      const requireFree = async (more: number) => {
        const { bavail, bsize } = await statfs(tmpDir);
        if (bavail * bsize - more < minFreeBytes) throw new FreeSpaceError();
      };
      try {
        await requireFree(announcedBytes);
        const lookAtDisk = () => requireFree(0);
        const written = await writeAll(temporary, chunks, { maxBytes, lookAtDisk, inTurn });
        await inTurn(() => moveIn(temporary, uuid));
        return { uuid, ...written };
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },

    /** For callers that cannot wait. No file remains if the write fails. */
    writeSync(uuid: string, bytes: Uint8Array): WrittenContent {
      const temporary = join(tmpDir, uuid);
      try {
        const file = openSync(temporary, "wx");
        try {
          for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
        moveInNow(temporary, uuid);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
      return { uuid, sha256: createHash("sha256").update(bytes).digest("base64"), size: bytes.length };
    },

    has: (uuid: string): boolean => existsSync(pathOf(uuid)),

    /** Throws if the file does not have `size` bytes. */
    readSync(uuid: string, size: number): Buffer {
      const bytes = readFileSync(pathOf(uuid));
      if (bytes.length !== size) throw cutOff(uuid, bytes.length, size);
      return bytes;
    },

    /**
     * A file that is removed later can still be read. Throws if the file does not have `size` bytes, because a
     * failing disk has truncated it.
     */
    async read(uuid: string, range?: ByteRange, size?: number): Promise<ReadableStream<Uint8Array>> {
      const file = await open(pathOf(uuid), "r");
      const { size: found } = await file.stat();
      if (size !== undefined && found !== size) {
        await file.close();
        throw cutOff(uuid, found, size);
      }
      const stream = createReadStream("", { fd: file, ...range });
      // Node and the DOM library describe the same class under two names.
      return Readable.toWeb(stream) as NodeReadableStream<Uint8Array> as ReadableStream<Uint8Array>;
    },

    remove: (uuid: string): void => rmSync(pathOf(uuid), { force: true }),

    *names(): Generator<string> {
      for (const shard of readdirSync(dir)) {
        if (shard === "tmp") continue;
        yield* readdirSync(join(dir, shard));
      }
    },
  };
}

/**
 * Makes a hard link of every file in another folder on the same disk, or copies it if the disk has no hard links.
 * Existing files are kept. Returns the names of all existing files.
 */
export function linkContent(from: string, to: string): Set<string> {
  const names = new Set<string>();
  for (const shard of listFolder(from)) {
    if (shard === "tmp") continue;
    mkdirSync(join(to, shard), { recursive: true });
    for (const name of listFolder(join(from, shard))) {
      linkOrCopy(join(from, shard, name), join(to, shard, name));
    }
  }
  for (const shard of listFolder(to)) for (const name of listFolder(join(to, shard))) names.add(name);
  return names;
}

export function contentPath(uuid: string): string {
  return `${uuid.slice(0, 2)}/${uuid}`;
}

const cutOff = (uuid: string, found: number, size: number): Error =>
  new Error(`The stored file ${uuid} has ${found} bytes on the disk instead of ${size}: check the disk`);

function listFolder(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

function linkOrCopy(from: string, to: string): void {
  if (existsSync(to)) return;
  try {
    linkSync(from, to);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    // If the file was deleted since, no document refers to it.
    if (code === "ENOENT") return;
    try {
      copyFileSync(from, to);
    } catch (failure) {
      rmSync(to, { force: true });
      if (existsSync(from)) throw failure;
    }
  }
}

interface Writing {
  readonly maxBytes: number;
  readonly lookAtDisk: () => Promise<void>;
  readonly inTurn: (sync: () => Promise<void>) => Promise<void>;
}

async function writeAll(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, lookAtDisk, inTurn }: Writing,
) {
  const file = await open(path, "wx");
  try {
    const hash = createHash("sha256");
    let size = 0;
    let lookAt = FREE_LOOK_BYTES;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw new ContentTooLargeError(maxBytes);
      hash.update(chunk);
      await file.writeFile(chunk);
      if (size < lookAt) continue;
      lookAt = size + FREE_LOOK_BYTES;
      await lookAtDisk();
    }
    await inTurn(() => file.sync());
    return { sha256: hash.digest("base64"), size };
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function syncFolderNow(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
