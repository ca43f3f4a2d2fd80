/** Tests file storage with a real database and folder. */
import { createHash, createHmac } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "../database/api.js";
import { parseDocument } from "../functions/system-query.js";
import type { StorageDocument } from "../functions/system-tables.js";
import { makeTestFolder, openTestDatabase } from "../scheduler/testing-database.js";
import { createFileStore, type FileStore } from "./file-store.js";
import { answerDownload, answerUpload, parseRange, type FileResponse } from "./responses.js";
import { OPENED_KINDS, type OpenedKind } from "./shown-type.js";

const ORIGIN = "http://127.0.0.1:3210";
const HOUR = 3600 * 1000;

let folder: string;
let database: Database;
let files: FileStore;
let nowMs: number;

beforeEach(() => {
  folder = makeTestFolder();
  nowMs = Date.UTC(2026, 10, 21);
  open();
});

afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): void {
  database = openTestDatabase(folder);
  const dir = path.join(folder, "files");
  files = createFileStore({ dir, database, origin: () => ORIGIN, maxFileBytes: 1000, now: () => nowMs });
}

async function close(): Promise<void> {
  files.close();
  await database.close();
}

async function* chunksOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();

function onDisk(): string[] {
  const dir = path.join(folder, "files");
  return readdirSync(dir).flatMap((shard) => (shard === "tmp" ? [] : readdirSync(path.join(dir, shard))));
}

async function textOf(storageId: string): Promise<string | null> {
  const file = await files.find(storageId);
  return file === null ? null : new Response(await file.open()).text();
}

const urlOf = (storageId: string) => database.read((tx) => files.getUrl(tx, storageId));
const uuidOf = (storageId: string) => String(urlOf(storageId)).slice(`${ORIGIN}/api/storage/`.length);

describe("storing files", () => {
  test("keeps bytes, hash, size and type across a restart", async () => {
    const id = await files.store(chunksOf("Hello ", "files"), { contentType: "text/plain" });
    await close();
    open();
    await expect(textOf(id)).resolves.toBe("Hello files");
    const document = parseDocument<StorageDocument>(String(database.read((tx) => tx.get(id, "system"))));
    expect(document).toEqual({
      _id: id,
      _creationTime: expect.any(Number) as number,
      sha256: sha256("Hello files").toString("base64"),
      size: 11,
      contentType: "text/plain",
    });
    expect(database.read((tx) => files.getMetadata(tx, id))).toEqual({
      storageId: id,
      sha256: sha256("Hello files").toString("hex"),
      size: 11,
      contentType: "text/plain",
    });
  });

  test("gives the same bytes another id and another address each time", async () => {
    const first = await files.store(chunksOf("same"), {});
    const second = await files.store(chunksOf("same"), {});
    expect(first).not.toBe(second);
    expect(urlOf(first)).toMatch(/^http:\/\/127\.0\.0\.1:3210\/api\/storage\/[0-9a-f-]{36}$/);
    expect(urlOf(first)).not.toBe(urlOf(second));
  });

  test("refuses bytes with another hash, and leaves nothing behind", async () => {
    const expectedSha256 = sha256("other").toString("base64");
    await expect(files.store(chunksOf("text"), { expectedSha256 })).rejects.toThrow(
      `Sha256 mismatch. Expected: ${expectedSha256} Actual: ${sha256("text").toString("base64")}`,
    );
    expect(onDisk()).toEqual([]);
  });

  test("leaves no part of a stream that breaks off or never ends", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw new Error("connection lost");
    }
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(300);
    }
    await expect(files.store(broken(), {})).rejects.toThrow("connection lost");
    await expect(files.store(endless(), {})).rejects.toThrow("larger than 1000 bytes");
    expect(onDisk()).toEqual([]);
    expect(readdirSync(path.join(folder, "files", "tmp"))).toEqual([]);
  });

  test("is rolled back with the mutation that stores the file", async () => {
    const bytes = new TextEncoder().encode("from a mutation");
    const { value: id } = await database.write((tx) =>
      files.storeIn(tx, bytes, { contentType: "text/plain" }),
    );
    const failed = database.write((tx) => {
      files.storeIn(tx, bytes, {});
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    await database.write((tx) => tx.insert("notes", "{}"));
    expect(database.read((tx) => files.readIn(tx, id))).toEqual({
      bytes: Buffer.from(bytes),
      contentType: "text/plain",
    });
    expect(onDisk()).toHaveLength(1);
  });
});

