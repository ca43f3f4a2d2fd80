/**
 * The list of reminders, page by page, and what can be done with several of them at once. The selection belongs to one tab
 * and search; each action on it can be undone from its message.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { BellRing, CircleCheckBig, SearchX, Check, Trash2, X } from "lucide-react";
import { toast } from "sonner";
import { EmptyState } from "@/components/empty-state";
import { GrowingList } from "@/components/growing-list";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ReminderCard, type ReminderCardActions } from "@/entities/reminders/reminder-card";
import { type Reminder, type ReminderPage, failureSentence } from "@/entities/reminders/reminder-words";
import type { ReminderFilter } from "@/features/reminders/reminder-filter";
import type { LivePage, PagedQuery } from "@/hooks/use-live-page";
import { api } from "@convex/_generated/api";

/** Returns the selection; it is off until somebody starts it, and over with another list. */
export function useSelection(listKey: string) {
  const [state, setState] = useState<{ listKey: string; ids: ReadonlySet<string> } | null>(null);
  const ids = state?.listKey === listKey ? state.ids : null;
  const set = (next: ReadonlySet<string>) => setState({ listKey, ids: next });
  return {
    isOn: ids !== null,
    ids: [...(ids ?? [])],
    start: () => set(new Set()),
    stop: () => setState(null),
    /** Ticks all of these, or none when all of them are ticked. */
    toggleAll: (reminders: readonly Reminder[]) =>
      set(ids?.size === reminders.length ? new Set() : new Set(reminders.map(({ _id }) => _id))),
    /** What a card needs; undefined while nobody selects. */
    of: ({ _id }: Pick<Reminder, "_id">) =>
      ids === null
        ? undefined
        : {
            isSelected: ids.has(_id),
            onToggle: () => {
              const next = new Set(ids);
              if (!next.delete(_id)) next.add(_id);
              set(next);
            },
          },
  };
}

type Selection = ReturnType<typeof useSelection>;

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

type BulkBarProps = {
  selection: Selection;
  /** What is on the screen, for ticking all. */
  reminders: readonly Reminder[];
  isCompletedTab: boolean;
  today: string;
};

const counted = (count: number): string => (count === 1 ? "1 reminder" : `${count} reminders`);

/** Returns the actions on all ticked reminders. */
function useBulk(reminderIds: string[], today: string, onDone: () => void) {
  const complete = useMutation(api.reminders.reminderBulk.complete);
  const uncomplete = useMutation(api.reminders.reminderBulk.uncomplete);
  const remove = useMutation(api.reminders.reminderBulk.remove);
  const restore = useMutation(api.reminders.reminderBulk.restore);
  const [isBusy, setBusy] = useState(false);
  const run = async (
    work: () => Promise<{ updated: number; failed: readonly { message: string }[] }>,
    undo: () => Promise<unknown>,
    done: string,
    failure: string,
  ) => {
    setBusy(true);
    try {
      const { updated, failed } = await work();
      const action = {
        label: "Undo",
        onClick: () => void undo().catch(() => toast.error("Failed to undo. Please try again.")),
      };
      if (updated > 0) toast.success(`${counted(updated)} ${done}`, { action });
      if (failed.length > 0) toast.error(`${counted(failed.length)} left out: ${failed[0]?.message ?? ""}`);
      onDone();
    } catch (error) {
      toast.error(failureSentence(failure, error));
    }
    setBusy(false);
  };
  return {
    isBusy,
    complete: () =>
      run(
        async () => await complete({ reminderIds, today }),
        async () => await uncomplete({ reminderIds }),
        "completed",
        "Failed to complete reminders. Please try again.",
      ),
    remove: () =>
      run(
        async () => await remove({ reminderIds }),
        async () => await restore({ reminderIds }),
        "deleted",
        "Failed to delete reminders. Please try again.",
      ),
  };
}

/** Renders the bar under the list, within a thumb's reach. */
export function BulkBar({ selection, reminders, isCompletedTab, today }: BulkBarProps) {
  const { ids } = selection;
  const bulk = useBulk(ids, today, selection.stop);
  const isNothing = ids.length === 0 || bulk.isBusy;
  return (
    <div
      role="toolbar"
      aria-label="Selected reminders"
      className="sticky bottom-2 z-20 flex flex-wrap items-center gap-2 rounded-lg border bg-popover p-2.5 shadow-raised"
    >
      <p role="status" className="mr-auto px-1.5 font-semibold tabular-nums">
        {ids.length} selected
      </p>
      <Button variant="ghost" size="sm" onClick={() => selection.toggleAll(reminders)}>
        {ids.length === reminders.length ? "Select None" : "Select All"}
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="End selection"
        className="sm:order-last"
        onClick={selection.stop}
      >
        <X aria-hidden />
      </Button>
      <span aria-hidden className="basis-full sm:hidden" />
      {isCompletedTab ? null : (
        <Button
          size="sm"
          className="flex-1 sm:flex-none"
          disabled={isNothing}
          onClick={() => void bulk.complete()}
        >
          <Check aria-hidden />
          Complete
        </Button>
      )}
      <Button
        variant="outline"
        size="sm"
        className="flex-1 sm:flex-none"
        disabled={isNothing}
        onClick={() => void bulk.remove()}
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
    </div>
  );
}
