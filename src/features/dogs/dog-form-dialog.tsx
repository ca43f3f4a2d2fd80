/**
 * The dialog in which a dog is added or changed. It opens with the record as it was at that moment and never
 * replaces what the breeder typed; what they did not touch follows the record, and where somebody else changed the
 * same field the breeder chooses. Typed text survives every failed save.
 */
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { ConflictDialog } from "@/components/conflict-dialog";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { MergeNote } from "@/components/merge-note";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { DogCompanions } from "@/features/dogs/dog-companions";
import { DogFormSections } from "@/features/dogs/dog-form-sections";
import type { Dog } from "@/features/dogs/types";
import { useDogForm, type DogForm } from "@/features/dogs/use-dog-form";
import { useConnectionLost } from "@/hooks/use-connection-lost";

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
  const dogForm = useDogForm({ dog, today, onSaved: onClose });
  const { form, submit, isSaving, meanwhile, draft } = dogForm;
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);
  const { isDirty } = form.formState;

  const isOffline = useConnectionLost();

  const cancel = () => {
    // What is on its way is kept until it is stored; text from an earlier visit until it is discarded.
    if (isDirty && !isSaving) draft.discard();
    onClose();
  };
  const closeUnlessDirty = () => {
    if (isSaving && !isOffline) return;
    if (isDirty && !isSaving) setAskingToDiscard(true);
    else onClose();
  };
  return (
    <>
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : closeUnlessDirty())}>
        <DialogContent
          size="md"
          aria-describedby={undefined}
          // A tap beside the form must not throw away what was typed.
          onInteractOutside={(event) => event.preventDefault()}
        >
          <DialogHeader className="min-h-16 flex-row items-center justify-between gap-3">
            <DialogTitle className="shrink-0">{dog ? "Edit Dog" : "Add New Dog"}</DialogTitle>
            {dog ? <DogCompanions dogId={dog._id} isEditing /> : null}
          </DialogHeader>
          <FormProvider {...form}>
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                void submit();
              }}
              className="flex min-h-0 flex-1 flex-col"
            >
              <DialogBody>
                <DogFormSections dog={dogForm.record} today={today} />
              </DialogBody>
              <FormFoot dogForm={dogForm} isNew={dog === null} isOffline={isOffline} onCancel={cancel} />
            </form>
          </FormProvider>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        isOpen={isAskingToDiscard}
        title="Discard what you typed?"
        confirmLabel="Discard"
        busyLabel="Discard"
        isBusy={false}
        onConfirm={cancel}
        onCancel={() => setAskingToDiscard(false)}
      >
        <p>Your changes have not been saved.</p>
      </ConfirmDialog>
      {meanwhile.choosing ? (
        <ConflictDialog
          title={`Two Versions of ${dogForm.record?.name ?? "This Dog"}`}
          conflicts={meanwhile.choosing.conflicts}
          onDecide={meanwhile.choosing.decide}
          onClose={meanwhile.choosing.close}
        />
      ) : null}
      <ConfirmDialog
        isOpen={dogForm.deathQuestion !== null}
        title={`Record ${dogForm.record?.name ?? "this dog"} as deceased?`}
        confirmLabel="Mark as Deceased"
        busyLabel="Saving..."
        isBusy={false}
        onConfirm={() => dogForm.deathQuestion?.confirm()}
        onCancel={() => dogForm.deathQuestion?.cancel()}
      >
        <p>The record stays in the register, and the age stops at the date you gave.</p>
      </ConfirmDialog>
    </>
  );
}

type FormFootProps = { dogForm: DogForm; isNew: boolean; isOffline: boolean; onCancel: () => void };

function FormFoot({ dogForm, isNew, isOffline, onCancel }: FormFootProps) {
  const { form, isSaving, failure, meanwhile } = dogForm;
  const hasFieldErrors = Object.keys(form.formState.errors).length > 0;
  return (
    <div className="flex shrink-0 flex-col gap-3 border-t px-5 py-4">
      <DraftNote dogForm={dogForm} />
      {meanwhile.isDeleted ? (
        <Alert variant="warning">
          Somebody else deleted this dog, so it can no longer be saved. Your text stays here until you close
          the form.
        </Alert>
      ) : (
        <MergeNote {...meanwhile} onCompare={meanwhile.compare} />
      )}
      {hasFieldErrors ? (
        <Alert variant="error">Please correct the errors above before submitting.</Alert>
      ) : null}
      {failure ? <Alert variant="error">{failure}</Alert> : null}
      {isSaving && isOffline ? (
        <Alert variant="warning">
          The connection is down. What you typed is saved when the connection is back, also when you close
          this form.
        </Alert>
      ) : null}
      <div className="flex gap-2 *:flex-1 sm:justify-end sm:*:flex-none">
        <Button variant="outline" onClick={onCancel} disabled={isSaving && !isOffline}>
          {isSaving ? "Close" : "Cancel"}
        </Button>
        <Button type="submit" disabled={isSaving || meanwhile.isDeleted}>
          {isSaving ? "Saving..." : isNew ? "Add Dog" : "Update Dog"}
        </Button>
      </div>
    </div>
  );
}

/** Offers text that was typed earlier and never saved, as long as the breeder has not begun anew. */
function DraftNote({ dogForm }: { dogForm: DogForm }) {
  const { draft, form } = dogForm;
  if (!draft.hasDraft || form.formState.isDirty) return null;
  return (
    <Alert variant="info">
      <p className="text-foreground">What you typed here earlier was not saved.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={draft.restore}>
          Restore
        </Button>
        <Button variant="outline" size="sm" onClick={draft.discard}>
          Discard
        </Button>
      </div>
    </Alert>
  );
}
