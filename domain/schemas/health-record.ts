/**
 * The zod shapes of health records, for the form, the functions and REST: rules HLT-08 to HLT-13. Rules that need the
 * breeder's day are in domain/health/record-days.ts.
 */
import { z } from "zod";
import { HEALTH_RECORD_TYPES } from "../constants/health";
import { isCalendarDay } from "../dates/calendar-days";
import { HEALTH_RECORD_FIELDS } from "../records/health-record";
import { changeShape, newShape } from "../records/record";
import { choiceFilter, searchFilter } from "./fields";

const healthRecordType = HEALTH_RECORD_FIELDS.recordType.schema;

/** A new record: dog, title, description and date are needed, and without a type it is an examination. */
export const newHealthRecordSchema = newShape(HEALTH_RECORD_FIELDS);

/** A change of a record: what is absent stays, what is null or empty is cleared. */
export const healthRecordChangesSchema = changeShape(HEALTH_RECORD_FIELDS);

const filterDay = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .refine((text) => text === "" || isCalendarDay(text), `${label} must be a date such as 2025-06-15`)
    .transform((text) => (text === "" ? null : text))
    .default(null);

/** What the list of records is narrowed by; an empty filter narrows nothing. */
export const healthRecordFiltersSchema = z.object({
  search: searchFilter,
  dogId: z
    .string({ error: "Dog must be an id" })
    .trim()
    .transform((text) => (text === "" ? null : text))
    .default(null),
  type: choiceFilter(healthRecordType, `Record type must be ${HEALTH_RECORD_TYPES.join(", ")} or empty`),
  startDate: filterDay("Start date"),
  endDate: filterDay("End date"),
});
export type HealthRecordFilters = z.output<typeof healthRecordFiltersSchema>;
