/**
 * Who is calling and what they may do: resolves identity to user and user to membership. A kennel the caller
 * does not belong to, one that does not exist and an id that is none all fail alike, with NOT_FOUND.
 */
import type { UserIdentity } from "convex/server";
import type { Area, Permissions, Role } from "../../domain/constants/roles";
import { fail } from "../../domain/errors";
import { effectivePermissions, hasPermission } from "../../domain/permissions/permissions";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** What a function demands: a right in an area, being an owner, or only belonging to the kennel. */
export type Permission = `${Area}:read` | `${Area}:write` | "owner" | "member";

/** The caller's standing in one kennel. */
export interface Access {
  readonly user: Doc<"users">;
  readonly kennelId: Id<"kennels">;
  readonly role: Role;
  readonly permissions: Permissions;
  /** Whether a backup is being restored in the kennel, when nobody changes anything else. */
  readonly isRestoring?: boolean | undefined;
}

/** A dog the caller may see, with the caller's standing in its kennel. */
export interface ReachedDog {
  readonly dog: Doc<"dogs">;
  readonly access: Access;
}

/** Answers the caller's identity or throws UNAUTHENTICATED. */
export async function requireIdentity(ctx: QueryCtx): Promise<UserIdentity> {
  return (await ctx.auth.getUserIdentity()) ?? fail("UNAUTHENTICATED");
}

/** Finds the caller's user row; null before the first sign-in is recorded. */
export async function getUser(ctx: QueryCtx, identity: UserIdentity): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("by_token_identifier", (q) => q.eq("tokenIdentifier", identity.tokenIdentifier))
    .unique();
}

/** Answers the caller's user row or throws UNAUTHENTICATED. */
export async function requireUser(ctx: QueryCtx): Promise<Doc<"users">> {
  return (await getUser(ctx, await requireIdentity(ctx))) ?? fail("UNAUTHENTICATED");
}

/** Finds a person's membership of a kennel. */
export async function getMembership(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  userId: Id<"users">,
): Promise<Doc<"memberships"> | null> {
  return await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", userId))
    .unique();
}

const toAccess = (
  user: Doc<"users">,
  { kennelId, role, permissions, isRestoring }: Doc<"memberships">,
): Access => ({
  user,
  kennelId,
  role,
  permissions: effectivePermissions(role, permissions),
  isRestoring,
});

/** Finds the caller's standing in a kennel; null for a stranger and for an id that names no kennel. */
export async function getAccess(ctx: QueryCtx, kennelId: string): Promise<Access | null> {
  const identity = await requireIdentity(ctx);
  const id = ctx.db.normalizeId("kennels", kennelId);
  if (id === null) return null;
  const user = await getUser(ctx, identity);
  const membership = user && (await getMembership(ctx, id, user._id));
  return membership && toAccess(user, membership);
}

/** Finds the standing in a kennel of a person whom an address that they were given stands for; null for a stranger. */
export async function getStanding(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  userId: Id<"users">,
): Promise<Access | null> {
  const user = await ctx.db.get("users", userId);
  const membership = user && (await getMembership(ctx, kennelId, userId));
  return membership && toAccess(user, membership);
}

/** Throws FORBIDDEN unless `access` includes `permission`, and KENNEL_RESTORING for changes during a restore. */
export function checkPermission(access: Access, permission: Permission): void {
  if (!isPermitted(access, permission)) fail("FORBIDDEN");
  const isChange = permission === "owner" || permission.endsWith(":write");
  if (access.isRestoring === true && isChange) fail("KENNEL_RESTORING");
}

function isPermitted(access: Access, permission: Permission): boolean {
  switch (permission) {
    case "member":
      return true;
    case "owner":
      return access.role === "owner";
    default: {
      const [area, level] = permission.split(":") as [Area, "read" | "write"]; // the template type guarantees the shape
      return hasPermission(access.permissions, area, level);
    }
  }
}

/** Answers the caller's standing in a kennel, or throws NOT_FOUND or FORBIDDEN. */
export async function requireAccess(
  ctx: QueryCtx,
  kennelId: string,
  permission: Permission,
): Promise<Access> {
  const access = (await getAccess(ctx, kennelId)) ?? fail("NOT_FOUND");
  checkPermission(access, permission);
  return access;
}
