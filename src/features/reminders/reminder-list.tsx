/** The list of reminders, page by page, and bulk actions. The selection belongs to one tab and search. */
import { useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import { BellRing, ChevronDown, CircleCheckBig, SearchX, Check, Trash2, X } from "lucide-react";
import { toast } from "sonner";
import { EmptyState } from "@/components/empty-state";
import { GrowingList, type RowsOfPage } from "@/components/growing-list";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ReminderCard, type ReminderCardActions } from "@/entities/reminders/reminder-card";
import { type Reminder, type ReminderPage, failureSentence } from "@/entities/reminders/reminder-words";
import type { ReminderFilter } from "@/features/reminders/reminder-filter";
import { useKennel } from "@/hooks/use-kennel";
import type { LivePage, PagedQuery } from "@/hooks/use-live-page";
import { useLiveQuery } from "@/hooks/use-live-query";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { dueGroupOf, isDueLater, reminderStateOf, type DueGroup } from "@domain/reminders/due";
import { REMINDER_PRIORITIES } from "@domain/reminders/rules";

/** The selection is off until the user starts it, and ends when another list is shown. */
export function useSelection(listKey: string) {
  const [state, setState] = useState<{ listKey: string; ids: ReadonlySet<string> } | null>(null);
  const ids = state?.listKey === listKey ? state.ids : null;
  const set = (next: ReadonlySet<string>) => setState({ listKey, ids: next });
  return {
    isOn: ids !== null,
    ids: [...(ids ?? [])],
    start: () => set(new Set()),
    stop: () => setState(null),
    /** If all of these reminders are already selected, deselects them. */
    toggleAll: (reminders: readonly Reminder[]) =>
      set(ids?.size === reminders.length ? new Set() : new Set(reminders.map(({ _id }) => _id))),
    /** Undefined without a selection. */
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

/**
 * Reminders that were completed here. They keep their position in the list, struck through, until another list is
 * shown.
 */
export function useDone(listKey: string) {
  const [state, setState] = useState<{ listKey: string; done: readonly Done[] }>({ listKey, done: [] });
  const done = state.listKey === listKey ? state.done : [];
  return {
    done,
    add: (reminder: Reminder) =>
      setState((before) => ({
        listKey,
        done: [
          ...(before.listKey === listKey ? before.done : []).filter(
            (each) => each.reminder._id !== reminder._id,
          ),
          { reminder, isMessageGone: false },
        ],
      })),
    /** The message with the undo button has disappeared, so the row needs its own button. */
    showUndo: ({ _id }: Reminder) =>
      setState((before) => ({
        ...before,
        done: before.done.map((each) =>
          each.reminder._id === _id ? { ...each, isMessageGone: true } : each,
        ),
      })),
  };
}

type Done = {
  readonly reminder: Reminder;
  readonly isMessageGone: boolean;
  /** Null if this user may not see the name. Undefined if this user completed the reminder. */
  readonly by?: string | null;
};

/** The limit of reminders that have left the list and whose state is queried. The oldest are forgotten first. */
const MOST_GONE = 20;

/** Only reminders that other users completed while this list was on screen. */
export function useDoneByOthers(listKey: string, { page, isStale }: LivePage<ReminderPage>): readonly Done[] {
  const { kennelId } = useKennel();
  const [seen, setSeen] = useState<{ listKey: string; page: ReminderPage; gone: readonly Reminder[] }>();
  if (page && !isStale && seen?.page !== page) {
    const before = seen?.listKey === listKey ? seen : null;
    const isHere = ({ _id }: Reminder) => page.data.some((each) => each._id === _id);
    const gone = before ? [...before.gone, ...before.page.data].filter((each) => !isHere(each)) : [];
    setSeen({ listKey, page, gone: gone.slice(-MOST_GONE) });
  }
  const gone = seen?.listKey === listKey ? seen.gone : [];
  const reminderIds = gone.map(({ _id }): string => _id);
  const completions =
    useLiveQuery(
      api.reminders.reminders.completedByOthers,
      gone.length > 0 ? { kennelId, reminderIds } : "skip",
    ).data ?? [];
  return gone.flatMap((reminder) => {
    const completion = completions.find(({ reminderId }) => reminderId === reminder._id);
    return completion ? [{ reminder, isMessageGone: false, by: completion.by }] : [];
  });
}

/** The order of the server's list: overdue reminders first, then by day, priority, time and age. */
function compareLines(a: Reminder, b: Reminder, today: string): number {
  const keys = [a, b].map((reminder) => [
    reminderStateOf(reminder, today) === "overdue" ? 0 : 1,
    reminder.dueDate,
    -REMINDER_PRIORITIES.indexOf(reminder.priority),
    reminder.dueTime ?? "",
    reminder.createdAt,
  ]);
  const [one = [], other = []] = keys;
  const index = one.findIndex((key, place) => key !== other[place]);
  return index === -1 ? 0 : (one[index] ?? 0) < (other[index] ?? 0) ? -1 : 1;
}

type Line = { readonly reminder: Reminder; readonly done: Done | null };

/** Inserts the reminders that were completed here among the pending reminders of a page. */
function withDone(
  { items, before, isLast }: RowsOfPage<Reminder>,
  done: readonly Done[],
  today: string,
): Line[] {
  const isAfter = (a: Reminder, b: Reminder) => compareLines(a, b, today) > 0;
  const last = items.at(-1);
  const own = done.filter(
    ({ reminder }) =>
      !items.some(({ _id }) => _id === reminder._id) &&
      (before === undefined || isAfter(reminder, before)) &&
      (isLast || last === undefined || !isAfter(reminder, last)),
  );
  const lines: Line[] = items.map((reminder) => ({ reminder, done: null }));
  for (const each of own) {
    const next = lines.findIndex(({ reminder }) => isAfter(reminder, each.reminder));
    lines.splice(next === -1 ? lines.length : next, 0, { reminder: each.reminder, done: each });
  }
  return lines;
}

type Group = DueGroup & { readonly lines: Line[] };

/** `lines` must be sorted. */
function groupLines(lines: readonly Line[], today: string): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const group = dueGroupOf(line.reminder, today);
    const last = groups.at(-1);
    if (last?.key === group.key) last.lines.push(line);
    else groups.push({ ...group, lines: [line] });
  }
  return groups;
}

