/** The pedigree files that were imported, each of which can be taken out again whole. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { countText } from "@/features/dogs/imports/import-words";
import type { ImportRun } from "@/features/dogs/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

const dates = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** Renders the card; nothing before the first import. */
export function AncestorImports({ canWrite }: { canWrite: boolean }) {
  const { kennelId } = useKennel();
  const runs = useLiveQuery(api.imports.imports.list, { kennelId, kind: "ancestors" });
  const remove = useMutation(api.imports.imports.remove);
  const [removed, setRemoved] = useState<ImportRun | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const finished = (runs.data ?? []).filter(({ state }) => state === "finished");
  const close = () => {
    setRemoved(null);
    setFailure(null);
  };
  const confirm = async (run: ImportRun) => {
    setBusy(true);
    setFailure(null);
    try {
      await remove({ kennelId, runId: run._id });
      close();
    } catch (error) {
      setFailure(failureText("Failed to remove the ancestors", error));
    }
    setBusy(false);
  };
  if (finished.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Imported files</CardTitle>
      </CardHeader>
      <CardContent>
        <ul aria-label="Imported files" className="flex flex-col divide-y">
          {finished.map((run) => (
            <li key={run._id} className="flex flex-wrap items-center gap-2 py-2.5">
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-semibold break-words">{run.fileName}</p>
                <p className="text-sm text-muted-foreground">
                  {dates.format(run.startedAt)}, by {run.startedBy}:{" "}
                  {countText((run.report?.added ?? 0) + (run.report?.ancestors ?? 0), "ancestors")} added
                  {run.report?.updated
                    ? `, ${run.report.updated.toLocaleString("en-US")} existing completed`
                    : ""}
                </p>
              </div>
              {canWrite ? (
                <Button
                  variant="outline"
                  aria-label={`Remove ${run.fileName}`}
                  onClick={() => setRemoved(run)}
                >
                  Remove
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </CardContent>
      <ConfirmDialog
        isOpen={removed !== null}
        title="Remove these ancestors?"
        confirmLabel="Remove"
        busyLabel="Removing..."
        isBusy={isBusy}
        error={failure}
        onConfirm={() => {
          if (removed) void confirm(removed);
        }}
        onCancel={close}
      >
        <p>
          All ancestors imported from {removed?.fileName} are removed. Their offspring keep the names as text,
          and dogs that the file completed go back to what they were unless somebody has changed them since.
        </p>
      </ConfirmDialog>
    </Card>
  );
}
