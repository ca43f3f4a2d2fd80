/**
 * Deletes a kennel after its deletion was requested. The first transaction makes the kennel invisible to everybody.
 * Then a copy of all its rows is saved to file storage for the former owner, and batches delete the rows. The copy
 * expires later, together with the photos that are kept with the copy. Interrupted work is found by its state and
 * resumed. Source: decision GAP-KEN-06.
 */
import { KENNEL_TABLES, rowsOf, rowsAtOnce, PURGE_BATCH } from "../../platform/model/changes/kennelTables";
import { v, type Infer } from "convex/values";
import { MAX_PEOPLE_PER_KENNEL } from "../../../domain/kennels/rules";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

import { deleteFile } from "../../platform/model/files/storedFiles";
import { dropReference, releaseFile } from "./fileReferences";
import { findKennelDeletion } from "./kennelDeletionDates";
import { requireKennel } from "../../platform/model/people/kennels";
import { job, stuckIn } from "../../platform/model/changes/jobs";
import { settledNow } from "../../platform/model/changes/settledTime";
import {
  dropKeptPhotos,
  hasKeptPhotos,
  keepAttachment,
  keepCertificate,
  keepDocument,
  keepLogo,
  keepPhoto,
  keepSigning,
} from "./keptPhotos";
import { ArchiveFileSigner } from "./archiveFileAddresses";

/** The time limit is long, because writing a large copy takes minutes. */
const STUCK_AFTER_MS = 600_000;

/** Each copy has up to PURGE_BATCH photos. */
const EXPIRE_BATCH = 5;

export const removalBackupShape = v.object({
  _id: v.id("kennelRemovals"),
  kennelName: v.string(),
  removedAt: v.number(),
  expiresAt: v.number(),
  /** Null while the copy is being written. */
  url: v.union(v.string(), v.null()),
  hasPhotos: v.boolean(),
});

/** The newest copy is first. */
export async function listBackups(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Infer<typeof removalBackupShape>[]> {
  const removals = await ctx.db
    .query("kennelRemovals")
    .withIndex("by_former_owner", (q) => q.eq("formerOwnerId", userId))
    .order("desc")
    .take(MAX_PEOPLE_PER_KENNEL);
  return await Promise.all(
    removals.map(async ({ _id, _creationTime, kennelName, expiresAt, storageId }) => ({
      _id,
      kennelName,
      removedAt: _creationTime,
      expiresAt,
      url:
        storageId === undefined
          ? null
          : await new ArchiveFileSigner(ctx, { kind: "removal", id: _id }, userId).urlOf(storageId),
      hasPhotos: await hasKeptPhotos(ctx, _id),
    })),
  );
}

/** Nobody sees the kennel any longer. */
async function disband(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);
  for (const { _id } of memberships) await ctx.db.delete("memberships", _id);
  const invitations = await ctx.db
    .query("invitations")
    .withIndex("by_kennel_and_email_key", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);
  for (const { _id } of invitations) await ctx.db.delete("invitations", _id);
  const deletion = await findKennelDeletion(ctx, kennelId);
  if (deletion) await ctx.db.delete("kennelDeletions", deletion._id);
}

/** The expiry of a deleted kennel without a copy. */
export const NEVER_KEPT = 0;

/** The owner requested the deletion without a copy. */
export async function eraseKennel(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  ownerId: Id<"users">,
): Promise<void> {
  const kennel = await requireKennel(ctx, kennelId);
  await disband(ctx, kennelId);
  const now = Date.now();
  const removalId = await ctx.db.insert("kennelRemovals", {
    kennelId,
    kennelName: kennel.name,
    formerOwnerId: ownerId,
    team: [],
    state: "purging",
    stateSince: now,
    expiresAt: NEVER_KEPT,
  });
  await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.purge, { removalId });
}

/** Starts deleting. A second copy of the same kennel is deleted. */
export async function acceptCopy(
  ctx: MutationCtx,
  removalId: Id<"kennelRemovals">,
  storageId: Id<"_storage">,
): Promise<null> {
  const removal = await ctx.db.get("kennelRemovals", removalId);
  if (removal?.state !== "saving") {
    await ctx.storage.delete(storageId);
    return null;
  }
  await ctx.db.patch("kennelRemovals", removalId, { storageId, state: "purging", stateSince: Date.now() });
  await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.purge, { removalId });
  return null;
}

