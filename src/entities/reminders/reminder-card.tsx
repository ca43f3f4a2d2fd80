/** One reminder with its checkbox, due label and badges. Source: decision GAP-REM-03. */
import { useId, useState, type ReactNode } from "react";
import { AlarmClock, Repeat, AlarmClockOff, History, Pencil, RotateCcw, Send, Trash2 } from "lucide-react";
import { Link } from "@/lib/router";
import { ForAssignee } from "@/entities/reminders/assignees";
import { PriorityBadges } from "@/entities/reminders/priority-badges";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/lib/utils";
import { formatDay, formatShortDay, formatTime } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";
import { dueLabelOf, isSnoozed, reminderStateOf } from "@domain/reminders/due";
import { recurrenceText, reminderTypeLabels } from "@domain/reminders/words";
import { ActionsMenu } from "@/components/actions-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";

export type ReminderCardActions = ReminderMenuActions & {
  /**
   * Returns whether completing worked. `onMessageGone` is called when the message with its undo button has
   * disappeared.
   */
  onComplete: (reminder: Reminder, onMessageGone?: () => void) => Promise<boolean>;
};

type ReminderCardProps = {
  reminder: Reminder;
  today: string;
  /** Null for users who may only read. */
  actions: ReminderCardActions | null;
  onOpen: (reminder: Reminder) => void;
  /** Replaces completing while a selection for a bulk action is active. Undefined without a selection. */
  selection?: { isSelected: boolean; onToggle: () => void } | undefined;
  /** False if all reminders of the list are about one dog. */
  hasDog?: boolean;
  /** False if the title above the row shows the date. Screen readers then still get the date. */
  hasDay?: boolean;
  /**
   * Set if the reminder was just completed and is still in the list. `onUndo` works after the message has
   * disappeared. `by` is another person who completed the reminder, null if the user may not see that person.
   */
  done?: { onUndo: (() => void) | null; by?: string | null | undefined } | null;
};

