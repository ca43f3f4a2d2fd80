/** Adds somebody to the waiting list or changes their entry (components/record-form). */
import { useState } from "react";
import { useMutation } from "convex/react";
import { RecordBreedField } from "@/entities/dogs/breed-field";
import { RecordChoice, RecordTextArea, RecordTextField } from "@/components/record-form/record-fields";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { useRecordForm } from "@/components/record-form/use-record-form";
import {
  APPLICANT_GROUPS,
  changedApplicantFields,
  newApplicantValues,
  toApplicantField,
  toApplicantFields,
  valuesOfApplicant,
  type ApplicantFormValues,
} from "@/features/waiting-list/applicant-form-values";
import type { Applicant } from "@/features/waiting-list/waiting-list-words";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { formatPhone } from "@domain/formatting/formatting";
import { newApplicantSchema } from "@domain/litters/schemas";
import { api } from "@convex/_generated/api";

type Values = ApplicantFormValues;

type ApplicantDialogProps = {
  /** The applicant as they were when the dialog opened, or null to add one. */
  applicant: Applicant | null;
  /** The applicant as stored now, or null when somebody deleted them. */
  live: Applicant | null;
  onClose: () => void;
};

const resolver = schemaResolver({
  schema: newApplicantSchema,
  toServer: toApplicantFields,
  toField: toApplicantField,
});

function useApplicantForm({ applicant, live, onClose }: ApplicantDialogProps) {
  const { kennelId } = useKennel();
  const create = useMutation(api.litters.waitingList.create);
  const update = useMutation(api.litters.waitingList.update);
  const [opened] = useState(applicant);
  return useRecordForm<Values, Values, Applicant>({
    opened,
    live,
    isDeleted: opened !== null && live === null,
    valuesOf: valuesOfApplicant,
    newValues: newApplicantValues,
    resolver,
    groups: APPLICANT_GROUPS,
    draftKey: opened ? `applicant.${opened._id}` : `applicant.new.${kennelId}`,
    toField: toApplicantField,
    save: async (values, basis) => {
      if (!opened || !basis) await create({ kennelId, ...toApplicantFields(values) });
      else {
        const changes = changedApplicantFields(values, basis.base);
        await update({ applicantId: opened._id, expectedUpdatedAt: basis.version, ...changes });
      }
      return [];
    },
    savedText: opened ? "Applicant saved" : "Added to the waiting list",
    failureTextOf: (error) => failureText("Failed to save applicant", error),
    onSaved: onClose,
  });
}

/** Renders the dialog. */
export function ApplicantDialog(props: ApplicantDialogProps) {
  const { applicant, onClose } = props;
  return (
    <RecordFormDialog
      recordForm={useApplicantForm(props)}
      title={applicant ? "Edit Applicant" : "Add Applicant"}
      noun="applicant"
      name={applicant?.name ?? "This Applicant"}
      submitLabel={applicant ? "Save Applicant" : "Add Applicant"}
      edits={[]}
      bodyClassName="grid content-start gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <p className="text-muted-foreground sm:col-span-2">
        Only the name is required. Leave the rest empty if they have no preference.
      </p>
      <RecordTextField<Values> name="name" label="Name" required />
      <RecordTextField<Values> name="email" label="Email" type="email" />
      <RecordTextField<Values> name="phone" label="Phone" type="tel" tidy={formatPhone} />
      <RecordTextField<Values> name="address" label="Address" />
      <RecordChoice<Values>
        name="gender"
        label="Sex"
        labels={{ male: "Male", female: "Female" }}
        openLabel="Either"
      />
      <RecordTextField<Values> name="color" label="Color" />
      <RecordBreedField<Values> name="breed" />
      <RecordTextField<Values> name="wantedFrom" label="Wanted from" type="date" />
      <RecordTextField<Values> name="depositCents" label="Deposit ($)" inputMode="decimal" />
      <RecordTextArea<Values> name="notes" label="Notes" className="sm:col-span-2" />
    </RecordFormDialog>
  );
}
