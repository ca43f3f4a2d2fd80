/**
 * The common rules for documents that people add to records: the right to add a file, its upload address, and the
 * kennel's storage. Throws RATE_LIMITED, STORAGE_FULL, FILE_TOO_LARGE or NOT_FOUND.
 */
import { MAX_FILE_BYTES } from "../../../../domain/files/rules";
import { fail } from "../../../../domain/errors";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import type { Access } from "../people/identity";
import { spend } from "../people/limits";
import { requireRoom } from "./storedBytes";
import { isOwned } from "./storedFiles";
import { giveAddresses, sizeOf, takeRoom } from "./uploadAddresses";

/** The file is sent within a request. */
export async function admitFile(ctx: MutationCtx, { kennelId, user }: Access): Promise<null> {
  await requireRoom(ctx, kennelId);
  await spend(ctx, user._id, "documentUploads");
  return null;
}

/** `replaced` is the size in bytes of the replaced file. */
export async function giveFileAddress(
  ctx: MutationCtx,
  { kennelId, user }: Access,
  bytes: number | undefined,
  replaced = 0,
): Promise<string> {
  await spend(ctx, user._id, "documentUploads");
  const size = sizeOf(bytes, MAX_FILE_BYTES, "FILE_TOO_LARGE");
  return (await giveAddresses(ctx, kennelId, [size], replaced)).join();
}

interface UploadedFile {
  readonly storageId: Id<"_storage">;
  /** The file was sent to an upload address that reserved storage. */
  readonly isAwaited: boolean | undefined;
}

/** No record may use the file yet. Returns the size of the file. */
export async function takeFile(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  { storageId, isAwaited = false }: UploadedFile,
  replaced = 0,
): Promise<number> {
  const { size } = (await ctx.db.system.get("_storage", storageId)) ?? fail("NOT_FOUND");
  if (size > MAX_FILE_BYTES) fail("FILE_TOO_LARGE");
  if (await isOwned(ctx, storageId)) fail("NOT_FOUND");
  await takeRoom(ctx, kennelId, size, isAwaited ? size : 0, replaced);
  return size;
}
