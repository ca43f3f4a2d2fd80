/**
 * A course of medication as it is recorded: each field once, but for its schedule, which is one thing of several parts
 * (domain/schemas/medication.ts). On which days a dose is due is in domain/health/medications.ts.
 */
import { DOSE_UNITS, MAX_DOSE_AMOUNT } from "../constants/medications";
import { day, neededChoice, neededDay, neededNumber, neededText, notes, text } from "./fields";

/** What a person writes of a course. */
export const COURSE_FIELDS = {
  drug: neededText("Medication", "Medication is required", { history: "Drug", column: "Drug" }),
  doseAmount: neededNumber("Dose", MAX_DOSE_AMOUNT, { column: "Dose amount" }),
  doseUnit: neededChoice("Unit", DOSE_UNITS, { column: "Dose unit" }),
  startOn: neededDay("Start date", "Start date is required", { history: "First day", column: "Start" }),
  endOn: day("End date", { history: "Last day", column: "End" }),
  reason: text("Reason"),
  veterinarian: text("Veterinarian", { heading: "Prescribed by" }),
  notes: notes("Notes"),
} as const;

/** What stopping it sets. */
export const COURSE_STATE = {
  stoppedOn: day("Stopped on", { column: "Stopped" }),
  stopReason: text("Why it was stopped", { column: "Stop reason" }),
} as const;
