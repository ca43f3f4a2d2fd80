/** Counts the bytes of documents for signing. */
import { STORED_BYTES } from "../../platform/tables/storedBytes";
import { project } from "../../platform/tables/projecting";
import { signings } from "./signings";

export const signingProjections = [
  project("signings", signings.table, STORED_BYTES, ({ fileSize, finalSize = 0 }) => ({
    key: { kind: "documents" },
    add: { bytes: fileSize + finalSize },
  })),
];
