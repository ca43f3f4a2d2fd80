/** What can be done with all ticked reminders at once; each action can be undone from its message. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Check, Trash2, X } from "lucide-react";
import { toast } from "sonner";
import { failureSentence, type Reminder } from "@/entities/reminders/reminder-words";
import { Button } from "@/components/ui/button";
import type { Selection } from "@/features/reminders/use-selection";
import { api } from "@convex/_generated/api";

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
