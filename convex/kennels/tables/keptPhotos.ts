/**
 * The photos and logos of deleted kennels, for as long as the kennel's copy is kept: only the full picture, under
 * its name in the copy. Written by kennels/model/keptPhotos.ts when the kennel's rows are deleted; row and file are
 * deleted when the copy expires. Read by the former owner alone.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const keptPhotos = defineTable({
  removalId: v.id("kennelRemovals"),
  /** Its name in the copy, `photos/{id}.jpg` or `logo.png`. */
  name: v.string(),
  storageId: v.id("_storage"),
})
  .index("by_removal", ["removalId"])
  .index("by_storage", ["storageId"]);
