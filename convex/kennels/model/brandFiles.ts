/** Reads the pictures for printed papers from their files. */
import type { Infer } from "convex/values";
import type { Brand, PrintedPicture } from "../../../domain/pdf/brand";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { brandShape } from "./kennelSettings";

interface PictureFile {
  readonly storageId: Id<"_storage">;
  readonly type: "image/jpeg" | "image/png" | "image/webp";
}

/** Returns null if the file is missing, or if a PDF cannot contain its type. */
export async function readPicture(
  ctx: ActionCtx,
  picture: PictureFile | null,
): Promise<PrintedPicture | null> {
  if (!picture || picture.type === "image/webp") return null;
  const file = await ctx.storage.get(picture.storageId);
  return file && { content: new Uint8Array(await file.arrayBuffer()), type: picture.type };
}

export const readBrand = async (
  ctx: ActionCtx,
  { logo, ...looks }: Infer<typeof brandShape>,
): Promise<Brand> => ({ ...looks, logo: await readPicture(ctx, logo) });
