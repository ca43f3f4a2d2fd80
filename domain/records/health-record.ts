/**
 * A health record as it is kept: each field once. Rules that need the breeder's day are in domain/health/record-days.ts.
 * Rules HLT-08 to HLT-13.
 */
import { HEALTH_RECORD_TYPES, MAX_HEALTH_COST_CENTS } from "../constants/health";
import {
  cents,
  confidential,
  choice,
  day,
  neededDay,
  neededNotes,
  neededReference,
  neededText,
  notes,
  text,
} from "./fields";

/** What a person writes of a health record. */
export const HEALTH_RECORD_FIELDS = {
  dogId: neededReference("Dog", "dogs", "Please select a dog."),
  recordType: choice("Record type", HEALTH_RECORD_TYPES, {
    initial: "examination",
    history: "Type",
    error: `Record type must be ${HEALTH_RECORD_TYPES.join(", ")}`,
  }),
  title: neededText("Title", "Please enter a title.", { example: "Annual check" }),
  description: neededNotes("Description", "Please enter a description."),
  dateRecorded: neededDay("Date", "Please select a date.", { example: "2025-06-15" }),
  veterinarian: text("Veterinarian"),
  vetClinic: text("Clinic"),
  diagnosis: notes("Diagnosis"),
  treatment: notes("Treatment"),
  medications: notes("Medications"),
  notes: notes("Notes"),
  followUpDate: day("Follow-up date", { example: "2025-06-29" }),
  costCents: confidential(
    cents("Cost", MAX_HEALTH_COST_CENTS, {
      example: 85.5,
      unreadable: "Cost must be in dollars and cents",
    }),
  ),
} as const;

/** What a step of its own sets: when the follow-up was done. */
export const HEALTH_RECORD_STATE = {
  followUpDoneOn: day("Follow-up done on", { about: "The day the follow-up was done; null while open" }),
} as const;
