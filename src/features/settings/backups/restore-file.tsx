/** Restoring a backup file: chosen, looked into where it is, then sent, checked and restored. */
import { useState } from "react";
import { useConvex, useMutation } from "convex/react";
import { Upload } from "lucide-react";
import { toast } from "sonner";
import { FileButton } from "@/components/file-button";
import { RestoreDialog, type BackupLook, type RestoreMode } from "@/features/settings/backups/restore-dialog";
import { sendBackup } from "@/features/settings/backups/send-backup";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { sourceOfBlob } from "@domain/backup/byte-source";
import { INVALID_BACKUP } from "@domain/backup/format";
import { openBackup, type OpenBackup } from "@domain/backup/reading";
import { BackupProblem } from "@domain/backup/records";

const FAILED = "Failed to restore backup. Please check the file format.";

/** Tells what a file holds, as far as it says so itself. */
function lookInto({ metadata, counts }: OpenBackup, kennelId: string): BackupLook {
  const takenAt = Date.parse(metadata.createdAt ?? "");
  const isForeign = metadata.kennelId !== undefined && metadata.kennelId !== kennelId;
  return {
    counts,
    takenAt: Number.isNaN(takenAt) ? null : takenAt,
    includesPhotos: metadata.includesPhotos ?? true,
    foreignName: isForeign ? (metadata.kennelName ?? "with another name") : null,
    isUnsigned: metadata.signature === undefined,
    warnings: [],
  };
}

/** Waits until a file that was sent is checked; returns why it cannot be restored, or null. */
function useCheck() {
  const client = useConvex();
  return async (kennelId: string, backupId: Id<"backups">): Promise<string | null> =>
    await new Promise((resolve) => {
      const watch = client.watchQuery(api.backups.restores.sent, { kennelId, backupId });
      const look = () => {
        const sent = watch.localQueryResult();
        if (!sent || sent.state === "checking" || sent.state === "uploading") return;
        stop();
        resolve(sent.state === "ready" ? null : sent.problems.join("\n"));
      };
      const stop = watch.onUpdate(look);
      look();
    });
}

type RestoreFileProps = { isDisabled: boolean; onStarted: (restoreId: string) => void };

/** Renders the button with its dialog. */
export function RestoreFile({ isDisabled, onStarted }: RestoreFileProps) {
  const { kennelId } = useKennel();
  const today = useToday();
  const client = useConvex();
  const start = useMutation(api.backups.restores.start);
  const check = useCheck();
  const [isReading, setReading] = useState(false);
  const [opened, setOpened] = useState<OpenBackup | null>(null);
  const [busyText, setBusyText] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const choose = async (file: File) => {
    setFailure(null);
    // A file of some gigabytes takes a while.
    setReading(true);
    try {
      setOpened(await openBackup(sourceOfBlob(file)));
    } catch (error) {
      toast.error(error instanceof BackupProblem ? error.message : INVALID_BACKUP);
    }
    setReading(false);
  };
  const restore = async (mode: RestoreMode) => {
    if (!opened) return;
    setFailure(null);
    try {
      setBusyText("Sending...");
      const total = opened.files.length;
      const backupId = await sendBackup(client, { kennelId, today }, opened, (done) =>
        setBusyText(`Uploading... ${done} of ${total} files`),
      );
      setBusyText("Checking...");
      const problem = await check(kennelId, backupId);
      if (problem === null) {
        onStarted(await start({ kennelId, backupId, mode }));
        setOpened(null);
      } else {
        setFailure(problem);
      }
    } catch (error) {
      setFailure(failureText(FAILED.replace(/\.$/, ""), error));
    }
    setBusyText(null);
  };
  return (
    <>
      <FileButton
        label="Backup file"
        accept=".json,.zip,application/json,application/zip"
        disabled={isDisabled}
        aria-disabled={isReading}
        onFiles={([file]) => (file ? void choose(file) : undefined)}
      >
        <Upload aria-hidden />
        <span aria-live="polite">{isReading ? "Reading the file..." : "Restore from Backup"}</span>
      </FileButton>
      {opened ? (
        <RestoreDialog
          look={lookInto(opened, kennelId)}
          busyText={busyText}
          failure={failure}
          onRestore={(mode) => void restore(mode)}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
