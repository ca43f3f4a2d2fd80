/**
 * Export files of health records or vaccine doses, from the request until they expire. Written by
 * health/model/healthExports.ts; the file is deleted with its row.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { HEALTH_EXPORT_FORMATS, HEALTH_EXPORT_KINDS } from "../../../domain/health/export";
import { healthRecordTypeValidator } from "./healthRecords";
import { madeFileFields } from "../../platform/tables/madeFiles";
import { rows } from "../../platform/tables/rows";
import { textOrNull } from "../../platform/tables/shared";

export const healthExportFormatValidator = v.union(
  ...HEALTH_EXPORT_FORMATS.map((format) => v.literal(format)),
);

export const healthExportKindValidator = v.union(...HEALTH_EXPORT_KINDS.map((kind) => v.literal(kind)));

export const healthExports = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    /** Only this user may download the file. */
    userId: v.id("users"),
    /** Absent in exports of records that are older than this field. */
    kind: v.optional(healthExportKindValidator),
    format: healthExportFormatValidator,
    /** Doses have no type. */
    filters: v.object({
      search: v.string(),
      dogId: textOrNull,
      type: v.union(healthRecordTypeValidator, v.null()),
      startDate: textOrNull,
      endDate: textOrNull,
    }),
    /** `done` and `total` count records or doses. */
    ...madeFileFields,
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    .index("by_state_and_started", ["state", "startedAt"])
    .index("by_started", ["startedAt"])
    .index("by_storage", ["storageId"]),
);
