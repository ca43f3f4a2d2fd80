/** Printing and deleting a health record, and its history, wherever on the screen its menu stands. */
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import { RecordHistoryDialog } from "@/entities/history/record-history";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useHealthPlace } from "@/features/health/health-address";
import { RecordPrint } from "@/features/health/records/record-print";
import type { HealthRecord } from "@/features/health/records/types";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

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
        <RecordQuestion
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

type RecordQuestionProps = { record: HealthRecord; onDeleted: () => void; onClose: () => void };

/** Sources: rules HLT-19 and HLT-24. */
function RecordQuestion({ record, ...after }: RecordQuestionProps) {
  const remove = useMutation(api.health.healthRecords.remove);
  return (
    <DeleteQuestion
      recordId={record._id}
      title="Are you sure you want to delete this health record?"
      remove={async () => await remove({ recordId: record._id })}
      deletedText="Health record deleted"
      failureOf={() => "Failed to delete health record."}
      {...after}
    >
      <p className="font-semibold break-words text-foreground">
        {record.title}, {record.dog.name}, {formatDay(record.dateRecorded)}
      </p>
      <p>
        {record.attachments.length === 0
          ? "For 30 days the record can be brought back from the history."
          : "For 30 days the record and its attachments can be brought back from the history."}
      </p>
    </DeleteQuestion>
  );
}
