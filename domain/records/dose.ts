/**
 * A dose of vaccine as it is recorded: each field once. What its days may be is in domain/health/dose-days.ts, how its
 * due dates are settled in domain/health/dose-due.ts. Sources: document 001 section 5, decision GAP-IMM-04.
 */
import { day, neededDay, neededText, notes, text } from "./fields";

/** What a person writes of a dose. */
export const DOSE_FIELDS = {
  vaccineName: neededText("Vaccine name", "Please enter a vaccine name.", {
    heading: "Vaccine",
    history: "Vaccine",
    example: "Rabies",
  }),
  vaccineType: neededText("Vaccine type", "Please enter a vaccine type.", {
    history: "Type",
    example: "Core",
  }),
  manufacturer: text("Manufacturer"),
  batchNumber: text("Batch number"),
  dateAdministered: neededDay("Date administered", "Please select the date administered.", {
    example: "2025-06-15",
  }),
  /** Left out or empty it equals the next due date, and is then not stored. */
  expirationDate: day("Expiration date"),
  /** Left out it is calculated from the vaccine and the age; null or empty means that no further dose is due. */
  nextDueDate: day("Next due date"),
  veterinarianName: text("Veterinarian", { column: "Veterinarian name" }),
  veterinaryClinic: text("Clinic", { column: "Veterinary clinic" }),
  notes: notes("Notes"),
} as const;
