/** The shapes of doses of vaccine and of scheduled vaccinations as typed. */
import { z } from "zod";
import { DOSE_FIELDS, BOOKING_FIELDS } from "./record";
import { changeShape, newShape, omitFields } from "../records/record";
import { optionalDay, searchFilter, optionalText } from "../records/parts";

/**
 * The shape of a dose of vaccine as typed: form, REST and functions parse with these. What its days may be is in
 * domain/vaccinations/due.ts. Sources: document 001 section 5, decision GAP-IMM-04.
 */

/** A new dose; an absent next due date is calculated, null or an empty one means that none is due. */
export const newDoseSchema = newShape(DOSE_FIELDS);
export type NewDose = z.output<typeof newDoseSchema>;

/** A change of a dose: what is absent stays, what is null or empty is cleared. */
export const doseChangesSchema = changeShape(DOSE_FIELDS).extend({
  /** True where a typed next due date is to be calculated from now on. */
  isDueAutomatic: z.boolean().optional(),
});
export type DoseChanges = z.output<typeof doseChangesSchema>;

const noDay = (text: string | null | undefined): string | null => text ?? null;

/** The list's filters; an empty one narrows nothing. */
export const doseFiltersSchema = z.object({
  search: searchFilter,
  startDate: optionalDay("Start date").transform(noDay),
  endDate: optionalDay("End date").transform(noDay),
});
export type DoseFilters = z.output<typeof doseFiltersSchema>;

/**
 * The shape of a booked vaccination and of its completion as typed: form, REST and functions parse with these.
 * Sources: document 001 section 5, decisions GAP-VAX-05 and GAP-VAX-06.
 */

/** A new booking. */
export const newBookingSchema = newShape(BOOKING_FIELDS);

/** What is told of the dose itself when a booked vaccination was given. */
export const GIVEN_FIELDS = omitFields(DOSE_FIELDS, [
  "vaccineName",
  "vaccineType",
  "dateAdministered",
  "expirationDate",
]);

/** What is told when a booked vaccination was given; what is absent comes from the booking and the vaccine. */
export const completionSchema = newShape(GIVEN_FIELDS).extend({
  dateAdministered: optionalDay(DOSE_FIELDS.dateAdministered.label),
  vaccineType: optionalText(DOSE_FIELDS.vaccineType.label),
});
