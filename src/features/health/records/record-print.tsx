/** One health record on paper: kennel, dog, every field and a list of the attachments. Seen by the printer only. */
import { useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";
import type { HealthRecord } from "@/features/health/records/types";
import { useKennel } from "@/hooks/use-kennel";
import { formatFileSize } from "@domain/files/file-size";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { healthRecordTypeLabels } from "@domain/health/labels";

type RecordPrintProps = { record: HealthRecord; onPrinted: () => void };

/** Lists what was written down, as label and text. */
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

/** Lays the sheet out beside the app, opens the printer's dialog and tells when that is over. Source: GAP-HLT-05. */
export function RecordPrint({ record, onPrinted }: RecordPrintProps) {
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
