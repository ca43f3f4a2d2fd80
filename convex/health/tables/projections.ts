/** What is counted of health records. */
import { monthOf } from "../../../domain/dates/months";
import { project } from "../../platform/tables/projecting";
import { healthRecords } from "./healthRecords";

const MONTHS = {
  table: "healthMonths",
  index: "by_kennel_and_month",
  by: "month",
  fresh: { records: {}, costCents: 0 },
} as const;

export const healthProjections = [
  project("healthRecords", healthRecords, MONTHS, ({ dateRecorded, recordType, costCents = 0 }) => ({
    key: monthOf(dateRecorded),
    add: { [`records.${recordType}`]: 1, costCents },
  })),
];
