/**
 * How many bytes of files a kennel has stored, and the bounds of that, which the operator sets: one for each kennel, and
 * one for all kennels of one owner together. The numbers follow from the rows that have files (tables/projections.ts of
 * the areas). Deleted records keep their files for a while: these stand beside the others, up to as much again, so that
 * deleting makes room at once and nobody goes round a bound by it.
 */
import { v, type Infer } from "convex/values";
import {
  DEFAULT_STORAGE_GIGABYTES,
  GIGABYTE,
  STORAGE_SHARES_PER_OWNER,
} from "../../../domain/constants/storage";
import { fail } from "../../../domain/errors";
import { env, type MutationCtx, type QueryCtx } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import { rowsOf } from "./kennelTables";
import { sumChanges } from "./countFollowing";
import { ownedKennels } from "./ownedKennels";

const usage = {
  /** Bytes of photos, documents, attachments, certificates, the logo and backups. */
  usedBytes: v.number(),
  /** Bytes of files of deleted records. */
  deletedBytes: v.number(),
  /** Bytes that either may have; null without a bound. */
  limitBytes: v.union(v.number(), v.null()),
};
const usageShape = v.object(usage);
type Usage = Infer<typeof usageShape>;

export const storageShape = v.object({
  ...usage,
  /** All kennels of the caller together; null to those who do not own this one, or own no other. */
  ownedTogether: v.union(usageShape, v.null()),
});

/** Reads gigabytes as bytes, null for "off" and undefined for what is no number. */
function bytesSet(setting: string | undefined): number | null | undefined {
  const set = setting?.trim() ?? "";
  if (set === "off") return null;
  const gigabytes = set === "" ? NaN : Number(set);
  return gigabytes >= 0 ? Math.floor(gigabytes * GIGABYTE) : undefined;
}

/** Reads the bound of one kennel, null for none. */
function kennelLimit(): number | null {
  const set = bytesSet(env.STUDBOOK_STORAGE_GB);
  return set === undefined ? DEFAULT_STORAGE_GIGABYTES * GIGABYTE : set;
}

/** Reads the bound of all kennels of one owner, null for none. */
function ownerLimit(): number | null {
  const set = bytesSet(env.STUDBOOK_STORAGE_GB_PER_OWNER);
  if (set !== undefined) return set;
  const limit = kennelLimit();
  return limit === null ? null : limit * STORAGE_SHARES_PER_OWNER;
}

/** Adds up what some kennels have stored. */
async function usageOf(
  ctx: QueryCtx,
  kennelIds: readonly Id<"kennels">[],
  limitBytes: number | null,
): Promise<Usage> {
  const sum = { usedBytes: 0, deletedBytes: 0, limitBytes };
  for (const kennelId of kennelIds) {
    // A kennel has one row of each kind.
    const rows = ctx.db
      .query("storedBytes")
      .withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId));
    for await (const { kind, bytes } of rows) sum[kind === "deleted" ? "deletedBytes" : "usedBytes"] += bytes;
  }
  return sum;
}

/** Tells what a kennel has stored, and its owner what all of theirs have. */
export async function storageOf(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  callerId: Id<"users">,
): Promise<Infer<typeof storageShape>> {
  const owned = await ownedKennels(ctx, callerId);
  const isShared = owned.length > 1 && owned.includes(kennelId);
  return {
    ...(await usageOf(ctx, [kennelId], kennelLimit())),
    ownedTogether: isShared ? await usageOf(ctx, owned, ownerLimit()) : null,
  };
}

/**
 * Throws STORAGE_FULL where `bytes` more would pass the kennel's bound or that of its owner's kennels together, less
 * those of a file whose place they take. One byte stands for a file that is still to be sent.
 */
export async function requireRoom(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  bytes = 1,
  replaced = 0,
): Promise<void> {
  const check = ({ limitBytes, ...used }: Usage, isOfOwner: boolean): void => {
    if (limitBytes === null) return;
    const { usedBytes, deletedBytes } = used;
    // A file that takes the place of another one frees its room, which the deleted ones then take.
    const isOver =
      (bytes > replaced && usedBytes + bytes - replaced > limitBytes) ||
      usedBytes + deletedBytes + bytes > 2 * limitBytes;
    if (isOver) fail("STORAGE_FULL", { storage: { ...used, limitBytes, isOfOwner } });
  };
  check(await usageOf(ctx, [kennelId], kennelLimit()), false);
  const kennel = await ctx.db.get("kennels", kennelId);
  const limit = ownerLimit();
  // Whoever adds the file, the kennel's owner has the room.
  if (kennel && limit !== null)
    check(await usageOf(ctx, await ownedKennels(ctx, kennel.ownerId), limit), true);
}

/** Returns the size of a stored file, 0 for one that is gone. */
export const bytesOf = async (ctx: QueryCtx, storageId: Id<"_storage">): Promise<number> =>
  (await ctx.db.system.get("_storage", storageId))?.size ?? 0;

/** Adds up the files of a photo. */
export async function photoBytes(ctx: QueryCtx, { files }: Pick<Doc<"photos">, "files">): Promise<number> {
  let bytes = 0;
  for (const file of [files.full, files.preview, files.thumbnail]) {
    if (file) bytes += await bytesOf(ctx, file.storageId);
  }
  return bytes;
}

/**
 * Gives the row of a table with files the true size of these: rows that come from elsewhere, or from before sizes were
 * kept, may say any or none.
 */
export async function withBytes<Row extends object>(ctx: QueryCtx, table: string, row: Row): Promise<Row> {
  // Rows of the table that is named.
  if (table === "photos") return { ...row, bytes: await photoBytes(ctx, row as unknown as Doc<"photos">) };
  if (table === "breedingDocuments" || table === "healthAttachments") {
    const { storageId } = row as unknown as Doc<"breedingDocuments">;
    return { ...row, fileSize: await bytesOf(ctx, storageId) };
  }
  if (table === "healthTests") {
    const { certificate } = row as unknown as Doc<"healthTests">;
    if (!certificate) return row;
    return { ...row, certificate: { ...certificate, fileSize: await bytesOf(ctx, certificate.storageId) } };
  }
  if (table === "kennels") {
    const { logo } = row as unknown as Doc<"kennels">;
    return logo ? { ...row, logo: { ...logo, bytes: await bytesOf(ctx, logo.storageId) } } : row;
  }
  return row;
}

/** Tables whose rows always said the size of their files. */
const SIZED = ["breedingDocuments", "healthAttachments", "healthTests", "backups"] as const;

/** Counts a kennel's files of which rows always said the size; others are counted as they are measured. */
export async function recountStoredBytes(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const kinds = new Map<string, number>();
  for (const table of SIZED) {
    const rows = await rowsOf(ctx, table, kennelId).collect();
    for (const { kept, share, numbers } of sumChanges(
      rows.map((after) => ({ table, before: null, after })),
    )) {
      if (kept.table === "storedBytes") kinds.set(share.key, numbers.bytes ?? 0);
    }
  }
  for (const kind of ["documents", "attachments", "certificates", "backups"] as const) {
    const bytes = kinds.get(kind) ?? 0;
    const row = await ctx.db
      .query("storedBytes")
      .withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId).eq("kind", kind))
      .unique();
    if (row && bytes === 0) await ctx.db.delete("storedBytes", row._id);
    else if (row) await ctx.db.patch("storedBytes", row._id, { bytes });
    else if (bytes > 0) await ctx.db.insert("storedBytes", { kennelId, kind, bytes });
  }
}
