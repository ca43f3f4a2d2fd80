/** What is counted of backups: their records, and the files that came with one that was sent. */
import { project } from "../../platform/tables/projecting";
import { STORED_BYTES } from "../../platform/tables/storedBytes";
import { backups } from "./backups";

export const backupProjections = [
  // The other files that a backup holds are a record's, or kept for one that is deleted.
  project("backups", backups.table, STORED_BYTES, ({ type, recordsBytes, fileBytes }) => ({
    key: { kind: "backups" },
    add: { bytes: recordsBytes + (type === "upload" ? fileBytes : 0) },
  })),
];
