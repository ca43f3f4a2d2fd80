/** The registered functions of invitations: for those who make them, and for those whom they are made for. */
import { v } from "convex/values";
import { roleValidator } from "../platform/tables/shared";
import { kennelMutation, kennelQuery, openQuery, signedInQuery, userMutation } from "../platform/functions";
import {
  acceptInvitation,
  declineInvitation,
  describeByToken,
  invitationShape,
  listWaiting,
  readInvitationLink,
  renewInvitation,
  waitingArgs,
} from "./model/invitations";

const ownArgs = { invitationId: v.string() };

/** Returns the link of an invitation, to be handed on by other means than mail. */
export const link = kennelQuery({
  permission: "members:write",
  args: ownArgs,
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { invitationId }) => await readInvitationLink(ctx, ctx.access, invitationId),
});

/** Makes an invitation hold for its whole time again, and sends it where mail is set up. */
export const renew = kennelMutation({
  permission: "members:write",
  args: ownArgs,
  returns: v.null(),
  handler: async (ctx, { invitationId }) => await renewInvitation(ctx, ctx.access, invitationId),
});

/** Tells what the invitation of a link says, also to who is signed out. */
export const describe = openQuery({
  args: { token: v.string() },
  returns: v.union(invitationShape, v.null()),
  handler: async (ctx, { token }) => await describeByToken(ctx, token),
});

/** Lists what waits for the caller to accept. */
export const waiting = signedInQuery({
  args: {},
  returns: v.array(invitationShape),
  handler: async (ctx) => await listWaiting(ctx, ctx.user),
});

/** Takes an invitation, which was read with that role, and opens its kennel to the caller. */
export const accept = userMutation({
  args: { ...waitingArgs, role: roleValidator },
  returns: v.object({ kennelId: v.id("kennels") }),
  handler: async (ctx, args) => await acceptInvitation(ctx, ctx.user, args),
});

/** Turns an invitation down. */
export const decline = userMutation({
  args: waitingArgs,
  returns: v.null(),
  handler: async (ctx, args) => await declineInvitation(ctx, ctx.user, args),
});
