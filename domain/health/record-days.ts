/** Rules between the dates of a health record and the breeder's date. Source: decision GAP-HLT-13. */
import type { FieldErrors } from "../errors";

interface RecordDays {
  readonly dateRecorded: string;
  readonly followUpDate: string | null;
}

export function checkHealthDays({ dateRecorded, followUpDate }: RecordDays, today: string): FieldErrors {
  const errors: FieldErrors = {};
  if (dateRecorded > today) errors.dateRecorded = "Date cannot be in the future";
  if (followUpDate !== null && followUpDate < dateRecorded) {
    errors.followUpDate = "Follow-up date cannot be before the date of the record";
  }
  return errors;
}

export function checkFollowUpDone(doneOn: string, dateRecorded: string, today: string): string | null {
  if (doneOn > today) return "A follow-up cannot be done in the future";
  return doneOn < dateRecorded ? "A follow-up cannot be done before the date of the record" : null;
}
