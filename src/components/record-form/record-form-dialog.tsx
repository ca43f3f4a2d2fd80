/**
 * The dialog that adds or changes a record. It opens with the current record, and never replaces typed text.
 * Untouched fields follow later changes of the record. If somebody else changes the same field, the user chooses.
 * Closing asks before typed text is discarded.
 */
import { useMemo, useState, type ReactNode } from "react";
import { FormProvider, type FieldValues } from "react-hook-form";
import { ConflictDialog } from "@/components/conflict-dialog";
import { DiscardQuestion } from "@/components/discard-question";
import { RecordFormFoot } from "@/components/record-form/record-form-foot";
import { showConflicts } from "@/components/record-form/record-groups";
import type { RecordForm } from "@/components/record-form/use-record-form";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { Edit } from "@/hooks/edit-authors";
import { useConnectionLost } from "@/hooks/use-connection-lost";
import { cn } from "@/lib/utils";

type RecordFormDialogProps<Values extends FieldValues, Output> = {
  recordForm: RecordForm<Values, Output>;
  title: string;
  /** The noun in a sentence: 'dog'. */
  noun: string;
  /** The title of the dialog with the choice between versions: 'Two Versions of Luna'. */
  name: string;
  submitLabel: string;
  /** Who changed the record since the form was opened, with the server's names of the fields. */
  edits: readonly Edit[];
  /** Content at the end of the title's line. */
  companions?: ReactNode;
  /** The classes that lay out the fields. */
  bodyClassName?: string;
  /** Whether the user has entered something outside the fields, such as chosen files. */
  hasMore?: boolean;
  /** Content above the buttons, such as the progress of a file that is saved with the record. */
  note?: ReactNode;
  /** The message while fields have errors, if it is not the general message. */
  errorText?: string;
  /** Saves the record and starts another one; undefined if the form does not offer this. */
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
  const edits = useMemo(
    () =>
      props.edits.map((edit) => ({ ...edit, fields: edit.fields.map((field) => toField(field) ?? field) })),
    [props.edits, toField],
  );

  const cancel = () => {
    // A running save keeps the draft. A draft from an earlier visit stays until the user discards it.
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
