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
