/** What is counted of files that are kept for deleted records. */
import { keptFiles } from "./keptFiles";
import { project } from "./projecting";
import { STORED_BYTES } from "./storedBytes";

export const platformProjections = [
  project("keptFiles", keptFiles, STORED_BYTES, ({ bytes = 0 }) => ({ key: "deleted", add: { bytes } })),
];
