/** A backup in the list: when and by whom it was created, its content, and its actions. */
import { useState } from "react";
import { useAction, useMutation } from "convex/react";
import { Download, History, ShieldCheck, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { formatShortMoment } from "@domain/formatting/formatting";
import { backupTypeLabels, describeCounts } from "@/features/backups/backup-labels";
import { RestoreDialog, type RestoreMode } from "@/features/backups/restore-dialog";
import type { BackupDownload } from "@/features/backups/use-backup-download";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { Backup } from "@convex/backups/model/backups";
import { formatFileSize } from "@domain/files/file-size";

type BackupRowProps = {
  backup: Backup;
  /** Null if the backup is not being downloaded. */
  download: BackupDownload | null;
  isBusy: boolean;
  isRestoring: boolean;
  onDownload: () => void;
  onRestoring: (restoreId: string) => void;
};

export function BackupRow({
  backup,
  download,
  isBusy,
  isRestoring,
  onDownload,
  onRestoring,
}: BackupRowProps) {
  const { can } = useKennel();
  const [isDeleting, setDeleting] = useState(false);
  const [check, beginCheck] = useBackupCheck(backup.id);
  const when = formatShortMoment(backup.createdAt);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold tabular-nums">{when}</span>
          <Badge variant="outline">{backupTypeLabels[backup.type]}</Badge>
        </p>
        <p className="text-sm text-muted-foreground">
          <Standing backup={backup} download={download} />
        </p>
      </div>
      <div className="flex gap-1">
        {backup.state === "ready" ? (
          <Button
            variant="outline"
            size="sm"
            disabled={isBusy}
            aria-label={`Download the backup of ${when}`}
            onClick={onDownload}
          >
            <Download aria-hidden />
            Download
          </Button>
        ) : null}
        {backup.state === "ready" ? (
          <CheckButton check={check} when={when} isDisabled={isBusy} onCheck={() => void beginCheck()} />
        ) : null}
        {can("backups", "write") && backup.state === "ready" ? (
          <RestoreKept backup={backup} when={when} isDisabled={isRestoring} onStarted={onRestoring} />
        ) : null}
        {can("backups", "write") && backup.state !== "making" ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete the backup of ${when}`}
            disabled={isRestoring}
            onClick={() => setDeleting(true)}
          >
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </div>
      <CheckResult check={check} />
      {isDeleting ? <DeleteBackup backup={backup} when={when} onClose={() => setDeleting(false)} /> : null}
    </li>
  );
}

function Standing({ backup, download }: Pick<BackupRowProps, "backup" | "download">) {
  if (download) {
    return download.total === 0
      ? "Preparing the file..."
      : `Fetching files... ${download.done} of ${download.total}`;
  }
  if (backup.state === "making") return `Creating... ${Math.round(backup.progress * 100)}%`;
  if (backup.state === "failed") return backup.problems.join(" ") || "Failed";
  const held = describeCounts(backup.counts).slice(0, 3).join(", ") || "No records yet";
  const photos = backup.includesPhotos ? "" : ", without photos";
  const by = backup.createdBy === null ? "" : `, ${backup.createdBy}`;
  return `${formatFileSize(backup.size)} · ${held}${photos}${by}`;
}

type DeleteBackupProps = { backup: Backup; when: string; onClose: () => void };

function DeleteBackup({ backup, when, onClose }: DeleteBackupProps) {
  const remove = useMutation(api.backups.backups.remove);
  const act = async () => {
    await remove({ backupId: backup.id });
    toast.success("Backup deleted");
    onClose();
  };
  return (
    <ActionQuestion
      title={`Delete the backup of ${when}?`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      act={act}
      failureOf={(error) => failureText("Failed to delete backup", error)}
      onCancel={onClose}
    >
      It can no longer be restored from here. A file that you have downloaded is not touched.
    </ActionQuestion>
  );
}

/** The result of checking a backup on this page. */
type BackupCheck = "none" | "checking" | readonly string[];

/** Checks the backup's checksum, every record and every file. */
function useBackupCheck(backupId: string): [BackupCheck, () => Promise<void>] {
  const { kennelId } = useKennel();
  const ask = useAction(api.backups.actions.backupChecking.check);
  const [check, setCheck] = useState<BackupCheck>("none");
  const begin = async () => {
    setCheck("checking");
    try {
      setCheck(await ask({ kennelId, backupId }));
    } catch (error) {
      toast.error(failureText("Failed to check the backup", error));
      setCheck("none");
    }
  };
  return [check, begin];
}

type CheckButtonProps = { check: BackupCheck; when: string; isDisabled: boolean; onCheck: () => void };

function CheckButton({ check, when, isDisabled, onCheck }: CheckButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      disabled={isDisabled || check === "checking"}
      aria-label={`Check the backup of ${when}`}
      onClick={onCheck}
    >
      <ShieldCheck aria-hidden />
    </Button>
  );
}

/** The region is rendered before the result, so that screen readers announce the result. */
function CheckResult({ check }: { check: BackupCheck }) {
  const isSound = Array.isArray(check) && check.length === 0;
  return (
    <div role="status" className="basis-full empty:sr-only">
      {check === "checking" ? (
        <p className="text-sm text-muted-foreground">Checking every record and every file...</p>
      ) : isSound ? (
        <p className="text-sm text-success">Checked: every record and file is intact.</p>
      ) : check === "none" ? null : (
        <Alert variant="error">
          <p className="font-semibold">This backup is damaged. Whatever can be restored from it still is.</p>
          <ul className="list-disc pl-5">
            {check.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

type RestoreKeptProps = {
  backup: Backup;
  when: string;
  isDisabled: boolean;
  onStarted: (restoreId: string) => void;
};

/** The dialog for restoring a stored backup. */
function RestoreKept({ backup, when, isDisabled, onStarted }: RestoreKeptProps) {
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
