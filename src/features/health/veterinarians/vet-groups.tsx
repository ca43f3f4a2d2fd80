/** Which fields of a veterinarian's form are decided together when two people changed them, and how they read. */
import { DogName } from "@/entities/dogs/dog-name";
import { describedGroups } from "@/components/record-form/record-groups";
import type { VetFormValues } from "@/features/health/veterinarians/vet-form-values";
import { VETERINARIAN_FIELDS } from "@domain/records/veterinarian";

/** All fields of the form. */
export const VET_GROUPS = describedGroups<VetFormValues>(VETERINARIAN_FIELDS, [
  { key: "dogId", label: "Dog", fields: ["dogId"], show: ({ dogId }) => <DogName dogId={dogId} /> },
]);
