/** The list of reminders in its four states: loading, failed, empty and filled; further pages join it on demand. */
import { BellRing, CircleCheckBig, SearchX } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { GrowingList } from "@/components/growing-list";
import { ReminderCard, type ReminderCardActions } from "@/entities/reminders/reminder-card";
import type { Reminder, ReminderPage } from "@/entities/reminders/reminder-words";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReminderFilter } from "@/features/reminders/reminder-address";
import type { Selection } from "@/features/reminders/use-selection";
import type { LivePage, PagedQuery } from "@/hooks/use-live-page";

type ReminderListProps = {
  list: PagedQuery<ReminderPage>;
  /** The first page, which the screen's numbers come from, too. */
  first: LivePage<ReminderPage>;
  today: string;
  actions: ReminderCardActions | null;
  onOpen: (reminder: Reminder) => void;
  selection: Selection;
  filter: ReminderFilter;
  onAdd: () => void;
};

/** Renders the cards, or what stands in their place. */
export function ReminderList({ list, first, filter, selection, onAdd, ...cards }: ReminderListProps) {
  const counts = first.page?.counts;
  return (
    <GrowingList
      list={list}
      first={first}
      filter={filter}
      label="Reminders"
      things="reminders"
      className="flex flex-col gap-2.5"
      failureText="Failed to load reminders. Please try again."
      skeleton={<ListSkeleton />}
      empty={counts && <NoReminders filter={filter} counts={counts} {...(cards.actions && { onAdd })} />}
    >
      {(reminder) => (
        <li
          key={reminder._id}
          // Cards out of sight cost nothing; the padding keeps focus rings whole.
          className="-m-1 p-1 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] print:m-0 print:p-0"
        >
          <ReminderCard reminder={reminder} selection={selection.of(reminder)} {...cards} />
        </li>
      )}
    </GrowingList>
  );
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
  counts: ReminderPage["counts"];
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
