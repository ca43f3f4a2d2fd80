/** What the health record form starts with, how it is checked, and what of it is sent. */
import { zodResolver } from "@hookform/resolvers/zod";
import type { HealthRecord } from "@/features/health/records/types";
import { isCalendarDay } from "../../../../domain/dates/calendar-days";
import { centsOf, dollarsOf } from "../../../../domain/formatting/dollars";
import { checkHealthDays } from "../../../../domain/health/record-days";
import {
  healthRecordFormSchema,
  type HealthRecordFormValues,
} from "../../../../domain/schemas/health-record";

/** The form of a new record; the dog is given where it is opened from a dog. */
export const newRecordValues = (dogId: string, today: string): HealthRecordFormValues => ({
  dogId,
  recordType: "examination",
  title: "",
  description: "",
  dateRecorded: today,
  veterinarian: "",
  vetClinic: "",
  diagnosis: "",
  treatment: "",
  medications: "",
  notes: "",
  followUpDate: "",
  cost: "",
});

/** Returns the form's values for a stored record. */
export const valuesOfRecord = (record: HealthRecord): HealthRecordFormValues => ({
  dogId: record.dogId,
  recordType: record.recordType,
  title: record.title,
  description: record.description,
  dateRecorded: record.dateRecorded,
  veterinarian: record.veterinarian ?? "",
  vetClinic: record.vetClinic ?? "",
  diagnosis: record.diagnosis ?? "",
  treatment: record.treatment ?? "",
  medications: record.medications ?? "",
  notes: record.notes ?? "",
  followUpDate: record.followUpDate ?? "",
  cost: record.costCents === null ? "" : dollarsOf(record.costCents),
});

/** Makes the check of typed values, the breeder's day included. */
export const recordResolver = (today: string) =>
  zodResolver(
    healthRecordFormSchema.superRefine(({ dateRecorded, followUpDate }, context) => {
      const areDays = isCalendarDay(dateRecorded) && (followUpDate === "" || isCalendarDay(followUpDate));
      if (!areDays) return;
      const days = { dateRecorded, followUpDate: followUpDate === "" ? null : followUpDate };
      for (const [field, message] of Object.entries(checkHealthDays(days, today))) {
        context.addIssue({ code: "custom", path: [field], message });
      }
    }),
  );

const fieldNames = Object.keys(newRecordValues("", ""));

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toRecordField(name: string): keyof HealthRecordFormValues | null {
  const own = name === "costCents" ? "cost" : name;
  return fieldNames.includes(own) ? (own as keyof HealthRecordFormValues) : null; // one of the form's own names
}

/** Makes what the server takes of a form's values. */
export const toServerFields = ({ cost, ...values }: HealthRecordFormValues) => ({
  dogId: values.dogId,
  recordType: values.recordType,
  title: values.title,
  description: values.description,
  dateRecorded: values.dateRecorded,
  veterinarian: values.veterinarian || null,
  vetClinic: values.vetClinic || null,
  diagnosis: values.diagnosis || null,
  treatment: values.treatment || null,
  medications: values.medications || null,
  notes: values.notes || null,
  followUpDate: values.followUpDate || null,
  costCents: cost.trim() === "" ? null : centsOf(cost),
});

type ServerFields = ReturnType<typeof toServerFields>;

/**
 * Returns only what differs from the record the form began with, so that somebody else's change of another field
 * survives this save.
 */
export function changedFields(
  values: HealthRecordFormValues,
  begunWith: HealthRecordFormValues,
): Partial<ServerFields> {
  const before: Partial<ServerFields> = toServerFields(begunWith);
  const changed = Object.entries(toServerFields(values)).filter(
    ([name, value]) => before[name as keyof ServerFields] !== value, // names of the object itself
  );
  return Object.fromEntries(changed);
}
