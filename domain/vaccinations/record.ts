/** The fields of vaccine doses and scheduled vaccinations, each defined once. */
import { BOOKING_INCOMPLETE, SCHEDULED_STATUSES } from "./rules";
import { choice, day, neededDay, neededText, notes, reference, text } from "../records/fields";

/**
 * convex/vaccinations/model/scheduledVaccinations.ts checks the date. Sources: document 001 section 5, decision
 * GAP-VAX-05.
 */

export const BOOKING_FIELDS = {
  vaccineName: neededText("Vaccine name", BOOKING_INCOMPLETE, {
    heading: "Vaccine",
    history: "Vaccine",
    example: "Rabies",
  }),
  scheduledDate: neededDay("Scheduled date", BOOKING_INCOMPLETE, { example: "2025-07-01" }),
  veterinarianName: text("Veterinarian", { isWide: true, column: "Veterinarian name" }),
  notes: notes("Notes"),
} as const;

/** When the dose was given, and the recorded dose. */
export const BOOKING_STATE = {
  status: choice("Status", SCHEDULED_STATUSES, {
    initial: "scheduled",
    error: `Status must be ${SCHEDULED_STATUSES.join(", ")}`,
  }),
  completedOn: day("Given on", { column: "Completed", example: "2025-07-01" }),
  immunizationId: reference("Immunization", "immunizations", {
    about: "The dose that completing it recorded",
    example: "jd7f3k9m2",
  }),
} as const;

export const BOOKING_RECORD = { ...BOOKING_FIELDS, ...BOOKING_STATE } as const;

/**
 * domain/vaccinations/due.ts checks and calculates the dates. Sources: document 001 section 5, decision GAP-IMM-04.
 */

export const DOSE_FIELDS = {
  vaccineName: neededText("Vaccine name", "Please enter a vaccine name.", {
    heading: "Vaccine",
    history: "Vaccine",
    example: "Rabies",
  }),
  vaccineType: neededText("Vaccine type", "Please enter a vaccine type.", {
    example: "Core",
  }),
  manufacturer: text("Manufacturer"),
  batchNumber: text("Batch number"),
  dateAdministered: neededDay("Date administered", "Please select the date administered.", {
    example: "2025-06-15",
  }),
  /** If the date is omitted or empty, it equals the next due date and is not stored. */
  expirationDate: day("Expiration date", { helper: "Same as the next due date unless you enter another" }),
  /**
   * If the date is omitted, it is calculated from the vaccine and the age. Null or empty means that no further dose
   * is due.
   */
  nextDueDate: day("Next due date"),
  veterinarianName: text("Veterinarian", { column: "Veterinarian name" }),
  veterinaryClinic: text("Clinic", { column: "Veterinary clinic" }),
  notes: notes("Notes"),
} as const;
