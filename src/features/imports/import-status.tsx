/**
 * The kennel's running import on the page itself, with a link to the dialog for the user who started the import. If
 * the dialog is closed, the page also says when the import has finished.
 */
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { importProgressText, ProgressBar } from "@/features/imports/import-progress";
import { countText, importPath } from "@/features/imports/import-words";
import type { ImportRun } from "@/features/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { useNavigate } from "@/lib/router";
import { api } from "@convex/_generated/api";
import type { ImportKind } from "@domain/imports/rules";

/** Says once that the user's own import has ended while the page was open. */
function useEndMessage(runs: readonly ImportRun[]): void {
  // A short import may be finished before the page sees it running.
  const open = useRef(new Set<string>());
  const navigate = useNavigate();
  useEffect(() => {
    for (const run of runs) {
      if (run.state !== "finished" && run.state !== "failed") open.current.add(run._id);
      if (!run.isMine || !open.current.has(run._id)) continue;
      if (run.state === "finished") {
        const count = (run.report?.added ?? 0) + (run.report?.updated ?? 0);
        toast.success(`${countText(count, run.kind)} imported`, {
          action: { label: "View Import", onClick: () => void navigate(importPath(run._id)) },
        });
      }
      if (run.state === "failed") toast.error(run.problem ?? "Nothing was imported.");
      if (run.state === "finished" || run.state === "failed") open.current.delete(run._id);
    }
  }, [runs, navigate]);
}

const NO_RUNS: readonly ImportRun[] = [];

const hasWorkToShow = ({ state, isMine }: ImportRun): boolean =>
  state === "writing" || state === "undoing" || (isMine && state !== "finished" && state !== "failed");

type ImportStatusProps = { kind: ImportKind; onShow: () => void };

/** Renders nothing without an import. */
export function ImportStatus({ kind, onShow }: ImportStatusProps) {
  const { kennelId } = useKennel();
  const today = useToday();
  const runs = useLiveQuery(api.imports.imports.list, { kennelId, kind }).data ?? NO_RUNS;
  useEndMessage(runs);
  const run = runs.find(hasWorkToShow);
  if (!run) return null;
  const text =
    run.state === "staging"
      ? `The upload of ${run.fileName} is not finished.`
      : importProgressText(run, today);
  return (
    <section
      aria-label="Import"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-card px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-semibold">
          {run.fileName}
          {run.isMine ? "" : `, by ${run.startedBy}`}
        </p>
        <p className="mb-1 text-sm text-muted-foreground tabular-nums">{text}</p>
        {run.state === "checked" ? null : (
          <ProgressBar label={run.fileName} share={run.total > 0 ? run.done / run.total : 0} text={text} />
        )}
      </div>
      {run.isMine ? (
        <Button variant="outline" onClick={onShow}>
          Show
        </Button>
      ) : null}
    </section>
  );
}
