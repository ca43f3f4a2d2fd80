/** What a health record holds beyond its head: diagnosis, treatment, medications, follow-up, notes and attachments. */
import type { ReactNode } from "react";
import { AttachmentList } from "@/features/health/records/attachment-list";
import { FollowUp } from "@/features/health/records/follow-up-line";
import type { HealthRecord } from "@/features/health/records/types";

type RecordPartsProps = { record: HealthRecord; today: string; canWrite: boolean };

/** Renders the parts that were written down, each when present. Source: rule HLT-23. */
export function RecordParts({ record, today, canWrite }: RecordPartsProps) {
  const { diagnosis, treatment, medications, notes, followUpDate, attachments } = record;
  const isEmpty = [diagnosis, treatment, medications, notes, followUpDate].every((part) => part === null);
  if (isEmpty && attachments.length === 0) {
    return <p className="text-muted-foreground">No further details</p>;
  }
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Part label="Diagnosis" text={diagnosis} />
      <Part label="Treatment" text={treatment} />
      <Part label="Medications" text={medications} />
      {followUpDate === null ? null : (
        <Labelled label="Follow-up Date">
          <FollowUp record={record} today={today} canWrite={canWrite} />
        </Labelled>
      )}
      <Part label="Notes" text={notes} />
      {attachments.length === 0 ? null : (
        <Labelled label="Attachments" className="sm:col-span-2">
          <AttachmentList attachments={attachments} canWrite={canWrite} />
        </Labelled>
      )}
    </dl>
  );
}

function Part({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null;
  return (
    <Labelled label={label}>
      <span className="block max-w-prose break-words whitespace-pre-wrap">{text}</span>
    </Labelled>
  );
}

type LabelledProps = { label: string; className?: string; children: ReactNode };

function Labelled({ label, className, children }: LabelledProps) {
  return (
    <div className={className}>
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 min-w-0">{children}</dd>
    </div>
  );
}
