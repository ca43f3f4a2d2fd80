/** The dialog in which a breeding is planned or changed (components/record-form), with the question about a serious pair. */
import { ConfirmDialog } from "@/components/confirm-dialog";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { BreedingFormFields } from "@/features/breeding/breeding-form-fields";
import type { GivenPlan } from "@/features/breeding/breeding-form-values";
import { titleOf } from "@/features/breeding/breeding-words";
import type { Breeding } from "@/features/breeding/types";
import { useBreedingForm } from "@/features/breeding/use-breeding-form";

type BreedingFormDialogProps = {
  /** The breeding to edit, or null to plan one. */
  breeding: Breeding | null;
  given: GivenPlan;
  onClose: () => void;
};

/** Renders the open dialog. */
export function BreedingFormDialog({ breeding, given, onClose }: BreedingFormDialogProps) {
  const form = useBreedingForm({ breeding, given, onSaved: onClose });
  const { recordForm, record, edits, serious, setSerious } = form;
  const { doubt } = recordForm;
  return (
    <>
      <RecordFormDialog
        recordForm={recordForm}
        title={breeding ? "Edit Breeding" : "Plan New Breeding"}
        noun="breeding"
        name={record ? titleOf(record) : "This Breeding"}
        submitLabel={breeding ? "Update Breeding" : "Plan Breeding"}
        edits={edits}
        onClose={onClose}
      >
        <BreedingFormFields record={record} onSerious={setSerious} />
      </RecordFormDialog>
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
    </>
  );
}
