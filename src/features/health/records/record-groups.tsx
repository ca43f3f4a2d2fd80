/** Which fields of the health record form are decided together when two people changed them, and how they read. */
import { DogName } from "@/entities/dogs/dog-name";
import { describedGroups, textGroup, type RecordGroup } from "@/components/record-form/record-groups";
import type { HealthRecordFormValues } from "@/features/health/records/record-form-values";
import { HEALTH_RECORD_FIELDS } from "@domain/records/health-record";

type Values = HealthRecordFormValues;

/** All fields of the form, in its order. */
export const RECORD_GROUPS: readonly RecordGroup<Values>[] = describedGroups<Values>(HEALTH_RECORD_FIELDS, [
  { key: "dogId", label: "Dog", fields: ["dogId"], show: ({ dogId }) => <DogName dogId={dogId} /> },
  textGroup("costCents", "Cost (USD)"),
]);