type ReminderListProps = {
  list: PagedQuery<ReminderPage>;
  /** The first page also has the counts of all tabs. */
  first: LivePage<ReminderPage>;
  today: string;
  actions: ReminderCardActions | null;
  onOpen: (reminder: Reminder) => void;
  selection: Selection;
  done: readonly Done[];
  filter: ReminderFilter;
  /** Shown below the message that there are no reminders. Undefined for users who can only read. */
  examples: ReactNode;
};

/** Renders the rows by day, or a message instead. */
export function ReminderList(props: ReminderListProps) {
  const { list, first, filter, selection, done, examples, ...cards } = props;
  const { today, actions, onOpen } = cards;
  const counts = first.page?.counts;
  // Reminders far in the future are collapsed only in the unfiltered list. A filtered list shows everything it
  // found. A list with only such reminders shows them too.
  const canFold = filter.tab === "pending" && filter.search === "" && filter.type === "" && !filter.isMine;
  const isAllLater = first.page?.data.every((reminder) => isDueLater(reminder, today)) ?? false;
  const [isLaterOpen, setLaterOpen] = useState(false);
  const isFolding = canFold && !isAllLater && !isLaterOpen;
  const rowOf = ({ reminder, done: completed }: Line) => (
    <li
      key={reminder._id}
      // The browser does not lay out rows that are not visible.
      className="[contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]"
    >
      <ReminderCard
        reminder={reminder}
        selection={completed ? undefined : selection.of(reminder)}
        done={
          completed && {
            onUndo: completed.isMessageGone && actions ? () => actions.onReopen(reminder) : null,
            by: completed.by,
          }
        }
        hasDay={completed !== null || dueGroupOf(reminder, today).key !== reminder.dueDate}
        {...{ today, actions, onOpen }}
      />
    </li>
  );
  const rows = (page: RowsOfPage<Reminder>) => {
    if (filter.tab === "completed") {
      return (
        <li>
          <ul className={ROWS}>{page.items.map((reminder) => rowOf({ reminder, done: null }))}</ul>
        </li>
      );
    }
    const open = isFolding ? page.items.filter((reminder) => !isDueLater(reminder, today)) : page.items;
    const groups = groupLines(withDone({ ...page, items: open }, done, today), today);
    return groups.map((group, index) => (
      <DueGroupRows
        key={group.key}
        group={group}
        isContinued={
          index === 0 && page.before !== undefined && dueGroupOf(page.before, today).key === group.key
        }
      >
        {group.lines.map(rowOf)}
      </DueGroupRows>
    ));
  };
  return (
    <GrowingList
      list={list}
      first={first}
      filter={filter}
      label="Reminders"
      things="reminders"
      className="flex flex-col gap-5"
      failureText="Failed to load reminders. Please try again."
      skeleton={<ListSkeleton />}
      empty={
        <>
          {done.length > 0 ? (
            <ul aria-label="Reminders" className="flex flex-col gap-5">
              {rows({ items: [], before: undefined, isLast: true })}
            </ul>
          ) : null}
          {counts && <NoReminders filter={filter} counts={counts} examples={examples} />}
        </>
      }
      folded={(last) =>
        isFolding && isDueLater(last, today) ? (
          <div className="flex flex-col gap-2">
            <h2 className="font-title px-1 text-lg">Later</h2>
            <Button variant="outline" className="self-start" onClick={() => setLaterOpen(true)}>
              <ChevronDown aria-hidden />
              Show Later Reminders
            </Button>
          </div>
        ) : null
      }
      rows={rows}
    />
  );
}

