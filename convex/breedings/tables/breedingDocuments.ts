/**
 * The documents of a breeding: contracts, registrations, certificates. Written only by
 * breedings/model/breedingDocuments.ts. Each file belongs to exactly one row and is kept for some time after this
 * row is deleted. The file's type was determined from its content.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { choice, text } from "../../../domain/history/describing";
import { DOCUMENT_TYPES } from "../../../domain/files/rules";
import { rows } from "../../platform/tables/rows";
import { fileTypeValidator } from "../../platform/tables/shared";

export const documentTypeValidator = v.union(...DOCUMENT_TYPES.map((type) => v.literal(type)));

export const breedingDocuments = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    breedingId: v.id("breedings"),
    documentType: documentTypeValidator,
    storageId: v.id("_storage"),
    fileName: v.string(),
    fileSize: v.number(),
    fileType: fileTypeValidator,
  })
    .index("by_kennel_and_breeding", ["kennelId", "breedingId"])
    .index("by_storage", ["storageId"]),
  {
    onDelete: {
      breedingId: { does: "cascade", by: "by_kennel_and_breeding" },
    },
    history: {
      place: 40,
      label: "Document",
      plural: "Breeding documents",
      area: "breeding",
      isConfidential: true,
      titles: ["fileName"],
      fields: { documentType: choice("Type"), fileName: text("File") },
      unkept: ["breedingId", "storageId", "fileSize", "fileType"],
    },
    export: {
      place: 110,
      title: "Documents",
      printed: ["breedingId", "documentType", "fileName"],
    },
    backup: { place: 170, one: "document", many: "documents" },
  },
);
