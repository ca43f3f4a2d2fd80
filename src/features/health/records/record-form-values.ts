/** What the health record form starts with, how it is checked, and what of it is sent. */
import { schemaResolver } from "@/components/record-form/schema-resolver";
import type { HealthRecord } from "@/features/health/records/types";
import { checkHealthDays } from "@domain/health/record-days";
import { HEALTH_RECORD_FIELDS } from "@domain/records/health-record";
import { differing, emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";
import { newHealthRecordSchema } from "@domain/schemas/health-record";

export type HealthRecordFormValues = TypedForm<typeof HEALTH_RECORD_FIELDS>;

/** The form of a new record; the dog is given where it is opened from a dog. */
export const newRecordValues = (dogId: string, today: string): HealthRecordFormValues => ({
  ...emptyTypedForm(HEALTH_RECORD_FIELDS),
  dogId,
  dateRecorded: today,
});

/** Returns the form's values for a stored record. */
export const valuesOfRecord = (record: HealthRecord): HealthRecordFormValues =>
  typedForm(HEALTH_RECORD_FIELDS, record);

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export const toRecordField = (name: string): keyof HealthRecordFormValues | null =>
  // One of the form's own names.
  Object.hasOwn(HEALTH_RECORD_FIELDS, name) ? (name as keyof HealthRecordFormValues) : null;

/** Makes what the server takes of a form's values. */
export const toServerFields = (values: HealthRecordFormValues) => sentFields(HEALTH_RECORD_FIELDS, values);

/** Makes the check of typed values, the breeder's day included. */
export const recordResolver = (today: string) =>
  schemaResolver({
    schema: newHealthRecordSchema,
    toServer: toServerFields,
    toField: toRecordField,
    check: (sent) => checkHealthDays(sent, today),
  });

/**
 * Returns only what differs from the record the form began with, so that somebody else's change of another field
 * survives this save.
 */
export const changedFields = (values: HealthRecordFormValues, begunWith: HealthRecordFormValues) =>
  differing(toServerFields(values), toServerFields(begunWith));
