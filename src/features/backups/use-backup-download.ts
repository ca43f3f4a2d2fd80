/** Builds a backup and saves it, with its progress. */
import { useState } from "react";
import { useConvex } from "convex/react";
import { toast } from "sonner";
import { saveFile } from "@/lib/save-file";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

export interface BackupDownload {
  readonly backupId: string;
  /** `done` of `total` files are downloaded. */
  readonly done: number;
  readonly total: number;
}

/** A failure shows a message. */
export function useBackupDownload(): [
  BackupDownload | null,
  (backupId: string, success?: string) => Promise<void>,
] {
  const client = useConvex();
  const [download, setDownload] = useState<BackupDownload | null>(null);
  const begin = async (backupId: string, success?: string) => {
    setDownload({ backupId, done: 0, total: 0 });
    try {
      const backup = await client.query(api.backups.backups.get, { backupId });
      // The code that writes ZIP files loads only when it is needed.
      const { buildBackupFile } = await import("@/features/backups/download-backup");
      const file = await buildBackupFile(client, backup, (done) =>
        setDownload({ backupId, done, total: backup.fileCount }),
      );
      saveFile(file, backup.fileName);
      if (success !== undefined) toast.success(success);
    } catch (error) {
      toast.error(failureText("Failed to download the backup", error));
    }
    setDownload(null);
  };
  return [download, begin];
}
