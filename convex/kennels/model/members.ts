/**
 * The people of a kennel: members and invited people. Nobody can give, change or remove a right that they do not
 * have. Only owners can make or remove owners. A member becomes an owner only by accepting the offer. One owner
 * always remains. Sources: decisions GAP-AUTH-02 and 03, GAP-KEN-04 and 05.
 */
import { v, type Infer } from "convex/values";
import { MAX_DOG_CALENDARS } from "../../../domain/calendar/rules";
import type { PermissionOverrides, Role } from "../../../domain/permissions/rules";
import { fail } from "../../../domain/errors";
import { effectivePermissions, hasPermission } from "../../../domain/permissions/permissions";
import { newMemberSchema } from "../../../domain/kennels/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { overridesValidator, permissionsValidator, roleValidator } from "../../platform/tables/shared";
import { avatarPathOf } from "../../platform/model/files/avatarAddresses";
import { dropKeysOf } from "../../platform/model/people/apiKeyRows";
import { noteEvent, rightsBetween } from "../../platform/model/changes/historyEvents";
import { checkPermission, getMembership, type Access } from "../../platform/model/people/identity";
import { leaveKennel } from "./presence";
import { dropOffer, findOffer, invite, inviteeOf, isVouchedFor, offerOwnership } from "./invitations";
import { describeKennel, type Kennel } from "./kennels";
import { requireKennel } from "../../platform/model/people/kennels";
import { checkReach, invitationsOf, membershipsOf, storedRights } from "./team";
import { AddressSigner } from "../../platform/model/files/photoAddresses";
import { displayName } from "../../platform/model/paging/names";

/** An invited person who has not accepted yet has no `userId`. */
export const memberShape = v.object({
  userId: v.union(v.id("users"), v.null()),
  invitationId: v.union(v.id("invitations"), v.null()),
  email: v.string(),
  name: v.string(),
  /** The path begins with /api; null if there is no picture. */
  avatarPath: v.union(v.string(), v.null()),
  role: roleValidator,
  /** The object contains only rights that differ from the role's defaults. */
  permissions: overridesValidator,
  /** The rights of the role with the differences applied. */
  effectivePermissions: permissionsValidator,
  isInvited: v.boolean(),
  /** The pending invitation, or a member's pending offer to become an owner. */
  waiting: v.union(
    v.object({
      invitationId: v.id("invitations"),
      /** Null for an invitation of an earlier version. */
      expiresAt: v.union(v.number(), v.null()),
      /**
       * The sender still has the rights to create the invitation. If not, the invitation is invalid until somebody
       * with these rights sends it again.
       */
      isVouchedFor: v.boolean(),
    }),
    v.null(),
  ),
  isSelf: v.boolean(),
  createdAt: v.number(),
});

export type Member = Infer<typeof memberShape>;

/** The user id of a member, or the id of an invitation. */
export const personArgs = {
  userId: v.optional(v.string()),
  invitationId: v.optional(v.string()),
};

interface PersonRef {
  userId?: string;
  invitationId?: string;
}

const toWaiting = async (ctx: QueryCtx, row: Doc<"invitations">): Promise<Member["waiting"]> => ({
  invitationId: row._id,
  expiresAt: row.expiresAt ?? null,
  isVouchedFor: await isVouchedFor(ctx, row),
});

const toMember = async (
  ctx: QueryCtx,
  row: Doc<"memberships">,
  user: Doc<"users">,
  access: Access,
  offer: Doc<"invitations"> | undefined,
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
  waiting: offer ? await toWaiting(ctx, offer) : null,
  isSelf: user._id === access.user._id,
  createdAt: row._creationTime,
});

const toInvited = async (ctx: QueryCtx, row: Doc<"invitations">): Promise<Member> => ({
  userId: null,
  invitationId: row._id,
  email: row.email,
  name: row.email.split("@")[0] ?? row.email,
  avatarPath: null,
  role: row.role,
  permissions: row.permissions,
  effectivePermissions: effectivePermissions(row.role, row.permissions),
  isInvited: true,
  waiting: await toWaiting(ctx, row),
  isSelf: false,
  createdAt: row._creationTime,
});

const byJoining = (a: Member, b: Member): number => a.createdAt - b.createdAt;

/** Members come before invited people, each in the order of joining. */
export async function listMembers(ctx: QueryCtx, access: Access): Promise<Member[]> {
  const members: Member[] = [];
  const waiting = await invitationsOf(ctx, access.kennelId);
  for (const row of await membershipsOf(ctx, access.kennelId)) {
    const user = await ctx.db.get("users", row.userId);
    if (user) members.push(await toMember(ctx, row, user, access, findOffer(waiting, user._id)));
  }
  const toJoin = waiting.filter(({ memberId }) => memberId === undefined);
  const invited = await Promise.all(toJoin.map(async (row) => await toInvited(ctx, row)));
  return [...members.sort(byJoining), ...invited.sort(byJoining)];
}

/** If the caller may not read the team, the people are left out. */
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

/** Throws VALIDATION_FAILED, FORBIDDEN, EMAIL_NOT_CONFIRMED, ALREADY_MEMBER, LIMIT_REACHED or RATE_LIMITED. */
export async function addMember(ctx: MutationCtx, access: Access, fields: object): Promise<Member> {
  const row = await invite(ctx, access, parseOrFail(newMemberSchema, fields));
  return await toInvited(ctx, row);
}

