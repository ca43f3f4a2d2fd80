/** The storage used by backups: their records and uploaded files. */
import { project } from "../../platform/tables/projecting";
import { STORED_BYTES } from "../../platform/tables/storedBytes";
import { backups } from "./backups";

export const backupProjections = [
  // Other files of a backup belong to a record or are kept for a deleted record.
  project("backups", backups.table, STORED_BYTES, ({ type, recordsBytes, fileBytes }) => ({
    key: { kind: "backups" },
    add: { bytes: recordsBytes + (type === "upload" ? fileBytes : 0) },
  })),
];