const ROWS = "divide-y rounded-lg border bg-card shadow-page";

type DueGroupRowsProps = { group: Group; isContinued: boolean; children: ReactNode };

/** If the group began on the previous page, the title is on that page. */
function DueGroupRows({ group: { key, title, note, lines }, isContinued, children }: DueGroupRowsProps) {
  const rows = (
    <ul aria-label={title} className={ROWS}>
      {children}
    </ul>
  );
  if (isContinued) return <li className="-mt-3">{rows}</li>;
  return (
    <li className="flex flex-col gap-2">
      <h2
        className={cn(
          "font-title flex flex-wrap items-baseline gap-x-2.5 px-1 text-lg",
          key === "overdue" && "text-error",
        )}
      >
        {title}
        <span className="font-sans text-sm font-normal text-muted-foreground">
          {note === "" ? lines.filter(({ done }) => done === null).length : note}
        </span>
      </h2>
      {rows}
    </li>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading reminders" className="flex flex-col gap-2.5 pt-9">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-14 rounded-lg" />
      ))}
    </div>
  );
}

type NoRemindersProps = {
  filter: ReminderFilter;
  counts: ReminderPage["counts"];
  examples: ReactNode;
};

function NoReminders({ filter, counts, examples }: NoRemindersProps) {
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
        examples
          ? "Write as you speak. Studbook finds the day, the dog and how often."
          : "Reminders will appear here when they are added"
      }
      action={examples ?? undefined}
    />
  );
}

type BulkBarProps = {
  selection: Selection;
  /** The cards on the screen, for selecting all. */
  reminders: readonly Reminder[];
  isCompletedTab: boolean;
  today: string;
};

const counted = (count: number): string => (count === 1 ? "1 reminder" : `${count} reminders`);

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
