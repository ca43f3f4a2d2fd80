/** Restoring a backup that is kept: a look into it, and how. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { History } from "lucide-react";
import { Button } from "@/components/ui/button";
import { RestoreDialog, type RestoreMode } from "@/features/settings/backups/restore-dialog";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { Backup } from "@convex/backups/model/backups";

type RestoreKeptProps = {
  backup: Backup;
  when: string;
  isDisabled: boolean;
  onStarted: (restoreId: string) => void;
};

/** Renders the button with its dialog. */
export function RestoreKept({ backup, when, isDisabled, onStarted }: RestoreKeptProps) {
  const { kennelId } = useKennel();
  const start = useMutation(api.backups.restores.start);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const restore = async (mode: RestoreMode) => {
    setBusy(true);
    setFailure(null);
    try {
      onStarted(await start({ kennelId, backupId: backup.id, mode }));
      setOpen(false);
    } catch (error) {
      setFailure(failureText("Failed to restore backup", error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        disabled={isDisabled}
        aria-label={`Restore the backup of ${when}`}
        onClick={() => setOpen(true)}
      >
        <History aria-hidden />
      </Button>
      {isOpen ? (
        <RestoreDialog
          look={{
            counts: backup.counts,
            takenAt: backup.takenAt ?? backup.createdAt,
            includesPhotos: backup.includesPhotos,
            foreignName: null,
            isUnsigned: false,
            warnings: backup.problems,
          }}
          busyText={isBusy ? "Starting..." : null}
          failure={failure}
          onRestore={(mode) => void restore(mode)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
