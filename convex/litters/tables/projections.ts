/** What is counted of puppies. */
import { project } from "../../platform/tables/projecting";
import { puppies } from "./puppies";

const STATUSES = {
  table: "puppyCounts",
  index: "by_kennel_and_status",
  by: "status",
  fresh: { count: 0 },
} as const;

export const litterProjections = [
  project("puppies", puppies.table, STATUSES, ({ status }) => ({ key: status, add: { count: 1 } })),
];
