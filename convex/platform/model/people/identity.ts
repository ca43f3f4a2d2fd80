/**
 * Finds the caller and the caller's rights: the user of an identity, and the user's membership. A kennel whose
 * member the caller is not, a missing kennel and an invalid id all throw NOT_FOUND.
 */
import type { UserIdentity } from "convex/server";
import type { Area, Permissions, Role } from "../../../../domain/permissions/rules";
import { fail } from "../../../../domain/errors";
import { effectivePermissions, grantsAll, narrowed } from "../../../../domain/permissions/permissions";
import { KEY_ISSUER } from "../../../../domain/accounts/api-keys";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";

/**
 * A right in one or two areas, or one of three words. "owner": an owner of the kennel. "member": a member in
 * person. "kennel": a member in person or by API key, for functions that show each caller only their own areas.
 */
export type Permission = Right | `${Right} & ${Right}` | "owner" | "member" | "kennel";

type Right = `${Area}:read` | `${Area}:write`;

export interface Access {
  readonly user: Doc<"users">;
  readonly kennelId: Id<"kennels">;
  readonly role: Role;
  readonly permissions: Permissions;
  /** While a backup is being restored in the kennel, nobody can change anything. */
  readonly isRestoring?: boolean | undefined;
  /** Some actions are allowed only to people, not to API keys. */
  readonly apiKeyId?: Id<"apiKeys">;
}

/** The caller may see the dog. The membership is in the dog's kennel. */
export interface ReachedDog {
  readonly dog: Doc<"dogs">;
  readonly access: Access;
}

/** Throws UNAUTHENTICATED. */
export async function requireIdentity(ctx: QueryCtx): Promise<UserIdentity> {
  return (await ctx.auth.getUserIdentity()) ?? fail("UNAUTHENTICATED");
}

/** Returns null before the first sign-in is recorded. */
export async function getUser(ctx: QueryCtx, identity: UserIdentity): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("by_token_identifier", (q) => q.eq("tokenIdentifier", identity.tokenIdentifier))
    .unique();
}

export const isApiKey = (identity: UserIdentity): boolean => identity.issuer === KEY_ISSUER;

/** Returns null for a person, and for a revoked key. */
export async function getApiKey(ctx: QueryCtx, identity: UserIdentity): Promise<Doc<"apiKeys"> | null> {
  const id = isApiKey(identity) ? ctx.db.normalizeId("apiKeys", identity.subject) : null;
  return id && (await ctx.db.get("apiKeys", id));
}

/** Returns the owner of a calling key; null before the first sign-in is recorded. */
export async function getCallerId(ctx: QueryCtx, identity: UserIdentity): Promise<Id<"users"> | null> {
  const key = await getApiKey(ctx, identity);
  return key ? key.userId : ((await getUser(ctx, identity))?._id ?? null);
}

/** Throws UNAUTHENTICATED without an identity and FORBIDDEN for an API key. */
export async function requirePerson(ctx: QueryCtx): Promise<UserIdentity> {
  const identity = await requireIdentity(ctx);
  return isApiKey(identity) ? fail("FORBIDDEN") : identity;
}

/** Throws UNAUTHENTICATED before the first sign-in is recorded, and FORBIDDEN for an API key. */
export async function requireUser(ctx: QueryCtx): Promise<Doc<"users">> {
  return (await getUser(ctx, await requirePerson(ctx))) ?? fail("UNAUTHENTICATED");
}

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

/** Returns null for a non-member and for an invalid id. */
export async function getAccess(ctx: QueryCtx, kennelId: string): Promise<Access | null> {
  const identity = await requireIdentity(ctx);
  const id = ctx.db.normalizeId("kennels", kennelId);
  if (id === null) return null;
  if (isApiKey(identity)) return await getKeyAccess(ctx, await getApiKey(ctx, identity), id);
  const user = await getUser(ctx, identity);
  const membership = user && (await getMembership(ctx, id, user._id));
  return membership && toAccess(user, membership);
}

/** The current rights of the key's owner, limited to the key's own rights. */
async function getKeyAccess(
  ctx: QueryCtx,
  key: Doc<"apiKeys"> | null,
  kennelId: Id<"kennels">,
): Promise<Access | null> {
  if (key?.kennelId !== kennelId) return null;
  const held = await getStanding(ctx, kennelId, key.userId);
  return held && { ...held, permissions: narrowed(held.permissions, key.areas), apiKeyId: key._id };
}

/** Needs no sign-in of the user, for example for a signed address; returns null for a non-member. */
export async function getStanding(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  userId: Id<"users">,
): Promise<Access | null> {
  const user = await ctx.db.get("users", userId);
  const membership = user && (await getMembership(ctx, kennelId, userId));
  return membership && toAccess(user, membership);
}

/** The user of a signed address: a person, or the API key that requested the address. */
type Bearer = Id<"users"> | Id<"apiKeys">;

/**
 * The caller requests addresses. Returns null for a signed-out caller, and before the first sign-in is recorded.
 */
export async function getBearer(ctx: QueryCtx): Promise<Bearer | null> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) return null;
  return (await (isApiKey(identity) ? getApiKey(ctx, identity) : getUser(ctx, identity)))?._id ?? null;
}

/** Returns null if the person or key was deleted. */
export async function findPersonOf(ctx: QueryCtx, bearer: string): Promise<Id<"users"> | null> {
  const keyId = ctx.db.normalizeId("apiKeys", bearer);
  if (keyId !== null) return (await ctx.db.get("apiKeys", keyId))?.userId ?? null;
  const userId = ctx.db.normalizeId("users", bearer);
  return userId && ((await ctx.db.get("users", userId))?._id ?? null);
}

/** Returns null if the bearer has left the kennel. */
export async function getBearerStanding(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  bearer: string,
): Promise<Access | null> {
  const keyId = ctx.db.normalizeId("apiKeys", bearer);
  if (keyId !== null) return await getKeyAccess(ctx, await ctx.db.get("apiKeys", keyId), kennelId);
  const userId = ctx.db.normalizeId("users", bearer);
  return userId && (await getStanding(ctx, kennelId, userId));
}

/** An API key of an owner is not an owner. */
export const isOwner = ({ role, apiKeyId }: Access): boolean => role === "owner" && apiKeyId === undefined;

/**
 * Throws FORBIDDEN unless `access` includes `permission`, and KENNEL_RESTORING for a change while a backup is being
 * restored.
 */
export function checkPermission(access: Access, permission: Permission): void {
  if (!isPermitted(access, permission)) fail("FORBIDDEN");
  const isChange = permission === "owner" || permission.endsWith(":write");
  if (access.isRestoring === true && isChange) fail("KENNEL_RESTORING");
}

function isPermitted(access: Access, permission: Permission): boolean {
  switch (permission) {
    case "kennel":
      return true;
    case "member":
      return access.apiKeyId === undefined;
    case "owner":
      return isOwner(access);
    default:
      return grantsAll(access.permissions, permission);
  }
}

/** Throws NOT_FOUND or FORBIDDEN. */
export async function requireAccess(
  ctx: QueryCtx,
  kennelId: string,
  permission: Permission,
): Promise<Access> {
  const access = (await getAccess(ctx, kennelId)) ?? fail("NOT_FOUND");
  checkPermission(access, permission);
  return access;
}
