/** Which fields of the health record form are decided together when two people changed them, and how they read. */
import { EmptyValue } from "@/components/conflict-dialog";
import { longTextGroup, textGroup, type RecordGroup } from "@/components/record-form/record-groups";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatDay } from "../../../../domain/formatting/formatting";
import { healthRecordTypeLabels } from "../../../../domain/health/labels";
import type { HealthRecordFormValues } from "../../../../domain/schemas/health-record";
import { api } from "../../../../convex/_generated/api";

type Values = HealthRecordFormValues;

/** A dog by the name it is recorded under. */
function DogName({ dogId }: { dogId: string }) {
  const dog = useLiveQuery(api.dogs.dogs.get, dogId === "" ? "skip" : { dogId });
  if (dog.status === "loading") return "…";
  return dog.data?.name ?? "A dog that is no longer recorded";
}

const dayGroup = (key: "dateRecorded" | "followUpDate", label: string): RecordGroup<Values> => ({
  key,
  label,
  fields: [key],
  show: (values) => (values[key] === "" ? <EmptyValue /> : formatDay(values[key])),
});

/** All fields of the form, in its order. */
export const RECORD_GROUPS: readonly RecordGroup<Values>[] = [
  { key: "dogId", label: "Dog", fields: ["dogId"], show: ({ dogId }) => <DogName dogId={dogId} /> },
  {
    key: "recordType",
    label: "Record Type",
    fields: ["recordType"],
    show: ({ recordType }) => healthRecordTypeLabels[recordType],
  },
  dayGroup("dateRecorded", "Date"),
  textGroup("title", "Title"),
  longTextGroup("description", "Description"),
  textGroup("veterinarian", "Veterinarian"),
  textGroup("vetClinic", "Clinic"),
  longTextGroup("diagnosis", "Diagnosis"),
  longTextGroup("treatment", "Treatment"),
  longTextGroup("medications", "Medications"),
  dayGroup("followUpDate", "Follow-up Date"),
  textGroup("cost", "Cost (USD)"),
  longTextGroup("notes", "Notes"),
];
