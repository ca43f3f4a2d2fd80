/** The bottom of a record's form: changes by other people, errors, and the buttons. */
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { MergeNote } from "@/components/merge-note";
import type { RecordForm } from "@/components/record-form/use-record-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Edit } from "@/hooks/edit-authors";
import { messagesWithoutField } from "@/lib/failure-text";

type RecordFormFootProps<Values extends FieldValues, Output> = {
  recordForm: RecordForm<Values, Output>;
  noun: string;
  submitLabel: string;
  edits: readonly Edit[];
  note: ReactNode;
  /** The message while fields have errors. */
  errorText?: string | undefined;
  isOffline: boolean;
  /** Saves the record and starts another one. */
  onSaveAndAnother?: (() => void) | undefined;
  onCancel: () => void;
};

export function RecordFormFoot<Values extends FieldValues, Output>({
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
      <DraftNote recordForm={recordForm} />
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

type DraftNoteProps<Values extends FieldValues, Output> = { recordForm: RecordForm<Values, Output> };

/** Offers text that was typed earlier but never saved. The offer disappears when the user starts typing. */
function DraftNote<Values extends FieldValues, Output>({
  recordForm: { draft, form },
}: DraftNoteProps<Values, Output>) {
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
