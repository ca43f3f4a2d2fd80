/** The dialog in which a health record is written or changed, with the files that belong to it. */
import { RecordFormDialog as FormDialog } from "@/components/record-form/record-form-dialog";
import { AttachmentList } from "@/features/health/records/attachment-list";
import { SendingNote } from "@/components/sending-note";
import { FileDrop } from "@/features/health/records/file-drop";
import { RecordFormFields } from "@/features/health/records/record-form-fields";
import type { HealthRecord } from "@/features/health/records/types";
import { useSavedRecordForm } from "@/features/health/records/use-saved-record-form";

type RecordFormDialogProps = {
  /** The record to edit, or null to write one. */
  record: HealthRecord | null;
  /** The dog of a new record; empty while it is to be chosen. */
  dogId: string;
  today: string;
  onClose: () => void;
};

/** Renders the open dialog. */
export function RecordFormDialog({ record, dogId, today, onClose }: RecordFormDialogProps) {
  const { recordForm, current, edits, files, sending } = useSavedRecordForm({
    record,
    dogId,
    today,
    onSaved: onClose,
  });
  return (
    <FormDialog
      recordForm={recordForm}
      title={record ? "Edit Health Record" : "Add Health Record"}
      submitLabel={record ? "Update Record" : "Add Record"}
      noun="health record"
      name={current?.title ?? "This Health Record"}
      edits={edits}
      hasMore={files.files.length > 0}
      note={<SendingNote sending={sending} />}
      onClose={onClose}
    >
      <RecordFormFields record={current} today={today} />
      <section aria-label="Attachments" className="mt-5 flex flex-col gap-2">
        <h3 className="text-sm font-semibold">Attachments</h3>
        {current && current.attachments.length > 0 ? (
          <AttachmentList attachments={current.attachments} canWrite />
        ) : null}
        <FileDrop
          chosen={files.chosen}
          onAdd={(chosen) => void files.add(chosen)}
          onRemove={files.remove}
          isDisabled={recordForm.isSaving}
        />
      </section>
    </FormDialog>
  );
}
