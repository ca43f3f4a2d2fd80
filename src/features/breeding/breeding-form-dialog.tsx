/**
 * The dialog in which a breeding is planned or changed. It opens with the record as it was at that moment and never
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
import { BreedingFormFields } from "@/features/breeding/breeding-form-fields";
import type { GivenParents } from "@/features/breeding/breeding-form-values";
import { titleOf } from "@/features/breeding/breeding-words";
import type { Breeding } from "@/features/breeding/types";
import { useBreedingForm, type BreedingForm } from "@/features/breeding/use-breeding-form";
import { useConnectionLost } from "@/hooks/use-connection-lost";

type BreedingFormDialogProps = {
  /** The breeding to edit, or null to plan one. */
  breeding: Breeding | null;
  given: GivenParents;
  onClose: () => void;
};

/** Renders the open dialog. */
export function BreedingFormDialog({ breeding, given, onClose }: BreedingFormDialogProps) {
  const breedingForm = useBreedingForm({ breeding, given, onSaved: onClose });
  const { form, submit, isSaving, meanwhile, draft, record } = breedingForm;
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
          <DialogHeader>
            <DialogTitle>{breeding ? "Edit Breeding" : "Plan New Breeding"}</DialogTitle>
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
                <BreedingFormFields record={record} />
              </DialogBody>
              <FormFoot
                breedingForm={breedingForm}
                isNew={breeding === null}
                isOffline={isOffline}
                onCancel={cancel}
              />
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
          title={`Two Versions of ${record ? titleOf(record) : "This Breeding"}`}
          conflicts={meanwhile.choosing.conflicts}
          onDecide={meanwhile.choosing.decide}
          onClose={meanwhile.choosing.close}
        />
      ) : null}
    </>
  );
}

type FormFootProps = {
  breedingForm: BreedingForm;
  isNew: boolean;
  isOffline: boolean;
  onCancel: () => void;
};

function FormFoot({ breedingForm, isNew, isOffline, onCancel }: FormFootProps) {
  const { form, isSaving, failure, meanwhile } = breedingForm;
  const hasFieldErrors = Object.keys(form.formState.errors).length > 0;
  return (
    <div className="flex shrink-0 flex-col gap-3 border-t px-5 py-4">
      <DraftNote breedingForm={breedingForm} />
      {meanwhile.isDeleted ? (
        <Alert variant="warning">
          Somebody else deleted this breeding, so it can no longer be saved. Your text stays here until you
          close the form.
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
          {isSaving ? "Saving..." : isNew ? "Plan Breeding" : "Update Breeding"}
        </Button>
      </div>
    </div>
  );
}

/** Offers text that was typed earlier and never saved, as long as the breeder has not begun anew. */
function DraftNote({ breedingForm }: { breedingForm: BreedingForm }) {
  const { draft, form } = breedingForm;
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
