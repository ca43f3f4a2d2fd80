/** Reads the pictures that papers carry out of their files. */
import type { Infer } from "convex/values";
import type { Brand, PrintedPicture } from "../../../domain/pdf/brand";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { brandShape } from "./kennelSettings";

interface PictureFile {
  readonly storageId: Id<"_storage">;
  readonly type: "image/jpeg" | "image/png" | "image/webp";
}

/** Reads a picture; without its file, or in a kind that no PDF holds, the paper has none. */
export async function readPicture(
  ctx: ActionCtx,
  picture: PictureFile | null,
): Promise<PrintedPicture | null> {
  if (!picture || picture.type === "image/webp") return null;
  const file = await ctx.storage.get(picture.storageId);
  return file && { content: new Uint8Array(await file.arrayBuffer()), type: picture.type };
}

/** Reads how a kennel's papers look, with its logo. */
export const readBrand = async (
  ctx: ActionCtx,
  { logo, ...looks }: Infer<typeof brandShape>,
): Promise<Brand> => ({ ...looks, logo: await readPicture(ctx, logo) });
