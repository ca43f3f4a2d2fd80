/** Finished imports, each linked to its page. */
import { countText, importPath } from "@/features/imports/import-words";
import type { ImportRun } from "@/features/imports/use-import";
import { Link } from "@/lib/router";
import { formatMoment } from "@domain/formatting/formatting";

function resultText({ kind, mode, report }: ImportRun): string {
  const { added = 0, updated = 0, ancestors = 0 } = report ?? {};
  const count = kind === "dogs" ? added : added + ancestors;
  const changed = mode === "complete" ? "completed" : "updated";
  return `${countText(count, kind)} added${updated > 0 ? `, ${updated.toLocaleString("en-US")} ${changed}` : ""}`;
}

export function ImportRows({ runs, label }: { runs: readonly ImportRun[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-col divide-y">
      {runs.map((run) => (
        <li key={run._id} className="py-2.5">
          <Link
            to={importPath(run._id)}
            className="inline-block max-w-full rounded-sm font-semibold break-words underline-offset-4 hover:underline"
          >
            {run.fileName}
          </Link>
          <p className="text-sm text-muted-foreground">
            {formatMoment(run.finishedAt ?? run.startedAt)}, by {run.startedBy}: {resultText(run)}
          </p>
        </li>
      ))}
    </ul>
  );
}
