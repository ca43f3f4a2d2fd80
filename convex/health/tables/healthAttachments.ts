/**
 * The files attached to health records: findings, pictures, bills. Written only by
 * health/model/healthAttachments.ts. Each file belongs to exactly one row and is kept for some time after this row
 * is deleted. The file's type was determined from its content.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { text } from "../../../domain/history/describing";
import { ATTACHMENT_TYPES } from "../../../domain/health/rules";
import { rows } from "../../platform/tables/rows";

export const attachmentTypeValidator = v.union(
  ...Object.values(ATTACHMENT_TYPES).map((type) => v.literal(type)),
);

export const healthAttachments = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    recordId: v.id("healthRecords"),
    storageId: v.id("_storage"),
    fileName: v.string(),
    fileSize: v.number(),
    mimeType: attachmentTypeValidator,
  })
    .index("by_kennel_and_record", ["kennelId", "recordId"])
    .index("by_storage", ["storageId"]),
  {
    onDelete: {
      recordId: {
        does: "cascade",
        by: "by_kennel_and_record",
        inBatches: "both",
        countedIn: "attachmentCount",
      },
    },
    history: {
      place: 130,
      label: "Attachment",
      plural: "Attachments",
      area: "health",
      titles: ["fileName"],
      fields: { fileName: text("File") },
      unkept: ["recordId", "storageId", "fileSize", "mimeType"],
    },
    export: {
      place: 200,
      title: "Health attachments",
      printed: ["recordId", "fileName", "mimeType"],
    },
    backup: { place: 160 },
  },
);
