/** Counts of contacts. */
import { COUNTERS } from "../../platform/tables/kennelCounters";
import { project } from "../../platform/tables/projecting";
import { contacts } from "./contacts";

export const contactProjections = [
  project("contacts", contacts.table, COUNTERS, ({ mergedInto }) =>
    mergedInto === undefined ? { add: { contacts: 1 } } : null,
  ),
];
