/**
 * Adds up how many bytes of files a kennel has stored, and applies the operator's limits: one for each kennel, and
 * one for all kennels of an owner together. The sums are calculated from the rows with files (tables/projections.ts
 * of the areas). Files of deleted records are kept for some time. They are counted separately, with a limit of the
 * same size. Deleting a record therefore frees storage immediately, but nobody can store more by deleting and
 * adding repeatedly.
 */
import { v, type Infer } from "convex/values";
import {
  DEFAULT_STORAGE_GIGABYTES,
  GIGABYTE,
  STORAGE_SHARES_PER_OWNER,
} from "../../../../domain/files/rules";
import { fail } from "../../../../domain/errors";
import { env, type QueryCtx } from "../../../_generated/server";
import type { Id } from "../../../_generated/dataModel";
import { ownedKennels } from "../people/kennels";

const usage = {
  /** Bytes of photos, documents, attachments, certificates, the logo and backups. */
  usedBytes: v.number(),
  /** Bytes of files of deleted records. */
  deletedBytes: v.number(),
  /** Applies to used and to deleted bytes separately; null if there is no limit. */
  limitBytes: v.union(v.number(), v.null()),
};
const usageShape = v.object(usage);
type Usage = Infer<typeof usageShape>;

export const storageShape = v.object({
  ...usage,
  /** The sums of all kennels of the caller; null if the caller does not own this kennel or owns no other kennel. */
  ownedTogether: v.union(usageShape, v.null()),
});

/** Returns null for "off", undefined for an invalid number. */
function bytesSet(setting: string | undefined): number | null | undefined {
  const set = setting?.trim() ?? "";
  if (set === "off") return null;
  const gigabytes = set === "" ? NaN : Number(set);
  return gigabytes >= 0 ? Math.floor(gigabytes * GIGABYTE) : undefined;
}

/** Returns null if there is no limit. */
function kennelLimit(): number | null {
  const set = bytesSet(env.STUDBOOK_STORAGE_GB);
  return set === undefined ? DEFAULT_STORAGE_GIGABYTES * GIGABYTE : set;
}

/** Returns null if there is no limit. */
function ownerLimit(): number | null {
  const set = bytesSet(env.STUDBOOK_STORAGE_GB_PER_OWNER);
  if (set !== undefined) return set;
  const limit = kennelLimit();
  return limit === null ? null : limit * STORAGE_SHARES_PER_OWNER;
}

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

/** If the caller owns the kennel, all kennels of the caller are counted. */
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
 * Throws STORAGE_FULL if `bytes` more bytes would exceed the limit of the kennel or of all kennels of its owner.
 * The size of a replaced file is subtracted. A file of unknown size counts as one byte.
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
    // A replaced file frees its used bytes and then counts as deleted bytes.
    const isOver =
      (bytes > replaced && usedBytes + bytes - replaced > limitBytes) ||
      usedBytes + deletedBytes + bytes > 2 * limitBytes;
    if (isOver) fail("STORAGE_FULL", { storage: { ...used, limitBytes, isOfOwner } });
  };
  check(await usageOf(ctx, [kennelId], kennelLimit()), false);
  const kennel = await ctx.db.get("kennels", kennelId);
  const limit = ownerLimit();
  // The limit of the kennel's owner applies, whichever user adds the file.
  if (kennel && limit !== null)
    check(await usageOf(ctx, await ownedKennels(ctx, kennel.ownerId), limit), true);
}

/** Returns 0 if the file was deleted. */
export const bytesOf = async (ctx: QueryCtx, storageId: Id<"_storage">): Promise<number> =>
  (await ctx.db.system.get("_storage", storageId))?.size ?? 0;
