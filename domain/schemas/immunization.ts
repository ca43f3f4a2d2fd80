/**
 * The shape of a dose of vaccine as typed: form, REST and functions parse with these. What its days may be is in
 * domain/health/dose-days.ts. Sources: document 001 section 5, decision GAP-IMM-04.
 */
import { z } from "zod";
import { SHORT_TEXT_MAX } from "../constants/text";
import { optionalDay, optionalNotes, optionalText, requiredDay, requiredText } from "./fields";

const vaccineName = requiredText("Vaccine name", "Please enter a vaccine name.");
const vaccineType = requiredText("Vaccine type", "Please enter a vaccine type.");
const dateAdministered = requiredDay("Date administered", "Please select the date administered.");

const optionalFields = {
  nextDueDate: optionalDay("Next due date"),
  expirationDate: optionalDay("Expiration date"),
  manufacturer: optionalText("Manufacturer"),
  batchNumber: optionalText("Batch number"),
  veterinarianName: optionalText("Veterinarian"),
  veterinaryClinic: optionalText("Clinic"),
  notes: optionalNotes("Notes"),
};

/** A new dose; an absent next due date is calculated, null or an empty one means that none is due. */
export const newDoseSchema = z.object({ vaccineName, vaccineType, dateAdministered, ...optionalFields });
export type NewDose = z.output<typeof newDoseSchema>;

/** A change of a dose: what is absent stays, what is null or empty is cleared. */
export const doseChangesSchema = z.object({
  vaccineName: vaccineName.optional(),
  vaccineType: vaccineType.optional(),
  dateAdministered: dateAdministered.optional(),
  ...optionalFields,
  /** True where a typed next due date is to be calculated from now on. */
  isDueAutomatic: z.boolean().optional(),
});
export type DoseChanges = z.output<typeof doseChangesSchema>;

const noDay = (text: string | null | undefined): string | null => text ?? null;

/** The list's filters; an empty one narrows nothing. */
export const doseFiltersSchema = z.object({
  search: z
    .string({ error: "Search must be text" })
    .trim()
    .max(SHORT_TEXT_MAX, `Search must be at most ${SHORT_TEXT_MAX} characters`)
    .default(""),
  startDate: optionalDay("Start date").transform(noDay),
  endDate: optionalDay("End date").transform(noDay),
});
export type DoseFilters = z.output<typeof doseFiltersSchema>;
