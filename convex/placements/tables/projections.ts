/** Counts placements. */
import { COUNTERS } from "../../platform/tables/kennelCounters";
import { project } from "../../platform/tables/projecting";
import { placements } from "./placements";

export const placementProjections = [
  project("placements", placements.table, COUNTERS, () => ({ add: { placements: 1 } })),
];
