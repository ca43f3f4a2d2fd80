/** The registered functions of a person's own profile. Nobody can change another person's profile. */
import { v } from "convex/values";
import { MAX_AVATAR_BYTES } from "../../domain/accounts/rules";
import { fail } from "../../domain/errors";
import {
  innerUserMutation,
  internalQuery,
  signedInAction,
  userMutation,
  userQuery,
} from "../platform/functions";
import { acceptAvatar } from "./model/avatarUploads";
import {
  admitAvatar,
  avatarOf,
  changeProfile,
  findSignedAvatar,
  profileArgs,
  removeAvatar,
  replaceAvatar,
} from "./model/profiles";
import { userShape, type UserDescription } from "./model/users";

/** Omitted fields stay unchanged. */
export const update = userMutation({
  args: { ...profileArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: userShape,
  handler: async (ctx, args) => await changeProfile(ctx, ctx.user, args),
});

/** Throws AVATAR_TOO_LARGE, AVATAR_TYPE_UNSUPPORTED or RATE_LIMITED. */
export const setAvatar = signedInAction({
  args: { content: v.bytes() },
  returns: userShape,
  handler: async (ctx, { content }): Promise<UserDescription> => {
    if (content.byteLength > MAX_AVATAR_BYTES) fail("AVATAR_TOO_LARGE");
    return await acceptAvatar(ctx, new Uint8Array(content));
  },
});

export const clearAvatar = userMutation({
  args: {},
  returns: userShape,
  handler: async (ctx) => await removeAvatar(ctx, ctx.user),
});

export const admit = innerUserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admitAvatar(ctx, ctx.user),
});

export const replace = innerUserMutation({
  args: { storageId: v.id("_storage") },
  returns: userShape,
  handler: async (ctx, { storageId }) => await replaceAvatar(ctx, ctx.user, storageId),
});

/** The person must share a kennel with the caller. */
export const getFile = userQuery({
  args: { userId: v.string() },
  returns: v.id("_storage"),
  handler: async (ctx, { userId }) => await avatarOf(ctx, ctx.user, userId),
});

export const getSignedFile = internalQuery({
  args: { userId: v.string(), signature: v.string() },
  returns: v.union(v.id("_storage"), v.null()),
  handler: async (ctx, args) => await findSignedAvatar(ctx, args),
});
