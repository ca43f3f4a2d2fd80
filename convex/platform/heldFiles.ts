/** Serves the files of backups and of copies of deleted kennels to whom their signed addresses were made for. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { httpAction, type ActionCtx } from "../_generated/server";
import { internalQuery } from "./functions";
import { findHeldFile, HELD_FILE_PATH } from "./model/heldFileAddresses";

/** Bytes of an answer, of which the platform allows 20 MiB. Source: docs.convex.dev/functions/http-actions. */
const MAX_ANSWER_BYTES = 19 * 1024 * 1024;

/** No cookie and no sign-in is looked at, so that whoever has an address may fetch from any page. */
const HEADERS = { "Access-Control-Allow-Origin": "*", "Cache-Control": "private, no-store" };

/** Finds the file that an address opens. */
export const find = internalQuery({
  args: {
    kind: v.string(),
    id: v.string(),
    userId: v.string(),
    storageId: v.string(),
    signature: v.string(),
  },
  returns: v.union(v.object({ storageId: v.id("_storage"), url: v.union(v.string(), v.null()) }), v.null()),
  handler: async (ctx, address) => {
    const storageId = await findHeldFile(ctx, address);
    return storageId && { storageId, url: await ctx.storage.getUrl(storageId) };
  },
});

/** Serves a file as one to save. One that is larger than an answer may be is fetched from the storage. */
export const get = httpAction(async (ctx: ActionCtx, request) => {
  const { pathname, searchParams } = new URL(request.url);
  const [kind = "", id = "", userId = "", storageId = ""] = pathname.slice(HELD_FILE_PATH.length).split("/");
  const address = { kind, id, userId, storageId, signature: searchParams.get("signature") ?? "" };
  const found = await ctx.runQuery(internal.platform.heldFiles.find, address);
  const file = found && (await ctx.storage.get(found.storageId));
  if (!found || !file) return new Response("Not found", { status: 404, headers: HEADERS });
  if (file.size > MAX_ANSWER_BYTES && found.url !== null) {
    return new Response(null, { status: 302, headers: { ...HEADERS, Location: found.url } });
  }
  return new Response(file.stream(), {
    headers: {
      ...HEADERS,
      "Content-Type": file.type || "application/octet-stream",
      "Content-Length": String(file.size),
      "Content-Disposition": "attachment",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
