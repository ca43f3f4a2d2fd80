/** The health record form for what the address names: a new record, or a stored one once it is there. */
import { EditLoader } from "@/components/record-dialog";
import { NEW } from "@/features/health/health-address";
import { RecordFormDialog } from "@/features/health/records/record-form-dialog";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

type RecordDialogProps = { recordId: string; dogId: string; today: string; onClose: () => void };

/** Renders the open dialog. */
export function RecordDialog({ recordId, ...props }: RecordDialogProps) {
  if (recordId === NEW) return <RecordFormDialog record={null} {...props} />;
  return <StoredRecordDialog recordId={recordId} {...props} />;
}

function StoredRecordDialog({ recordId, ...props }: RecordDialogProps) {
  const result = useLiveQuery(api.health.healthRecords.get, { recordId });
  return (
    <EditLoader
      result={result}
      title="Edit Health Record"
      thing="health record"
      failureText="Failed to load health data. Please try again."
      onClose={props.onClose}
    >
      {(record) => <RecordFormDialog record={record} {...props} />}
    </EditLoader>
  );
}
