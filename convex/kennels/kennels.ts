/** The registered functions of kennels. */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { kennelMutation, kennelQuery, userMutation, signedInQuery } from "../platform/functions";
import {
  createKennel,
  kennelChangeArgs,
  kennelShape,
  listOwnKennels,
  newKennelArgs,
  updateKennel,
} from "./model/kennels";
import { requireKennel } from "../platform/model/people/kennels";
import { describeKennelWithTeam, memberShape } from "./model/members";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import { keptPhotosShape, listKeptPhotos } from "./model/keptPhotos";
import { askKennelDeletion, keepKennel, kennelDeletionShape } from "./model/kennelDeletions";
import { listBackups, removalBackupShape } from "./model/kennelRemoval";

/** The default kennel is first. For an API key, the list contains only the key's kennel. */
export const list = signedInQuery({
  forKeys: true,
  args: {},
  returns: v.array(kennelShape),
  handler: async (ctx) => (ctx.user ? await listOwnKennels(ctx, ctx.user._id) : []),
});

/** If the caller may see the team, its people are included. */
export const get = kennelQuery({
  permission: "kennel",
  args: {},
  returns: kennelShape.extend({ users: v.array(memberShape) }),
  handler: async (ctx) => await describeKennelWithTeam(ctx, ctx.access),
});

/** The caller owns the new kennel. */
export const create = userMutation({
  args: newKennelArgs,
  returns: kennelShape,
  handler: async (ctx, args) => await createKennel(ctx, ctx.user, args),
});

/** Omitted fields stay unchanged. Null or an empty text clears a field. */
export const update = kennelMutation({
  permission: "settings:write",
  args: { ...kennelChangeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: kennelShape,
  handler: async (ctx, args) => await updateKennel(ctx, ctx.access, args),
});

/** The newest change is first. */
export const editsSince = kennelQuery({
  permission: "member",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) =>
    await listEditsSince(ctx, ctx.access, await requireKennel(ctx, ctx.access.kennelId), since),
});

/** The user must have typed the kennel's name. The deletion can be canceled for some days. */
export const remove = kennelMutation({
  permission: "owner",
  args: { confirmName: v.string() },
  returns: kennelDeletionShape,
  handler: async (ctx, { confirmName }) => await askKennelDeletion(ctx, ctx.access, confirmName),
});

export const keep = kennelMutation({
  permission: "owner",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await keepKennel(ctx, ctx.access),
});

/** The download addresses are included. */
export const removedBackups = signedInQuery({
  args: {},
  returns: v.array(removalBackupShape),
  handler: async (ctx) => (ctx.user ? await listBackups(ctx, ctx.user._id) : []),
});

/** Only the former owner can read the photos. They are kept with the copy of the kennel. */
export const removedPhotos = signedInQuery({
  args: { removalId: v.string(), paginationOpts: paginationOptsValidator },
  returns: keptPhotosShape,
  handler: async (ctx, { removalId, paginationOpts }) =>
    await listKeptPhotos(ctx, ctx.user, removalId, paginationOpts),
});
