/** The registered functions of a kennel's team. */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import { addMember, listMembers, memberShape, personArgs, removeMember, updateMember } from "./model/members";
import { overridesValidator, roleValidator } from "../platform/tables/shared";

/** Invited people are included. */
export const list = kennelQuery({
  permission: "members:read",
  args: {},
  returns: v.array(memberShape),
  handler: async (ctx) => await listMembers(ctx, ctx.access),
});

export const add = kennelMutation({
  permission: "members:write",
  args: { email: v.string(), role: roleValidator, permissions: v.optional(overridesValidator) },
  returns: memberShape,
  handler: async (ctx, args) => await addMember(ctx, ctx.access, args),
});

/** A person becomes an owner only after accepting the offer. */
export const update = kennelMutation({
  permission: "members:write",
  args: { ...personArgs, role: roleValidator, permissions: v.optional(overridesValidator) },
  returns: memberShape,
  handler: async (ctx, args) => await updateMember(ctx, ctx.access, args),
});

/** Any member may remove themselves to leave the kennel. */
export const remove = kennelMutation({
  permission: "member",
  args: personArgs,
  returns: v.null(),
  handler: async (ctx, args) => await removeMember(ctx, ctx.access, args),
});
