/**
 * Kennels as the caller sees them: the list, the order, and the caller's rights. kennelRemoval.ts deletes kennels.
 */
import { v, type Infer } from "convex/values";
import {
  MAX_KENNELS_PER_USER,
  MAX_MEMBERSHIPS_PER_USER,
  MAX_SHARED_KENNELS_PER_USER,
} from "../../../domain/kennels/rules";
import type { Role } from "../../../domain/permissions/rules";
import { checkLimit } from "../../../domain/errors";
import { effectivePermissions } from "../../../domain/permissions/permissions";
import { kennelChangesSchema, kennelSchema, type NewKennel } from "../../../domain/kennels/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { permissionsValidator, roleValidator, textOrNull } from "../../platform/tables/shared";
import { getAccess, getApiKey, requireIdentity, type Access } from "../../platform/model/people/identity";
import { requireKennel } from "../../platform/model/people/kennels";
import { deletesAt } from "./kennelDeletionDates";
import { spend } from "../../platform/model/people/limits";
import { logoPathOf } from "./logoAddresses";
import { AddressSigner } from "../../platform/model/files/photoAddresses";
import { checkVersion, saveRow } from "../../platform/model/changes/edits";

export const kennelShape = v.object({
  _id: v.id("kennels"),
  name: v.string(),
  prefix: textOrNull,
  address: textOrNull,
  phone: textOrNull,
  email: textOrNull,
  website: textOrNull,
  /** The path begins with /api. */
  logoPath: textOrNull,
  ownerId: v.id("users"),
  createdAt: v.number(),
  updatedAt: v.number(),
  role: roleValidator,
  isOwner: v.boolean(),
  /** The rights of the role, with individual changes applied. */
  permissions: permissionsValidator,
  /** Set while a backup is being restored in the kennel. During this time, nobody can change anything. */
  isRestoring: v.optional(v.literal(true)),
  /** Set if the deletion was requested. */
  deletesAt: v.optional(v.number()),
});

export type Kennel = Infer<typeof kennelShape>;

const optionalText = v.optional(textOrNull);
const detailArgs = {
  prefix: optionalText,
  address: optionalText,
  phone: optionalText,
  email: optionalText,
  website: optionalText,
};

/** domain/kennels/schemas.ts checks the values. */
export const newKennelArgs = { name: v.string(), ...detailArgs };

/** An omitted field stays unchanged, and null or empty clears a field. */
export const kennelChangeArgs = { name: v.optional(v.string()), ...detailArgs };

const toKennel = async (
  ctx: QueryCtx,
  signer: AddressSigner,
  row: Doc<"kennels">,
  { role, permissions, isRestoring }: Pick<Access, "role" | "permissions" | "isRestoring">,
): Promise<Kennel> => ({
  _id: row._id,
  name: row.name,
  prefix: row.prefix ?? null,
  address: row.address ?? null,
  phone: row.phone ?? null,
  email: row.email ?? null,
  website: row.website ?? null,
  logoPath: await logoPathOf(signer, row),
  ownerId: row.ownerId,
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
  role,
  isOwner: role === "owner",
  permissions,
  ...(isRestoring === true && { isRestoring }),
  deletesAt: await deletesAt(ctx, row._id),
});

/** Also creates the owner's membership. */
export async function insertKennel(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  kennel: NewKennel,
  timeZone: string | undefined,
): Promise<Id<"kennels">> {
  const kennelId = await ctx.db.insert("kennels", {
    name: kennel.name,
    prefix: kennel.prefix ?? undefined,
    address: kennel.address ?? undefined,
    phone: kennel.phone ?? undefined,
    email: kennel.email ?? undefined,
    website: kennel.website ?? undefined,
    ownerId,
    timeZone,
    updatedAt: Date.now(),
  });
  await ctx.db.insert("memberships", { kennelId, userId: ownerId, role: "owner", permissions: {} });
  return kennelId;
}

const membershipsOf = async (ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"memberships">[]> =>
  await ctx.db
    .query("memberships")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_MEMBERSHIPS_PER_USER);

