/**
 * Deletes an account in small transactions. First the person leaves their kennels. A kennel without another owner
 * is deleted with all its files. Then everything about the person is deleted, and finally the user's row. Records
 * that the person entered in other people's kennels remain there without the person's name.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { internal } from "../../_generated/api";
import { isOnlyOwner, teamOf } from "./accountDeletions";
import { deleteFile } from "../../platform/model/files/storedFiles";
import { removeAddress } from "../../platform/model/changes/historyEvents";
import { getStanding } from "../../platform/model/people/identity";
import { eraseKennel, NEVER_KEPT } from "../../kennels/model/kennelRemoval";
import { removeMember } from "../../kennels/model/members";

const BATCH = 200;

type UserId = Id<"users">;

/** Deletes one batch; returns whether any rows were found. */
async function dropOwnRows(ctx: MutationCtx, kennelId: Id<"kennels">, userId: UserId): Promise<boolean> {
  const dismissals = await ctx.db
    .query("alertDismissals")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", userId))
    .take(BATCH);
  for (const { _id } of dismissals) await ctx.db.delete("alertDismissals", _id);
  const deliveries = await ctx.db
    .query("deliveries")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", userId))
    .take(BATCH);
  for (const { _id } of deliveries) await ctx.db.delete("deliveries", _id);
  return dismissals.length + deliveries.length > 0;
}

/** Deletes the kennel if nobody else owns it. Returns whether a kennel was found. */
async function leaveOneKennel(ctx: MutationCtx, userId: UserId): Promise<boolean> {
  const membership = await ctx.db
    .query("memberships")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .first();
  if (!membership) return false;
  const { kennelId } = membership;
  if (isOnlyOwner(await teamOf(ctx, kennelId), userId)) {
    await eraseKennel(ctx, kennelId, userId);
    return true;
  }
  if (await dropOwnRows(ctx, kennelId, userId)) return true;
  const user = await ctx.db.get("users", userId);
  if (user) await removeAddress(ctx, kennelId, user.emailKey);
  const access = await getStanding(ctx, kennelId, userId);
  if (access) await removeMember(ctx, access, { userId });
  return true;
}

/** Returns whether any files were found. */
async function dropExports(ctx: MutationCtx, userId: UserId): Promise<boolean> {
  const rows = await ctx.db
    .query("dataExports")
    .withIndex("by_user_and_started", (q) => q.eq("userId", userId))
    .take(BATCH);
  for (const row of rows) {
    await deleteFile(ctx, row.storageId);
    await ctx.db.delete("dataExports", row._id);
  }
  return rows.length > 0;
}

/** Only copies of kennels that the person deleted are affected. They expire immediately. */
async function expireCopies(ctx: MutationCtx, userId: UserId): Promise<void> {
  const copies = await ctx.db
    .query("kennelRemovals")
    .withIndex("by_former_owner", (q) => q.eq("formerOwnerId", userId))
    .take(BATCH);
  for (const { _id } of copies) await ctx.db.patch("kennelRemovals", _id, { expiresAt: NEVER_KEPT });
}

async function dropPersonalRows(ctx: MutationCtx, userId: UserId): Promise<void> {
  for (const table of [
    "userSettings",
    "dashboardPreferences",
    "dogViews",
    "tutorials",
    "pushSubscriptions",
    "subscriptions",
  ] as const) {
    const rows = await ctx.db
      .query(table)
      .withIndex("by_user", (q) => q.eq("userId", userId))
      .take(BATCH);
    for (const { _id } of rows) await ctx.db.delete(table, _id);
  }
  const feeds = await ctx.db
    .query("calendarFeeds")
    .withIndex("by_kennel_and_user_and_dog", (q) => q.eq("kennelId", undefined).eq("userId", userId))
    .take(BATCH);
  for (const { _id } of feeds) await ctx.db.delete("calendarFeeds", _id);
  const accounts = await ctx.db
    .query("billingAccounts")
    .withIndex("by_user_and_mode", (q) => q.eq("userId", userId))
    .take(BATCH);
  for (const { _id } of accounts) await ctx.db.delete("billingAccounts", _id);
}

/** Returns whether more steps follow. */
async function removeStep(ctx: MutationCtx, deletion: Doc<"accountDeletions">): Promise<boolean> {
  const { userId } = deletion;
  if (await leaveOneKennel(ctx, userId)) return true;
  if (await dropExports(ctx, userId)) return true;
  await expireCopies(ctx, userId);
  await dropPersonalRows(ctx, userId);
  const mails = await ctx.db
    .query("accountMails")
    .withIndex("by_token_identifier", (q) => q.eq("tokenIdentifier", deletion.tokenIdentifier))
    .take(BATCH);
  for (const { _id } of mails) await ctx.db.delete("accountMails", _id);
  const user = await ctx.db.get("users", userId);
  if (user?.avatar) await ctx.storage.delete(user.avatar.storageId);
  if (user) await ctx.db.delete("users", userId);
  return false;
}

export async function removeAccount(ctx: MutationCtx, deletionId: Id<"accountDeletions">): Promise<null> {
  const deletion = await ctx.db.get("accountDeletions", deletionId);
  if (deletion?.state !== "removing") return null;
  if (await removeStep(ctx, deletion)) {
    await ctx.scheduler.runAfter(0, internal.accounts.accountDeletions.removeNext, { deletionId });
  } else {
    await ctx.db.delete("accountDeletions", deletionId);
    await ctx.scheduler.runAfter(0, internal.jobs.sweep, { table: "kennelRemovals" });
  }
  return null;
}
