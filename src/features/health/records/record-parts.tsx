/**
 * The parts of a health record below its head: diagnosis, treatment, medications, follow-up, notes and attachments.
 */
import type { ReactNode } from "react";
import { Check } from "lucide-react";
import type { BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { AttachmentList } from "@/features/health/records/attachment-list";
import type { HealthRecord } from "@/features/health/records/record-queries";
import { useFollowUpDone } from "@/features/health/records/use-follow-up-done";
import { cn } from "@/lib/utils";
import { DUE_SOON_DAYS } from "@domain/health/rules";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";

type RecordPartsProps = { record: HealthRecord; today: string; canWrite: boolean };

/** Only recorded parts are shown. Source: rule HLT-23. */
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

type FollowUpProps = { record: HealthRecord; today: string; canWrite: boolean };

/** The button that marks the follow-up as done has an undo. */
function FollowUp({ record, today, canWrite }: FollowUpProps) {
  const setDone = useFollowUpDone(today);
  const { followUpDate, followUpDoneOn, title } = record;
  if (followUpDate === null) return null;
  const isOverdue = followUpDoneOn === null && followUpDate < today;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {formatDay(followUpDate)}
        <span className={cn("text-muted-foreground", isOverdue && "font-semibold text-error")}>
          {followUpDoneOn === null
            ? ` · ${followUpDistance(followUpDate, today)}`
            : ` · done ${formatDay(followUpDoneOn)}`}
        </span>
      </span>
      {canWrite && followUpDoneOn === null ? (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Mark Done: the follow-up of ${title}`}
          onClick={() => void setDone(record, today)}
        >
          <Check aria-hidden />
          Mark Done
        </Button>
      ) : null}
    </span>
  );
}

type WithFollowUp = { followUpDate: string | null; followUpDoneOn: string | null };

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** Such as 'today', 'in 3 days', '2 days overdue'. */
function followUpDistance(followUpDate: string, today: string): string {
  const left = daysBetween(today, followUpDate);
  if (left === 0) return "today";
  return left > 0 ? `in ${days(left)}` : `${days(-left)} overdue`;
}

/** Null without a follow-up. */
export function followUpStateOf(
  { followUpDate, followUpDoneOn }: WithFollowUp,
  today: string,
): { text: string; variant: BadgeVariant } | null {
  if (followUpDate === null) return null;
  if (followUpDoneOn !== null) return { text: "Follow-up done", variant: "success" };
  const left = daysBetween(today, followUpDate);
  if (left < 0) return { text: `Follow-up ${days(-left)} overdue`, variant: "error" };
  const text = left === 0 ? "Follow-up today" : `Follow-up ${formatDay(followUpDate)}`;
  return { text, variant: left <= DUE_SOON_DAYS ? "warning" : "neutral" };
}
