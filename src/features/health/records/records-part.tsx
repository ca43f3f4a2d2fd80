/** The Health Records tab, newest records first, with the screen's filters. */
import { memo, useId, useState } from "react";
import {
  CalendarClock,
  ChevronDown,
  History,
  Paperclip,
  Pencil,
  Plus,
  Printer,
  Stethoscope,
  Trash2,
} from "lucide-react";
import { ActionsMenu, CARD_CORNER } from "@/components/actions-menu";
import { EmptyState, NoMatch } from "@/components/empty-state";
import { GrowingList } from "@/components/growing-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { Skeleton } from "@/components/ui/skeleton";
import { RecordTypeBadge, RecordTypeMark } from "@/entities/health/record-type";
import { countText } from "@/entities/health/count-text";
import {
  type HealthFilters,
  countFilters,
  healthPath,
  useHealthDialog,
  useHealthFilters,
} from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { useRecordActions } from "@/features/health/records/record-actions";
import { RecordParts, followUpStateOf } from "@/features/health/records/record-parts";
import {
  type HealthRecord,
  type HealthRecordPage,
  toListArgs,
} from "@/features/health/records/record-queries";
import { useKennel } from "@/hooks/use-kennel";
import { type LivePage, type PagedQuery, pagedQuery, useLivePage } from "@/hooks/use-live-page";
import { useToday } from "@/hooks/use-today";
import { Link, useLocation } from "@/lib/router";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";

export function RecordsPart() {
  const canWrite = useKennel().can("health", "write");
  const today = useToday();
  const { filters, clear } = useHealthFilters();
  const { open } = useHealthDialog();
  const list = useRecordList(filters);
  const first = useLivePage(list, 1);
  const add = () => open("record", NEW, { for: filters.dogId });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-10 items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted-foreground">
          {countText(first.page, "record")}
        </p>
        {canWrite ? (
          <Button className="hidden sm:inline-flex" onClick={add}>
            <Plus aria-hidden />
            Add Health Record
          </Button>
        ) : null}
      </div>
      <RecordList
        list={list}
        first={first}
        filters={filters}
        today={today}
        canWrite={canWrite}
        onAdd={add}
        onClear={clear}
      />
    </div>
  );
}

type RecordListProps = {
  list: PagedQuery<HealthRecordPage>;
  /** The first page also has the total number. */
  first: LivePage<HealthRecordPage>;
  filters: HealthFilters;
  today: string;
  canWrite: boolean;
  onAdd: () => void;
  onClear: () => void;
};

/** Further pages are appended on request. Source of the failure message: rule HLT-24. */
function RecordList({ filters, today, canWrite, onAdd, onClear, ...pages }: RecordListProps) {
  return (
    <GrowingList
      {...pages}
      filter={filters}
      label="Health Records"
      things="records"
      className="grid items-start gap-4 xl:grid-cols-2"
      failureText="Failed to load health data. Please try again."
      skeleton={<ListSkeleton />}
      empty={
        <NoRecords
          isFiltered={countFilters(filters) > 0}
          canWrite={canWrite}
          onAdd={onAdd}
          onClear={onClear}
        />
      }
    >
      {(record) => (
        <li key={record._id} className="card-place [contain-intrinsic-size:auto_9rem]">
          <RecordCard record={record} today={today} canWrite={canWrite} />
        </li>
      )}
    </GrowingList>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading health records" className="grid gap-4 xl:grid-cols-2">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex gap-3.5 rounded-lg border bg-card p-4">
          <Skeleton className="size-10" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-10" />
          </div>
        </div>
      ))}
    </div>
  );
}

type NoRecordsProps = { isFiltered: boolean; canWrite: boolean; onAdd: () => void; onClear: () => void };

/** Source: decision GAP-HLT-14. */
function NoRecords({ isFiltered, canWrite, onAdd, onClear }: NoRecordsProps) {
  if (isFiltered) {
    return <NoMatch title="No health records found" text="No record matches the filters" onClear={onClear} />;
  }
  return (
    <EmptyState
      icon={<Stethoscope aria-hidden className="size-9 text-brass" />}
      title="No health records found"
      text={
        canWrite
          ? "Record what the vet found and did, with the documents that belong to it"
          : "Examinations, treatments and tests will appear here when they are recorded"
      }
      action={canWrite ? <Button onClick={onAdd}>Add Health Record</Button> : undefined}
    />
  );
}

/** Source: rule HLT-22. */
const PAGE_SIZE = 100;

function useRecordList(filters: HealthFilters) {
  const { kennelId } = useKennel();
  return pagedQuery(api.health.healthRecords.list, { kennelId, limit: PAGE_SIZE, ...toListArgs(filters) });
}

type RecordCardProps = { record: HealthRecord; today: string; canWrite: boolean };

/** Renders again only if its record changed, because a page may have a hundred cards. */
const RecordCard = memo(function RecordCard({ record, today, canWrite }: RecordCardProps) {
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
              to={pageOf("dogs", record.dogId)}
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

/** Users who can only read see only the entries to print and to show the history. */
function RecordMenuItems({ record, canWrite }: { record: HealthRecord; canWrite: boolean }) {
  const { open } = useHealthDialog();
  const { print, showHistory, askToDelete } = useRecordActions();
  return (
    <>
      {canWrite ? (
        <DropdownMenuItem onSelect={() => open("record", record._id)}>
          <Pencil aria-hidden />
          Edit Record
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem onSelect={() => print(record)}>
        <Printer aria-hidden />
        Print Record
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => showHistory(record)}>
        <History aria-hidden />
        History
      </DropdownMenuItem>
      {canWrite ? (
        <DropdownMenuItem variant="destructive" onSelect={() => askToDelete(record)}>
          <Trash2 aria-hidden />
          Delete Record
        </DropdownMenuItem>
      ) : null}
    </>
  );
}