export function ReminderCard({
  reminder,
  today,
  actions,
  onOpen,
  selection,
  hasDog = true,
  hasDay = true,
  done = null,
}: ReminderCardProps) {
  const titleId = useId();
  const isCompleted = reminder.isCompleted || done !== null;
  return (
    <article
      aria-labelledby={titleId}
      className={cn(
        "flex min-w-0 items-start gap-1 py-1 pr-1.5 pl-1 sm:pr-2 sm:pl-2",
        selection?.isSelected && "bg-accent",
      )}
    >
      {selection ? (
        <Tick
          label={`Select ${reminder.title}`}
          isChecked={selection.isSelected}
          onCheck={selection.onToggle}
        />
      ) : (
        <CompletionTick reminder={reminder} isCompleted={isCompleted} actions={actions} />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-x-3 gap-y-0.5 py-2.5 sm:flex-row sm:flex-wrap sm:items-baseline pointer-coarse:gap-y-3 pointer-coarse:pt-3.5 pointer-coarse:pb-5">
        <h3
          id={titleId}
          className={cn(
            "leading-snug font-semibold text-pretty break-words",
            isCompleted && "font-normal text-muted-foreground line-through",
          )}
        >
          {selection || done ? (
            reminder.title
          ) : (
            <button
              type="button"
              onClick={() => onOpen(reminder)}
              className="text-left text-pretty break-words underline-offset-4 hover:underline"
            >
              {reminder.title}
            </button>
          )}
        </h3>
        {done && done.by !== undefined ? (
          <p className="text-sm text-muted-foreground">by {done.by ?? "somebody else"}</p>
        ) : null}
        <ReminderFacts reminder={reminder} today={today} hasDog={hasDog} hasDay={hasDay} />
        {reminder.description ? (
          <p className="line-clamp-2 text-sm break-words whitespace-pre-line text-muted-foreground">
            {reminder.description}
          </p>
        ) : null}
        {reminder.completionNotes ? (
          <p className="text-sm break-words text-muted-foreground">Note: {reminder.completionNotes}</p>
        ) : null}
      </div>
      {isCompleted ? null : <Badges reminder={reminder} today={today} />}
      {done?.onUndo ? (
        <Button
          variant="ghost"
          size="sm"
          className="my-1"
          aria-label={`Undo ${reminder.title}`}
          onClick={done.onUndo}
        >
          Undo
        </Button>
      ) : null}
      {actions && !selection && !done ? (
        <ReminderMenu reminder={reminder} today={today} {...actions} />
      ) : null}
    </article>
  );
}

type TickProps = { label: string; isChecked: boolean; isDisabled?: boolean; onCheck?: () => void };

/** The touch target is larger than the checkbox. */
function Tick({ label, isChecked, isDisabled = false, onCheck }: TickProps) {
  return (
    <label className="-m-0.5 flex size-12 shrink-0 cursor-pointer items-center justify-center has-disabled:cursor-default">
      <Checkbox
        aria-label={label}
        checked={isChecked}
        disabled={isDisabled}
        className="size-6"
        onCheckedChange={onCheck}
      />
    </label>
  );
}

/** Shows the tick immediately, and removes the tick if the server refuses. */
function CompletionTick({
  reminder,
  isCompleted,
  actions,
}: Pick<ReminderCardProps, "reminder" | "actions"> & { isCompleted: boolean }) {
  const [isSending, setSending] = useState(false);
  const complete = async () => {
    if (!actions) return;
    setSending(true);
    await actions.onComplete(reminder);
    setSending(false);
  };
  return (
    <Tick
      label={isCompleted ? `${reminder.title} is completed` : `Complete ${reminder.title}`}
      isChecked={isCompleted || isSending}
      isDisabled={isCompleted || isSending || actions === null}
      onCheck={() => void complete()}
    />
  );
}

type ReminderFactsProps = { reminder: Reminder; today: string; hasDog: boolean; hasDay?: boolean };

/** The date is the day on which the reminder is due or was completed. */
export function ReminderFacts({ reminder, today, hasDog, hasDay = true }: ReminderFactsProps) {
  const { dueDate, dueTime, dog, assigneeId, recurring, completedDate, isCompleted } = reminder;
  const isOverdue = !isCompleted && reminderStateOf(reminder, today) === "overdue";
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
      {hasDay || isCompleted || dueTime === null ? null : <span aria-hidden>{formatTime(dueTime)}</span>}
      <span
        title={formatDay(dueDate)}
        className={cn(isOverdue && "font-semibold text-error", !hasDay && !isCompleted && "sr-only")}
      >
        {isCompleted
          ? `Completed ${completedDate === null ? "" : formatDay(completedDate)}`
          : dueLabelOf(dueDate, today, dueTime)}
      </span>
      <Fact>{reminderTypeLabels[reminder.reminderType]}</Fact>
      {dog && hasDog ? (
        <Fact>
          {dog.isExternal ? (
            dog.name
          ) : (
            <Link
              to={pageOf("dogs", dog._id)}
              title={dog.name}
              className="text-foreground underline underline-offset-4 before:top-[calc(50%+11px)]"
            >
              {dog.callName ?? dog.name}
            </Link>
          )}
        </Fact>
      ) : null}
      <ForAssignee assigneeId={assigneeId} />
      {recurring && !isCompleted ? (
        <Fact>
          <Repeat aria-hidden className="mr-1 inline size-3.5" />
          {recurrenceText(recurring)}
        </Fact>
      ) : null}
    </p>
  );
}

const Fact = ({ children }: { children: ReactNode }) => (
  <span className="min-w-0 break-words">{children}</span>
);

function Badges({ reminder, today }: { reminder: Reminder; today: string }) {
  const { snoozedUntil } = reminder;
  return (
    <div className="flex shrink-0 items-center gap-1.5 py-2.5 max-sm:flex-row-reverse">
      <PriorityBadges reminder={reminder} today={today} />
      {snoozedUntil !== null && isSnoozed(reminder, today) ? (
        <Badge variant="info" title={`Snoozed until ${formatDay(snoozedUntil)}`}>
          <AlarmClock aria-hidden />
          <span className="max-sm:sr-only">Snoozed until </span>
          {formatShortDay(snoozedUntil)}
        </Badge>
      ) : null}
    </div>
  );
}

const SNOOZES = [
  { days: 1, label: "Snooze 1 day" },
  { days: 3, label: "Snooze 3 Days" },
  { days: 7, label: "Snooze 1 Week" },
] as const;

type ReminderMenuActions = {
  onEdit: (reminder: Reminder) => void;
  onSnooze: (reminder: Reminder, days: number | null) => void;
  onReopen: (reminder: Reminder) => void;
  onTold: (reminder: Reminder) => void;
  onHistory: (reminder: Reminder) => void;
  onDelete: (reminder: Reminder) => void;
};

type ReminderMenuProps = ReminderMenuActions & { reminder: Reminder; today: string };

function ReminderMenu({ reminder, today, ...actions }: ReminderMenuProps) {
  const { onEdit, onSnooze, onReopen, onTold, onHistory, onDelete } = actions;
  return (
    <ActionsMenu name={reminder.title} className="shrink-0 text-muted-foreground">
      {reminder.isCompleted ? (
        <DropdownMenuItem onSelect={() => onReopen(reminder)}>
          <RotateCcw aria-hidden />
          Reopen
        </DropdownMenuItem>
      ) : (
        <>
          <DropdownMenuItem onSelect={() => onEdit(reminder)}>
            <Pencil aria-hidden />
            Edit
          </DropdownMenuItem>
          {SNOOZES.map(({ days, label }) => (
            <DropdownMenuItem key={days} onSelect={() => onSnooze(reminder, days)}>
              <AlarmClock aria-hidden />
              {label}
            </DropdownMenuItem>
          ))}
          {isSnoozed(reminder, today) ? (
            <DropdownMenuItem onSelect={() => onSnooze(reminder, null)}>
              <AlarmClockOff aria-hidden />
              End Snooze
            </DropdownMenuItem>
          ) : null}
        </>
      )}
      <DropdownMenuItem onSelect={() => onTold(reminder)}>
        <Send aria-hidden />
        Notifications Sent
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => onHistory(reminder)}>
        <History aria-hidden />
        History
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem variant="destructive" onSelect={() => onDelete(reminder)}>
        <Trash2 aria-hidden />
        Delete
      </DropdownMenuItem>
    </ActionsMenu>
  );
}
