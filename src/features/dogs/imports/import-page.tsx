/** One import afterwards: who imported which file and when, what came of it line by line, and the way to undo it. */
import { useState } from "react";
import { useParams } from "@/lib/router";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { BackLink } from "@/components/back-link";
import { ImportFigures, type ImportReport } from "@/features/dogs/imports/import-figures";
import { ImportLists, ImportNotes } from "@/features/dogs/imports/import-lists";
import { ImportProgress } from "@/features/dogs/imports/import-progress";
import { importPath, IMPORTS_PATH } from "@/features/dogs/imports/import-words";
import { UndoImport } from "@/features/dogs/imports/undo-import";
import type { ImportRun } from "@/features/dogs/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useRecordTitle } from "@/hooks/use-page-title";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { REMEMBERED_IMPORT_DAYS } from "@domain/constants/imports";

const moments = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Renders the import of the address. */
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
  // A short undoing may be over before the page hears that it began.
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
          ? "What the file brought is gone. What somebody has worked on since is still in the kennel."
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
          {run.state === "finished" ? "Imported" : "Started"} {moments.format(finishedAt ?? startedAt)} by{" "}
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
