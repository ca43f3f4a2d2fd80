/**
 * Invitations and offers of ownership. Users with the required rights create invitations, which are sent by mail if
 * mail is set up. Only the invited person can become a member through an invitation: the person with the link's
 * token, or the person whose confirmed address was invited. An invitation is valid only while its sender still has
 * the rights to create it. Source: decision GAP-KEN-04.
 */
import { v, type Infer } from "convex/values";
import {
  INVITATION_DAYS,
  LAPSED_INVITATION_DAYS,
  MAX_PEOPLE_PER_KENNEL,
} from "../../../domain/kennels/rules";
import type { Role } from "../../../domain/permissions/rules";
import { dayIn, DEFAULT_TIME_ZONE } from "../../../domain/dates/zones";
import { checkLimit, fail } from "../../../domain/errors";
import { foldEmail } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isSetUp } from "../../mail/model/channels";
import { mailInvitation } from "../../mail/model/accountMails";
import { noteEvent } from "../../platform/model/changes/historyEvents";
import { getMembership, getStanding, type Access } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { displayName } from "../../platform/model/paging/names";
import { isLocked } from "../../platform/model/changes/restoreLocks";
import { roleValidator } from "../../platform/tables/shared";
import { findByToken, invitationLinkOf, invitationPathOf } from "./invitationTokens";
import { checkKennelRoom } from "./kennels";
import { requireKennel } from "../../platform/model/people/kennels";
import { checkReach, invitationsOf, membershipsOf, reaches, storedRights, type Rights } from "./team";
import { settledNow } from "../../platform/model/changes/settledTime";
import { getOrFail, requireRowOf } from "../../platform/model/paging/rows";

const DAY_MS = 86_400_000;
const newExpiry = (): number => Date.now() + INVITATION_DAYS * DAY_MS;

/** An invited person sees these details. */
export const invitationShape = v.object({
  invitationId: v.id("invitations"),
  kennelName: v.string(),
  role: roleValidator,
  /** A member would become an owner by accepting. */
  isOwnership: v.boolean(),
  email: v.string(),
  invitedBy: v.object({ name: v.string(), email: v.string() }),
  /** Null for an invitation of an earlier version. */
  expiresAt: v.union(v.number(), v.null()),
});
type InvitationView = Infer<typeof invitationShape>;

/** If mail is not set up, people pass on the link themselves. */
async function mail(
  ctx: MutationCtx,
  { user }: Pick<Access, "user">,
  row: Doc<"invitations">,
): Promise<void> {
  if (!isSetUp("email")) return;
  // Only the sender's own mails to the address count. Otherwise anybody could use up the limit and block other
  // invitations to that address.
  await spend(ctx, `${user._id} to ${row.emailKey}`, "invitationMails");
  const kennel = await requireKennel(ctx, row.kennelId);
  const member = row.memberId && (await ctx.db.get("users", row.memberId));
  await mailInvitation(ctx, {
    kind: row.memberId ? "ownership-offered" : "invited",
    to: row.email,
    name: member ? displayName(member) : "",
    tokenIdentifier: member?.tokenIdentifier ?? "",
    path: (await invitationPathOf(row._id)) ?? "/dashboard",
    about: kennel.name,
    by: `${displayName(user)} (${user.email})`,
    role: row.role,
    dueOn: dayIn(user.timeZone ?? DEFAULT_TIME_ZONE, row.expiresAt ?? newExpiry()),
  });
}

/** Users without a confirmed email address must not send mail to others. Throws EMAIL_NOT_CONFIRMED. */
function checkOwnAddress({ user }: Pick<Access, "user">): void {
  if (isSetUp("email") && !user.isEmailTrusted) fail("EMAIL_NOT_CONFIRMED");
}

/** A member, or an email address. */
export const inviteeOf = ({ memberId, email, role }: Doc<"invitations">) => ({
  role,
  ...(memberId ? { memberId } : { title: email }),
});

type Wanted = Rights & { readonly email: string; readonly memberId?: Id<"users"> };

