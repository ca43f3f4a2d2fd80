/**
 * The files of deleted kennels: photos, documents, attachments, certificates and logos. Each file is kept under its
 * name in the kennel's copy, as long as this copy. Of a photo, only the full picture is kept.
 * kennels/model/keptPhotos.ts writes a row when the kennel's rows are deleted. Row and file are deleted when the
 * copy expires. Only the former owner can read them.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const keptPhotos = defineTable({
  removalId: v.id("kennelRemovals"),
  /** The name in the copy is `photos/{id}.jpg` or `logo.png`. */
  name: v.string(),
  storageId: v.id("_storage"),
})
  .index("by_removal", ["removalId"])
  .index("by_storage", ["storageId"]);
