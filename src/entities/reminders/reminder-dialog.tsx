/**
 * A reminder's page in a dialog: its text, when and by whom it was completed, and its history. It is for completed
 * reminders and for users who may only read. A pending reminder opens its form instead.
 */
import { RotateCcw } from "lucide-react";
import { HistoryButton } from "@/entities/history/record-history";
import { ReminderFacts } from "@/entities/reminders/reminder-card";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { useLiveQuery } from "@/hooks/use-live-query";
import { isNotFound } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

type ReminderDialogProps = {
  /** The reminder as it was when the dialog opened. */
  reminder: Reminder;
  today: string;
  /** Makes a completed reminder pending again; null for users who may only read. */
  onReopen: (() => void) | null;
  onClose: () => void;
};

export function ReminderDialog({ reminder: opened, today, onReopen, onClose }: ReminderDialogProps) {
  const live = useLiveQuery(api.reminders.reminders.get, { reminderId: opened._id });
  const isDeleted = live.status === "error" && isNotFound(live.error);
  const reminder = live.data ?? opened;
  const { _id: recordId, title, description, completionNotes } = reminder;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent size="md" aria-describedby={undefined}>
        <DialogHeader className="gap-3 pb-4">
          <DialogTitle className="break-words">{title}</DialogTitle>
          <ReminderFacts reminder={reminder} today={today} hasDog />
          <div className="flex flex-wrap gap-2">
            {onReopen && reminder.isCompleted && !isDeleted ? (
              <Button variant="outline" onClick={onReopen}>
                <RotateCcw aria-hidden />
                Reopen
              </Button>
            ) : null}
            <HistoryButton table="reminders" recordId={recordId} name={title} />
          </div>
        </DialogHeader>
        <DialogBody className="flex max-w-prose flex-col gap-4">
          {isDeleted ? <p role="status">This reminder no longer exists</p> : null}
          <p className={description ? "break-words whitespace-pre-wrap" : "text-muted-foreground"}>
            {description ?? "No description"}
          </p>
          {completionNotes ? (
            <p className="border-t pt-3 break-words whitespace-pre-wrap">Note: {completionNotes}</p>
          ) : null}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
