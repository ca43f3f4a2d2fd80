/** The actions for a reminder in its card's menu. Source: decision GAP-REM-06. */
import { AlarmClock, AlarmClockOff, History, Pencil, RotateCcw, Send, Trash2 } from "lucide-react";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { ActionsMenu } from "@/components/actions-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";
import { isSnoozed } from "@domain/reminders/due";

/** The durations of a snooze. */
export const SNOOZES = [
  { days: 1, label: "Snooze 1 day" },
  { days: 3, label: "Snooze 3 Days" },
  { days: 7, label: "Snooze 1 Week" },
] as const;

export type ReminderMenuActions = {
  onEdit: (reminder: Reminder) => void;
  onSnooze: (reminder: Reminder, days: number | null) => void;
  onReopen: (reminder: Reminder) => void;
  /** Opens the list of the people to whom the reminder was sent. */
  onTold: (reminder: Reminder) => void;
  /** Opens the reminder's history. */
  onHistory: (reminder: Reminder) => void;
  onDelete: (reminder: Reminder) => void;
};

type ReminderMenuProps = ReminderMenuActions & { reminder: Reminder; today: string };

/** Renders the button and its menu. */
export function ReminderMenu({ reminder, today, ...actions }: ReminderMenuProps) {
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
