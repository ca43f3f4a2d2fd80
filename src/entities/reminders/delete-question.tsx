/** Asks whether to delete only this reminder of a series, or also the later ones. */
import type { Reminder } from "@/entities/reminders/reminder-words";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";

type DeleteQuestionProps = {
  /** The reminder that the user wants to delete, or null. */
  reminder: Reminder | null;
  onOne: (reminder: Reminder) => void;
  onSeries: (reminder: Reminder) => void;
  onCancel: () => void;
};

/** Renders the question if there is a reminder to delete. */
export function DeleteQuestion({ reminder, onOne, onSeries, onCancel }: DeleteQuestionProps) {
  return (
    <AlertDialog open={reminder !== null} onOpenChange={(isOpen) => (isOpen ? undefined : onCancel())}>
      <AlertDialogContent>
        <AlertDialogTitle>Delete “{reminder?.title}”?</AlertDialogTitle>
        <AlertDialogDescription>
          This reminder repeats. If you delete only this one, the next one takes its place. You can also end
          the series. Completed reminders stay.
        </AlertDialogDescription>
        <div className="flex flex-col gap-2">
          <Button variant="outline" onClick={() => reminder && onOne(reminder)}>
            Only this reminder
          </Button>
          <Button variant="destructive" onClick={() => reminder && onSeries(reminder)}>
            This and all following
          </Button>
          <AlertDialogCancel asChild>
            <Button variant="ghost">Cancel</Button>
          </AlertDialogCancel>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
