/**
 * The people of a kennel: members and those invited until they sign up. Nobody gives, changes or takes a right
 * beyond their own, only owners make or unmake owners, and one owner always remains. Sources: decisions
 * GAP-AUTH-02 and 03, GAP-KEN-04 and 05.
 */
import { v, type Infer } from "convex/values";
import { MAX_PEOPLE_PER_KENNEL } from "../../../domain/constants/kennels";
import type { PermissionOverrides, Role } from "../../../domain/constants/roles";
import { fail } from "../../../domain/errors";
import { areasBeyond, effectivePermissions, hasPermission } from "../../../domain/permissions/permissions";
import { newMemberSchema } from "../../../domain/schemas/member";
import { parseOrFail } from "../../../domain/schemas/parse";
import { foldEmail } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { overridesValidator, permissionsValidator, roleValidator } from "../../platform/tables/shared";
import { avatarPathOf } from "../../platform/model/avatarAddresses";
import { dropKeysOf } from "../../platform/model/apiKeyRows";
import { dropCalendarsOf } from "../../platform/model/calendarRows";
import { checkPermission, getMembership, isOwner, type Access } from "../../platform/model/identity";
import { spend } from "../../platform/model/limits";
import { leaveKennel } from "./presence";
import { describeKennel, requireKennel, type Kennel } from "./kennels";
import { AddressSigner } from "../../platform/model/photoAddresses";
import { displayName } from "../../platform/model/names";

/** A member, or a person invited by an address without an account: then `userId` is null. */
export const memberShape = v.object({
  userId: v.union(v.id("users"), v.null()),
  invitationId: v.union(v.id("invitations"), v.null()),
  email: v.string(),
  name: v.string(),
  /** Where the person's picture is, under /api; null without one. */
  avatarPath: v.union(v.string(), v.null()),
  role: roleValidator,
  /** Differences from the role's defaults. */
  permissions: overridesValidator,
  /** Role and differences merged. */
  effectivePermissions: permissionsValidator,
  isInvited: v.boolean(),
  isSelf: v.boolean(),
  createdAt: v.number(),
});

export type Member = Infer<typeof memberShape>;

/** Names a person of the team: a member's user id or an invitation's id. */
export const personArgs = {
  userId: v.optional(v.string()),
  invitationId: v.optional(v.string()),
};

interface PersonRef {
  userId?: string;
  invitationId?: string;
}

const toMember = async (
  ctx: QueryCtx,
  row: Doc<"memberships">,
  user: Doc<"users">,
  access: Access,
): Promise<Member> => ({
  userId: user._id,
  invitationId: null,
  email: user.email,
  name: displayName(user),
  avatarPath: await avatarPathOf(new AddressSigner(ctx), user),
  role: row.role,
  permissions: row.permissions,
  effectivePermissions: effectivePermissions(row.role, row.permissions),
  isInvited: false,
  isSelf: user._id === access.user._id,
  createdAt: row._creationTime,
});

const toInvited = (row: Doc<"invitations">): Member => ({
  userId: null,
  invitationId: row._id,
  email: row.email,
  name: row.email.split("@")[0] ?? row.email,
  avatarPath: null,
  role: row.role,
  permissions: row.permissions,
  effectivePermissions: effectivePermissions(row.role, row.permissions),
  isInvited: true,
  isSelf: false,
  createdAt: row._creationTime,
});

const membershipsOf = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"memberships">[]> =>
  await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);

const invitationsOf = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"invitations">[]> =>
  await ctx.db
    .query("invitations")
    .withIndex("by_kennel_and_email_key", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);

const byJoining = (a: Member, b: Member): number => a.createdAt - b.createdAt;

/** Lists the team: members first, then the invited, each in the order they came. */
export async function listMembers(ctx: QueryCtx, access: Access): Promise<Member[]> {
  const members: Member[] = [];
  for (const row of await membershipsOf(ctx, access.kennelId)) {
    const user = await ctx.db.get("users", row.userId);
    if (user) members.push(await toMember(ctx, row, user, access));
  }
  const invited = (await invitationsOf(ctx, access.kennelId)).map(toInvited);
  return [...members.sort(byJoining), ...invited.sort(byJoining)];
}

/** Returns a kennel with its people, or with none for a caller who may not read the team. */
export async function describeKennelWithTeam(
  ctx: QueryCtx,
  access: Access,
): Promise<Kennel & { users: Member[] }> {
  const mayRead = hasPermission(access.permissions, "members", "read");
  return {
    ...(await describeKennel(ctx, access)),
    users: mayRead ? await listMembers(ctx, access) : [],
  };
}

/** Throws FORBIDDEN when the rights go beyond the caller's own, or make an owner without being one. */
function checkReach(access: Access, role: Role, overrides: PermissionOverrides): void {
  const isBeyond =
    (role === "owner" && !isOwner(access)) ||
    areasBeyond(effectivePermissions(role, overrides), access.permissions).length > 0;
  if (isBeyond) fail("FORBIDDEN");
}

/** An owner's rights cannot be narrowed, so overrides of one would only mislead. */
const storedOverrides = (role: Role, overrides: PermissionOverrides): PermissionOverrides =>
  role === "owner" ? {} : overrides;

async function findTrustedUser(ctx: QueryCtx, emailKey: string): Promise<Doc<"users"> | null> {
  const users = await ctx.db
    .query("users")
    .withIndex("by_email_key", (q) => q.eq("emailKey", emailKey))
    .take(MAX_PEOPLE_PER_KENNEL);
  return users.find((user) => user.isEmailTrusted) ?? null;
}

