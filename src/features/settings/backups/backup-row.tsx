/** One backup of the list: when it was made, by whom, what it holds, and what can be done with it. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Download, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { formatMoment } from "@/entities/notifications/message-words";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CheckButton, CheckResult, useBackupCheck } from "@/features/settings/backups/backup-check";
import { backupTypeLabels, describeCounts } from "@/features/settings/backups/backup-labels";
import { RestoreKept } from "@/features/settings/backups/restore-kept";
import type { BackupDownload } from "@/features/settings/backups/use-backup-download";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { Backup } from "@convex/backups/model/backups";
import { formatFileSize } from "@domain/files/file-size";

type BackupRowProps = {
  backup: Backup;
  /** How far its download is, while there is one. */
  download: BackupDownload | null;
  isBusy: boolean;
  isRestoring: boolean;
  onDownload: () => void;
  /** Hears of a restore that was begun. */
  onRestoring: (restoreId: string) => void;
};

/** Renders the row. */
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
  const when = formatMoment(backup.createdAt);
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
