/** The dialog in which a dog is added or changed (components/record-form). */
import { useRef, useState } from "react";
import { useConvex } from "convex/react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { DogCompanions } from "@/features/dogs/detail/dog-companions";
import { DogFormSections } from "@/features/dogs/form/dog-form-sections";
import { NewPhotosField } from "@/features/dogs/form/new-photos-field";
import { addPhotos } from "@/entities/photos/add-photos";
import type { Dog } from "@/features/dogs/types";
import { useDogForm } from "@/features/dogs/form/use-dog-form";

type DogFormDialogProps = {
  /** The dog to edit, or null to add one. */
  dog: Dog | null;
  /** Whether a new dog was sold or died before it comes in. */
  isPast?: boolean;
  /** The name that a new dog begins with. */
  newName?: string;
  /** The breed that it begins with. */
  newBreed?: string;
  isOpen: boolean;
  today: string;
  /** Begins another new dog after one of this breed was stored. */
  onAnother?: (breed: string) => void;
  onClose: () => void;
};

/** Renders the dialog while it is open; every opening begins with a fresh form. */
export function DogFormDialog({ isOpen, ...props }: DogFormDialogProps) {
  return isOpen ? <OpenDogForm key={props.dog?._id ?? "new"} {...props} /> : null;
}

type OpenDogFormProps = Omit<DogFormDialogProps, "isOpen">;

function OpenDogForm(props: OpenDogFormProps) {
  const { dog, isPast = false, newName, newBreed, today, onAnother, onClose } = props;
  const isAnotherWanted = useRef(false);
  const onSaved = () => {
    if (isAnotherWanted.current) onAnother?.(recordForm.form.getValues("breed"));
    else onClose();
  };
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const client = useConvex();
  const { recordForm, record, edits } = useDogForm({
    ...{ dog, isPast, newName, newBreed, today, onSaved },
    onCreated: (dogId) => addPhotos(client, { kind: "dog", id: dogId }, 0, photos),
  });
  const saveAndAnother = async () => {
    isAnotherWanted.current = true;
    await recordForm.submit();
    // It may have been refused, and saved for itself afterwards.
    isAnotherWanted.current = false;
  };
  const { doubt } = recordForm;
  return (
    <>
      <RecordFormDialog
        recordForm={recordForm}
        title={dog ? "Edit Dog" : isPast ? "Add Past Dog" : "Add New Dog"}
        noun="dog"
        name={record?.name ?? "This Dog"}
        submitLabel={dog ? "Update Dog" : "Add Dog"}
        edits={edits}
        {...(onAnother && { onSaveAndAnother: () => void saveAndAnother() })}
        hasMore={photos.length > 0}
        companions={dog ? <DogCompanions dogId={dog._id} isEditing /> : null}
        onClose={onClose}
      >
        <DogFormSections
          dog={record}
          isPast={isPast}
          photos={dog ? null : <NewPhotosField files={photos} onFiles={setPhotos} />}
          today={today}
        />
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
