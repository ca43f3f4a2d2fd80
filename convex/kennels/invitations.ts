/** The registered functions of invitations, for senders and recipients. */
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

/** The link can be passed on without mail. */
export const link = kennelQuery({
  permission: "members:write",
  args: ownArgs,
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { invitationId }) => await readInvitationLink(ctx, ctx.access, invitationId),
});

/** The invitation is sent again if mail is set up. */
export const renew = kennelMutation({
  permission: "members:write",
  args: ownArgs,
  returns: v.null(),
  handler: async (ctx, { invitationId }) => await renewInvitation(ctx, ctx.access, invitationId),
});

/** Signed-out users may call this function. */
export const describe = openQuery({
  args: { token: v.string() },
  returns: v.union(invitationShape, v.null()),
  handler: async (ctx, { token }) => await describeByToken(ctx, token),
});

export const waiting = signedInQuery({
  args: {},
  returns: v.array(invitationShape),
  handler: async (ctx) => await listWaiting(ctx, ctx.user),
});

/** `role` is the role that the caller saw in the invitation. */
export const accept = userMutation({
  args: { ...waitingArgs, role: roleValidator },
  returns: v.object({ kennelId: v.id("kennels") }),
  handler: async (ctx, args) => await acceptInvitation(ctx, ctx.user, args),
});

export const decline = userMutation({
  args: waitingArgs,
  returns: v.null(),
  handler: async (ctx, args) => await declineInvitation(ctx, ctx.user, args),
});
