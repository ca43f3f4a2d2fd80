/** Counts the applications that wait for the kennel's decision and the drafts that wait for confirmation. */
import { COUNTERS } from "../../platform/tables/kennelCounters";
import { project } from "../../platform/tables/projecting";
import { applicationDrafts } from "./applicationDrafts";
import { applications } from "./applications";

export const applicationProjections = [
  project("applications", applications.table, COUNTERS, ({ status }) =>
    status === "received" ? { add: { applications: 1 } } : null,
  ),
  project("applicationDrafts", applicationDrafts.table, COUNTERS, ({ state }) =>
    state === "confirmed" ? null : { add: { applicationDrafts: 1 } },
  ),
];
