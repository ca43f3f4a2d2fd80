/**
 * Files with all data of a kennel, or everything about a person, from the request until they expire. Written by
 * exports/model/dataExports.ts; the file is deleted with its row. A row with a kennel is that kennel's export. A
 * row without a kennel is the person's own package.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { DATA_EXPORT_FORMATS, PERSONAL_EXPORT_FORMATS } from "../../../domain/exports/kinds";
import { madeFileFields } from "../../platform/tables/madeFiles";
import { rows } from "../../platform/tables/rows";

export const dataExportFormatValidator = v.union(...DATA_EXPORT_FORMATS.map((format) => v.literal(format)));

export const personalExportFormatValidator = v.union(
  ...PERSONAL_EXPORT_FORMATS.map((format) => v.literal(format)),
);

export const dataExports = rows(
  "work",
  defineTable({
    kennelId: v.optional(v.id("kennels")),
    /** Only this user may download the file. */
    userId: v.id("users"),
    format: v.union(dataExportFormatValidator, personalExportFormatValidator),
    /** Set if only the pedigree of one dog is exported. */
    dogId: v.optional(v.id("dogs")),
    expiresAt: v.number(),
    /** Reading the records of a kind is one step, and writing these records is another step. */
    ...madeFileFields,
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    .index("by_user_and_started", ["userId", "startedAt"])
    .index("by_state_and_started", ["state", "startedAt"])
    .index("by_expiry", ["expiresAt"])
    .index("by_storage", ["storageId"]),
);
