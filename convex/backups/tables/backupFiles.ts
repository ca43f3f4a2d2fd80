/**
 * The stored files of a backup, each with the hash of its content. Photos, attachments and backups may share one
 * file. The file is deleted when nothing refers to it any longer (kennels/model/fileReferences.ts). Written by
 * backups/model/backupMaking.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const backupFiles = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    backupId: v.id("backups"),
    storageId: v.id("_storage"),
    sha256: v.string(),
    type: v.string(),
    size: v.number(),
  })
    .index("by_kennel_and_backup", ["kennelId", "backupId", "sha256"])
    .index("by_kennel_and_hash", ["kennelId", "sha256"])
    .index("by_storage", ["storageId", "backupId"]),
  { isLarge: true },
);
