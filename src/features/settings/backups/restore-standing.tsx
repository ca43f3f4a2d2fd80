/** How far a restore is, for everybody who looks, and what came of it, for who began it. */
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import type { RestoreReport } from "@convex/backups/model/restores";

/** Errors that a warning lists. Source: decision GAP-BAK-06. */
const LISTED_ERRORS = 3;

/** Says what came of a restore. Sources: BAK-06, BAK-07. */
function tell({ state, errors, errorCount, problem }: RestoreReport): void {
  if (state === "failed") {
    toast.error(`Failed to restore backup. ${problem ?? "The kennel is as it was before."}`);
  } else if (errorCount === 0) {
    toast.success("Backup restored successfully!");
  } else {
    const listed = errors.slice(0, LISTED_ERRORS).map(({ kind, message }) => `${kind}: ${message}`);
    const rest = errorCount > listed.length ? ` (${errorCount} in total)` : "";
    toast.warning(`Backup restored with errors: ${listed.join(", ")}${rest}`);
  }
}

/** Tells the outcome of restores that were begun on this page; returns how to name one. */
export function useRestoreOutcome(newest: RestoreReport | null | undefined): (restoreId: string) => void {
  const awaited = useRef(new Set<string>());
  useEffect(() => {
    const isOver = newest?.state === "finished" || newest?.state === "failed";
    if (newest && isOver && awaited.current.delete(newest.id)) tell(newest);
  }, [newest]);
  return (restoreId) => void awaited.current.add(restoreId);
}

/** Says whether a restore is under way. */
export const isUnderWay = (restore: RestoreReport | null | undefined): boolean =>
  restore !== null && restore !== undefined && restore.state !== "finished" && restore.state !== "failed";

const steps = {
  saving: "Saving the current state...",
  writing: "Writing records...",
  counting: "Updating counts...",
};

/** Renders how far a restore is, or nothing while none is under way. */
export function RestoreStanding({ restore }: { restore: RestoreReport | null }) {
  if (!restore || restore.state === "finished" || restore.state === "failed") return null;
  const text = restore.isUndoing ? "Restoring the previous state..." : steps[restore.state];
  return (
    <Alert>
      <p className="font-semibold">A backup is being restored by {restore.startedBy}.</p>
      <p>{text}</p>
      <progress
        aria-label="Restored records"
        className="mt-2 h-1.5 w-full"
        max={Math.max(1, restore.total)}
        value={restore.state === "counting" ? restore.total : Math.min(restore.done, restore.total)}
      />
    </Alert>
  );
}
