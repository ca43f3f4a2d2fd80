/** Which fields of the health record form are decided together when two people changed them, and how they read. */
import { describedGroups, textGroup, type RecordGroup } from "@/components/record-form/record-groups";
import type { HealthRecordFormValues } from "@/features/health/records/record-form-values";
import { useLiveQuery } from "@/hooks/use-live-query";
import { HEALTH_RECORD_FIELDS } from "@domain/records/health-record";
import { api } from "@convex/_generated/api";

type Values = HealthRecordFormValues;

/** A dog by the name it is recorded under. */
function DogName({ dogId }: { dogId: string }) {
  const dog = useLiveQuery(api.dogs.dogs.get, dogId === "" ? "skip" : { dogId });
  if (dog.status === "loading") return "…";
  return dog.data?.name ?? "A dog that was deleted";
}

/** All fields of the form, in its order. */
export const RECORD_GROUPS: readonly RecordGroup<Values>[] = describedGroups<Values>(HEALTH_RECORD_FIELDS, [
  { key: "dogId", label: "Dog", fields: ["dogId"], show: ({ dogId }) => <DogName dogId={dogId} /> },
  textGroup("costCents", "Cost (USD)"),
]);
