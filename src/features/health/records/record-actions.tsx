/** Printing and deleting a health record, and its history, wherever on the screen its menu stands. */
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useDeletedToast } from "@/components/history/deleted-toast";
import { RecordHistoryDialog } from "@/components/history/record-history";
import { useHealthPlace } from "@/features/health/health-address";
import { RecordPrint } from "@/features/health/records/record-print";
import type { HealthRecord } from "@/features/health/records/types";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { getErrorData } from "../../../../domain/errors";
import { formatDay } from "../../../../domain/formatting/formatting";
import { api } from "../../../../convex/_generated/api";

type RecordActions = {
  print: (record: HealthRecord) => void;
  showHistory: (record: HealthRecord) => void;
  askToDelete: (record: HealthRecord) => void;
};

const RecordActionsContext = createContext<RecordActions | null>(null);

/** Returns the actions; only inside the Health screen. */
export function useRecordActions(): RecordActions {
  const actions = useContext(RecordActionsContext);
  if (!actions) throw new Error("useRecordActions needs a RecordActionsProvider above it");
  return actions;
}

/** Offers the actions to the screen below and renders what they open. */
export function RecordActionsProvider({ children }: { children: ReactNode }) {
  const place = useHealthPlace();
  const [printed, setPrinted] = useState<HealthRecord | null>(null);
  const [told, setTold] = useState<HealthRecord | null>(null);
  const [leaving, setLeaving] = useState<HealthRecord | null>(null);
  const print = useStableCallback(setPrinted);
  const showHistory = useStableCallback(setTold);
  const askToDelete = useStableCallback(setLeaving);
  const actions = useMemo(() => ({ print, showHistory, askToDelete }), [print, showHistory, askToDelete]);
  return (
    <RecordActionsContext value={actions}>
      {children}
      {printed ? <RecordPrint record={printed} onPrinted={() => setPrinted(null)} /> : null}
      {told ? (
        <RecordHistoryDialog
          table="healthRecords"
          recordId={told._id}
          name={told.title}
          onClose={() => setTold(null)}
        />
      ) : null}
      {leaving ? (
        <DeleteQuestion
          key={leaving._id}
          record={leaving}
          onDeleted={() => {
            if (place.recordId === leaving._id) place.closeRecord();
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </RecordActionsContext>
  );
}

type DeleteQuestionProps = { record: HealthRecord; onDeleted: () => void; onClose: () => void };

/** Sources: rules HLT-19 and HLT-24, decision GAP-HLT-15. */
function DeleteQuestion({ record, onDeleted, onClose }: DeleteQuestionProps) {
  const remove = useMutation(api.healthRecords.remove);
  const tellDeleted = useDeletedToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await remove({ recordId: record._id });
      tellDeleted("Health record deleted", record._id);
      onDeleted();
    } catch (failure) {
      if (getErrorData(failure)?.code === "NOT_FOUND") onDeleted();
      else setError("Failed to delete health record.");
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to delete this health record?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="font-semibold break-words text-foreground">
        {record.title}, {record.dog.name}, {formatDay(record.dateRecorded)}
      </p>
      <p>
        {record.attachments.length === 0
          ? "For 30 days the record can be brought back from the history."
          : "For 30 days the record and its attachments can be brought back from the history."}
      </p>
    </ConfirmDialog>
  );
}
