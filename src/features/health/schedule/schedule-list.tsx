/** One list of the schedule in its four states; further pages join by themselves until all lines are there. */
import { CalendarCheck2, CalendarDays, Check, CircleCheck } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { ScheduleLine } from "@/features/health/schedule/schedule-line";
import type { ScheduleEntry } from "@/features/health/schedule/types";
import {
  useSchedulePage,
  type ScheduleFilter,
  type ScheduleList,
} from "@/features/health/schedule/use-schedule-list";
import type { ScheduleTab } from "@domain/constants/vaccines";

/** Source: rule VAX-18. */
const LOAD_FAILURE = "Failed to load vaccination schedule. Please try again.";

const emptyStates = {
  overdue: {
    Icon: CircleCheck,
    title: "Nothing is overdue",
    text: "Vaccinations past their due date appear here",
  },
  due_this_month: {
    Icon: CalendarDays,
    title: "Nothing is due within 30 days",
    text: "Vaccinations appear here from 30 days before they are due",
  },
  upcoming: {
    Icon: CalendarCheck2,
    title: "No upcoming vaccinations",
    text: "Record the last dose of each vaccine, or schedule a vaccination, to see the next date here",
  },
  completed: {
    Icon: Check,
    title: "No completed vaccinations",
    text: "Vaccines that need no further dose appear here",
  },
} as const satisfies Record<ScheduleTab, object>;

type ScheduleLinesProps = { first: ScheduleList; filter: ScheduleFilter; canWrite: boolean };

/** Renders the lines, or what stands in their place. */
export function ScheduleLines({ first, filter, canWrite }: ScheduleLinesProps) {
  if (first.hasFailed) return <LoadError message={LOAD_FAILURE} retryLabel="Retry" onRetry={first.retry} />;
  if (!first.page) return <ListSkeleton />;
  const { totalItems, totalPages } = first.page.pagination;
  const { Icon, title, text } = emptyStates[filter.tab];
  if (totalItems === 0) {
    return (
      <EmptyState
        icon={<Icon aria-hidden className="size-9 text-muted-foreground" />}
        title={title}
        text={text}
      />
    );
  }
  return (
    <ul
      aria-label="Vaccinations"
      aria-busy={first.isStale}
      className="divide-y rounded-lg border bg-card shadow-page"
    >
      <Lines entries={first.page.data} today={filter.today} canWrite={canWrite} />
      {Array.from({ length: totalPages - 1 }, (_, index) => (
        <FurtherPage key={index} filter={filter} page={index + 2} canWrite={canWrite} />
      ))}
    </ul>
  );
}

type LinesProps = { entries: readonly ScheduleEntry[]; today: string; canWrite: boolean };

function Lines({ entries, ...props }: LinesProps) {
  return entries.map((entry) => (
    <li
      key={entry.kind === "dose" ? entry.dose._id : entry.booking._id}
      // Lines out of sight cost nothing.
      className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]"
    >
      <ScheduleLine entry={entry} {...props} />
    </li>
  ));
}

type FurtherPageProps = { filter: ScheduleFilter; page: number; canWrite: boolean };

function FurtherPage({ filter, page, canWrite }: FurtherPageProps) {
  const list = useSchedulePage(filter, page);
  if (list.hasFailed) {
    return (
      <li className="p-3">
        <LoadError message={LOAD_FAILURE} retryLabel="Retry" onRetry={list.retry} />
      </li>
    );
  }
  return <Lines entries={list.page?.data ?? []} today={filter.today} canWrite={canWrite} />;
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading vaccinations" className="divide-y rounded-lg border bg-card">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex items-center justify-between gap-4 p-4">
          <div className="flex-1">
            <Skeleton className="mb-2 h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
          <Skeleton className="h-9 w-28" />
        </div>
      ))}
    </div>
  );
}