type Person =
  | { kind: "member"; row: Doc<"memberships">; user: Doc<"users"> }
  | { kind: "invited"; row: Doc<"invitations"> };

/** Throws NOT_FOUND. */
async function requirePerson(ctx: QueryCtx, kennelId: Id<"kennels">, ref: PersonRef): Promise<Person> {
  const userId = ref.userId === undefined ? null : ctx.db.normalizeId("users", ref.userId);
  const row = userId && (await getMembership(ctx, kennelId, userId));
  const user = userId && (await ctx.db.get("users", userId));
  if (row && user) return { kind: "member", row, user };
  // REST removes members and invited people by the same path, so an invitation's id is accepted as well.
  const id = ref.invitationId ?? ref.userId;
  const invitationId = id === undefined ? null : ctx.db.normalizeId("invitations", id);
  const invitation = invitationId && (await ctx.db.get("invitations", invitationId));
  if (!invitation || invitation.kennelId !== kennelId) fail("NOT_FOUND");
  return { kind: "invited", row: invitation };
}

/** The owner must not be the given person. */
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

/** An owner must remain when a member leaves, and a remaining owner's plan must count for the kennel. */
async function passOwnership(ctx: MutationCtx, row: Doc<"memberships">): Promise<void> {
  if (row.role !== "owner") return;
  const heir = (await findOtherOwner(ctx, row.kennelId, row.userId)) ?? fail("LAST_OWNER");
  const kennel = await requireKennel(ctx, row.kennelId);
  if (kennel.ownerId !== row.userId) return;
  await ctx.db.patch("kennels", kennel._id, { ownerId: heir.userId });
  await noteEvent(ctx, kennel._id, { what: "owner_changed", memberId: heir.userId });
}

/** A member becomes an owner only after accepting the offer. Throws FORBIDDEN, NOT_FOUND or LAST_OWNER. */
export async function updateMember(
  ctx: MutationCtx,
  access: Access,
  { role, permissions = {}, ...ref }: PersonRef & { role: Role; permissions?: PermissionOverrides },
): Promise<Member> {
  const person = await requirePerson(ctx, access.kennelId, ref);
  checkReach(access, person.row);
  checkReach(access, { role, permissions });
  const rights = storedRights({ role, permissions });
  const fields = rightsBetween(person.row, rights);
  if (person.kind === "invited") {
    // The user who gives the rights is responsible for them.
    const changed = { ...rights, invitedBy: access.user._id };
    await ctx.db.patch("invitations", person.row._id, changed);
    if (fields.length > 0) {
      const { role: _role, ...invitee } = inviteeOf(person.row);
      await noteEvent(ctx, access.kennelId, { what: "invitation_changed", ...invitee, fields });
    }
    return await toInvited(ctx, { ...person.row, ...changed });
  }
  const { row, user } = person;
  if (role === "owner" && row.role !== "owner") {
    await offerOwnership(ctx, access, user);
    return await toMember(
      ctx,
      row,
      user,
      access,
      findOffer(await invitationsOf(ctx, access.kennelId), user._id),
    );
  }
  if (role !== "owner") await passOwnership(ctx, row);
  await dropOffer(ctx, access.kennelId, user._id);
  await ctx.db.patch("memberships", row._id, rights);
  if (fields.length > 0) {
    await noteEvent(ctx, access.kennelId, { what: "rights_changed", memberId: user._id, fields });
  }
  return await toMember(ctx, { ...row, ...rights }, user, access, undefined);
}

/** The feeds belong to a leaving member. */
async function dropCalendarsOf(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  userId: Id<"users">,
): Promise<void> {
  const feeds = await ctx.db
    .query("calendarFeeds")
    .withIndex("by_kennel_and_user_and_dog", (q) => q.eq("kennelId", kennelId).eq("userId", userId))
    .take(MAX_DOG_CALENDARS + 1);
  for (const { _id } of feeds) await ctx.db.delete("calendarFeeds", _id);
}

/** A caller can also remove themselves. Throws FORBIDDEN, NOT_FOUND or LAST_OWNER. */
export async function removeMember(ctx: MutationCtx, access: Access, ref: PersonRef): Promise<null> {
  const isLeaving = ref.userId === access.user._id;
  if (!isLeaving) checkPermission(access, "members:write");
  const person = await requirePerson(ctx, access.kennelId, ref);
  if (!isLeaving) checkReach(access, person.row);
  if (person.kind === "invited") {
    await ctx.db.delete("invitations", person.row._id);
    const what = person.row.memberId ? "ownership_withdrawn" : "invitation_withdrawn";
    await noteEvent(ctx, access.kennelId, { what, by: access.user._id, ...inviteeOf(person.row) });
  } else {
    const what = isLeaving ? "left" : "removed";
    await noteEvent(ctx, access.kennelId, { what, memberId: person.user._id, by: access.user._id });
    await passOwnership(ctx, person.row);
    await dropOffer(ctx, access.kennelId, person.user._id);
    await ctx.db.delete("memberships", person.row._id);
    await dropCalendarsOf(ctx, access.kennelId, person.user._id);
    await dropKeysOf(ctx, access.kennelId, person.user._id);
    await leaveKennel(ctx, access.kennelId, person.user._id);
    await ctx.scheduler.runAfter(0, internal.reminders.reminderAssignees.release, {
      kennelId: access.kennelId,
      userId: person.user._id,
    });
  }
  return null;
}
