/** Counts litters and puppies. */
import { COUNTERS } from "../../platform/tables/kennelCounters";
import { project } from "../../platform/tables/projecting";
import { litters } from "./litters";
import { puppies } from "./puppies";

const STATUSES = {
  table: "puppyCounts",
  index: "by_kennel_and_status",
  fresh: { count: 0 },
} as const;

export const litterProjections = [
  project("litters", litters.table, COUNTERS, () => ({ add: { litters: 1 } })),
  project("puppies", puppies.table, STATUSES, ({ status }) => ({ key: { status }, add: { count: 1 } })),
];
