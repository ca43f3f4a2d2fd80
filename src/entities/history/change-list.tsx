/** A list of changes, page by page. Users with the right to do so can undo each change. */
import type { UsePaginatedQueryResult } from "convex/react";
import { useRemedies, type Change } from "@/entities/history/use-remedies";
import { PagedList } from "@/components/paged-list";
import { useJustChanged } from "@/hooks/use-just-changed";
import { useNow } from "@/hooks/use-now";
import { useToday } from "@/hooks/use-today";
import { useEffect, useRef, useState } from "react";
import { ArchiveRestore, CirclePlus, PencilLine, Trash2, Undo2, Users, type LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Link } from "@/lib/router";
import { cn } from "@/lib/utils";
import { relativeTime } from "@domain/dashboard/words";
import { addDays, localDay } from "@domain/dates/calendar-days";
import { formatClock, formatDay, formatWeekday } from "@domain/formatting/formatting";
import type { ChangeKind } from "@domain/history/changes";
import {
  authorInWords,
  alteredInWords,
  actionInWords,
  recordInWords,
  sentenceOf,
} from "@domain/history/words";

const icons = {
  created: CirclePlus,
  changed: PencilLine,
  deleted: Trash2,
  restored: ArchiveRestore,
  noted: Users,
} as const satisfies Record<ChangeKind, LucideIcon>;

type ChangeLineProps = {
  change: Change;
  now: number;
  isBusy: boolean;
  isDisabled: boolean;
  /** If the list has buttons, every entry has a column for a button. */
  hasRemedies: boolean;
  hasLink: boolean;
  onRemedy: () => void;
};

