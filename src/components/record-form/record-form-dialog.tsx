/**
 * The dialog that adds or changes a record. It opens with the current record, and never replaces typed text.
 * Untouched fields follow later changes of the record. If somebody else changes the same field, the user chooses.
 * Closing asks before typed text is discarded.
 */
import { useMemo, useState, type ReactNode } from "react";
import { FormProvider, type FieldValues, type Path } from "react-hook-form";
import { ConflictDialog } from "@/components/conflict-dialog";
import { DiscardQuestion } from "@/components/discard-question";
import { DraftNote } from "@/components/draft-note";
import { showConflicts } from "@/components/record-form/record-groups";
import type { RecordForm } from "@/components/record-form/use-record-form";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { Edit } from "@/hooks/edit-authors";
import { useConnectionLost } from "@/hooks/use-connection-lost";
import { cn } from "@/lib/utils";
import { MergeNote } from "@/components/merge-note";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { messagesWithoutField } from "@/lib/failure-text";
import { useAddressedField } from "@/lib/screen-address";

type RecordFormDialogProps<Values extends FieldValues, Output> = {
  recordForm: RecordForm<Values, Output>;
  title: string;
  noun: string;
  /** The title of the dialog with the choice between versions: 'Two Versions of Luna'. */
  name: string;
  submitLabel: string;
  /** Changes since the form was opened, with the server's names of the fields. */
  edits: readonly Edit[];
  companions?: ReactNode;
  bodyClassName?: string;
  /** Whether the user has entered something outside the fields, for example chosen files. */
  hasMore?: boolean;
  /** Shown above the buttons, for example the progress of a file that is saved with the record. */
  note?: ReactNode;
  /** Replaces the general message while fields have errors. */
  errorText?: string;
  /** Undefined if the form cannot save the record and start another one. */
  onSaveAndAnother?: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function RecordFormDialog<Values extends FieldValues, Output>(
  props: RecordFormDialogProps<Values, Output>,
) {
  const { recordForm, title, name, companions, bodyClassName, onClose, children } = props;
  const { form, submit, isSaving, meanwhile, draft, toField } = recordForm;
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);
  const { isDirty } = form.formState;
  const isOffline = useConnectionLost();
  useAddressedField((field) => form.setFocus(field as Path<Values>)); // an unknown name has no effect
  const edits = useMemo(
    () =>
      props.edits.map((edit) => ({ ...edit, fields: edit.fields.map((field) => toField(field) ?? field) })),
    [props.edits, toField],
  );

  const cancel = () => {
    // A running save keeps the draft. A draft from an earlier visit is kept until the user discards it.
    if (isDirty && !isSaving) draft.discard();
    onClose();
  };
  const closeUnlessDirty = () => {
    if (isSaving && !isOffline) return;
    if ((isDirty || props.hasMore) && !isSaving) setAskingToDiscard(true);
    else onClose();
  };
  return (
    <>
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : closeUnlessDirty())}>
        <DialogContent
          size="md"
          aria-describedby={undefined}
          // A tap beside the form must not discard typed text.
          onInteractOutside={(event) => event.preventDefault()}
        >
          <DialogHeader className={cn(companions && "min-h-16 flex-row items-center justify-between gap-3")}>
            <DialogTitle className={cn(companions && "shrink-0")}>{title}</DialogTitle>
            {companions}
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
              <DialogBody className={bodyClassName}>{children}</DialogBody>
              <RecordFormFoot
                recordForm={recordForm}
                noun={props.noun}
                submitLabel={props.submitLabel}
                edits={edits}
                note={props.note}
                errorText={props.errorText}
                isOffline={isOffline}
                onSaveAndAnother={props.onSaveAndAnother}
                onCancel={cancel}
              />
            </form>
          </FormProvider>
        </DialogContent>
      </Dialog>
      <DiscardQuestion
        isOpen={isAskingToDiscard}
        onDiscard={cancel}
        onCancel={() => setAskingToDiscard(false)}
      />
      {meanwhile.choosing ? (
        <ConflictDialog
          title={`Two Versions of ${name}`}
          conflicts={showConflicts(meanwhile.choosing.groups, { ...meanwhile.choosing, edits })}
          onDecide={meanwhile.choosing.decide}
          onClose={meanwhile.choosing.close}
        />
      ) : null}
    </>
  );
}

type RecordFormFootProps<Values extends FieldValues, Output> = {
  recordForm: RecordForm<Values, Output>;
  noun: string;
  submitLabel: string;
  edits: readonly Edit[];
  note: ReactNode;
  errorText?: string | undefined;
  isOffline: boolean;
  onSaveAndAnother?: (() => void) | undefined;
  onCancel: () => void;
};

function RecordFormFoot<Values extends FieldValues, Output>({
  recordForm,
  noun,
  submitLabel,
  edits,
  note,
  errorText = "Please correct the errors above before submitting.",
  isOffline,
  onSaveAndAnother,
  onCancel,
}: RecordFormFootProps<Values, Output>) {
  const { form, isSaving, failure, meanwhile } = recordForm;
  const untold = messagesWithoutField(form);
  const hasFieldErrors = Object.keys(form.formState.errors).length > untold.length;
  return (
    <div className="flex shrink-0 flex-col gap-3 border-t px-5 py-4">
      <DraftNote draft={recordForm.draft} isDirty={form.formState.isDirty} />
      {meanwhile.isDeleted ? (
        <Alert variant="warning">
          Somebody else deleted this {noun}, so it can no longer be saved. Your text stays here until you
          close the form.
        </Alert>
      ) : (
        <MergeNote {...meanwhile} edits={edits} onCompare={meanwhile.compare} />
      )}
      {hasFieldErrors ? <Alert variant="error">{errorText}</Alert> : null}
      {untold.length > 0 ? <Alert variant="error">{untold.join(". ")}</Alert> : null}
      {failure ? <Alert variant="error">{failure}</Alert> : null}
      {note}
      {isSaving && isOffline ? (
        <Alert variant="warning">
          The connection is down. What you typed is saved when the connection is back, also when you close
          this form.
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-2 *:flex-1 sm:justify-end sm:*:flex-none">
        {onSaveAndAnother ? (
          <Button
            variant="outline"
            onClick={onSaveAndAnother}
            disabled={isSaving}
            className="max-sm:basis-full sm:mr-auto"
          >
            Save and Add Another
          </Button>
        ) : null}
        <Button variant="outline" onClick={onCancel} disabled={isSaving && !isOffline}>
          {isSaving ? "Close" : "Cancel"}
        </Button>
        <Button type="submit" disabled={isSaving || meanwhile.isDeleted}>
          {isSaving ? "Saving..." : submitLabel}
        </Button>
      </div>
    </div>
  );
}