async function checkNewcomer(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  emailKey: string,
  user: Doc<"users"> | null,
): Promise<void> {
  const memberships = await membershipsOf(ctx, kennelId);
  const invitations = await invitationsOf(ctx, kennelId);
  const isKnown =
    memberships.some((row) => row.userId === user?._id) ||
    invitations.some((row) => row.emailKey === emailKey);
  if (isKnown) fail("ALREADY_MEMBER");
  if (memberships.length + invitations.length >= MAX_PEOPLE_PER_KENNEL) {
    fail("LIMIT_REACHED", { count: MAX_PEOPLE_PER_KENNEL });
  }
}

/**
 * Adds a person by e-mail: at once when the address has an account, as invited otherwise. Throws
 * VALIDATION_FAILED, FORBIDDEN, ALREADY_MEMBER, LIMIT_REACHED or RATE_LIMITED.
 */
export async function addMember(ctx: MutationCtx, access: Access, fields: object): Promise<Member> {
  const { email, role, permissions } = parseOrFail(newMemberSchema, fields);
  checkReach(access, role, permissions);
  const { kennelId } = access;
  const emailKey = foldEmail(email);
  const user = await findTrustedUser(ctx, emailKey);
  await checkNewcomer(ctx, kennelId, emailKey, user);
  await spend(ctx, access.user._id, "invitations");
  const rights = { role, permissions: storedOverrides(role, permissions) };
  if (user) {
    const id = await ctx.db.insert("memberships", { kennelId, userId: user._id, ...rights });
    return await toMember(ctx, (await ctx.db.get("memberships", id)) ?? fail("NOT_FOUND"), user, access);
  }
  const invitedBy = access.user._id;
  const id = await ctx.db.insert("invitations", { kennelId, email, emailKey, ...rights, invitedBy });
  return toInvited((await ctx.db.get("invitations", id)) ?? fail("NOT_FOUND"));
}

type Person =
  | { kind: "member"; row: Doc<"memberships">; user: Doc<"users"> }
  | { kind: "invited"; row: Doc<"invitations"> };

/** Finds a person of the team or throws NOT_FOUND. */
async function requirePerson(ctx: QueryCtx, kennelId: Id<"kennels">, ref: PersonRef): Promise<Person> {
  const userId = ref.userId === undefined ? null : ctx.db.normalizeId("users", ref.userId);
  const row = userId && (await getMembership(ctx, kennelId, userId));
  const user = userId && (await ctx.db.get("users", userId));
  if (row && user) return { kind: "member", row, user };
  // REST removes members and invited people by the same path, so an invitation's id is taken as either.
  const id = ref.invitationId ?? ref.userId;
  const invitationId = id === undefined ? null : ctx.db.normalizeId("invitations", id);
  const invitation = invitationId && (await ctx.db.get("invitations", invitationId));
  if (!invitation || invitation.kennelId !== kennelId) fail("NOT_FOUND");
  return { kind: "invited", row: invitation };
}

/** Finds the oldest owner besides one person. */
async function findOtherOwner(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  userId: Id<"users">,
): Promise<Doc<"memberships"> | null> {
  const owners = (await membershipsOf(ctx, kennelId)).filter(
    (row) => row.role === "owner" && row.userId !== userId,
  );
  return owners.sort((a, b) => a._creationTime - b._creationTime)[0] ?? null;
}

/** Makes sure an owner remains when this one goes, and that the kennel goes by one who stays. */
async function passOwnership(ctx: MutationCtx, row: Doc<"memberships">): Promise<void> {
  if (row.role !== "owner") return;
  const heir = (await findOtherOwner(ctx, row.kennelId, row.userId)) ?? fail("LAST_OWNER");
  const kennel = await requireKennel(ctx, row.kennelId);
  if (kennel.ownerId === row.userId) await ctx.db.patch("kennels", kennel._id, { ownerId: heir.userId });
}

/** Changes a person's role and overrides; throws FORBIDDEN, NOT_FOUND or LAST_OWNER. */
export async function updateMember(
  ctx: MutationCtx,
  access: Access,
  { role, permissions, ...ref }: PersonRef & { role: Role; permissions?: PermissionOverrides },
): Promise<Member> {
  const person = await requirePerson(ctx, access.kennelId, ref);
  checkReach(access, person.row.role, person.row.permissions);
  const overrides = permissions ?? {};
  checkReach(access, role, overrides);
  const rights = { role, permissions: storedOverrides(role, overrides) };
  if (person.kind === "invited") {
    await ctx.db.patch("invitations", person.row._id, rights);
    return toInvited({ ...person.row, ...rights });
  }
  if (role !== "owner") await passOwnership(ctx, person.row);
  await ctx.db.patch("memberships", person.row._id, rights);
  return await toMember(ctx, { ...person.row, ...rights }, person.user, access);
}

/** Takes a person out of the team, or lets the caller leave; throws FORBIDDEN, NOT_FOUND or LAST_OWNER. */
export async function removeMember(ctx: MutationCtx, access: Access, ref: PersonRef): Promise<null> {
  const isLeaving = ref.userId === access.user._id;
  if (!isLeaving) checkPermission(access, "members:write");
  const person = await requirePerson(ctx, access.kennelId, ref);
  if (!isLeaving) checkReach(access, person.row.role, person.row.permissions);
  if (person.kind === "invited") {
    await ctx.db.delete("invitations", person.row._id);
  } else {
    await passOwnership(ctx, person.row);
    await ctx.db.delete("memberships", person.row._id);
    await dropCalendarsOf(ctx, access.kennelId, person.user._id);
    await dropKeysOf(ctx, access.kennelId, person.user._id);
    await leaveKennel(ctx, access.kennelId, person.user._id);
  }
  return null;
}
