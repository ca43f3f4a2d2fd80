/** The fields of health records, tests, courses of medication and veterinarians, each defined once. */
import {
  HEALTH_RECORD_TYPES,
  MAX_HEALTH_COST_CENTS,
  HEALTH_TEST_KINDS,
  DOSE_UNITS,
  MAX_DOSE_AMOUNT,
} from "./rules";
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
  phone,
  text,
  neededChoice,
  neededNumber,
  flag,
} from "../records/fields";
import { formatClinicPhone } from "./clinic-phone";
import { TEST_KINDS } from "./test-kinds";
import { healthRecordTypeLabels } from "./words";

/** Rules that need the breeder's date are in domain/health/record-days.ts. Rules HLT-08 to HLT-13. */

export const HEALTH_RECORD_FIELDS = {
  dogId: neededReference("Dog", "dogs", "Please select a dog.", { isWide: true }),
  recordType: choice("Record type", HEALTH_RECORD_TYPES, {
    initial: "examination",
    choiceLabels: healthRecordTypeLabels,
    error: `Record type must be ${HEALTH_RECORD_TYPES.join(", ")}`,
  }),
  title: neededText("Title", "Please enter a title.", { isWide: true, example: "Annual check" }),
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
      heading: "Cost (USD)",
      example: 85.5,
      unreadable: "Cost must be in dollars and cents",
    }),
  ),
} as const;

/** A separate action sets when the follow-up was done. */
export const HEALTH_RECORD_STATE = {
  followUpDoneOn: day("Follow-up done on", { about: "The day the follow-up was done; null while open" }),
} as const;

/**
 * The result depends on the kind (domain/health/schemas.ts), and the certificate is a file. Both are defined
 * elsewhere.
 */

export const HEALTH_TEST_FIELDS = {
  kind: neededChoice("Test", HEALTH_TEST_KINDS, {
    choiceLabels: Object.fromEntries(HEALTH_TEST_KINDS.map((kind) => [kind, TEST_KINDS[kind].label])),
    column: "Kind",
  }),
  /** The name of the mutation, or of another kind of test. */
  name: text("Name"),
  testedOn: neededDay("Test date", "Test date is required", { column: "Tested" }),
  laboratory: text("Laboratory", { heading: "Laboratory or examiner" }),
  certificateNumber: text("Certificate number"),
  validUntil: day("Valid until", { helper: "Leave empty if it is valid for life" }),
  notes: notes("Notes"),
} as const;

/** The schedule is one value with several parts and is defined elsewhere (domain/health/schemas.ts). */

export const COURSE_FIELDS = {
  drug: neededText("Medication", "Medication is required", { isWide: true, column: "Drug" }),
  doseAmount: neededNumber("Dose", MAX_DOSE_AMOUNT, { column: "Dose amount" }),
  doseUnit: neededChoice("Unit", DOSE_UNITS, {
    choiceLabels: Object.fromEntries(DOSE_UNITS.map((unit) => [unit, unit])),
    column: "Dose unit",
  }),
  startOn: neededDay("Start date", "Start date is required", { column: "Start" }),
  endOn: day("End date", { helper: "Leave empty if it has no end", column: "End" }),
  reason: text("Reason"),
  veterinarian: text("Veterinarian", { heading: "Prescribed by" }),
  notes: notes("Notes"),
} as const;

/** These fields are set when a course is stopped. */
export const COURSE_STATE = {
  stoppedOn: day("Stopped on", { column: "Stopped" }),
  stopReason: text("Why it was stopped", { column: "Stop reason" }),
} as const;

/** Source: document 001 section 5, decision GAP-HLT-10. */

const clinicPhone = phone("Clinic phone", { example: "(555) 123-4567" });

/** Errors about missing fields are reported in this order. */
export const VETERINARIAN_FIELDS = {
  dogId: neededReference("Dog", "dogs", "Please select a dog.", { isWide: true, example: "jd7f3k9m2" }),
  veterinarianName: neededText("Veterinarian name", "Please enter the veterinarian name.", {
    example: "Dr. Lee",
  }),
  veterinaryClinic: neededText("Veterinary clinic", "Please enter the veterinary clinic name.", {
    example: "Hill Veterinary Clinic",
  }),
  clinicAddress: text("Clinic address"),
  clinicPhone: {
    ...clinicPhone,
    tidy: formatClinicPhone,
    schema: clinicPhone.schema.transform((typed) => typed && (formatClinicPhone(typed) || null)),
  },
  licenseNumber: text("License number"),
  specialization: text("Specialization", { example: "Reproduction" }),
  isPrimary: flag("Primary", {
    heading: "Primary veterinarian of this dog",
    history: "Primary veterinarian",
    about: "Exactly one veterinarian of a dog is",
    error: "Primary must be yes or no",
  }),
  notes: notes("Notes"),
} as const;
