/**
 * The size of a kennel's stored files by kind. Projections of the tables whose rows have files write these rows. A
 * kind without files has no row.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

/** Files of these kinds belong only to records. A restore counts them again. */
const RECORD_KINDS = ["photos", "documents", "attachments", "certificates", "logo"] as const;

export const storedBytes = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /**
     * "deleted": files of deleted records that can still be restored. "awaited": uploads that may still arrive, and
     * arrived uploads that no record uses yet.
     */
    kind: v.union(
      ...RECORD_KINDS.map((kind) => v.literal(kind)),
      v.literal("backups"),
      v.literal("deleted"),
      v.literal("awaited"),
    ),
    bytes: v.number(),
  }).index("by_kennel_and_kind", ["kennelId", "kind"]),
);

const KINDS_OF_RECORDS: ReadonlySet<string> = new Set(RECORD_KINDS);

export const isOfRecords = (kind: string): boolean => KINDS_OF_RECORDS.has(kind);

export const STORED_BYTES = {
  table: "storedBytes",
  index: "by_kennel_and_kind",
  fresh: { bytes: 0 },
} as const;
