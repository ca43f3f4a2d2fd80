/**
 * Gives the addresses to which files are sent: each takes no more than the file may have, and what they let in is set
 * aside of the kennel's room until records take it or nothing of it can be left. Every giving goes through here. Convex's
 * own addresses cannot be narrowed: there whoever takes a file checks its size, as everywhere.
 */
import { UNCLAIMED_MINUTES, UPLOAD_ADDRESS_MINUTES } from "../../../../domain/files/rules";
import { fail, type ErrorCode } from "../../../../domain/errors";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import { findCaller } from "../changes/activities";
import { readStuck } from "../changes/settledTime";
import { requireRoom } from "./storedBytes";

const MINUTE_MS = 60_000;

/** How long room is set aside. */
const AWAITED_MS = (UPLOAD_ADDRESS_MINUTES + UNCLAIMED_MINUTES) * MINUTE_MS;

/** Rows that are over deleted in one transaction. */
const EXPIRE_BATCH = 200;

/** Returns how much an address lets in: what the client says that it sends, or without that the most it may; throws `code`. */
export function sizeOf(said: number | undefined, most: number, code: ErrorCode): number {
  if (said === undefined) return most;
  if (!Number.isSafeInteger(said) || said < 0) {
    fail("VALIDATION_FAILED", { fields: { bytes: "A file's size is a whole number of bytes" } });
  }
  return said > most ? fail(code) : said;
}

/** Gives an address for each file and sets their room aside; throws STORAGE_FULL. `replaced` is what goes for them. */
export async function giveAddresses(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  sizes: readonly number[],
  replaced = 0,
): Promise<string[]> {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  await requireRoom(ctx, kennelId, Math.max(1, bytes), replaced);
  if (bytes > 0) {
    const awaitedUntil = Date.now() + AWAITED_MS;
    await ctx.db.insert("awaitedFiles", { kennelId, userId: await findCaller(ctx), bytes, awaitedUntil });
  }
  return await Promise.all(
    sizes.map(async (size) => await narrow(await ctx.storage.generateUploadUrl(), size)),
  );
}

/**
 * Lets a record take files of so many bytes, of which `awaited` came by upload addresses: these take the room that was set
 * aside in this kennel for the caller, the oldest first, so that an address of another kennel lets in nothing here. Throws STORAGE_FULL; `replaced` is what goes for them.
 */
export async function takeRoom(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  bytes: number,
  awaited: number,
  replaced = 0,
): Promise<void> {
  // What is counted moves at the end of the transaction, so that what is given back counts still.
  await requireRoom(ctx, kennelId, bytes - (await takeAwaited(ctx, kennelId, awaited)), replaced);
}

/** Gives back room that was set aside; returns how much of it there was. */
async function takeAwaited(ctx: MutationCtx, kennelId: Id<"kennels">, bytes: number): Promise<number> {
  const userId = await findCaller(ctx);
  let left = bytes;
  while (left > 0) {
    const row = await ctx.db
      .query("awaitedFiles")
      .withIndex("by_kennel_and_user_and_until", (q) => q.eq("kennelId", kennelId).eq("userId", userId))
      .first();
    if (!row) return bytes - left;
    if (row.bytes > left) await ctx.db.patch("awaitedFiles", row._id, { bytes: row.bytes - left });
    else await ctx.db.delete("awaitedFiles", row._id);
    left -= row.bytes;
  }
  return bytes;
}

/** Gives back the room of files that never came or are gone; returns whether there may be more. */
export async function expireAwaited(ctx: MutationCtx): Promise<boolean> {
  const rows = await readStuck(AWAITED_MS, (after, before) =>
    ctx.db
      .query("awaitedFiles")
      .withIndex("by_until", (q) =>
        q.gt("awaitedUntil", after + AWAITED_MS).lt("awaitedUntil", before + AWAITED_MS),
      )
      .take(EXPIRE_BATCH),
  );
  for (const { _id } of rows) await ctx.db.delete("awaitedFiles", _id);
  return rows.length >= EXPIRE_BATCH;
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * Binds an address to so many bytes, where it names a bound, as those of the own runtime do: the bound is signed with
 * the token's signature, which the narrower address no longer tells (packages/convex-embedded/src/files/upload-token.ts).
 */
async function narrow(url: string, maxBytes: number): Promise<string> {
  const address = new URL(url);
  const token = address.searchParams.get("token") ?? "";
  const end = token.lastIndexOf(".");
  if (end < 0 || !address.searchParams.has("maxBytes")) return url;
  const encode = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signature = encode(token.slice(end + 1));
  const key = await crypto.subtle.importKey("raw", signature, algorithm, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", key, encode(`maxBytes=${maxBytes}`));
  address.searchParams.set("token", `${token.slice(0, end)}.${toBase64Url(signed)}`);
  address.searchParams.set("maxBytes", String(maxBytes));
  return address.href;
}
