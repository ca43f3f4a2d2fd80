/** The kennel's backups: creating and downloading one now, the nightly backup, and the stored backups. */
import { useEffect, useRef, useState } from "react";
import { useConvex, useMutation } from "convex/react";
import { DatabaseBackup, Upload } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { EmptyState } from "@/components/empty-state";
import { FileButton } from "@/components/file-button";
import { Loaded } from "@/components/loaded";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Label } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { formatShortMoment } from "@domain/formatting/formatting";
import { BackupRow } from "@/features/backups/backup-row";
import { type BackupLook, RestoreDialog, type RestoreMode } from "@/features/backups/restore-dialog";
import { sendBackup } from "@/features/backups/send-backup";
import { useBackupDownload } from "@/features/backups/use-backup-download";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { Backup } from "@convex/backups/model/backups";
import type { RestoreReport } from "@convex/backups/model/restores";
import { sourceOfBlob } from "@domain/backups/byte-source";
import { INVALID_BACKUP, KEPT_BACKUPS } from "@domain/backups/format";
import { type OpenBackup, openBackup } from "@domain/backups/reading";
import { BackupProblem } from "@domain/backups/records";
import { formatFileSize } from "@domain/files/file-size";
import { readsEverything } from "@domain/permissions/permissions";

/**
 * Downloads a backup once it is complete, if the user requested it on this page. The returned function registers
 * such a backup.
 */
function useAwaited(backups: readonly Backup[] | undefined, download: (id: string) => Promise<void>) {
  const awaited = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, state } of backups ?? []) {
      if (state === "making" || !awaited.current.delete(id)) continue;
      if (state === "ready") void download(id);
      else toast.error("Failed to create backup");
    }
  }, [backups, download]);
  return (id: string) => awaited.current.add(id);
}

/** Users who may not read every area see why they cannot create a backup. */
export function BackupsCard() {
  const { kennel } = useKennel();
  return readsEverything(kennel.permissions) ? <Backups /> : <ClosedBackups />;
}

function ClosedBackups() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Backups</CardTitle>
        <CardDescription>
          A backup holds every area of the kennel. You do not have access to all of them, so you cannot use
          backups. The kennel&apos;s owner can change your access.
        </CardDescription>
      </CardHeader>
    </Card>
  );
}

function Backups() {
  const { kennelId, can } = useKennel();
  const canWrite = can("backups", "write");
  const backups = useLiveQuery(api.backups.backups.list, { kennelId });
  const newest = useLiveQuery(api.backups.restores.newest, { kennelId }).data;
  const awaitRestore = useRestoreOutcome(newest);
  const [download, beginDownload] = useBackupDownload();
  const awaitBackup = useAwaited(backups.data, async (id) => {
    await beginDownload(id, "Backup created successfully!");
  });
  return (
    <Card id="backups">
      <CardHeader>
        <CardTitle>Backups</CardTitle>
        <CardDescription>
          All records of the kennel, with photos, documents and attachments, in one file that is yours to
          keep.
        </CardDescription>
        {canWrite ? (
          <div className="mt-2 flex flex-wrap gap-2 max-sm:[&>button]:w-full">
            <CreateButton
              isMaking={backups.data?.some(({ state }) => state === "making") ?? false}
              onAsked={awaitBackup}
            />
            <RestoreFile isDisabled={isUnderWay(newest)} onStarted={awaitRestore} />
          </div>
        ) : null}
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <RestoreStanding restore={newest ?? null} />
        <NightlySetting />
        <StorageLine />
        <Loaded query={backups} failureText="Failed to load backups. Please try again." height="h-40">
          {(data) =>
            data.length === 0 ? (
              <EmptyState
                icon={<DatabaseBackup aria-hidden className="size-9 text-brass" />}
                title="No backups yet"
                text="The first one takes a moment. It is downloaded, and kept here too."
              />
            ) : (
              <>
                <ul aria-label="Backups" className="flex flex-col divide-y">
                  {data.map((backup) => (
                    <BackupRow
                      key={backup.id}
                      backup={backup}
                      download={download?.backupId === backup.id ? download : null}
                      isBusy={download !== null}
                      isRestoring={isUnderWay(newest)}
                      onRestoring={awaitRestore}
                      onDownload={() => void beginDownload(backup.id)}
                    />
                  ))}
                </ul>
                {canWrite ? <CleanupButton count={data.length} /> : null}
              </>
            )
          }
        </Loaded>
      </CardContent>
    </Card>
  );
}

type CreateButtonProps = { isMaking: boolean; onAsked: (backupId: string) => void };

