/** The list of reminders in its four states: loading, failed, empty and filled; further pages join it on demand. */
import { useState } from "react";
import { BellRing, CircleCheckBig, SearchX } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { ReminderCard, type ReminderCardActions } from "@/entities/reminders/reminder-card";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReminderFilter } from "@/features/reminders/reminder-address";
import { useReminderPage, type ReminderList as List } from "@/features/reminders/use-reminder-list";
import type { Selection } from "@/features/reminders/use-selection";

const LOAD_FAILURE = "Failed to load reminders. Please try again.";

type CardProps = {
  today: string;
  actions: ReminderCardActions | null;
  onOpen: (reminder: Reminder) => void;
  selection: Selection;
};

type ReminderListProps = CardProps & {
  /** The first page, which the screen's numbers come from, too. */
  first: List;
  filter: ReminderFilter;
  onAdd: () => void;
};

/** Renders the cards, or what stands in their place. */
export function ReminderList({ first, filter, onAdd, ...cards }: ReminderListProps) {
  // How many pages are shown belongs to a filter; with another one it starts over.
  const key = JSON.stringify(filter);
  const [shown, setShown] = useState({ key, pages: 1 });
  const pages = shown.key === key ? shown.pages : 1;
  if (first.hasFailed) return <LoadError message={LOAD_FAILURE} onRetry={first.retry} />;
  if (!first.page) return <ListSkeleton />;
  const { totalItems, totalPages, limit } = first.page.pagination;
  if (totalItems === 0) {
    return <NoReminders filter={filter} counts={first.page.counts} {...(cards.actions && { onAdd })} />;
  }
  return (
    <>
      <ul
        // Another tab's cards take the place of these; they would move through the page otherwise.
        key={`${key} ${first.isStale}`}
        aria-label="Reminders"
        aria-busy={first.isStale}
        className="flex flex-col gap-2.5"
      >
        <Cards reminders={first.page.data} {...cards} />
        {Array.from({ length: Math.min(pages, totalPages) - 1 }, (_, index) => (
          <FurtherPage key={`${key} ${index}`} filter={filter} page={index + 2} {...cards} />
        ))}
      </ul>
      {pages < totalPages ? (
        <div className="flex flex-col items-center gap-2">
          <p role="status" className="text-sm text-muted-foreground">
            {pages * limit} of {totalItems} reminders shown
          </p>
          <Button variant="outline" onClick={() => setShown({ key, pages: pages + 1 })}>
            Show More
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Cards({ reminders, selection, ...props }: CardProps & { reminders: readonly Reminder[] }) {
  return reminders.map((reminder) => (
    <li
      key={reminder._id}
      // Cards out of sight cost nothing; the padding keeps focus rings whole.
      className="-m-1 p-1 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] print:m-0 print:p-0"
    >
      <ReminderCard reminder={reminder} selection={selection.of(reminder)} {...props} />
    </li>
  ));
}

function FurtherPage({ filter, page, ...cards }: CardProps & { filter: ReminderFilter; page: number }) {
  const list = useReminderPage(filter, cards.today, page);
  if (list.hasFailed) {
    return (
      <li>
        <LoadError message={LOAD_FAILURE} onRetry={list.retry} />
      </li>
    );
  }
  return <Cards reminders={list.page?.data ?? []} {...cards} />;
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading reminders" className="flex flex-col gap-2.5">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-24 rounded-lg" />
      ))}
    </div>
  );
}

type NoRemindersProps = {
  filter: ReminderFilter;
  counts: NonNullable<List["page"]>["counts"];
  onAdd?: () => void;
};

function NoReminders({ filter, counts, onAdd }: NoRemindersProps) {
  if (filter.search !== "" || filter.type !== "") {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-9 text-muted-foreground" />}
        title="No reminders match"
        text="The search covers title, description and dog"
      />
    );
  }
  if (filter.isMine) {
    return (
      <EmptyState title="Nothing is assigned to you here" text="Assign a reminder to yourself in its form" />
    );
  }
  if (filter.tab === "completed") {
    return <EmptyState title="Nothing completed yet" text="Completed reminders appear here" />;
  }
  if (filter.tab !== "pending" || counts.completed > 0) {
    return (
      <EmptyState
        icon={<CircleCheckBig aria-hidden className="size-9 text-success" />}
        title={filter.tab === "overdue" ? "Nothing is overdue" : "Nothing to do right now"}
        text={
          filter.tab === "due_soon"
            ? "Nothing is due today or tomorrow"
            : filter.tab === "overdue"
              ? "Everything is on time"
              : "All reminders are completed"
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<BellRing aria-hidden className="size-9 text-brass" />}
      title="No reminders yet"
      text={
        onAdd
          ? "Add vaccinations, worming, vet visits and anything else that must not be forgotten"
          : "Reminders will appear here when they are added"
      }
      action={onAdd ? <Button onClick={onAdd}>Add First Reminder</Button> : undefined}
    />
  );
}
