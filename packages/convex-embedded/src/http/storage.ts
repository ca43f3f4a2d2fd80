/** Uploads to and downloads from file storage over HTTP. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FileStore } from "../files/file-store.js";
import { answerDownload, answerUpload, type FileResponse } from "../files/responses.js";
import type { OpenedKind } from "../files/shown-type.js";
import { isLoadedAsProgram } from "../files/sandbox.js";
import { partsOf } from "./body-parts.js";
import { HttpError, sendStream } from "./responses.js";
import type { PathHandler } from "./path-handler.js";

const PREFIX = "/api/storage/";

export interface StorageOptions {
  readonly filesOrigin?: string | null;
  /** Types of files that open in a tab, in addition to pictures. */
  readonly opened?: readonly OpenedKind[];
}

export function createStorageHandler(files: FileStore, options: StorageOptions = {}): PathHandler {
  return (request, response, url) => answerStorage(files, options, request, response, url);
}

export function isForFilesOrigin({ headers }: IncomingMessage, filesOrigin: string | null): boolean {
  return filesOrigin !== null && headers.host?.toLowerCase() === new URL(filesOrigin).host;
}

async function answerStorage(
  files: FileStore,
  { filesOrigin = null, opened }: StorageOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  if (!url.pathname.startsWith(PREFIX)) return false;
  const name = url.pathname.slice(PREFIX.length);
  const { method, headers } = request;
  if (name === "upload") {
    if (method !== "POST") throw new HttpError(405, "MethodNotAllowed", "Uploads are POST requests");
    const upload = {
      token: url.searchParams.get("token"),
      maxBytes: url.searchParams.get("maxBytes"),
      contentType: headers["content-type"] ?? null,
      digest: firstOf(headers["digest"]),
      contentLength: headers["content-length"] ?? null,
      body: partsOf(request),
    };
    await send(response, await answerUpload(files, upload));
    return true;
  }
  if (method !== "GET" && method !== "HEAD") {
    throw new HttpError(405, "MethodNotAllowed", "Files are read with GET");
  }
  if (filesOrigin !== null && !isForFilesOrigin(request, filesOrigin)) {
    response.writeHead(308, { Location: filesOrigin + url.pathname, "Content-Length": 0 });
    response.end();
    return true;
  }
  refusePrograms(request);
  const download = {
    method,
    name: decodeURIComponent(name),
    range: headers.range ?? null,
    ifNoneMatch: headers["if-none-match"] ?? null,
    ifRange: firstOf(headers["if-range"]),
  } as const;
  await send(response, await answerDownload(files, download, opened));
  return true;
}

/** Refuses a file that a page of this origin loads as a program. */
export function refusePrograms({ headers }: IncomingMessage): void {
  if (!isLoadedAsProgram(headers)) return;
  throw new HttpError(403, "NotAProgram", "A stored file is not run by the pages of this server");
}

function firstOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

async function send(response: ServerResponse, { status, headers, body }: FileResponse): Promise<void> {
  if (typeof body !== "string") {
    response.writeHead(status, headers);
    return sendStream(response, body);
  }
  response.writeHead(status, { ...headers, "Content-Length": String(Buffer.byteLength(body)) });
  response.end(body);
}
