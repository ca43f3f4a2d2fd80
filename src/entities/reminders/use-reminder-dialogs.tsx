/** Connects a list of reminders with its actions, its form and the question about a series. */
import { useState, type ReactNode } from "react";
import { late, useFetchedWhenUsed } from "@/components/late";
import { RecordHistoryDialog } from "@/entities/history/record-history";
import { DeleteQuestion } from "@/entities/reminders/delete-question";
import type { ReminderCardActions } from "@/entities/reminders/reminder-card";
import { ReminderDialog } from "@/entities/reminders/reminder-dialog";
import { withAdvanceDays, type GivenReminder } from "@/entities/reminders/reminder-form";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { ToldDialog } from "@/entities/reminders/told-dialog";
import { useReminderActions } from "@/entities/reminders/use-reminder-actions";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

export const ReminderFormDialog = late(
  async () => (await import("@/entities/reminders/reminder-form-dialog")).ReminderFormDialog,
);
const LATE_PARTS = [ReminderFormDialog];

/**
 * Returns the actions for the cards, functions that open a reminder or start a new one, and the dialogs, which must
 * be mounted once.
 */
export function useReminderDialogs(today: string): {
  actions: ReminderCardActions;
  /** Opens the reminder's form if the user may change it, otherwise its page. */
  open: (reminder: Reminder) => void;
  /** Starts a new reminder. Calls `onSaved` after the reminder was saved. */
  add: (given?: GivenReminder, onSaved?: () => void) => void;
  /** How many days in advance the person's reminders send notices; null for the default. */
  ownDays: readonly number[] | null;
  dialogs: ReactNode;
} {
  const reminderActions = useReminderActions(today);
  const canWrite = useKennel().can("reminders", "write");
  useFetchedWhenUsed(LATE_PARTS);
  const [form, setForm] = useState<{
    reminder: Reminder | null;
    given: GivenReminder;
    onSaved?: (() => void) | undefined;
  } | null>(null);
  const [asked, setAsked] = useState<Reminder | null>(null);
  const [told, setTold] = useState<Reminder | null>(null);
  const [shown, setShown] = useState<Reminder | null>(null);
  const [changed, setChanged] = useState<Reminder | null>(null);
  // The person's defaults for new reminders.
  const ownDays = useLiveQuery(api.accounts.userSettings.get, {}).data?.daysInAdvance ?? null;
  const actions: ReminderCardActions = {
    onComplete: reminderActions.complete,
    onEdit: (reminder) => setForm({ reminder, given: {} }),
    onSnooze: (reminder, days) => void reminderActions.snooze(reminder, days),
    onReopen: (reminder) => void reminderActions.reopen(reminder),
    onTold: setTold,
    onHistory: setChanged,
    onDelete: (reminder) => {
      if (reminder.recurring && !reminder.isCompleted) setAsked(reminder);
      else void reminderActions.remove(reminder);
    },
  };
  const dialogs = (
    <>
      {form ? (
        <ReminderFormDialog
          key={form.reminder?._id ?? "new"}
          reminder={form.reminder}
          given={form.given}
          onSaved={form.onSaved}
          today={today}
          onClose={() => setForm(null)}
        />
      ) : null}
      {shown ? (
        <ReminderDialog
          reminder={shown}
          today={today}
          onReopen={
            canWrite
              ? () => {
                  setShown(null);
                  void reminderActions.reopen(shown);
                }
              : null
          }
          onClose={() => setShown(null)}
        />
      ) : null}
      {told ? <ToldDialog reminder={told} onClose={() => setTold(null)} /> : null}
      {changed ? (
        <RecordHistoryDialog
          table="reminders"
          recordId={changed._id}
          name={changed.title}
          onClose={() => setChanged(null)}
        />
      ) : null}
      <DeleteQuestion
        reminder={asked}
        onOne={(reminder) => {
          setAsked(null);
          void reminderActions.remove(reminder);
        }}
        onSeries={(reminder) => {
          setAsked(null);
          void reminderActions.removeSeries(reminder);
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  );
  const open = (reminder: Reminder) => {
    if (canWrite && !reminder.isCompleted) actions.onEdit(reminder);
    else setShown(reminder);
  };
  const add = (given: GivenReminder = {}, onSaved?: () => void) => {
    const own = ownDays === null ? {} : { advance: withAdvanceDays(ownDays) };
    setForm({ reminder: null, given: { ...own, ...given }, onSaved });
  };
  return { actions, open, add, ownDays, dialogs };
}