/** Throws LIMIT_REACHED if the person has the maximum number of kennels for that role. */
export async function checkKennelRoom(ctx: QueryCtx, userId: Id<"users">, role: Role): Promise<void> {
  const isOwn = role === "owner";
  const alike = (await membershipsOf(ctx, userId)).filter((row) => (row.role === "owner") === isOwn);
  checkLimit(alike.length, isOwn ? MAX_KENNELS_PER_USER : MAX_SHARED_KENNELS_PER_USER);
}

/** Owned kennels come before shared kennels; within both groups, the oldest kennel is first. */
const byDefaultOrder = (a: Kennel, b: Kennel): number =>
  Number(b.isOwner) - Number(a.isOwner) || a.createdAt - b.createdAt;

/** The person chose this kennel to open first. */
async function findDefaultKennel(ctx: QueryCtx, userId: Id<"users">): Promise<Id<"kennels"> | undefined> {
  const preferences = await ctx.db
    .query("dashboardPreferences")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();
  return preferences?.defaultKennelId;
}

/** The default kennel is first: the chosen kennel, or otherwise the first of the caller's own kennels. */
async function listKennels(ctx: QueryCtx, userId: Id<"users">): Promise<Kennel[]> {
  const signer = new AddressSigner(ctx);
  const kennels: Kennel[] = [];
  for (const { kennelId, role, permissions, isRestoring } of await membershipsOf(ctx, userId)) {
    const row = await ctx.db.get("kennels", kennelId);
    if (!row) continue;
    const standing = { role, permissions: effectivePermissions(role, permissions), isRestoring };
    kennels.push(await toKennel(ctx, signer, row, standing));
  }
  const chosen = await findDefaultKennel(ctx, userId);
  return kennels.sort((a, b) => Number(b._id === chosen) - Number(a._id === chosen) || byDefaultOrder(a, b));
}

/** A person can access own and shared kennels, an API key only its kennel. */
export async function listOwnKennels(ctx: QueryCtx, userId: Id<"users">): Promise<Kennel[]> {
  const key = await getApiKey(ctx, await requireIdentity(ctx));
  if (key === null) return await listKennels(ctx, userId);
  const access = await getAccess(ctx, key.kennelId);
  return access ? [await describeKennel(ctx, access)] : [];
}

export async function describeKennel(ctx: QueryCtx, access: Access): Promise<Kennel> {
  return await toKennel(ctx, new AddressSigner(ctx), await requireKennel(ctx, access.kennelId), access);
}

/** Throws VALIDATION_FAILED, LIMIT_REACHED or RATE_LIMITED. */
export async function createKennel(ctx: MutationCtx, user: Doc<"users">, fields: object): Promise<Kennel> {
  const kennel = parseOrFail(kennelSchema, fields);
  await checkKennelRoom(ctx, user._id, "owner");
  await spend(ctx, user._id, "newKennels");
  const kennelId = await insertKennel(ctx, user._id, kennel, user.timeZone);
  return await toKennel(ctx, new AddressSigner(ctx), await requireKennel(ctx, kennelId), {
    role: "owner",
    permissions: effectivePermissions("owner", {}),
  });
}

/** Throws VALIDATION_FAILED, or STALE_UPDATE if another user saved the kennel after `expectedUpdatedAt`. */
export async function updateKennel(
  ctx: MutationCtx,
  access: Access,
  { expectedUpdatedAt, ...fields }: { expectedUpdatedAt?: number },
): Promise<Kennel> {
  const row = await requireKennel(ctx, access.kennelId);
  checkVersion(row, expectedUpdatedAt);
  const given = Object.entries(parseOrFail(kennelChangesSchema, fields)).filter(
    ([, value]) => value !== undefined,
  );
  const changes = Object.fromEntries(given.map(([field, value]) => [field, value ?? undefined]));
  await saveRow(ctx, "kennels", row, changes);
  return await describeKennel(ctx, access);
}
