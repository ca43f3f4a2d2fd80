/** The kennel's backups: one made now and downloaded, one of every night, and those that are kept. */
import { useEffect, useRef, useState } from "react";
import { useMutation } from "convex/react";
import { DatabaseBackup } from "lucide-react";
import { toast } from "sonner";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { BackupRow } from "@/features/settings/backups/backup-row";
import { CleanupButton } from "@/features/settings/backups/cleanup-button";
import { NightlySetting } from "@/features/settings/backups/nightly-setting";
import { RestoreFile } from "@/features/settings/backups/restore-file";
import { isUnderWay, RestoreStanding, useRestoreOutcome } from "@/features/settings/backups/restore-standing";
import { StorageLine } from "@/features/settings/backups/storage-line";
import { useBackupDownload } from "@/features/settings/backups/use-backup-download";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { readsEverything } from "@domain/permissions/permissions";
import type { Backup } from "@convex/backups/model/backups";

/** Hands a backup over as soon as it is made, for those that were asked for on this page. */
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

/** Renders the card; who may not read every area is told why the server would refuse each backup. */
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
