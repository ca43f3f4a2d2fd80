/** Adds somebody to the waiting list or changes their entry. */
import { RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { BreedControl } from "@/entities/dogs/breed-field";
import type { Applicant } from "@/features/litters/waiting-list-words";
import { failureText } from "@/lib/failure-text";
import { APPLICANT_FIELDS } from "@domain/litters/record";
import { api } from "@convex/_generated/api";

export const applicantForm = recordForm({
  fields: APPLICANT_FIELDS,
  noun: "applicant",
  isPlain: true,
  nameOf: ({ name }: Applicant) => name,
  functions: api.litters.waitingList,
  id: "applicantId",
  isOfKennel: true,
  controls: { breed: BreedControl },
  failureOf: (error) => failureText("Failed to save applicant", error),
});

type ApplicantDialogProps = {
  /** The applicant as they were when the dialog opened, or null to add one. */
  applicant: Applicant | null;
  /** The applicant as stored now, or null when somebody deleted them. */
  live: Applicant | null;
  onClose: () => void;
};

/** Renders the dialog. */
export function ApplicantDialog({ applicant, live, onClose }: ApplicantDialogProps) {
  const savedText = applicant ? "Applicant saved" : "Added to the waiting list";
  return (
    <applicantForm.FormDialog record={applicant} {...{ live, savedText, onClose }}>
      <p className="text-muted-foreground sm:col-span-2">
        Only the name is required. Leave the rest empty if they have no preference.
      </p>
      <RecordFields />
    </applicantForm.FormDialog>
  );
}
