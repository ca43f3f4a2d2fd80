/** The rows of a kennel's team, and the rights that a person may give to others. */
import { MAX_PEOPLE_PER_KENNEL } from "../../../domain/kennels/rules";
import type { PermissionOverrides, Role } from "../../../domain/permissions/rules";
import { fail } from "../../../domain/errors";
import { areasBeyond, effectivePermissions } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isOwner, type Access } from "../../platform/model/people/identity";

export interface Rights {
  readonly role: Role;
  readonly permissions: PermissionOverrides;
}

export const membershipsOf = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"memberships">[]> =>
  await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);

/** The list contains offers of ownership to members. */
export const invitationsOf = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"invitations">[]> =>
  await ctx.db
    .query("invitations")
    .withIndex("by_kennel_and_email_key", (q) => q.eq("kennelId", kennelId))
    .take(2 * MAX_PEOPLE_PER_KENNEL);

/** Nobody can give a right that they do not have, and only owners can give ownership. */
export const reaches = (access: Access, { role, permissions }: Rights): boolean =>
  (role !== "owner" || isOwner(access)) &&
  areasBeyond(effectivePermissions(role, permissions), access.permissions).length === 0;

/**
 * Throws FORBIDDEN if the rights go beyond the caller's own rights, or if they include ownership and the caller is
 * not an owner.
 */
export function checkReach(access: Access, rights: Rights): void {
  if (!reaches(access, rights)) fail("FORBIDDEN");
}

/** Owners always have all rights, so no differences are stored for owners. */
export const storedRights = ({ role, permissions }: Rights): Rights => ({
  role,
  permissions: role === "owner" ? {} : permissions,
});
