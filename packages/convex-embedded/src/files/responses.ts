/**
 * The responses to uploads and downloads over HTTP: statuses, headers and JSON errors as Convex sends them. The
 * HTTP server only passes requests in and responses out.
 */
import { EngineError } from "../errors.js";
import { ContentTooLargeError, type ByteRange } from "./content-folder.js";
import { DiskRefusal } from "./disk-refusal.js";
import { isFileUuid, type FileStore, type StoredFile } from "./file-store.js";
import { FILE_HEADERS, VIEWER_POLICY } from "./sandbox.js";
import { isShownAs, openedKind, TELLING_BYTES, type OpenedKind } from "./shown-type.js";

export interface FileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array> | string | null;
}

export interface UploadRequest {
  readonly token: string | null;
  readonly maxBytes?: string | null;
  readonly contentType: string | null;
  /** The Digest header, `sha-256=<base64>`. */
  readonly digest: string | null;
  readonly contentLength: string | null;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface DownloadRequest {
  readonly method: "GET" | "HEAD";
  /** The last part of `/api/storage/<name>`. */
  readonly name: string;
  readonly range: string | null;
  readonly ifNoneMatch: string | null;
  readonly ifRange?: string | null;
}

/** A stored file never changes under its address. */
const CACHE_CONTROL = `private, max-age=${60 * 60 * 24 * 30}`;

export async function answerUpload(files: FileStore, request: UploadRequest): Promise<FileResponse> {
  const announced = request.contentLength === null ? null : Number(request.contentLength);
  const upload =
    request.token === null ? "invalid" : files.openUpload(request.token, request.maxBytes ?? null, announced);
  if (upload === "expired") return failure(401, "StorageTokenExpired", "Store File Authorization expired");
  if (upload === "invalid") {
    return failure(401, "StorageTokenInvalid", "Couldn't decode the StoreFileAuthorization token");
  }
  let stored = 0;
  try {
    const digest = request.digest === null ? null : /^sha-256=([A-Za-z0-9+/]{43}=)$/.exec(request.digest);
    if (digest === null && request.digest !== null) {
      return failure(400, "BadHeader", "Bad header for digest: only sha-256=<base64> is understood");
    }
    const { maxBytes, component } = upload;
    if ((announced ?? 0) > maxBytes) return tooLarge(maxBytes);
    const options = {
      contentType: request.contentType ?? undefined,
      expectedSha256: digest?.[1],
      maxBytes,
      announcedBytes: announced ?? undefined,
    };
    const counted = counting(request.body ?? noBytes(), (bytes) => (stored += bytes));
    return json(200, { storageId: await files.store(counted, options, component) });
  } catch (error) {
    stored = 0;
    if (error instanceof ContentTooLargeError) return tooLarge(error.maxBytes);
    if (error instanceof DiskRefusal)
      return error.isFull
        ? failure(507, "StorageFull", error.message)
        : failure(503, "StorageUnavailable", error.message);
    if (error instanceof EngineError) return failure(400, "Sha256Mismatch", error.message);
    throw error;
  } finally {
    upload.end(stored);
  }
}

async function* counting(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

export async function answerDownload(
  files: FileStore,
  request: DownloadRequest,
  opened: readonly OpenedKind[] = [],
): Promise<FileResponse> {
  if (!isFileUuid(request.name)) {
    return failure(
      400,
      "InvalidStoragePath",
      `Invalid storage path: "${request.name}". Please use \`storage.getUrl(storageId: Id<"_storage">)\` to ` +
        "generate a valid URL to retrieve files. See https://docs.convex.dev/file-storage/serve-files for more details",
    );
  }
  const file = await files.findByUuid(request.name);
  if (file === null) return failure(404, "FileNotFound", `File ${request.name} not found`);

  const etag = `"${file.sha256}"`;
  const kind = openedKind(file.contentType, opened);
  const isShown = kind !== null || isShownAs(file.contentType, await firstBytesOf(file));
  const headers: Record<string, string> = {
    "Cache-Control": CACHE_CONTROL,
    "Accept-Ranges": "bytes",
    ETag: etag,
    ...FILE_HEADERS,
    ...(kind !== null && kind !== "svg" && { "Content-Security-Policy": VIEWER_POLICY }),
    "Content-Disposition": isShown ? "inline" : "attachment",
    "Content-Type": file.contentType ?? "application/octet-stream",
  };
  if (matches(request.ifNoneMatch, etag)) return { status: 304, headers, body: null };

  const wantsRange = request.range !== null && (request.ifRange ?? etag) === etag;
  const range = wantsRange ? parseRange(request.range, file.size) : null;
  if (range === "unsatisfiable") {
    return { status: 416, headers: { ...headers, "Content-Range": `bytes */${file.size}` }, body: null };
  }
  if (range === null) headers["Digest"] = `sha-256=${file.sha256}`;
  else headers["Content-Range"] = `bytes ${range.start}-${range.end}/${file.size}`;
  headers["Content-Length"] = String(range === null ? file.size : range.end - range.start + 1);
  const body = request.method === "HEAD" || file.size === 0 ? null : await file.open(range ?? undefined);
  return { status: range === null ? 200 : 206, headers, body };
}

async function firstBytesOf(file: StoredFile): Promise<Uint8Array> {
  if (file.size === 0) return new Uint8Array();
  return new Response(await file.open({ start: 0, end: Math.min(file.size, TELLING_BYTES) - 1 })).bytes();
}

/**
 * Returns null if the header has no range in bytes, and "unsatisfiable" if the range is invalid or outside the
 * file.
 */
export function parseRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const ranges = /^bytes=(.*)$/.exec(header ?? "")?.[1]?.split(",");
  if (ranges === undefined) return null;
  const match = /^\s*(\d*)-(\d*)\s*$/.exec(ranges[0] ?? "");
  // As in Convex, several ranges at once are not served.
  if (ranges.length !== 1 || match === null) return "unsatisfiable";
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return "unsatisfiable";
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? "unsatisfiable" : { start, end };
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags !== undefined && (tags.includes(etag) || tags.includes("*"));
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

const tooLarge = (maxBytes: number): FileResponse =>
  failure(413, "FileTooLarge", `A file may have at most ${maxBytes} bytes`);

const failure = (status: number, code: string, message: string): FileResponse =>
  json(status, { code, message });

const json = (status: number, value: unknown): FileResponse => ({
  status,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});
