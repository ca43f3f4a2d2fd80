/** The page of a finished import, with its undo. */
import { useState } from "react";
import { useAction, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Undo2 } from "lucide-react";
import { BackLink } from "@/components/back-link";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ImportFigures, ImportLists, ImportNotes, type ImportReport } from "@/features/imports/import-lists";
import { ImportProgress } from "@/features/imports/import-progress";
import { IMPORTS_PATH, countText, importPath } from "@/features/imports/import-words";
import type { ImportRun } from "@/features/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useRecordTitle } from "@/hooks/use-page-title";
import { failureText } from "@/lib/failure-text";
import { Link, useParams } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { REMEMBERED_IMPORT_DAYS } from "@domain/imports/rules";
import { formatMoment } from "@domain/formatting/formatting";

export function ImportPage() {
  const { runId = "" } = useParams();
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <BackLink to={IMPORTS_PATH}>Imports</BackLink>
      <Import key={importPath(runId)} runId={runId} />
    </div>
  );
}

function Import({ runId }: { runId: string }) {
  const { kennelId } = useKennel();
  const run = useLiveQuery(api.imports.imports.get, { kennelId, runId });
  // A short undo may be finished before the page sees it start.
  const [wasWritten, setWritten] = useState(false);
  const state = run.data?.state;
  if ((state === "finished" || state === "undoing") && !wasWritten) setWritten(true);
  switch (run.status) {
    case "loading":
      return <Skeleton className="h-40" />;
    case "error":
      return <LoadError message="Failed to load the import. Please try again." onRetry={run.retry} />;
    case "ready":
      return run.data ? <LoadedImport run={run.data} /> : <NoImport wasUndone={wasWritten} />;
    default:
      return run satisfies never;
  }
}

function NoImport({ wasUndone }: { wasUndone: boolean }) {
  return (
    <EmptyState
      title={wasUndone ? "Import undone" : "Import not found"}
      text={
        wasUndone
          ? "The imported dogs were removed. Dogs that somebody changed since then were kept."
          : `It may have been undone, it belongs to another kennel, or it was more than ${REMEMBERED_IMPORT_DAYS} days ago.`
      }
      action={
        <Button asChild variant="outline">
          <Link to="/dashboard/dogs">All Dogs</Link>
        </Button>
      }
    />
  );
}

function LoadedImport({ run }: { run: ImportRun }) {
  const { can } = useKennel();
  useRecordTitle(run.fileName);
  const { report, finishedAt, startedAt, startedBy } = run;
  return (
    <>
      <header>
        <h2 className="font-title text-2xl break-words">{run.fileName}</h2>
        <p className="text-muted-foreground">
          {run.state === "finished" ? "Imported" : "Started"} {formatMoment(finishedAt ?? startedAt)} by{" "}
          {startedBy}
        </p>
      </header>
      {run.state === "finished" ? null : <ImportProgress run={run} />}
      {run.state === "finished" && report ? (
        <>
          <Card className="p-5">
            <ImportFigures run={run} report={report} />
          </Card>
          {run.canUndo && can("dogs", "write") ? <UndoImport run={run} /> : null}
          <Lists run={run} report={report} />
          <ImportNotes title="How the file was read" notes={run.notes} />
        </>
      ) : null}
    </>
  );
}

function Lists({ run, report }: { run: ImportRun; report: ImportReport }) {
  const { kennelId } = useKennel();
  const problems = useLiveQuery(api.imports.imports.problems, { kennelId, runId: run._id });
  if (problems.status === "error")
    return <LoadError message="Failed to load the details. Please try again." onRetry={problems.retry} />;
  if (!problems.data) return <Skeleton className="h-20" />;
  return <ImportLists run={run} report={report} problems={problems.data} />;
}

type Foresight = FunctionReturnType<typeof api.imports.imports.foresee>;

const are = (count: number): string => (count === 1 ? "is" : "are");

/** Records that the undo deletes, and records that get their former values back. */
function goingText({ dogs, ancestors, restored }: Foresight): string[] {
  const gone = [
    ...(dogs > 0 ? [countText(dogs, "dogs")] : []),
    ...(ancestors > 0 ? [countText(ancestors, "ancestors")] : []),
  ];
  return [
    gone.length > 0
      ? `${gone.join(" and ")} that the file added ${are(dogs + ancestors)} deleted.`
      : "Nothing is deleted.",
    ...(restored > 0
      ? [`${countText(restored, "dogs")} ${restored === 1 ? "gets its" : "get their"} former values back.`]
      : []),
  ];
}

/** Records that the undo keeps, with the reasons. */
function stayingText({ kept, keptNames, unrestored }: Foresight): string[] {
  const more =
    kept > keptNames.length ? ` and ${(kept - keptNames.length).toLocaleString("en-US")} more` : "";
  return [
    ...(kept > 0
      ? [
          `${countText(kept, "dogs")} that the file added ${kept === 1 ? "stays" : "stay"}: ${keptNames.join(", ")}${more}. ` +
            "A dog stays when it was changed since, when it has records, photos, reminders or breedings, or when its offspring stay.",
        ]
      : []),
    ...(unrestored > 0
      ? [
          `${countText(unrestored, "dogs")} that the file changed ${unrestored === 1 ? "stays as it is" : "stay as they are"}, because of later changes.`,
        ]
      : []),
  ];
}

/** Shows how many records are deleted and kept before the undo starts. */
function UndoImport({ run }: { run: ImportRun }) {
  const { kennelId } = useKennel();
  const foresee = useAction(api.imports.imports.foresee);
  const remove = useMutation(api.imports.imports.remove);
  const [isOpen, setOpen] = useState(false);
  const [foresight, setForesight] = useState<Foresight | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const args = { kennelId, runId: run._id };
  const open = async () => {
    setOpen(true);
    setForesight(null);
    setFailure(null);
    try {
      setForesight(await foresee(args));
    } catch (error) {
      setFailure(failureText("Failed to check what would change", error));
    }
  };
  const undo = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await remove(args);
      setOpen(false);
    } catch (error) {
      setFailure(failureText("Failed to undo the import", error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button variant="outline" className="h-11 self-start" onClick={() => void open()}>
        <Undo2 aria-hidden />
        Undo This Import
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Undo this import?"
        confirmLabel="Undo Import"
        busyLabel="Undoing..."
        isBusy={isBusy}
        isConfirmDisabled={foresight === null}
        error={failure}
        onConfirm={() => void undo()}
        onCancel={() => setOpen(false)}
      >
        {foresight ? (
          <>
            {[...goingText(foresight), ...stayingText(foresight)].map((text) => (
              <p key={text}>{text}</p>
            ))}
            {run.kind === "ancestors" ? (
              <p>Dogs from outside the file keep the names of their parents as text.</p>
            ) : null}
          </>
        ) : (
          <p role="status">
            {failure === null ? "Checking what will be deleted..." : "Nothing was changed."}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
