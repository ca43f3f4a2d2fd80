/**
 * Creates upload addresses. Each address accepts at most the allowed size of its file, and reserves the same amount
 * of the kennel's storage. The reservation ends when a record uses the file or the address has expired. Convex's
 * own hosting cannot limit an address, so the size is checked again when a record uses the file.
 */
import { UNCLAIMED_MINUTES, UPLOAD_ADDRESS_MINUTES } from "../../../../domain/files/rules";
import { fail, type ErrorCode } from "../../../../domain/errors";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import { findCaller } from "../changes/activities";
import { readStuck } from "../changes/settledTime";
import { requireRoom } from "./storedBytes";

const MINUTE_MS = 60_000;

/** Storage stays reserved for an upload this long. */
const AWAITED_MS = (UPLOAD_ADDRESS_MINUTES + UNCLAIMED_MINUTES) * MINUTE_MS;

const EXPIRE_BATCH = 200;

/**
 * Returns the size that the client stated, or otherwise the largest allowed size; throws `code` if the stated size
 * is too large.
 */
export function sizeOf(said: number | undefined, most: number, code: ErrorCode): number {
  if (said === undefined) return most;
  if (!Number.isSafeInteger(said) || said < 0) {
    fail("VALIDATION_FAILED", { fields: { bytes: "A file's size is a whole number of bytes" } });
  }
  return said > most ? fail(code) : said;
}

/** Reserves storage for each file; throws STORAGE_FULL. `replaced` is the size in bytes of the replaced files. */
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
 * A record uses files of `bytes` bytes in total. Of these, `awaited` bytes came by upload addresses. The awaited
 * bytes use up the caller's oldest reservations in this kennel, so an upload address of another kennel gives no
 * storage here. Throws STORAGE_FULL. `replaced` is the size in bytes of the replaced files.
 */
export async function takeRoom(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  bytes: number,
  awaited: number,
  replaced = 0,
): Promise<void> {
  // Stored counts change only at the end of the transaction. The storage released here is still counted and must be
  // subtracted.
  await requireRoom(ctx, kennelId, bytes - (await takeAwaited(ctx, kennelId, awaited)), replaced);
}

/** Releases up to `bytes`; returns how much was released. */
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

/** Returns whether more of the uploads that never arrived may remain. */
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
 * Signs a size limit into an upload address of our own runtime. The limit is signed with the signature of the
 * address's token. The limited address no longer contains this signature
 * (packages/convex-embedded/src/files/upload-token.ts). Addresses of other runtimes stay unchanged.
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
