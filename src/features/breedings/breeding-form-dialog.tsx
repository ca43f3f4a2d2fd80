/** The dialog that plans or changes a breeding, with the question about a serious finding. */
import { useState } from "react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { RecordField, RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { orEmpty } from "@/components/record-form/record-groups";
import { DogName } from "@/entities/dogs/dog-name";
import { BreedingFormAdvice } from "@/features/breedings/breeding-advice";
import { BreedingDays } from "@/features/breedings/breeding-days";
import {
  BREEDING_FORM_FIELDS,
  type BreedingFormValues,
  type GivenPlan,
} from "@/features/breedings/breeding-form-values";
import { failureSentence, titleOf } from "@/features/breedings/breeding-words";
import { MateField } from "@/features/breedings/mate-field";
import type { Breeding } from "@/features/breedings/breeding-words";
import { api } from "@convex/_generated/api";
import { BREEDING_FIELDS } from "@domain/breedings/record";
import { breedingFormSchema } from "@domain/breedings/schemas";
import { formatDay } from "@domain/formatting/formatting";
import { sentFields } from "@domain/records/typed-form";

type Values = BreedingFormValues;

function showDays({ breedingDate, expectedDueDate }: Values): string {
  const due = expectedDueDate === "" ? "no delivery date" : `delivery ${formatDay(expectedDueDate)}`;
  return `Mating ${formatDay(breedingDate)}, ${due}`;
}

export const breedingForm = recordForm({
  fields: BREEDING_FORM_FIELDS,
  noun: "breeding",
  nameOf: (breeding: Breeding) => titleOf(breeding),
  functions: api.breedings.breedings,
  id: "breedingId",
  isOfKennel: true,
  schema: breedingFormSchema,
  // If two users changed fields of one group, the user chooses one version of the whole group.
  together: [
    {
      key: "sire",
      label: "Sire",
      fields: ["sireId", "sireName"],
      show: ({ sireId, sireName }: Values) => <DogName dogId={sireId} otherwise={orEmpty(sireName)} />,
    },
    {
      key: "dam",
      label: "Dam",
      fields: ["damId", "damName"],
      show: ({ damId, damName }: Values) => <DogName dogId={damId} otherwise={orEmpty(damName)} />,
    },
    {
      key: "days",
      label: "Mating and Delivery Dates",
      fields: ["breedingDate", "expectedDueDate"],
      show: showDays,
    },
  ],
  beside: {
    empty: {},
    // A hidden fee is not sent.
    of: ({ studFeeCents }: Breeding) => (studFeeCents === null ? { studFeeCents: "0" } : {}),
    // A parent without a record is not sent.
    send: ({ sireId, sireName, damId, damName }) => ({
      sireId: sireId !== "" || sireName === "" ? sireId : undefined,
      damId: damId !== "" || damName === "" ? damId : undefined,
      ...{ sireName: undefined, damName: undefined },
    }),
    // A mating date is sent with its due date, which would otherwise be calculated.
    change: (values, { breedingDate }) =>
      values.breedingDate === breedingDate
        ? {}
        : { expectedDueDate: sentFields(BREEDING_FIELDS, values).expectedDueDate },
  },
  failureOf: (error) => failureSentence("Failed to save breeding. Please try again.", error),
});

type BreedingFormDialogProps = {
  /** Null for a new breeding. */
  breeding: Breeding | null;
  given: GivenPlan;
  onClose: () => void;
};

const NOTHING_SERIOUS: readonly string[] = [];

/** The advice on a pair depends on these fields. */
const MATING = ["sireId", "damId", "breedingDate"] as const;

/** Serious findings need a confirmation before saving, unless the pair and its date are unchanged. */
export function BreedingFormDialog({ breeding, given, onClose }: BreedingFormDialogProps) {
  const [serious, setSerious] = useState(NOTHING_SERIOUS);
  return (
    <breedingForm.FormDialog
      record={breeding}
      given={given}
      title={breeding ? "Edit Breeding" : "Plan New Breeding"}
      submitLabel={breeding ? "Update Breeding" : "Plan Breeding"}
      savedText={breeding ? "Breeding updated successfully" : "Breeding planned successfully"}
      isDoubtful={(values, basis) =>
        serious.length > 0 && !(basis && MATING.every((name) => values[name] === basis.base[name]))
      }
      question={(doubt) => (
        <ConfirmDialog
          isOpen={doubt !== null}
          title={breeding ? "Save this breeding?" : "Plan this breeding?"}
          confirmLabel={breeding ? "Save Anyway" : "Plan Anyway"}
          busyLabel="Saving..."
          isBusy={false}
          tone="default"
          onConfirm={() => doubt?.confirm()}
          onCancel={() => doubt?.cancel()}
        >
          {serious.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </ConfirmDialog>
      )}
      onClose={onClose}
    >
      {(record) => (
        <>
          <MateField role="sire" recorded={record?.sire ?? null} />
          <MateField role="dam" recorded={record?.dam ?? null} />
          <BreedingFormAdvice breedingId={record?._id} onSerious={setSerious} />
          <BreedingDays record={record} />
          <RecordField name="breedingType" />
          <RecordField name="studFeeCents" label="Stud Fee (USD)" />
          <RecordFields except={ABOVE} />
        </>
      )}
    </breedingForm.FormDialog>
  );
}

const ABOVE = [
  ...["sireId", "sireName", "damId", "damName", "breedingDate", "expectedDueDate"],
  ...["breedingType", "studFeeCents"],
];