function CreateButton({ isMaking, onAsked }: CreateButtonProps) {
  const { kennelId } = useKennel();
  const today = useToday();
  const create = useMutation(api.backups.backups.create);
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      onAsked(await create({ kennelId, backupType: "local", includePhotos: true, format: "json", today }));
    } catch (error) {
      toast.error(failureText("Failed to create backup", error));
    }
    setBusy(false);
  };
  return (
    <Button disabled={isBusy || isMaking} onClick={() => void ask()}>
      <DatabaseBackup aria-hidden />
      {isBusy || isMaking ? "Creating Backup..." : "Create Backup Now"}
    </Button>
  );
}

/**
 * An owner of several kennels also sees the total. If the storage cannot be loaded, renders nothing, because the
 * list below shows the failure.
 */
function StorageLine() {
  const { kennelId } = useKennel();
  const { data, status } = useLiveQuery(api.backups.backups.storage, { kennelId });
  if (status === "error") return null;
  if (!data) return <Skeleton className="h-5 w-56" />;
  const { usedBytes, deletedBytes, limitBytes, ownedTogether } = data;
  const limit = limitBytes === null ? "" : ` of ${formatFileSize(limitBytes)}`;
  const deleted = deletedBytes === 0 ? "" : `, and ${formatFileSize(deletedBytes)} by deleted files`;
  const together = ownedTogether?.limitBytes
    ? ` All your kennels together use ${formatFileSize(ownedTogether.usedBytes)} of ${formatFileSize(ownedTogether.limitBytes)}.`
    : "";
  return (
    <p className="text-sm text-muted-foreground">
      {`Storage: ${formatFileSize(usedBytes)}${limit} used by photos, documents and backups${deleted}.${together}`}
    </p>
  );
}

type CleanupButtonProps = { count: number };

/** Keeps only the newest backups. Source: BAK-04. Renders nothing if there are no backups to delete. */
function CleanupButton({ count }: CleanupButtonProps) {
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

/** Source: BAK-08. */
function NightlySetting() {
  const { kennelId, can } = useKennel();
  const schedule = useLiveQuery(api.backups.backups.schedule, { kennelId }).data;
  const setNightly = useMutation(api.backups.backups.setNightly);
  // The switch moves immediately, before the server confirms the change.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOn = chosen ?? schedule?.enabled ?? false;
  const change = async (enabled: boolean) => {
    setChosen(enabled);
    try {
      await setNightly({ kennelId, enabled });
    } catch (error) {
      toast.error(failureText("Failed to change automatic backups", error));
    }
    setChosen(null);
  };
  const next = schedule?.nextAt ?? null;
  return (
    <div className="flex items-start justify-between gap-4 rounded-lg border bg-muted/40 px-4 py-3">
      <div className="min-w-0">
        <Label htmlFor="nightly-backups" className="font-semibold">
          Automatic Backups
        </Label>
        <p id="nightly-backups-text" className="text-sm text-muted-foreground">
          Daily, at night in the kennel's time zone. The newest {schedule?.keepCount ?? 10} are kept.
          {isOn && next !== null ? ` The next one: ${formatShortMoment(next)}.` : ""}
        </p>
      </div>
      <Switch
        id="nightly-backups"
        aria-describedby="nightly-backups-text"
        checked={isOn}
        disabled={schedule === undefined || !can("backups", "write")}
        onCheckedChange={(enabled) => void change(enabled)}
      />
    </div>
  );
}

const FAILED = "Failed to restore backup. Please check the file format.";

/** The description comes from the file's own metadata. */
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

/**
 * The returned function waits until an uploaded file was checked. It returns why the file cannot be restored, or
 * null.
 */
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

/** The browser reads the chosen file. Then the file is uploaded, checked and restored. */
function RestoreFile({ isDisabled, onStarted }: RestoreFileProps) {
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
    // Reading a file of several gigabytes takes a while.
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

/** Source: decision GAP-BAK-06. */
const LISTED_ERRORS = 3;

/** Sources: BAK-06, BAK-07. */
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

/** Shows the result of a restore that was started on this page. The returned function registers such a restore. */
function useRestoreOutcome(newest: RestoreReport | null | undefined): (restoreId: string) => void {
  const awaited = useRef(new Set<string>());
  useEffect(() => {
    const isOver = newest?.state === "finished" || newest?.state === "failed";
    if (newest && isOver && awaited.current.delete(newest.id)) tell(newest);
  }, [newest]);
  return (restoreId) => void awaited.current.add(restoreId);
}

const isUnderWay = (restore: RestoreReport | null | undefined): boolean =>
  restore !== null && restore !== undefined && restore.state !== "finished" && restore.state !== "failed";

const steps = {
  saving: "Saving the current state...",
  writing: "Writing records...",
  counting: "Updating counts...",
};

/** Renders nothing if no restore is running. */
function RestoreStanding({ restore }: { restore: RestoreReport | null }) {
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
