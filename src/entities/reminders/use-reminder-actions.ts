/**
 * The actions for a reminder, the same on all screens. Each action shows a message with an undo button. A question
 * comes first only if the user could mean a whole series.
 */
import { useMutation } from "convex/react";
import { useKennel } from "@/hooks/use-kennel";
import { useNavigate } from "@/lib/router";
import { toast } from "@/lib/toast";
import { failureSentence, type Reminder } from "@/entities/reminders/reminder-words";
import { addDays, earlierDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type Named = Pick<Reminder, "_id">;
type Completable = Pick<Reminder, "_id" | "bookingId">;

/** Returns whether the work succeeded. */
async function tell(work: Promise<unknown>, message: string): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    toast.error(failureSentence(message, error));
    return false;
  }
}

const undoable = (undo: () => Promise<unknown>) => ({
  action: {
    label: "Undo",
    onClick: () => void tell(undo(), "Failed to undo. Please try again."),
  },
});

/** Each action returns whether it succeeded. */
export function useReminderActions(today: string) {
  const { can } = useKennel();
  const navigate = useNavigate();
  const completeOne = useMutation(api.reminders.reminders.complete);
  const uncomplete = useMutation(api.reminders.reminders.uncomplete);
  const snoozeOne = useMutation(api.reminders.reminders.snooze);
  const removeOne = useMutation(api.reminders.reminders.remove);
  const restore = useMutation(api.reminders.reminders.restore);
  const endSeries = useMutation(api.reminders.reminderSeries.remove);
  return {
    /** `onMessageGone` is called when the message with the undo button has disappeared. */
    complete: async (
      { _id: reminderId, bookingId }: Completable,
      onMessageGone?: () => void,
    ): Promise<boolean> => {
      const work = completeOne({ reminderId, today });
      if (!(await tell(work, "Failed to complete reminder. Please try again."))) return false;
      const undo = {
        ...undoable(async () => await uncomplete({ reminderId })),
        ...(onMessageGone && { onAutoClose: onMessageGone, onDismiss: onMessageGone }),
      };
      if (bookingId === null || !can("health", "write")) {
        toast.success("Reminder marked as completed", undo);
        return true;
      }
      // The booking stays open on the schedule until its dose is recorded, on the schedule or from this reminder.
      toast.success("Reminder marked as completed", {
        ...undo,
        description: "Was the vaccine given?",
        cancel: undo.action,
        action: {
          label: "Record Vaccination",
          onClick: () => void navigate(`/dashboard/health/schedule?give=${bookingId}`),
        },
      });
      return true;
    },
    reopen: async ({ _id: reminderId }: Named): Promise<boolean> =>
      await tell(uncomplete({ reminderId }), "Failed to reopen reminder. Please try again."),
    snooze: async ({ _id: reminderId, snoozedUntil }: Reminder, days: number | null): Promise<boolean> => {
      const until = days === null ? null : addDays(today, days);
      const work = snoozeOne({ reminderId, snoozeUntil: until, today });
      if (!(await tell(work, "Failed to snooze reminder. Please try again."))) return false;
      toast.success(
        until === null ? "Snooze ended" : `Snoozed until ${formatDay(until)}`,
        undoable(async () => await snoozeOne({ reminderId, snoozeUntil: snoozedUntil, today })),
      );
      return true;
    },
    remove: async ({ _id: reminderId }: Named): Promise<boolean> => {
      if (!(await tell(removeOne({ reminderId }), "Failed to delete reminder. Please try again.")))
        return false;
      toast.success(
        "Reminder deleted",
        undoable(async () => await restore({ reminderId })),
      );
      return true;
    },
    removeSeries: async ({ seriesId, dueDate }: Reminder): Promise<boolean> => {
      if (seriesId === null) return false;
      // The series ends from the reminder's own date on, so that an overdue reminder is removed too.
      const work = endSeries({ seriesId, isFutureOnly: true, today: earlierDay(dueDate, today) });
      if (!(await tell(work, "Failed to delete reminders. Please try again."))) return false;
      toast.success("This reminder and those that follow are deleted");
      return true;
    },
  };
}