describe("deleting files", () => {
  test("removes document, address and bytes", async () => {
    const id = await files.store(chunksOf("gone"), {});
    const uuid = uuidOf(id);
    await database.write((tx) => files.delete(tx, id));
    await expect(files.find(id)).resolves.toBeNull();
    await expect(files.findByUuid(uuid)).resolves.toBeNull();
    expect(urlOf(id)).toBeNull();
    expect(database.read((tx) => files.getMetadata(tx, id))).toBeNull();
    expect(onDisk()).toEqual([]);
  });

  test("in a mutation that fails keeps the file", async () => {
    const id = await files.store(chunksOf("kept"), {});
    const failed = database.write((tx) => {
      files.delete(tx, id);
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    await database.write((tx) => tx.insert("notes", "{}"));
    await expect(textOf(id)).resolves.toBe("kept");
  });

  test("does not interrupt a reader", async () => {
    const id = await files.store(chunksOf("still there"), {});
    const stream = await (await files.find(id))?.open();
    await database.write((tx) => files.delete(tx, id));
    await expect(new Response(stream).text()).resolves.toBe("still there");
  });

  test("is an error for a missing file, or an id of another table", async () => {
    const id = await files.store(chunksOf("once"), {});
    await database.write((tx) => files.delete(tx, id));
    await expect(database.write((tx) => files.delete(tx, id))).rejects.toThrow(`storage id ${id} not found`);
    const { value: note } = await database.write((tx) => tx.insert("notes", "{}"));
    await expect(database.write((tx) => files.delete(tx, note))).rejects.toThrow(
      `Invalid storage ID: "${note}"`,
    );
  });

  test("names the argument with an invalid id, with Convex's message", async () => {
    const words = (method: string) =>
      `Invalid argument \`storageId\` for \`storage.${method}\`: Invalid storage ID: "nonsense". ` +
      "Storage ID should be an Id of '_storage' table, or a UUID string.";
    await expect(database.write((tx) => files.delete(tx, "nonsense"))).rejects.toThrow(words("delete"));
    await expect(files.find("nonsense")).rejects.toThrow(words("get"));
    expect(() => database.read((tx) => files.getUrl(tx, "nonsense"))).toThrow(words("getUrl"));
    expect(() => database.read((tx) => files.getMetadata(tx, "nonsense"))).toThrow(words("getMetadata"));
  });
});

test("a start removes the remains of a crash, and nothing else", async () => {
  const id = await files.store(chunksOf("mine"), {});
  const orphan = path.join(folder, "files", "ab", "abcdefab-0000-4000-8000-000000000000");
  const half = path.join(folder, "files", "tmp", "half");
  mkdirSync(path.dirname(orphan), { recursive: true });
  writeFileSync(orphan, "left over");
  writeFileSync(half, "half written");
  await close();
  open();
  await expect(files.sweep()).resolves.toBe(1);
  expect(existsSync(orphan)).toBe(false);
  expect(existsSync(half)).toBe(false);
  await expect(textOf(id)).resolves.toBe("mine");
});

const tokenOf = (url: string) => new URL(url).searchParams.get("token");

function upload(more: Partial<Parameters<typeof answerUpload>[1]> = {}): Promise<FileResponse> {
  return answerUpload(files, {
    token: tokenOf(files.generateUploadUrl()),
    contentType: "text/plain",
    digest: null,
    contentLength: null,
    body: chunksOf("uploaded"),
    ...more,
  });
}

const jsonOf = (response: FileResponse): unknown =>
  typeof response.body === "string" ? JSON.parse(response.body) : null;

describe("POST /api/storage/upload", () => {
  test("stores the body and returns its id", async () => {
    const response = await upload();
    expect(response).toMatchObject({ status: 200, headers: { "Content-Type": "application/json" } });
    const { storageId } = jsonOf(response) as { storageId: string };
    await expect(textOf(storageId)).resolves.toBe("uploaded");
  });

  test("accepts a token for one hour, more than once, and after a restart", async () => {
    const token = tokenOf(files.generateUploadUrl());
    expect((await upload({ token })).status).toBe(200);
    nowMs += HOUR - 1;
    await close();
    open();
    expect((await upload({ token })).status).toBe(200);
    nowMs += 1;
    const late = await upload({ token });
    expect(late).toMatchObject({ status: 401 });
    expect(jsonOf(late)).toMatchObject({ code: "StorageTokenExpired" });
  });

  test("refuses tokens of a clock that was ahead and is set back", async () => {
    nowMs += 40 * 24 * HOUR;
    const token = tokenOf(files.generateUploadUrl());
    nowMs -= 40 * 24 * HOUR;
    expect(jsonOf(await upload({ token }))).toMatchObject({ code: "StorageTokenExpired" });
    expect((await upload({ token: tokenOf(files.generateUploadUrl()) })).status).toBe(200);
  });

  test("refuses tokens that were not issued here", async () => {
    const issued = String(tokenOf(files.generateUploadUrl()));
    const later = issued.replace(/^[^.]*/, (expiry) => (Number.parseInt(expiry, 36) + HOUR).toString(36));
    for (const token of [null, "", "a.b.c", later, `${issued}x`]) {
      const response = await upload({ token });
      expect(response.status).toBe(401);
      expect(jsonOf(response)).toMatchObject({ code: "StorageTokenInvalid" });
    }
    expect(onDisk()).toEqual([]);
  });

  test("checks the Digest header", async () => {
    const digestOf = (text: string) => `sha-256=${sha256(text).toString("base64")}`;
    expect((await upload({ digest: digestOf("uploaded") })).status).toBe(200);
    expect(jsonOf(await upload({ digest: digestOf("other") }))).toMatchObject({ code: "Sha256Mismatch" });
    expect(jsonOf(await upload({ digest: "md5=abc" }))).toMatchObject({ code: "BadHeader" });
  });

  test("refuses a file that is too large, by its header and by its bytes", async () => {
    expect(await upload({ contentLength: "1001", body: null })).toMatchObject({ status: 413 });
    expect(await upload({ body: chunksOf("x".repeat(600), "x".repeat(600)) })).toMatchObject({ status: 413 });
  });
});

describe("one upload address", () => {
  const send = (token: string | null, text: string) =>
    answerUpload(files, {
      ...{ token, contentType: null, digest: null },
      contentLength: String(text.length),
      body: chunksOf(text),
    });

  test("accepts files up to the maximum size of one file in total", async () => {
    const token = tokenOf(files.generateUploadUrl());
    expect(await send(token, "x".repeat(600))).toMatchObject({ status: 200 });
    expect(await send(token, "x".repeat(401))).toMatchObject({ status: 413 });
    expect(await send(token, "x".repeat(400))).toMatchObject({ status: 200 });
    expect(await send(tokenOf(files.generateUploadUrl()), "x".repeat(1000))).toMatchObject({ status: 200 });
  });
});

/** Adds a lower limit, as the recipient of an address may do. */
function narrowed(url: string, maxBytes: number) {
  const [payload, signature] = splitAt(String(tokenOf(url)));
  const signed = createHmac("sha256", signature).update(`maxBytes=${maxBytes}`).digest("base64url");
  return { token: `${payload}.${signed}`, maxBytes: String(maxBytes) };
}

const splitAt = (token: string): [string, string] => {
  const end = token.lastIndexOf(".");
  return [token.slice(0, end), token.slice(end + 1)];
};

describe("a narrowed upload address", () => {
  const sends = async (address: { token: string; maxBytes: string | null }, text: string) =>
    (await upload({ ...address, body: chunksOf(text) })).status;

  test("accepts up to a total of bytes, and the total cannot be raised later", async () => {
    const url = files.generateUploadUrl();
    expect(new URL(url).searchParams.get("maxBytes")).toBe("1000");
    const address = narrowed(url, 10);
    expect(await sends(address, "x".repeat(11))).toBe(413);
    for (const maxBytes of [null, "", "1000", "11", "010", "1e3", "10 "]) {
      expect(await sends({ ...address, maxBytes }, "x")).toBe(401);
    }
    expect(await sends(address, "x".repeat(10))).toBe(200);
    expect(await sends(address, "x")).toBe(413);
    expect(await sends(narrowed(files.generateUploadUrl(), 2000), "x".repeat(1001))).toBe(413);
  });
});

describe("a disk with a reserve", () => {
  const onDiskWith = (minFreeBytes: number) => {
    files.close();
    const dir = path.join(folder, "files");
    files = createFileStore({ dir, database, origin: () => ORIGIN, minFreeBytes, now: () => nowMs });
  };

  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  const full = { code: "DiskRefusal", isFull: true };
  const toldOperator = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  afterAll(() => toldOperator.mockRestore());

  test("accepts files that leave the reserve free", async () => {
    onDiskWith(free() / 2);
    expect((await upload()).status).toBe(200);
  });

  test("accepts no bytes of the reserve, announced or not, and leaves nothing behind", async () => {
    onDiskWith(free() * 2);
    expect((await upload()).status).toBe(507);
    await expect(files.store(chunksOf("x"), {})).rejects.toMatchObject(full);
    onDiskWith(free() / 2);
    await expect(files.store(chunksOf("x"), { announcedBytes: free() })).rejects.toMatchObject(full);
    expect(onDisk()).toEqual([]);
  });
});

test("a file that the disk has truncated is not served, neither whole nor in part", async () => {
  const id = await files.store(chunksOf("a whole file"), {});
  const uuid =
    database
      .read((tx) => files.getUrl(tx, id))
      ?.split("/")
      .at(-1) ?? "";
  truncateSync(path.join(folder, "files", uuid.slice(0, 2), uuid), 5);
  const asked = { method: "GET", name: uuid, ifNoneMatch: null } as const;
  const damaged = /has 5 bytes on the disk instead of 12/;
  await expect(answerDownload(files, { ...asked, range: null })).rejects.toThrow(damaged);
  await expect(answerDownload(files, { ...asked, range: "bytes=0-3" })).rejects.toThrow(damaged);
  await expect((await files.find(id))?.open()).rejects.toThrow(damaged);
  expect(() => database.read((tx) => files.readIn(tx, id))).toThrow(damaged);
});

test("a disk that fails while a mutation's file is written keeps no partial file", async () => {
  const toldOperator = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const dir = path.join(folder, "files");
  // Files with the names of the shards make every write fail, as on a faulty disk.
  for (let shard = 0; shard < 256; shard += 1)
    writeFileSync(path.join(dir, shard.toString(16).padStart(2, "0")), "");
  const storing = database.write((tx) => files.storeIn(tx, new Uint8Array(10), {}));
  await expect(storing).rejects.toThrow();
  expect(readdirSync(path.join(dir, "tmp"))).toEqual([]);
  toldOperator.mockRestore();
});

describe("GET /api/storage/<uuid>", () => {
  const text = "0123456789";
  let name: string;
  let opened: readonly OpenedKind[];

  beforeEach(async () => {
    opened = [];
    name = uuidOf(await files.store(chunksOf(text), { contentType: "text/plain" }));
  });

  const get = (more: Partial<Parameters<typeof answerDownload>[1]> = {}) =>
    answerDownload(files, { method: "GET", name, range: null, ifNoneMatch: null, ...more }, opened);
  const bodyOf = async (response: FileResponse) => new Response(response.body).text();

  test("returns the whole file with its hash, cacheable for long", async () => {
    const response = await get();
    const hash = sha256(text).toString("base64");
    expect(response).toMatchObject({
      status: 200,
      headers: {
        "Content-Type": "text/plain",
        "Content-Length": "10",
        "Cache-Control": "private, max-age=2592000",
        "Accept-Ranges": "bytes",
        Digest: `sha-256=${hash}`,
        ETag: `"${hash}"`,
        "X-Content-Type-Options": "nosniff",
      },
    });
    await expect(bodyOf(response)).resolves.toBe(text);
  });

  test.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=5-100", "56789", "bytes 5-9/10"],
    ["bytes=-100", text, "bytes 0-9/10"],
  ])("returns the range %s", async (range, part, contentRange) => {
    const response = await get({ range });
    expect(response).toMatchObject({
      status: 206,
      headers: { "Content-Range": contentRange, "Content-Length": String(part.length) },
    });
    await expect(bodyOf(response)).resolves.toBe(part);
  });

  test.each(["bytes=10-", "bytes=4-2", "bytes=-", "bytes=0-1,3-4"])("refuses the range %s", async (range) => {
    expect(await get({ range })).toMatchObject({ status: 416, headers: { "Content-Range": "bytes */10" } });
  });

  test("returns 304 to a client that has the file, and the whole file to one with another version", async () => {
    const etag = String((await get()).headers["ETag"]);
    expect(await get({ ifNoneMatch: etag })).toMatchObject({ status: 304, body: null });
    expect(await get({ ifNoneMatch: '"other"' })).toMatchObject({ status: 200 });
    expect(await get({ range: "bytes=0-1", ifRange: '"other"' })).toMatchObject({ status: 200 });
    expect(await get({ range: "bytes=0-1", ifRange: etag })).toMatchObject({ status: 206 });
  });

  test("returns a response without a body for HEAD", async () => {
    expect(await get({ method: "HEAD" })).toMatchObject({
      status: 200,
      headers: { "Content-Length": "10" },
      body: null,
    });
  });

  test("returns 404 for a deleted file and 400 for an invalid address of a file", async () => {
    expect(await get({ name: "abcdefab-0000-4000-8000-000000000000" })).toMatchObject({ status: 404 });
    for (const bad of ["../data.sqlite", (await files.findByUuid(name))?.storageId ?? "", ""]) {
      expect(await get({ name: bad })).toMatchObject({ status: 400 });
    }
  });

  test.each([
    ["text/html", "<script></script>"],
    ["text/xsl", "<x:stylesheet/>"],
    ["image/svg+xml", "<svg/>"],
    ["application/pdf", "%PDF-1.7"],
    ["image/png", "<script></script>"],
    ["text/html", "GIF89a<script></script>"],
    [undefined, "<script></script>"],
  ])("never serves an uploaded file as a page of this origin: %s with %s", async (contentType, content) => {
    name = uuidOf(await files.store(chunksOf(content), { contentType }));
    const { headers } = await get();
    expect(headers["Content-Security-Policy"]).toMatch(/^sandbox;/);
    expect(headers).toMatchObject({
      "Content-Disposition": "attachment",
      "X-Content-Type-Options": "nosniff",
      "Content-Type": contentType ?? "application/octet-stream",
    });
  });

  test.each([
    ["image/gif", "GIF89a...."],
    ["image/webp", "RIFF0000WEBPVP8 "],
    ["image/avif", "0000ftypavif...."],
  ])("shows a valid %s when its address is opened", async (contentType, content) => {
    name = uuidOf(await files.store(chunksOf(content), { contentType }));
    expect((await get()).headers["Content-Disposition"]).toBe("inline");
  });

  test.each([
    ["application/pdf", "pdf", /^default-src 'none';.*object-src 'self'$/],
    ["video/mp4; codecs=avc1", "video", /^default-src 'none';.*media-src 'self';/],
    ["audio/mpeg", "audio", /^default-src 'none';.*media-src 'self';/],
    ["Image/SVG+xml", "svg", /^sandbox;/],
  ] as const)("opens %s in a tab only when that is allowed", async (contentType, kind, policy) => {
    name = uuidOf(await files.store(chunksOf("..."), { contentType }));
    opened = [kind];
    const { headers } = await get();
    expect(headers).toMatchObject({ "Content-Disposition": "inline", "X-Content-Type-Options": "nosniff" });
    expect(headers["Content-Security-Policy"]).toMatch(policy);
    opened = OPENED_KINDS.filter((other) => other !== kind);
    expect((await get()).headers).toMatchObject({
      "Content-Disposition": "attachment",
      "Content-Security-Policy": expect.stringMatching(/^sandbox;/) as string,
    });
  });

  test("opens no page, whatever is allowed", async () => {
    opened = OPENED_KINDS;
    for (const contentType of ["text/html", "application/xhtml+xml", "text/xml", "video/mp4\ntext/html"]) {
      name = uuidOf(await files.store(chunksOf("<script></script>"), { contentType }));
      expect((await get()).headers["Content-Disposition"]).toBe("attachment");
    }
  });

  test("serves an empty file", async () => {
    name = uuidOf(await files.store(chunksOf(), {}));
    expect(await get()).toMatchObject({ status: 200, headers: { "Content-Length": "0" }, body: null });
  });
});

test("a download ignores a header that is not a range of bytes", () => {
  expect(parseRange(null, 10)).toBeNull();
  expect(parseRange("lines=1-2", 10)).toBeNull();
});