async function insertInvitation(
  ctx: MutationCtx,
  access: Access,
  { email, memberId, ...rights }: Wanted,
): Promise<Doc<"invitations">> {
  checkOwnAddress(access);
  await spend(ctx, access.user._id, "invitations");
  const { kennelId, user } = access;
  const id = await ctx.db.insert("invitations", {
    kennelId,
    email,
    emailKey: foldEmail(email),
    ...storedRights(rights),
    invitedBy: user._id,
    ...(memberId && { memberId }),
    expiresAt: newExpiry(),
  });
  const row = await getOrFail(ctx, "invitations", id);
  const what = memberId ? "ownership_offered" : "invited";
  await noteEvent(ctx, kennelId, { what, by: user._id, ...inviteeOf(row) });
  await mail(ctx, access, row);
  return row;
}

async function checkNewcomer(ctx: QueryCtx, kennelId: Id<"kennels">, emailKey: string): Promise<void> {
  const memberships = await membershipsOf(ctx, kennelId);
  const invited = (await invitationsOf(ctx, kennelId)).filter(({ memberId }) => memberId === undefined);
  const users = await Promise.all(memberships.map(async ({ userId }) => await ctx.db.get("users", userId)));
  const isKnown =
    users.some((user) => user?.isEmailTrusted && user.emailKey === emailKey) ||
    invited.some((row) => row.emailKey === emailKey);
  if (isKnown) fail("ALREADY_MEMBER");
  checkLimit(memberships.length + invited.length, MAX_PEOPLE_PER_KENNEL);
}

/** Throws FORBIDDEN, EMAIL_NOT_CONFIRMED, ALREADY_MEMBER, LIMIT_REACHED or RATE_LIMITED. */
export async function invite(
  ctx: MutationCtx,
  access: Access,
  wanted: Rights & { readonly email: string },
): Promise<Doc<"invitations">> {
  checkReach(access, wanted);
  await checkNewcomer(ctx, access.kennelId, foldEmail(wanted.email));
  return await insertInvitation(ctx, access, wanted);
}

export const findOffer = (
  rows: readonly Doc<"invitations">[],
  memberId: Id<"users">,
): Doc<"invitations"> | undefined => rows.find((row) => row.memberId === memberId);

/** If an offer is already pending, nothing changes. */
export async function offerOwnership(ctx: MutationCtx, access: Access, member: Doc<"users">): Promise<void> {
  if (findOffer(await invitationsOf(ctx, access.kennelId), member._id)) return;
  const { email, _id: memberId } = member;
  await insertInvitation(ctx, access, { email, memberId, role: "owner", permissions: {} });
}

/** Withdraws the offer, for example because the member leaves. */
export async function dropOffer(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  memberId: Id<"users">,
): Promise<void> {
  const offer = findOffer(await invitationsOf(ctx, kennelId), memberId);
  if (!offer) return;
  await ctx.db.delete("invitations", offer._id);
  await noteEvent(ctx, kennelId, { what: "ownership_withdrawn", memberId });
}

/** The caller must have the rights to create the invitation. Throws NOT_FOUND or FORBIDDEN. */
async function requireOwn(ctx: QueryCtx, access: Access, invitationId: string): Promise<Doc<"invitations">> {
  const row = await requireRowOf(ctx, "invitations", invitationId, { kennelId: access.kennelId });
  // Anybody with the link can accept the invitation. A user may therefore not see the link of an invitation that
  // gives more rights than the user has.
  checkReach(access, row);
  return row;
}

/** Returns null if the deployment has no secret for signing. */
export async function readInvitationLink(
  ctx: QueryCtx,
  access: Access,
  invitationId: string,
): Promise<string | null> {
  return await invitationLinkOf((await requireOwn(ctx, access, invitationId))._id);
}

/** The invitation is sent again. Throws NOT_FOUND, FORBIDDEN, EMAIL_NOT_CONFIRMED or RATE_LIMITED. */
export async function renewInvitation(ctx: MutationCtx, access: Access, invitationId: string): Promise<null> {
  const row = await requireOwn(ctx, access, invitationId);
  checkOwnAddress(access);
  await spend(ctx, access.user._id, "invitations");
  const renewed = { invitedBy: access.user._id, expiresAt: newExpiry(), isToldOver: undefined };
  await ctx.db.patch("invitations", row._id, renewed);
  const what = row.memberId ? "ownership_offered" : "invited_again";
  await noteEvent(ctx, access.kennelId, { what, by: access.user._id, ...inviteeOf(row) });
  await mail(ctx, access, { ...row, ...renewed });
  return null;
}

