/** The dialog in which a dog is added or changed (components/record-form). */
import { ConfirmDialog } from "@/components/confirm-dialog";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { DogCompanions } from "@/features/dogs/detail/dog-companions";
import { DogFormSections } from "@/features/dogs/form/dog-form-sections";
import type { Dog } from "@/features/dogs/types";
import { useDogForm } from "@/features/dogs/form/use-dog-form";

type DogFormDialogProps = {
  /** The dog to edit, or null to add one. */
  dog: Dog | null;
  isOpen: boolean;
  today: string;
  onClose: () => void;
};

/** Renders the dialog while it is open; every opening begins with a fresh form. */
export function DogFormDialog({ dog, isOpen, today, onClose }: DogFormDialogProps) {
  return isOpen ? <OpenDogForm key={dog?._id ?? "new"} dog={dog} today={today} onClose={onClose} /> : null;
}

type OpenDogFormProps = Omit<DogFormDialogProps, "isOpen">;

function OpenDogForm({ dog, today, onClose }: OpenDogFormProps) {
  const { recordForm, record, edits } = useDogForm({ dog, today, onSaved: onClose });
  const { doubt } = recordForm;
  return (
    <>
      <RecordFormDialog
        recordForm={recordForm}
        title={dog ? "Edit Dog" : "Add New Dog"}
        noun="dog"
        name={record?.name ?? "This Dog"}
        submitLabel={dog ? "Update Dog" : "Add Dog"}
        edits={edits}
        companions={dog ? <DogCompanions dogId={dog._id} isEditing /> : null}
        onClose={onClose}
      >
        <DogFormSections dog={record} today={today} />
      </RecordFormDialog>
      <ConfirmDialog
        isOpen={doubt !== null}
        title={`Record ${record?.name ?? "this dog"} as deceased?`}
        confirmLabel="Mark as Deceased"
        busyLabel="Saving..."
        isBusy={false}
        onConfirm={() => doubt?.confirm()}
        onCancel={() => doubt?.cancel()}
      >
        <p>The record stays in the register, and the age stops at the date you gave.</p>
      </ConfirmDialog>
    </>
  );
}
