/** Counts files that are kept for deleted records, and uploads in progress. */
import { awaitedFiles } from "./awaitedFiles";
import { keptFiles } from "./keptFiles";
import { project } from "./projecting";
import { STORED_BYTES } from "./storedBytes";

export const platformProjections = [
  project("awaitedFiles", awaitedFiles.table, STORED_BYTES, ({ bytes }) => ({
    key: { kind: "awaited" },
    add: { bytes },
  })),
  project("keptFiles", keptFiles.table, STORED_BYTES, ({ bytes = 0 }) => ({
    key: { kind: "deleted" },
    add: { bytes },
  })),
];
