/** A person's profile: names, time zone and picture. Sources: decisions GAP-SET-01 and GAP-SET-02. */
import { v, type ObjectType } from "convex/values";
import { MAX_MEMBERSHIPS_PER_USER } from "../../../domain/kennels/rules";
import { profileSchema } from "../../../domain/accounts/schemas";
import { fail } from "../../../domain/errors";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { findAvatarBearer } from "../../platform/model/files/avatarAddresses";
import { findPersonOf, getMembership } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { ensurePhotoKeys } from "../../platform/model/files/photoAddresses";
import { describeUser, type UserDescription } from "./users";
import { checkVersion, nextVersion } from "../../platform/model/changes/edits";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

const optionalText = v.optional(v.union(v.string(), v.null()));

/** An omitted field stays unchanged; null or empty clears a field. */
export const profileArgs = { firstName: optionalText, lastName: optionalText, timeZone: optionalText };

const described = async (ctx: QueryCtx, userId: Id<"users">): Promise<UserDescription> =>
  await describeUser(ctx, await getOrFail(ctx, "users", userId));

/** Throws VALIDATION_FAILED, or STALE_UPDATE if another save happened after `expectedUpdatedAt`. */
export async function changeProfile(
  ctx: MutationCtx,
  user: Doc<"users">,
  { expectedUpdatedAt, ...fields }: ObjectType<typeof profileArgs> & { expectedUpdatedAt?: number },
): Promise<UserDescription> {
  const updatedAt = user.profileUpdatedAt ?? user._creationTime;
  checkVersion({ updatedAt }, expectedUpdatedAt);
  const { firstName, lastName, timeZone } = parseOrFail(profileSchema, fields);
  await ctx.db.patch("users", user._id, {
    // A user may choose an empty name. The provider's name must not replace the empty name at the next sign-in.
    ...(firstName !== undefined && { firstName: firstName ?? "" }),
    ...(lastName !== undefined && { lastName: lastName ?? "" }),
    ...(timeZone !== undefined && { isTimeZoneChosen: timeZone !== null }),
    ...(typeof timeZone === "string" && { timeZone }),
    profileUpdatedAt: nextVersion({ updatedAt }),
  });
  return await described(ctx, user._id);
}

/** Throws RATE_LIMITED. */
export async function admitAvatar(ctx: MutationCtx, user: Doc<"users">): Promise<null> {
  await spend(ctx, user._id, "photoUploads");
  return null;
}

async function deleteFile(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  if (await ctx.db.system.get("_storage", storageId)) await ctx.storage.delete(storageId);
}

export async function replaceAvatar(
  ctx: MutationCtx,
  { _id, avatar }: Doc<"users">,
  storageId: Id<"_storage">,
): Promise<UserDescription> {
  await ensurePhotoKeys(ctx);
  const setAt = Math.max(Date.now(), (avatar?.setAt ?? 0) + 1);
  await ctx.db.patch("users", _id, { avatar: { storageId, setAt } });
  if (avatar) await deleteFile(ctx, avatar.storageId);
  return await described(ctx, _id);
}

export async function removeAvatar(
  ctx: MutationCtx,
  { _id, avatar }: Doc<"users">,
): Promise<UserDescription> {
  if (avatar) {
    await ctx.db.patch("users", _id, { avatar: undefined });
    await deleteFile(ctx, avatar.storageId);
  }
  return await described(ctx, _id);
}

/** Returns null if the signature is wrong or expired, or if the person now has another picture. */
export async function findSignedAvatar(
  ctx: QueryCtx,
  { userId, signature }: { userId: string; signature: string },
): Promise<Id<"_storage"> | null> {
  const person = await findRow(ctx, "users", userId);
  const bearer = person && (await findAvatarBearer(ctx, person, signature));
  const viewerId = bearer && (await findPersonOf(ctx, bearer));
  const isShown = person && viewerId && (await isAcquainted(ctx, viewerId, person._id));
  return isShown ? (person.avatar?.storageId ?? null) : null;
}

/** The person must be the caller or a member of the caller's kennels; throws NOT_FOUND for anybody else. */
export async function avatarOf(ctx: QueryCtx, caller: Doc<"users">, userId: string): Promise<Id<"_storage">> {
  const person = await findRow(ctx, "users", userId);
  if (!person?.avatar || !(await isAcquainted(ctx, caller._id, person._id))) return fail("NOT_FOUND");
  return person.avatar.storageId;
}

async function isAcquainted(ctx: QueryCtx, one: Id<"users">, other: Id<"users">): Promise<boolean> {
  if (one === other) return true;
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_user", (q) => q.eq("userId", one))
    .take(MAX_MEMBERSHIPS_PER_USER);
  for (const { kennelId } of memberships) {
    if (await getMembership(ctx, kennelId, other)) return true;
  }
  return false;
}
