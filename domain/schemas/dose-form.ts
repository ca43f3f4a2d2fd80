/**
 * The form in which doses of a vaccine are recorded: every field is text as typed, and who got it is a text of
 * patients' keys. What days a dose may have is in domain/health/dose-days.ts.
 */
import { z } from "zod";
import { PATIENT_MISSING } from "../constants/vaccines";
import { requiredDay, requiredText, typedDay, typedNotes, typedText } from "./fields";

/** The messages are those of the product documents. */
export const doseFormSchema = z.object({
  patients: z.string().min(1, PATIENT_MISSING),
  vaccineName: requiredText("Vaccine name", "Please enter a vaccine name."),
  vaccineType: requiredText("Vaccine type", "Please enter a vaccine type."),
  dateAdministered: requiredDay("Date administered", "Please select the date administered."),
  /** Whether the next due date follows from vaccine and date. */
  isAutomatic: z.boolean(),
  nextDueDate: typedDay("Next due date"),
  expirationDate: typedDay("Expiration date"),
  manufacturer: typedText("Manufacturer"),
  batchNumber: typedText("Batch number"),
  veterinarianName: typedText("Veterinarian"),
  veterinaryClinic: typedText("Clinic"),
  notes: typedNotes("Notes"),
});

export type DoseFormValues = z.input<typeof doseFormSchema>;
