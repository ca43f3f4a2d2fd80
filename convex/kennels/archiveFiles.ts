/**
 * Sends the files of backups and of copies of deleted kennels. A file's address is signed for one person. An
 * address of the storage itself would never expire. A file that is too large for one response is downloaded in
 * parts from the same address.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { httpAction, type ActionCtx } from "../_generated/server";
import { internalQuery } from "../platform/functions";
import { findArchiveFile, ARCHIVE_FILE_PATH } from "./model/archiveFileAddresses";

/** The platform allows responses of 20 MiB. Source: docs.convex.dev/functions/http-actions. */
const MAX_ANSWER_BYTES = 19 * 1024 * 1024;

/** The call uses neither cookies nor a sign-in, so pages of any origin can download from the address. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Content-Range",
  "Cache-Control": "private, no-store",
};

export const find = internalQuery({
  args: {
    kind: v.string(),
    id: v.string(),
    userId: v.string(),
    storageId: v.string(),
    signature: v.string(),
  },
  returns: v.union(v.id("_storage"), v.null()),
  handler: async (ctx, address) => await findArchiveFile(ctx, address),
});

/** Returns null for the whole file, or if the header does not contain a single range. */
function partOf(range: string | null, size: number): { start: number; end: number } | null {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  if (first === undefined) return null;
  const start = Number(first);
  const wanted = last === undefined || last === "" ? size : Number(last) + 1;
  return { start, end: Math.min(wanted, start + MAX_ANSWER_BYTES, size) };
}

export const get = httpAction(async (ctx: ActionCtx, request) => {
  const { pathname, searchParams } = new URL(request.url);
  const [kind = "", id = "", userId = "", fileId = ""] = pathname.slice(ARCHIVE_FILE_PATH.length).split("/");
  const address = { kind, id, userId, storageId: fileId, signature: searchParams.get("signature") ?? "" };
  const storageId = await ctx.runQuery(internal.kennels.archiveFiles.find, address);
  const file = storageId && (await ctx.storage.get(storageId));
  if (!file) return new Response("Not found", { status: 404, headers: HEADERS });
  const part = partOf(request.headers.get("range"), file.size);
  if (part === null ? file.size > MAX_ANSWER_BYTES : part.start >= part.end) {
    const advice = `The file has ${file.size} bytes. Request parts of at most ${MAX_ANSWER_BYTES} with Range: bytes=0-`;
    return new Response(advice, {
      status: 416,
      headers: { ...HEADERS, "Content-Range": `bytes */${file.size}` },
    });
  }
  const { start, end } = part ?? { start: 0, end: file.size };
  return new Response(file.slice(start, end).stream(), {
    status: part === null ? 200 : 206,
    headers: {
      ...HEADERS,
      ...(part && { "Content-Range": `bytes ${start}-${end - 1}/${file.size}` }),
      "Accept-Ranges": "bytes",
      "Content-Type": file.type || "application/octet-stream",
      "Content-Length": String(end - start),
      "Content-Disposition": "attachment",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