/** The sender must still have the rights to create the invitation. */
export async function isVouchedFor(ctx: QueryCtx, row: Doc<"invitations">): Promise<boolean> {
  const standing = await getStanding(ctx, row.kennelId, row.invitedBy);
  return standing !== null && standing.permissions.members === "write" && reaches(standing, row);
}

const isOver = ({ expiresAt }: Doc<"invitations">): boolean =>
  expiresAt !== undefined && expiresAt <= Date.now();

/** Returns null if the kennel was deleted or the sender lost the rights. */
async function describe(ctx: QueryCtx, row: Doc<"invitations">): Promise<InvitationView | null> {
  const kennel = await ctx.db.get("kennels", row.kennelId);
  const inviter = await ctx.db.get("users", row.invitedBy);
  if (!kennel || !inviter || !(await isVouchedFor(ctx, row))) return null;
  return {
    invitationId: row._id,
    kennelName: kennel.name,
    role: row.role,
    isOwnership: row.memberId !== undefined,
    email: row.email,
    invitedBy: { name: displayName(inviter), email: inviter.email },
    expiresAt: row.expiresAt ?? null,
  };
}

/** Returns null for an invalid token. */
export async function describeByToken(ctx: QueryCtx, token: string): Promise<InvitationView | null> {
  const row = await findByToken(ctx, token);
  return row && (await describe(ctx, row));
}

/** Invitations to the confirmed address come before offers to the person as a member. */
export async function readWaiting(ctx: QueryCtx, user: Doc<"users">): Promise<Doc<"invitations">[]> {
  const toAddress = user.isEmailTrusted
    ? await ctx.db
        .query("invitations")
        .withIndex("by_email_key", (q) => q.eq("emailKey", user.emailKey))
        .take(MAX_PEOPLE_PER_KENNEL)
    : [];
  const offers = await ctx.db
    .query("invitations")
    .withIndex("by_member", (q) => q.eq("memberId", user._id))
    .take(MAX_PEOPLE_PER_KENNEL);
  return [...toAddress.filter(({ memberId }) => memberId === undefined), ...offers];
}

export async function listWaiting(ctx: QueryCtx, user: Doc<"users"> | null): Promise<InvitationView[]> {
  if (user === null) return [];
  const waiting = await readWaiting(ctx, user);
  const described = await Promise.all(waiting.map(async (row) => await describe(ctx, row)));
  return described.filter((view) => view !== null);
}

/**
 * A person identifies an invitation by its link's token, or by its id if the invitation is addressed to that
 * person.
 */
export const waitingArgs = { token: v.optional(v.string()), invitationId: v.optional(v.string()) };

interface WaitingRef {
  token?: string;
  invitationId?: string;
}

/** Throws NOT_FOUND for an invitation that the caller may not accept or decline. */
async function requireWaiting(
  ctx: QueryCtx,
  user: Doc<"users">,
  { token, invitationId = "" }: WaitingRef,
): Promise<Doc<"invitations">> {
  const id = ctx.db.normalizeId("invitations", invitationId);
  const row =
    token !== undefined ? await findByToken(ctx, token) : id && (await ctx.db.get("invitations", id));
  if (!row) return fail("NOT_FOUND");
  const isCallers =
    row.memberId !== undefined
      ? row.memberId === user._id
      : token !== undefined || (user.isEmailTrusted && user.emailKey === row.emailKey);
  return isCallers ? row : fail("NOT_FOUND");
}

/**
 * `role` is the role that the caller saw. Throws NOT_FOUND, INVITATION_OVER, STALE_UPDATE if the invitation was
 * changed, ALREADY_MEMBER or LIMIT_REACHED.
 */
