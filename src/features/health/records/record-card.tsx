/** One health record's card: what was done to whom and when; unfolded it shows diagnosis, treatment and the rest. */
import { memo, useId, useState } from "react";
import { CalendarClock, ChevronDown, Paperclip } from "lucide-react";
import { Link, useLocation } from "@/lib/router";
import { RecordTypeBadge, RecordTypeMark } from "@/entities/health/record-type";
import { ActionsMenu, CARD_CORNER } from "@/components/actions-menu";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { healthPath } from "@/features/health/health-address";
import { followUpStateOf } from "@/features/health/records/follow-up";
import { RecordMenuItems } from "@/features/health/records/record-menu";
import { RecordParts } from "@/features/health/records/record-parts";
import type { HealthRecord } from "@/features/health/records/types";
import { cn } from "@/lib/utils";
import { formatCents, formatDay } from "@domain/formatting/formatting";

type RecordCardProps = { record: HealthRecord; today: string; canWrite: boolean };

/** Renders the card; again only when its record changed, as a page may hold a hundred of them. */
export const RecordCard = memo(function RecordCard({ record, today, canWrite }: RecordCardProps) {
  const [isOpen, setOpen] = useState(false);
  const partsId = useId();
  return (
    <article
      aria-label={`${record.title}, ${record.dog.name}`}
      className="relative flex min-w-0 flex-col rounded-lg border bg-card p-4 shadow-page"
    >
      <div className="flex gap-3.5">
        <RecordTypeMark type={record.recordType} />
        <div className="min-w-0 flex-1">
          <h2 className="pr-9 text-[1.0625rem] leading-snug font-semibold break-words">
            <RecordLink record={record} />
          </h2>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-muted-foreground">
            <Link
              to={`/dashboard/dogs/${record.dogId}`}
              className="font-title reach-down min-w-0 break-words text-foreground underline decoration-border decoration-1 underline-offset-4 hover:decoration-current"
            >
              {record.dog.name}
            </Link>
            <time dateTime={record.dateRecorded}>{formatDay(record.dateRecorded)}</time>
          </p>
        </div>
      </div>
      <p className="mt-2.5 line-clamp-3 break-words whitespace-pre-line">{record.description}</p>
      <CardFoot record={record} today={today} />
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? partsId : undefined}
        aria-label={`${isOpen ? "Hide" : "Show"} details of ${record.title}`}
        className="-mb-2 -ml-2 self-start text-muted-foreground"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Hide Details" : "Show Details"}
        <ChevronDown aria-hidden className={cn("transition-transform", isOpen && "rotate-180")} />
      </Button>
      {isOpen ? (
        <div id={partsId} className="mt-3 border-t pt-3">
          <RecordParts record={record} today={today} canWrite={canWrite} />
        </div>
      ) : null}
      <CardMenu record={record} canWrite={canWrite} />
    </article>
  );
});

function RecordLink({ record }: { record: HealthRecord }) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: healthPath("records", record._id), search }}
      state={{ fromList: true }}
      className="reach-up decoration-1 underline-offset-4 hover:underline"
    >
      {record.title}
    </Link>
  );
}

function CardFoot({ record, today }: { record: HealthRecord; today: string }) {
  const { recordType, veterinarian, vetClinic, costCents, attachments } = record;
  const vet = [veterinarian, vetClinic].filter(Boolean).join(", ");
  const followUp = followUpStateOf(record, today);
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted-foreground">
      <RecordTypeBadge type={recordType} />
      {followUp ? (
        <Badge variant={followUp.variant}>
          <CalendarClock aria-hidden />
          {followUp.text}
        </Badge>
      ) : null}
      {vet === "" ? null : <span className="break-words">{vet}</span>}
      {costCents === null ? null : <span className="tabular-nums">{formatCents(costCents)}</span>}
      {attachments.length === 0 ? null : (
        <span className="inline-flex items-center gap-1">
          <Paperclip aria-hidden className="size-3.5" />
          {attachments.length}
          <span className="sr-only">{attachments.length === 1 ? " attachment" : " attachments"}</span>
        </span>
      )}
    </div>
  );
}

function CardMenu({ record, canWrite }: { record: HealthRecord; canWrite: boolean }) {
  return (
    <ActionsMenu name={record.title} className={CARD_CORNER}>
      <RecordMenuItems record={record} canWrite={canWrite} />
    </ActionsMenu>
  );
}