/** While the undo runs, the button keeps the focus. When the button disappears, the entry gets the focus. */
function ChangeLine({ change, now, isBusy, isDisabled, hasRemedies, hasLink, onRemedy }: ChangeLineProps) {
  const { kind, at, partCount, remedy, undoneAt, address } = change;
  const Icon = change.event?.counts ? ArchiveRestore : icons[kind];
  const name = recordInWords(change);
  const line = useRef<HTMLLIElement>(null);
  const isUsed = useRef(false);
  useEffect(() => {
    if (remedy !== null || !isUsed.current) return;
    isUsed.current = false;
    line.current?.focus({ preventScroll: true });
  }, [remedy]);
  return (
    <li
      ref={line}
      tabIndex={-1}
      className={cn(
        "grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-2.5",
        hasRemedies
          ? "@2xl:grid-cols-[1.25rem_minmax(0,1fr)_11rem_7.75rem] @4xl:grid-cols-[1.25rem_minmax(0,1fr)_14rem_7.75rem]"
          : "@2xl:grid-cols-[1.25rem_minmax(0,1fr)_14rem]",
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brass" />
      <div className="col-span-2 min-w-0 @2xl:col-span-1">
        <p className="break-words">
          <span className="text-muted-foreground">{actionInWords(change)}: </span>
          {address === null || !hasLink ? (
            <span className="font-semibold">{name}</span>
          ) : (
            <Link
              to={address}
              // The padding makes the link easy to tap without moving the text.
              className="py-1 font-semibold underline decoration-1 underline-offset-4 hover:decoration-2 pointer-coarse:py-2.5"
            >
              {name}
            </Link>
          )}
        </p>
        {partCount > 0 ? (
          <p className="text-muted-foreground">
            with {partCount} {partCount === 1 ? "record" : "records"} of it
          </p>
        ) : null}
        <ChangedFields change={change} />
      </div>
      <p className="col-start-2 self-center text-sm break-words text-muted-foreground @2xl:col-start-3 @2xl:mt-0.5 @2xl:self-start @2xl:text-right">
        <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString("en-US")}>
          {now - at < HOUR_MS ? relativeTime(at, now) : formatClock(at)}
        </time>{" "}
        {authorInWords(change)}
        {undoneAt === null ? "" : kind === "deleted" ? " · brought back" : " · undone"}
      </p>
      {remedy === null ? null : (
        <Button
          variant="outline"
          size="sm"
          className="col-start-3 row-start-2 min-h-11 sm:min-h-9 @2xl:col-start-4 @2xl:row-start-1 @2xl:-my-0.5 @2xl:w-full"
          aria-disabled={isDisabled}
          onClick={() => {
            if (isDisabled) return;
            isUsed.current = true;
            onRemedy();
          }}
          aria-label={
            isBusy
              ? undefined
              : remedy === "bring_back"
                ? `Bring back ${name}`
                : kind === "created"
                  ? `Undo adding ${name}`
                  : `Undo the change of ${name}`
          }
        >
          {remedy === "undo" ? <Undo2 aria-hidden /> : <ArchiveRestore aria-hidden />}
          {isBusy ? "One moment..." : remedy === "undo" ? "Undo" : "Bring Back"}
        </Button>
      )}
    </li>
  );
}

function ChangedFields({ change }: { change: Change }) {
  if (change.fields.length === 0) return null;
  const sentence = sentenceOf(change, change.fields);
  if (sentence !== null) return <p className="my-1">{sentence}</p>;
  return (
    <dl className="my-1 flex flex-col gap-0.5">
      {change.fields.map((field) => {
        const { label, before, after } = alteredInWords(change, field);
        return (
          <div key={field.name} className="break-words">
            <dt className="inline text-muted-foreground">{label}: </dt>
            <dd className="inline">
              <del className="text-muted-foreground no-underline">{before}</del>
              <span aria-hidden> → </span>
              <span className="sr-only"> became </span>
              <ins className="no-underline">{after}</ins>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

type ChangeListProps = {
  page: UsePaginatedQueryResult<Change>;
  emptyText: string;
  /** Whether the names link to the records. */
  hasLinks?: boolean;
};

const HOUR_MS = 3_600_000;

/** 'Today', 'Yesterday', 'Sunday, November 22'. In other years, 'November 22, 2025'. */
function dayTitle(at: number, today: string): string {
  const day = localDay(new Date(at));
  if (day >= today) return "Today";
  if (day === addDays(today, -1)) return "Yesterday";
  return day.slice(0, 4) === today.slice(0, 4) ? formatWeekday(day) : formatDay(day);
}

/**
 * The entry of an undo takes the place of the undone entry. For this long after the undo, its own button does nothing,
 * because the press may be the second of a double click.
 */
const UNDONE_REST_MS = 1_000;

/** Returns whether the entry was added by an undo that the user has just done in this list. */
function useOwnUndo(page: ChangeListProps["page"], busyId: string | null) {
  /** The entries from before the undo. Null if there was no undo a moment ago. */
  const [former, setFormer] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (former === null || busyId !== null) return undefined;
    const timer = setTimeout(() => setFormer(null), UNDONE_REST_MS);
    return () => clearTimeout(timer);
  }, [former, busyId]);
  return {
    noteEntries: () => setFormer(new Set(page.results.map(({ _id }) => _id))),
    isOwnUndo: ({ _id, source, isSelf }: Change) =>
      former !== null && source === "undo" && isSelf && !former.has(_id),
  };
}

export function ChangeList({ page, emptyText, hasLinks = false }: ChangeListProps) {
  const now = useNow();
  const today = useToday();
  const { busyId, remedy } = useRemedies();
  const { noteEntries, isOwnUndo } = useOwnUndo(page, busyId);
  // A new entry moves all others down, under the pointer.
  const isMoving = useJustChanged(page.results[0]?._id ?? null);
  const hasRemedies = page.results.some((change) => change.remedy !== null);
  return (
    <div className="@container flex flex-col gap-4">
      <PagedList
        page={page}
        label="History"
        emptyText={emptyText}
        noneYetText="Nothing to show among the newest changes. Older ones may match."
        groupOf={({ at }) => dayTitle(at, today)}
      >
        {(change) => (
          <ChangeLine
            key={change._id}
            change={change}
            now={now}
            isBusy={busyId === change._id}
            isDisabled={busyId !== null || isMoving || isOwnUndo(change)}
            hasRemedies={hasRemedies}
            hasLink={hasLinks}
            onRemedy={() => {
              noteEntries();
              void remedy(change);
            }}
          />
        )}
      </PagedList>
    </div>
  );
}
