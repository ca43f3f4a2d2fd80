/** The zod shapes of vaccine doses and scheduled vaccinations. */
import { z } from "zod";
import { DOSE_FIELDS, BOOKING_FIELDS } from "./record";
import { changeShape, newShape, omitFields } from "../records/record";
import { optionalDay, searchFilter, optionalText } from "../records/parts";

/**
 * The form, REST and functions share this shape. domain/vaccinations/due.ts checks the dates. Sources: document 001
 * section 5, decision GAP-IMM-04.
 */

/** If the next due date is omitted, it is calculated. Null or an empty date means that no further dose is due. */
export const newDoseSchema = newShape(DOSE_FIELDS);
export type NewDose = z.output<typeof newDoseSchema>;

/** An omitted field stays unchanged, and null or empty clears a field. */
export const doseChangesSchema = changeShape(DOSE_FIELDS).extend({
  /** True: the next due date, which a user had entered, is calculated from now on. */
  isDueAutomatic: z.boolean().optional(),
});
export type DoseChanges = z.output<typeof doseChangesSchema>;

const noDay = (text: string | null | undefined): string | null => text ?? null;

/** An empty filter has no effect. */
export const doseFiltersSchema = z.object({
  search: searchFilter,
  startDate: optionalDay("Start date").transform(noDay),
  endDate: optionalDay("End date").transform(noDay),
});
export type DoseFilters = z.output<typeof doseFiltersSchema>;

/**
 * The form, REST and functions share these shapes. Sources: document 001 section 5, decisions GAP-VAX-05 and
 * GAP-VAX-06.
 */

export const newBookingSchema = newShape(BOOKING_FIELDS);

/** The user gives these values when a scheduled vaccination is completed. */
export const GIVEN_FIELDS = omitFields(DOSE_FIELDS, [
  "vaccineName",
  "vaccineType",
  "dateAdministered",
  "expirationDate",
]);

/** Omitted values come from the scheduled vaccination and the vaccine. */
export const completionSchema = newShape(GIVEN_FIELDS).extend({
  dateAdministered: optionalDay(DOSE_FIELDS.dateAdministered.label),
  vaccineType: optionalText(DOSE_FIELDS.vaccineType.label),
});