/** Returns whether any rows were found. */
async function purgeBatch(
  ctx: MutationCtx,
  { _id: removalId, kennelId }: Doc<"kennelRemovals">,
): Promise<boolean> {
  for (const table of KENNEL_TABLES) {
    const rows = await rowsOf(ctx, table, kennelId).take(rowsAtOnce(table));
    for (const row of rows) {
      if ("files" in row) await keepPhoto(ctx, removalId, row);
      if ("documentType" in row) await keepDocument(ctx, removalId, row);
      if ("signedBy" in row) await keepSigning(ctx, removalId, row);
      if ("mimeType" in row) await keepAttachment(ctx, removalId, row);
      if ("testedOn" in row && "kind" in row) await keepCertificate(ctx, removalId, row);
      if ("filters" in row || ("expiresAt" in row && "fileName" in row)) await deleteFile(ctx, row.storageId);
      if ("checkpointAt" in row) {
        for (const file of [row.snapshotId, row.checkpointId]) await deleteFile(ctx, file);
      }
      if ("recordsBytes" in row) await deleteFile(ctx, row.recordsId);
      if ("keptSince" in row) await releaseFile(ctx, row.storageId);
      if ("backupId" in row && "sha256" in row) await dropReference(ctx, row);
      else await ctx.db.delete(table, row._id);
    }
    if (rows.length > 0) return true;
  }
  return false;
}

/** After the last batch, deletes the kennel's own row. */
export async function purgeKennel(ctx: MutationCtx, removalId: Id<"kennelRemovals">): Promise<null> {
  const removal = await ctx.db.get("kennelRemovals", removalId);
  if (removal?.state !== "purging") return null;
  const now = Date.now();
  if (await purgeBatch(ctx, removal)) {
    await ctx.db.patch("kennelRemovals", removalId, { stateSince: now });
    await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.purge, { removalId });
    return null;
  }
  const kennel = await ctx.db.get("kennels", removal.kennelId);
  if (kennel?.logo) await keepLogo(ctx, removalId, kennel.logo);
  if (kennel) await ctx.db.delete("kennels", kennel._id);
  await ctx.db.patch("kennelRemovals", removalId, { state: "kept", stateSince: now });
  if (removal.expiresAt === NEVER_KEPT)
    await ctx.scheduler.runAfter(0, internal.jobs.sweep, { table: "kennelRemovals" });
  return null;
}

/** If a copy is large, the next run deletes the remaining photos. */
async function expireCopies(ctx: MutationCtx): Promise<boolean> {
  const settled = await settledNow(ctx);
  const expired = await ctx.db
    .query("kennelRemovals")
    .withIndex("by_state_and_expiry", (q) => q.eq("state", "kept").lt("expiresAt", settled))
    .take(EXPIRE_BATCH);
  let isAllGone = expired.length < EXPIRE_BATCH;
  for (const { _id, storageId } of expired) {
    if (!(await dropKeptPhotos(ctx, _id, PURGE_BATCH))) {
      isAllGone = false;
      continue;
    }
    if (storageId !== undefined) await ctx.storage.delete(storageId);
    await ctx.db.delete("kennelRemovals", _id);
  }
  return !isAllGone;
}

/** Also deletes expired copies. */
export const removalJob = job({
  table: "kennelRemovals",
  minutes: 10,
  findStuck: stuckIn("kennelRemovals", ["saving", "purging"], STUCK_AFTER_MS),
  takeUp: async (ctx, { _id: removalId, state }) => {
    const { saveCopy, purge } = internal.kennels.kennelRemoval;
    if (state === "saving") await ctx.db.patch("kennelRemovals", removalId, { stateSince: Date.now() });
    await ctx.scheduler.runAfter(0, state === "saving" ? saveCopy : purge, { removalId });
  },
  expire: expireCopies,
});
