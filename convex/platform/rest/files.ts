/**
 * Files in REST: the form field and size limit of a request with a file, and the headers of a response with a file.
 */
import type { Context } from "hono";
import { MAX_FILE_BYTES, SHOWN_FILE_TYPES, type FileType } from "../../../domain/files/rules";
import { fail, type ErrorCode } from "../../../domain/errors";
import type { Id } from "../../_generated/dataModel";
import { type RestEnv } from "./calls";
import { z } from "./zod";

/** The file and some room for the other fields. */
export const MAX_REQUEST_BYTES = MAX_FILE_BYTES + 64 * 1024;

export const fileField = (missing: string, description: string) =>
  z
    .custom<Blob>((value) => value instanceof Blob, missing)
    .openapi({ type: "string", format: "binary", description });

export const signedPath = z
  .string()
  .openapi({ description: "The file's address under /api, signed; it expires after a day" });

/** Returns an empty text if the form contains no name. */
export const nameOf = (file: Blob): string => (file instanceof File ? file.name : "");

/**
 * A file over the size limit is refused here, because the arguments of functions have a lower limit of their own.
 */
export async function readWithin(file: Blob, maxBytes: number, tooLarge: ErrorCode): Promise<ArrayBuffer> {
  if (file.size > maxBytes) fail(tooLarge);
  return await file.arrayBuffer();
}

/** Files are private and may be deleted later. */
const FILE_CACHE = "private, max-age=3600";

export const fileQuery = z.object({
  signature: z.string().optional().openapi({ description: "Part of every filePath" }),
  show: z.enum(["true", "false"], { error: "show must be true or false" }).optional().openapi({
    description: "Opens a PDF or picture in the browser instead of saving it",
    default: "false",
  }),
});

/** Names of stored files are shorter. */
const MAX_NAME_LENGTH = 200;

/**
 * Characters that end a line, separate folders, are half of a surrogate pair, or reverse the direction of the text
 * so that the extension looks different.
 */
const UNFIT_FOR_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/**
 * Removes characters that are unsafe in a header or on a disk. Names come from people, and from backups that people
 * may have edited.
 */
function safeName(fileName: string): string {
  const letters = [...fileName.replace(UNFIT_FOR_NAMES, "_")];
  const name = letters.join("");
  if (letters.length <= MAX_NAME_LENGTH) return name || "file";
  const ending = /\.[A-Za-z0-9]{1,5}$/u.exec(name)?.[0] ?? "";
  return letters.slice(0, MAX_NAME_LENGTH - ending.length).join("") + ending;
}

/** The name is encoded twice: in full for clients that support RFC 6266, and in ASCII for other clients. */
export function dispositionOf(fileName: string, isShown: boolean): string {
  const name = safeName(fileName);
  const plain = name.replace(/[^\x20-\x7e]|["%]/gu, "_");
  const kind = isShown ? "inline" : "attachment";
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`;
}

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const contentTypeOf = (type: FileType): string => (type === "text/plain" ? `${type}; charset=utf-8` : type);

interface MadeFile {
  readonly type: string;
  readonly fileName: string;
  readonly content: string | ArrayBuffer;
}

/** The file was created for this request and is not stored. */
export const sendMade = (c: Context<RestEnv>, { type, fileName, content }: MadeFile, isShown = false) =>
  c.body(content, c.req.method === "POST" ? 201 : 200, {
    "Content-Type": type,
    "Content-Disposition": dispositionOf(fileName, isShown),
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
  });

interface StoredFile {
  readonly storageId: Id<"_storage">;
  readonly type: FileType;
  readonly fileName: string;
}

/** If the request asks for it, a type that browsers can display is opened in the browser. */
export async function sendFile(c: Context<RestEnv>, { storageId, type, fileName }: StoredFile) {
  const isShowing = c.req.query("show") === "true";
  const file = (await c.env.storage.get(storageId)) ?? fail("NOT_FOUND");
  return c.body(await file.arrayBuffer(), 200, {
    "Content-Type": contentTypeOf(type),
    "Content-Disposition": dispositionOf(fileName, isShowing && SHOWN_FILE_TYPES.includes(type)),
    "Cache-Control": FILE_CACHE,
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
  });
}
