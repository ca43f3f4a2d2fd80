/** Printing and deleting a health record, and its history, for every menu on the screen. */
import {
  type ReactNode,
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { useMutation } from "convex/react";
import { createPortal } from "react-dom";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { RecordHistoryDialog } from "@/entities/history/record-history";
import { useHealthPlace } from "@/entities/health/health-address";
import type { HealthRecord } from "@/features/health/records/record-queries";
import { useKennel } from "@/hooks/use-kennel";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { api } from "@convex/_generated/api";
import { formatFileSize } from "@domain/files/file-size";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { healthRecordTypeLabels } from "@domain/health/words";

type RecordActions = {
  print: (record: HealthRecord) => void;
  showHistory: (record: HealthRecord) => void;
  askToDelete: (record: HealthRecord) => void;
};

const RecordActionsContext = createContext<RecordActions | null>(null);

/** Works only inside the Health screen. */
export function useRecordActions(): RecordActions {
  const actions = useContext(RecordActionsContext);
  if (!actions) throw new Error("useRecordActions needs a RecordActionsProvider above it");
  return actions;
}

/** Also renders the dialogs of the actions. */
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

type RecordPrintProps = { record: HealthRecord; onPrinted: () => void };

/** Pairs of label and text, only for recorded values. */
function factsOf(record: HealthRecord): [label: string, text: string][] {
  const vet = [record.veterinarian, record.vetClinic].filter(Boolean).join(", ");
  const done = record.followUpDoneOn === null ? "" : ` (done ${formatDay(record.followUpDoneOn)})`;
  const facts: [string, string | null][] = [
    ["Dog", record.dog.name],
    ["Date", formatDay(record.dateRecorded)],
    ["Record type", healthRecordTypeLabels[record.recordType]],
    ["Veterinarian", vet || null],
    ["Description", record.description],
    ["Diagnosis", record.diagnosis],
    ["Treatment", record.treatment],
    ["Medications", record.medications],
    ["Follow-up date", record.followUpDate && formatDay(record.followUpDate) + done],
    ["Cost", record.costCents === null ? null : formatCents(record.costCents)],
    ["Notes", record.notes],
  ];
  return facts.flatMap(([label, text]) => (text === null ? [] : [[label, text]]));
}

/**
 * Visible in print only. Opens the print dialog, and calls `onPrinted` when the dialog is closed. Source:
 * GAP-HLT-05.
 */
function RecordPrint({ record, onPrinted }: RecordPrintProps) {
  const { kennel } = useKennel();
  const done = useEffectEvent(onPrinted);
  useEffect(() => {
    const finish = () => done();
    window.addEventListener("afterprint", finish);
    window.print();
    return () => window.removeEventListener("afterprint", finish);
  }, []);
  const contact = [kennel.address, kennel.phone, kennel.email].filter(Boolean).join(" · ");
  return createPortal(
    <section className="print-sheet" aria-hidden>
      <p className="font-title text-xl">{kennel.name}</p>
      {contact === "" ? null : <p className="text-sm">{contact}</p>}
      <h1 className="font-title mt-4 mb-3 border-b-2 border-current pb-1 text-2xl">{record.title}</h1>
      <table className="w-full border-collapse text-left text-[11pt]">
        <tbody>
          {factsOf(record).map(([label, text]) => (
            <tr key={label} className="border-b border-current/30">
              <th scope="row" className="w-40 py-1.5 pr-4 align-top font-normal">
                {label}
              </th>
              <td className="py-1.5 align-top whitespace-pre-wrap">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {record.attachments.length === 0 ? null : (
        <>
          <h2 className="font-title mt-5 mb-1 text-lg">Attachments</h2>
          <ul className="list-disc pl-5 text-[11pt]">
            {record.attachments.map(({ _id, fileName, fileSize }) => (
              <li key={_id}>
                {fileName}, {formatFileSize(fileSize)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>,
    document.body,
  );
}
