/** The form of a dog's veterinarian. */
import { RecordField, RecordFields, type Control } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { Combobox } from "@/components/ui/combobox";
import { DogControl, dogGroup } from "@/entities/dogs/dog-control";
import { ClinicControl } from "@/entities/health/clinic-field";
import { serverTextOr } from "@/lib/failure-text";
import type { Veterinarian } from "@/features/health/veterinarians/vets";
import { api } from "@convex/_generated/api";
import { SPECIALIZATIONS } from "@domain/vaccinations/rules";
import { VETERINARIAN_FIELDS } from "@domain/health/record";

/** Free text with suggestions. Source: rule VET-05. */
const SpecializationControl: Control = ({ described, value, onValue }) => (
  <Combobox
    {...described}
    text={value}
    onText={onValue}
    options={SPECIALIZATIONS.map((name) => ({ value: name, label: name }))}
    onSelect={(option) => onValue(option.value)}
  />
);

export const veterinarianForm = recordForm({
  fields: VETERINARIAN_FIELDS,
  noun: "veterinarian",
  // Source: decision GAP-HLT-15.
  savedAs: "veterinary record",
  nameOf: (vet: Veterinarian) => vet.veterinarianName,
  functions: api.health.veterinaryRecords,
  id: "veterinaryRecordId",
  // Source: rule VET-01.
  tellsFirstMissing: true,
  controls: {
    dogId: DogControl,
    veterinaryClinic: ClinicControl,
    specialization: SpecializationControl,
  },
  together: [dogGroup],
  // Source: rule VET-06.
  failureOf: (error) => serverTextOr("Failed to save veterinary record. Please try again.", error),
  loadFailure: "Failed to load health data. Please try again.",
});

type VetDialogProps = { veterinarianId: string; dogId: string; onClose: () => void };

export function VetDialog({ veterinarianId, dogId, onClose }: VetDialogProps) {
  return (
    <veterinarianForm.Dialog id={veterinarianId} given={{ dogId }} onClose={onClose}>
      {(vet) => (
        <>
          <RecordFields
            first={["dogId", "veterinarianName", "veterinaryClinic", "specialization", "clinicPhone"]}
            except={["isPrimary"]}
          />
          {vet?.isPrimary ? (
            <p className="text-sm text-muted-foreground sm:col-span-2">
              This is the dog&apos;s primary veterinarian, until another one is made primary.
            </p>
          ) : (
            <RecordField name="isPrimary" />
          )}
        </>
      )}
    </veterinarianForm.Dialog>
  );
}
