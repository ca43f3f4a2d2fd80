/** Deleting all but the newest backups. Source: BAK-04. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { KEPT_BACKUPS } from "@domain/backup/format";

type CleanupButtonProps = { count: number };

/** Renders the button, or nothing while there are no more backups than are kept anyway. */
export function CleanupButton({ count }: CleanupButtonProps) {
  const { kennelId } = useKennel();
  const cleanUp = useMutation(api.backups.backups.cleanup);
  const [isAsking, setAsking] = useState(false);
  if (count <= KEPT_BACKUPS) return null;
  const act = async () => {
    const gone = await cleanUp({ kennelId, keepCount: KEPT_BACKUPS });
    toast.success(gone === 1 ? "One backup deleted" : `${gone} backups deleted`);
    setAsking(false);
  };
  return (
    <div>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        Keep the Newest {KEPT_BACKUPS}
      </Button>
      <ActionQuestion
        isOpen={isAsking}
        title={`Delete ${count - KEPT_BACKUPS} old backups?`}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        act={act}
        failureOf={(error) => failureText("Failed to delete old backups", error)}
        onCancel={() => setAsking(false)}
      >
        The newest {KEPT_BACKUPS} stay. Files that you have downloaded are not touched.
      </ActionQuestion>
    </div>
  );
}