export async function acceptInvitation(
  ctx: MutationCtx,
  user: Doc<"users">,
  { role, ...ref }: WaitingRef & { role: Role },
): Promise<{ kennelId: Id<"kennels"> }> {
  const row = await requireWaiting(ctx, user, ref);
  const { kennelId, permissions } = row;
  if (row.role !== role) fail("STALE_UPDATE");
  if (isOver(row) || !(await isVouchedFor(ctx, row))) fail("INVITATION_OVER");
  const membership = await getMembership(ctx, kennelId, user._id);
  if (row.memberId === undefined && membership) fail("ALREADY_MEMBER");
  if (row.memberId !== undefined && !membership) fail("NOT_FOUND");
  await checkKennelRoom(ctx, user._id, role);
  await ctx.db.delete("invitations", row._id);
  if (membership) {
    await ctx.db.patch("memberships", membership._id, { role, permissions });
  } else {
    const lock = (await isLocked(ctx, kennelId)) ? { isRestoring: true } : {};
    await ctx.db.insert("memberships", { kennelId, userId: user._id, role, permissions, ...lock });
  }
  const what = membership ? "ownership_accepted" : "joined";
  await noteEvent(ctx, kennelId, { what, memberId: user._id, role, by: user._id });
  return { kennelId };
}

/** Throws NOT_FOUND. */
export async function declineInvitation(
  ctx: MutationCtx,
  user: Doc<"users">,
  ref: WaitingRef,
): Promise<null> {
  const row = await requireWaiting(ctx, user, ref);
  await ctx.db.delete("invitations", row._id);
  // The history does not show the names that people outside the team chose for themselves.
  const how = row.memberId
    ? ({ what: "ownership_declined", by: user._id } as const)
    : ({ what: "invitation_declined", by: null } as const);
  await noteEvent(ctx, row.kennelId, { ...how, ...inviteeOf(row) });
  return null;
}

const PURGE_BATCH = 500;

/** Returns the number of newly expired invitations. */
async function tellExpired(ctx: MutationCtx): Promise<number> {
  const rows = await ctx.db
    .query("invitations")
    .withIndex("by_told_and_expiry", (q) =>
      q.eq("isToldOver", undefined).gt("expiresAt", 0).lte("expiresAt", Date.now()),
    )
    .take(PURGE_BATCH);
  for (const row of rows) {
    const { _id, kennelId, memberId, expiresAt = Date.now() } = row;
    await ctx.db.patch("invitations", _id, { isToldOver: true });
    const what = memberId ? "ownership_expired" : "invitation_expired";
    await noteEvent(ctx, kennelId, { what, at: expiresAt, by: null, ...inviteeOf(row) });
  }
  return rows.length;
}

/** Deletes invitations that expired long ago; returns whether more of them may remain. */
export async function purgeInvitations(ctx: MutationCtx): Promise<boolean> {
  if ((await tellExpired(ctx)) === PURGE_BATCH) return true;
  const before = (await settledNow(ctx)) - LAPSED_INVITATION_DAYS * DAY_MS;
  const rows = await ctx.db
    .query("invitations")
    // Invitations of earlier versions have no expiry. The index sorts a missing expiry before every time.
    .withIndex("by_expiry", (q) => q.gt("expiresAt", 0).lte("expiresAt", before))
    .take(PURGE_BATCH);
  for (const { _id } of rows) await ctx.db.delete("invitations", _id);
  return rows.length === PURGE_BATCH;
}

/** Invitations of earlier versions took effect without being accepted. */
export const giveExpiry = (row: Doc<"invitations">): Partial<Doc<"invitations">> | undefined =>
  row.expiresAt === undefined ? { expiresAt: newExpiry() } : undefined;

/** The invitation is found by its token, or by the invited address. */
export async function isInvited(
  ctx: QueryCtx,
  { email, token, at }: { email: string; token: string | null; at: number },
): Promise<boolean> {
  const byToken = token === null ? null : await findByToken(ctx, token);
  const byAddress = await ctx.db
    .query("invitations")
    .withIndex("by_email_key", (q) => q.eq("emailKey", foldEmail(email)))
    .take(MAX_PEOPLE_PER_KENNEL);
  for (const row of byToken ? [byToken, ...byAddress] : byAddress) {
    if ((row.expiresAt ?? at + 1) > at && row.memberId === undefined && (await isVouchedFor(ctx, row)))
      return true;
  }
  return false;
}
