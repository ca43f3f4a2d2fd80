/**
 * The logo of a kennel. The file and the reference to it are replaced and deleted together. The kennel's
 * `updatedAt` does not change, so a person who is editing the kennel's details gets no conflict. Source: decision
 * GAP-SET-14.
 */
import { v, type Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { logoTypeValidator } from "../../platform/tables/kennels";
import { releaseFile } from "./fileReferences";
import type { Access } from "../../platform/model/people/identity";
import { describeKennel, type Kennel } from "./kennels";
import { requireKennel } from "../../platform/model/people/kennels";
import { spend } from "../../platform/model/people/limits";
import { isLogoSigned } from "./logoAddresses";
import { ensurePhotoKeys } from "../../platform/model/files/photoAddresses";
import { bytesOf, requireRoom } from "../../platform/model/files/storedBytes";
import { findRow } from "../../platform/model/paging/rows";

export const logoFileShape = v.object({ storageId: v.id("_storage"), type: logoTypeValidator });
export type LogoFile = Infer<typeof logoFileShape>;

/** Throws STORAGE_FULL or RATE_LIMITED. */
export async function admitLogo(ctx: MutationCtx, { kennelId, user }: Access): Promise<null> {
  const { logo } = await requireKennel(ctx, kennelId);
  await requireRoom(ctx, kennelId, 1, logo?.bytes);
  await spend(ctx, user._id, "photoUploads");
  return null;
}

/** Throws STORAGE_FULL. */
export async function replaceLogo(ctx: MutationCtx, access: Access, file: LogoFile): Promise<Kennel> {
  const { _id, logo } = await requireKennel(ctx, access.kennelId);
  const bytes = await bytesOf(ctx, file.storageId);
  await requireRoom(ctx, _id, bytes, logo?.bytes);
  await ensurePhotoKeys(ctx);
  const setAt = Math.max(Date.now(), (logo?.setAt ?? 0) + 1);
  await ctx.db.patch("kennels", _id, { logo: { ...file, setAt, bytes } });
  if (logo) await releaseFile(ctx, logo.storageId);
  return await describeKennel(ctx, access);
}

export async function removeLogo(ctx: MutationCtx, { kennelId }: Access): Promise<null> {
  const { _id, logo } = await requireKennel(ctx, kennelId);
  if (!logo) return null;
  await ctx.db.patch("kennels", _id, { logo: undefined });
  await releaseFile(ctx, logo.storageId);
  return null;
}

/** Throws NOT_FOUND if there is no logo. */
export async function logoOf(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<LogoFile> {
  const { storageId, type } = (await requireKennel(ctx, kennelId)).logo ?? fail("NOT_FOUND");
  return { storageId, type };
}

/** Returns null if the signature is wrong or expired, or if the person may no longer read the logo. */
export async function findSignedLogo(
  ctx: QueryCtx,
  { kennelId, signature }: { kennelId: string; signature: string },
): Promise<LogoFile | null> {
  const kennel = await findRow(ctx, "kennels", kennelId);
  if (!kennel?.logo || !(await isLogoSigned(ctx, kennel, signature))) return null;
  return { storageId: kennel.logo.storageId, type: kennel.logo.type };
}
