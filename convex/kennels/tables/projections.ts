/** Counts the storage of the kennel's own row: the bytes of its logo. */
import { project } from "../../platform/tables/projecting";
import { STORED_BYTES } from "../../platform/tables/storedBytes";
import { kennels } from "../../platform/tables/kennels";

export const kennelProjections = [
  project("kennels", kennels, STORED_BYTES, ({ logo }) =>
    logo?.bytes === undefined ? null : { key: { kind: "logo" }, add: { bytes: logo.bytes } },
  ),
];
