/** Connects a list of reminders with its actions, its form and the question about a series. */
import { useState, type ReactNode } from "react";
import { late, useFetchedWhenUsed } from "@/components/late";
import { RecordHistoryDialog, HistoryButton } from "@/entities/history/record-history";
import type { ReminderCardActions } from "@/entities/reminders/reminder-card";
import { withAdvanceDays, type GivenReminder } from "@/entities/reminders/reminder-form";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { useReminderActions } from "@/entities/reminders/use-reminder-actions";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { RotateCcw } from "lucide-react";
import { ReminderFacts } from "@/entities/reminders/reminder-card";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { isNotFound } from "@/lib/failure-text";
import { AttemptList } from "@/entities/notifications/attempt-list";
import { channelLabels, stateLabels, stateVariants } from "@/entities/notifications/message-words";
import { Loaded } from "@/components/loaded";
import { Badge } from "@/components/ui/badge";
import { TitledDialog } from "@/components/titled-dialog";

export const ReminderFormDialog = late(
  async () => (await import("@/entities/reminders/reminder-form-dialog")).ReminderFormDialog,
);
const LATE_PARTS = [ReminderFormDialog];

/** The returned dialogs must be mounted once. */
export function useReminderDialogs(today: string): {
  actions: ReminderCardActions;
  /** Opens the reminder's form if the user may change it, otherwise its page. */
  open: (reminder: Reminder) => void;
  /** `onSaved` is called after the reminder was saved. */
  add: (given?: GivenReminder, onSaved?: () => void) => void;
  /** The person's own default for the days in advance. Null for the general default. */
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

type DeleteQuestionProps = {
  reminder: Reminder | null;
  onOne: (reminder: Reminder) => void;
  onSeries: (reminder: Reminder) => void;
  onCancel: () => void;
};

function DeleteQuestion({ reminder, onOne, onSeries, onCancel }: DeleteQuestionProps) {
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

type ReminderDialogProps = {
  /** The reminder as it was when the dialog opened. */
  reminder: Reminder;
  today: string;
  /** Null for users who may only read. */
  onReopen: (() => void) | null;
  onClose: () => void;
};

function ReminderDialog({ reminder: opened, today, onReopen, onClose }: ReminderDialogProps) {
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

function ToldDialog({ reminder, onClose }: { reminder: Reminder; onClose: () => void }) {
  const told = useLiveQuery(api.deliveries.deliveries.told, { reminderId: reminder._id });
  return (
    <TitledDialog title="Notifications Sent" description={reminder.title} onClose={onClose} size="md">
      <DialogBody>
        <Loaded query={told} failureText="Failed to load the notifications" height="h-32">
          {(data) =>
            data.length === 0 ? (
              <p className="text-muted-foreground">
                None yet. They are sent at 8:00 on the days set in the reminder, and on the day it is due.
              </p>
            ) : (
              <ul aria-label="Messages" className="flex flex-col divide-y">
                {data.map((message) => (
                  <li key={message._id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
                    <div className="flex flex-wrap items-center gap-2">
                      <span className="font-semibold break-words">{message.recipient}</span>
                      <Badge variant="outline">{channelLabels[message.channel]}</Badge>
                      {message.kind === "test" ? <Badge>Test</Badge> : null}
                      <Badge variant={stateVariants[message.state]}>{stateLabels[message.state]}</Badge>
                    </div>
                    <AttemptList {...message} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </DialogBody>
    </TitledDialog>
  );
}
