/** One health record's page, in a dialog over the tab. It is live, and says so when the record is gone. */
import { Pencil, Printer, Trash2 } from "lucide-react";
import { Link } from "@/lib/router";
import { toast } from "sonner";
import { RecordTypeBadge } from "@/entities/health/record-type";
import { Fact } from "@/components/fact";
import { RecordDialog, RecordInDialog } from "@/components/record-dialog";
import { Button } from "@/components/ui/button";
import { DialogNotice } from "@/components/titled-dialog";
import { DialogBody, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useHealthDialog } from "@/entities/health/health-address";
import {
  FileDrop,
  tellFailures,
  useAttachmentUpload,
  useChosenFiles,
} from "@/features/health/records/file-drop";
import { SendingNote } from "@/components/sending-note";
import { useRecordActions } from "@/features/health/records/record-actions";
import { RecordParts } from "@/features/health/records/record-parts";
import type { HealthRecord } from "@/features/health/records/record-queries";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type DetailProps = { today: string; canWrite: boolean };

type RecordDetailDialogProps = DetailProps & { recordId: string | undefined; onClose: () => void };

/** Renders the dialog while the address names a record. */
export function RecordDetailDialog({ recordId, onClose, ...props }: RecordDetailDialogProps) {
  return (
    <RecordDialog id={recordId} size="md" onClose={onClose}>
      {(shownId) => <Detail key={shownId} recordId={shownId} {...props} />}
    </RecordDialog>
  );
}

function Detail({ recordId, ...props }: DetailProps & { recordId: string }) {
  const result = useLiveQuery(api.health.healthRecords.get, { recordId });
  return (
    <RecordInDialog
      query={result}
      title="Health Record"
      thing="health record"
      failureText="Failed to load health data. Please try again."
      skeleton={
        <DialogNotice title="Loading health record">
          <Skeleton className="h-48" />
        </DialogNotice>
      }
    >
      {(record) => <RecordPage record={record} {...props} />}
    </RecordInDialog>
  );
}

function RecordPage({ record, today, canWrite }: DetailProps & { record: HealthRecord }) {
  return (
    <>
      <DialogHeader className="gap-3 pb-4">
        <div>
          <DialogTitle className="break-words">{record.title}</DialogTitle>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
            <RecordTypeBadge type={record.recordType} />
            <Link
              to={`/dashboard/dogs/${record.dogId}`}
              className="font-title text-foreground underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {record.dog.name}
            </Link>
            <time dateTime={record.dateRecorded}>{formatDay(record.dateRecorded)}</time>
          </p>
        </div>
        <PageActions record={record} canWrite={canWrite} />
      </DialogHeader>
      <DialogBody className="flex flex-col gap-5">
        <p className="max-w-prose break-words whitespace-pre-wrap">{record.description}</p>
        <Facts record={record} />
        <RecordParts record={record} today={today} canWrite={canWrite} />
        {canWrite ? <AddAttachments recordId={record._id} /> : null}
      </DialogBody>
    </>
  );
}

function PageActions({ record, canWrite }: { record: HealthRecord; canWrite: boolean }) {
  const { open } = useHealthDialog();
  const { print, askToDelete } = useRecordActions();
  return (
    <div className="flex flex-wrap gap-2">
      {canWrite ? (
        <Button variant="outline" onClick={() => open("record", record._id)}>
          <Pencil aria-hidden />
          Edit
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => print(record)}>
        <Printer aria-hidden />
        Print
      </Button>
      {canWrite ? (
        <Button variant="outline" onClick={() => askToDelete(record)}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      ) : null}
    </div>
  );
}

function Facts({ record }: { record: HealthRecord }) {
  const { veterinarian, vetClinic, costCents } = record;
  if (veterinarian === null && vetClinic === null && costCents === null) return null;
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-md bg-muted px-4 py-3 sm:grid-cols-3">
      {veterinarian === null ? null : <Fact label="Veterinarian">{veterinarian}</Fact>}
      {vetClinic === null ? null : <Fact label="Clinic">{vetClinic}</Fact>}
      {costCents === null ? null : <Fact label="Cost">{formatCents(costCents)}</Fact>}
    </dl>
  );
}

/** Files may come later than the visit: what passes is sent as soon as it is chosen. */
function AddAttachments({ recordId }: { recordId: string }) {
  const { chosen, add, remove, keepRefused } = useChosenFiles();
  const { sending, send } = useAttachmentUpload();
  const take = async (files: File[]) => {
    const accepted = await add(files);
    keepRefused();
    const failed = await send(recordId, accepted);
    const count = accepted.length - failed.length;
    if (count > 0) toast.success(count === 1 ? "Attachment added" : `${count} attachments added`);
    tellFailures(recordId, failed, send);
  };
  return (
    <section aria-label="Add attachments" className="flex flex-col gap-2">
      <FileDrop
        chosen={chosen}
        onAdd={(files) => void take(files)}
        onRemove={remove}
        isDisabled={sending !== null}
      />
      <SendingNote sending={sending} />
    </section>
  );
}
