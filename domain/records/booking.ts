/**
 * A scheduled vaccination as it is recorded: each field once. What its day may be is in
 * convex/vaccinations/model/scheduledVaccinations.ts. Sources: document 001 section 5, decision GAP-VAX-05.
 */
import { BOOKING_INCOMPLETE, SCHEDULED_STATUSES } from "../constants/vaccines";
import { choice, day, neededDay, neededText, notes, reference, text } from "./fields";

/** What a person writes of a scheduled vaccination. */
export const BOOKING_FIELDS = {
  vaccineName: neededText("Vaccine name", BOOKING_INCOMPLETE, {
    heading: "Vaccine",
    history: "Vaccine",
    example: "Rabies",
  }),
  scheduledDate: neededDay("Scheduled date", BOOKING_INCOMPLETE, { history: "Date", example: "2025-07-01" }),
  veterinarianName: text("Veterinarian", { column: "Veterinarian name" }),
  notes: notes("Notes"),
} as const;

/** How it stands: the day it was given, once it is completed, and the dose that this recorded. */
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

/** All of that. */
export const BOOKING_RECORD = { ...BOOKING_FIELDS, ...BOOKING_STATE } as const;
