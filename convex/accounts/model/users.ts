/**
 * The users. A user's row is created at the first sign-in. Mutations are serializable, so two sign-ins at the same
 * time create only one row. A new user has no kennel and either creates one or accepts an invitation.
 */
import { displayName } from "../../platform/model/paging/names";
import type { UserIdentity } from "convex/server";
import { v, type Infer } from "convex/values";
import { isTimeZone } from "../../../domain/dates/zones";
import { fail } from "../../../domain/errors";
import { SHORT_TEXT_MAX } from "../../../domain/text/rules";
import { nameFault, plainName } from "../../../domain/text/plain-names";
import { foldEmail } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { avatarPathOf } from "../../platform/model/files/avatarAddresses";
import { admitApiKey } from "./apiKeys";
import { getAccess, getApiKey, getUser, isApiKey } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { AddressSigner, ensurePhotoKeys } from "../../platform/model/files/photoAddresses";
import { getOrFail } from "../../platform/model/paging/rows";

export const userShape = v.object({
  _id: v.id("users"),
  email: v.string(),
  /** If no mail can be sent, every address counts as confirmed. */
  isEmailTrusted: v.boolean(),
  /** First and last name, or the part of the email address before the at sign. */
  name: v.string(),
  firstName: v.union(v.string(), v.null()),
  lastName: v.union(v.string(), v.null()),
  timeZone: v.union(v.string(), v.null()),
  /** If the user chose no time zone, the zone comes from the device. */
  isTimeZoneChosen: v.boolean(),
  /** The path begins with /api. */
  avatarPath: v.union(v.string(), v.null()),
  /** The last change of the person's names or time zone. */
  updatedAt: v.number(),
});
export type UserDescription = Infer<typeof userShape>;

const textClaim = (claim: unknown): string | undefined =>
  typeof claim === "string" && claim.trim() !== "" ? claim.trim().slice(0, SHORT_TEXT_MAX) : undefined;

/** A name that breaks the rules is simplified. */
function nameClaim(claim: unknown): string | undefined {
  const name = textClaim(claim);
  return name !== undefined && nameFault("", name) !== null ? plainName(name) : name;
}

/** A custom JWT provider's claim keeps its snake-case name. */
const provesEmail = (identity: UserIdentity): boolean =>
  identity.emailVerified === true || identity.email_verified === true;

interface Profile {
  readonly email: string;
  readonly emailKey: string;
  readonly isEmailTrusted: boolean;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
}

function profileOf(identity: UserIdentity): Profile {
  const email = textClaim(identity.email) ?? "";
  const [first, ...rest] = (textClaim(identity.name) ?? "").split(/\s+/);
  return {
    email,
    emailKey: foldEmail(email),
    isEmailTrusted: email !== "" && provesEmail(identity),
    firstName: nameClaim(identity.givenName) ?? nameClaim(identity.given_name) ?? nameClaim(first),
    lastName: nameClaim(identity.familyName) ?? nameClaim(identity.family_name) ?? nameClaim(rest.join(" ")),
  };
}

/** Names that the user has set are kept, even if they are empty. */
async function refreshUser(
  ctx: MutationCtx,
  user: Doc<"users">,
  profile: Profile,
  timeZone: string | undefined,
): Promise<Doc<"users">> {
  const next = {
    email: profile.email,
    emailKey: profile.emailKey,
    isEmailTrusted: profile.isEmailTrusted,
    firstName: user.firstName ?? profile.firstName,
    lastName: user.lastName ?? profile.lastName,
    timeZone: user.isTimeZoneChosen ? user.timeZone : (timeZone ?? user.timeZone),
  };
  const isChanged = Object.entries(next).some(([field, value]) => user[field as keyof typeof next] !== value); // The keys are the keys of `next`.
  if (isChanged) await ctx.db.patch("users", user._id, next);
  return { ...user, ...next };
}

async function insertUser(
  ctx: MutationCtx,
  identity: UserIdentity,
  profile: Profile,
  timeZone: string | undefined,
): Promise<Doc<"users">> {
  const { tokenIdentifier } = identity;
  const userId = await ctx.db.insert("users", { tokenIdentifier, ...profile, timeZone });
  return await getOrFail(ctx, "users", userId);
}

export async function ensureUser(
  ctx: MutationCtx,
  identity: UserIdentity,
  typedTimeZone: string | undefined,
): Promise<{ userId: Id<"users"> }> {
  const timeZone = typedTimeZone !== undefined && isTimeZone(typedTimeZone) ? typedTimeZone : undefined;
  const profile = profileOf(identity);
  const known = await getUser(ctx, identity);
  const user = known
    ? await refreshUser(ctx, known, profile, timeZone)
    : await insertUser(ctx, identity, profile, timeZone);
  await ensurePhotoKeys(ctx);
  return { userId: user._id };
}

/** Creates the user's row if the row is missing. Throws RATE_LIMITED. */
export async function admitToRest(ctx: MutationCtx, identity: UserIdentity): Promise<null> {
  if (isApiKey(identity)) return await admitApiKey(ctx, await getApiKey(ctx, identity));
  const known = await getUser(ctx, identity);
  const userId = known?._id ?? (await ensureUser(ctx, identity, undefined)).userId;
  await spend(ctx, userId, "restCalls");
  return null;
}

export async function describeUser(ctx: QueryCtx, user: Doc<"users">): Promise<UserDescription> {
  return {
    _id: user._id,
    email: user.email,
    isEmailTrusted: user.isEmailTrusted,
    name: displayName(user),
    firstName: user.firstName || null,
    lastName: user.lastName || null,
    timeZone: user.timeZone ?? null,
    isTimeZoneChosen: user.isTimeZoneChosen ?? false,
    avatarPath: await avatarPathOf(new AddressSigner(ctx), user),
    updatedAt: user.profileUpdatedAt ?? user._creationTime,
  };
}

/** Returns null if the caller is signed out or has no row yet. */
export async function getMe(
  ctx: QueryCtx,
  identity: UserIdentity | null,
): Promise<(UserDescription & { lastKennelId: Id<"kennels"> | null }) | null> {
  const user = identity && (await getUser(ctx, identity));
  return user && { ...(await describeUser(ctx, user)), lastKennelId: user.lastKennelId ?? null };
}

/** Throws NOT_FOUND if the user is not a member. */
export async function rememberLastKennel(
  ctx: MutationCtx,
  user: Doc<"users">,
  kennelId: string,
): Promise<null> {
  const { kennelId: lastKennelId } = (await getAccess(ctx, kennelId)) ?? fail("NOT_FOUND");
  if (user.lastKennelId !== lastKennelId) await ctx.db.patch("users", user._id, { lastKennelId });
  return null;
}
