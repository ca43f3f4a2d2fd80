/**
 * The file format of a data folder's backup: a tar whose last entry, `manifest.json`, lists all other entries with
 * their size and SHA-256. A file without this entry is incomplete. A file whose entries differ from this list is
 * damaged.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, fsyncSync, openSync, closeSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { StartError } from "../start-error.js";

const FORMAT = "embedded-runtime-backup";
const FORMAT_VERSION = 1;
const MANIFEST = "manifest.json";
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;
/** The names that this runtime creates: relative paths that never lead upward. */
const SAFE_NAME = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/;

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly madeAt: string;
  readonly entries: readonly Entry[];
}

/** `names` are relative to `folder`. Syncs the archive to disk. */
export async function writeArchive(folder: string, names: readonly string[], file: string): Promise<void> {
  const { readable, controller } = createTarPacker();
  const write = pipeline(fromWeb(readable), createWriteStream(file, { flags: "wx", mode: 0o600 }));
  const fill = async () => {
    const entries: Entry[] = [];
    for (const name of names) {
      const source = path.join(folder, name);
      const { size } = statSync(source);
      const hashing = hashingTransform();
      const body = controller.add({ name, size, mode: 0o600, type: "file" });
      await pipeline(createReadStream(source), hashing.stream, async (chunks) => {
        const writer = body.getWriter();
        for await (const chunk of chunks as AsyncIterable<Uint8Array>) await writer.write(chunk);
        await writer.close();
      });
      entries.push({ name, size, sha256: hashing.digest() });
    }
    const manifest: Manifest = {
      format: FORMAT,
      version: FORMAT_VERSION,
      madeAt: new Date().toISOString(),
      entries,
    };
    const text = new TextEncoder().encode(JSON.stringify(manifest));
    const writer = controller
      .add({ name: MANIFEST, size: text.length, mode: 0o600, type: "file" })
      .getWriter();
    await writer.write(text);
    await writer.close();
    controller.finalize();
  };
  await Promise.all([
    write,
    fill().catch((error: unknown) => {
      controller.error(error);
      throw error;
    }),
  ]);
  syncFile(file);
}

/** Verifies every entry. Throws a StartError with the reason. */
export async function readArchive(file: string, folder: string): Promise<{ readonly madeAt: string }> {
  const found = new Map<string, Entry>();
  let manifest: Manifest | null = null;
  try {
    const source = Readable.toWeb(createReadStream(file, { highWaterMark: 256 * 1024 }));
    // Node and the DOM library have two names for the same class.
    const archive = source as NodeReadableStream<Uint8Array> as ReadableStream<Uint8Array>;
    for await (const { header, body } of archive.pipeThrough(createTarDecoder({ strict: true }))) {
      if (manifest !== null) throw damagedArchive(file, "something follows its list");
      if (header.name === MANIFEST) {
        manifest = await readManifest(file, header.size, body);
        continue;
      }
      const isFile = header.type === undefined || header.type === "file";
      if (!isFile || !SAFE_NAME.test(header.name) || found.has(header.name)) {
        throw damagedArchive(file, `it holds an unexpected entry ${JSON.stringify(header.name)}`);
      }
      found.set(header.name, await unpack(header.name, body, folder));
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw damagedArchive(file, error instanceof Error ? error.message : String(error), error);
  }
  if (manifest === null) throw damagedArchive(file, "it was cut off");
  compare(file, manifest, found);
  return { madeAt: manifest.madeAt };
}

async function unpack(name: string, body: ReadableStream<Uint8Array>, folder: string): Promise<Entry> {
  const target = path.join(folder, name);
  await mkdir(path.dirname(target), { recursive: true });
  const hashing = hashingTransform();
  await pipeline(fromWeb(body), hashing.stream, createWriteStream(target, { flags: "wx", mode: 0o600 }));
  syncFile(target);
  return { name, size: statSync(target).size, sha256: hashing.digest() };
}

async function readManifest(file: string, size: number, body: ReadableStream<Uint8Array>): Promise<Manifest> {
  if (size > MAX_MANIFEST_BYTES) throw damagedArchive(file, "its list is too long");
  const parsed: unknown = JSON.parse(await new Response(body).text());
  // Every field is checked below, so a file of another kind fails there.
  const manifest = parsed as Partial<Manifest> | null;
  if (manifest?.format !== FORMAT || typeof manifest.version !== "number") {
    throw new StartError(`${file} is no backup of a data folder.`);
  }
  if (manifest.version > FORMAT_VERSION) {
    throw new StartError(
      `${file} was made by a newer version (format ${manifest.version}, this version reads up to ${FORMAT_VERSION}): restore it with that one.`,
    );
  }
  if (!Array.isArray(manifest.entries) || typeof manifest.madeAt !== "string") {
    throw damagedArchive(file, "its list is incomplete");
  }
  return manifest as Manifest;
}

function compare(file: string, manifest: Manifest, found: ReadonlyMap<string, Entry>): void {
  for (const { name, size, sha256 } of manifest.entries) {
    const entry = found.get(name);
    if (entry === undefined) throw damagedArchive(file, `${name} is missing`);
    if (entry.size !== size || entry.sha256 !== sha256) throw damagedArchive(file, `${name} has changed`);
  }
  if (found.size !== manifest.entries.length) throw damagedArchive(file, "it holds files beside its list");
}

function damagedArchive(file: string, reason: string, cause?: unknown): StartError {
  return new StartError(`The backup ${file} is damaged (${reason}): use another one.`, { cause });
}

function hashingTransform() {
  const hash = createHash("sha256");
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest("hex") };
}

function fromWeb(stream: ReadableStream<Uint8Array>) {
  return Readable.fromWeb(stream as NodeReadableStream<Uint8Array>);
}

function syncFile(file: string): void {
  const descriptor = openSync(file, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
