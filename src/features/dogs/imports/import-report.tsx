/** What a checked import would do, which lines it leaves out and why, and what the breeder should look at. */
import { useEffect, useRef } from "react";
import { LimitUpgrade } from "@/entities/billing/limit-upgrade";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import type { ImportRun } from "@/features/dogs/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { limitReachedText, nextTierText } from "@domain/billing/dog-limit";
import { MAX_DOGS_PER_KENNEL } from "@domain/constants/dogs";
import { MAX_ANCESTORS_PER_KENNEL } from "@domain/constants/imports";

/** Lines that are shown of each list; more are only counted. */
const SHOWN = 100;

const number = (value: number): string => value.toLocaleString("en-US");

/** Parents that only stand beside their offspring; in a file of ancestors these are the exception. */
function ancestorsText({ kind }: ImportRun, count: number): string {
  if (kind === "dogs") return `${number(count)} external ancestors, `;
  return count > 0 ? `${number(count)} known only as parents, ` : "";
}

type ImportReportViewProps = { run: ImportRun; report: NonNullable<ImportRun["report"]> };

/** Renders the report. */
export function ImportReportView({ run, report }: ImportReportViewProps) {
  const { added, updated, skipped, ancestors, errors, warnings, isOverLimit, unknownParents = 0 } = report;
  const result = useRef<HTMLDivElement>(null);
  // The button that had the check begun is gone; the result is what comes next, for a screen reader too.
  useEffect(() => result.current?.focus(), []);
  return (
    <div
      ref={result}
      role="group"
      aria-label="Result of the check"
      tabIndex={-1}
      className="flex flex-col gap-3 outline-none"
    >
      {run.isRechecked ? (
        <Alert variant="info">
          <p className="text-foreground">
            The kennel changed since the check, so the file was checked again. Please look at the result once
            more.
          </p>
        </Alert>
      ) : null}
      <Alert variant={errors > 0 ? "warning" : "success"}>
        <p className="font-semibold text-foreground">{run.fileName}</p>
        <p className="text-foreground">
          {number(added)} new, {number(updated)} {run.mode === "complete" ? "completed" : "updated"},{" "}
          {number(skipped)} skipped, {ancestorsText(run, ancestors)}
          {number(errors)} with errors
        </p>
        {unknownParents > 0 ? (
          <p className="text-foreground">
            {unknownParents === 1
              ? "1 parent is given as unknown and stays empty."
              : `${number(unknownParents)} parents are given as unknown and stay empty.`}
          </p>
        ) : null}
      </Alert>
      {run.dogLimit ? (
        <Alert variant="error">
          <p>Dog limit reached! {limitReachedText(run.dogLimit)}</p>
          <p className="text-foreground">{nextTierText(run.dogLimit.planType)}</p>
          <div className="mt-2">
            <LimitUpgrade planType={run.dogLimit.planType} size="sm" />
          </div>
        </Alert>
      ) : null}
      {isOverLimit ? (
        <Alert variant="error">
          The kennel cannot hold that many: at most {number(MAX_DOGS_PER_KENNEL)} dogs and{" "}
          {number(MAX_ANCESTORS_PER_KENNEL)} ancestors.
        </Alert>
      ) : null}
      <Accounted notes={run.notes} />
      {errors + warnings > 0 ? <Problems runId={run._id} errors={errors} warnings={warnings} /> : null}
    </div>
  );
}

/** What of the file is in no field. */
function Accounted({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section>
      <h3 className="font-title mb-2 border-b pb-1 text-lg">Left out of the file</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {notes.map((note) => (
          <li key={note} className="break-words">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}

type ProblemsProps = { runId: string; errors: number; warnings: number };

function Problems({ runId, errors, warnings }: ProblemsProps) {
  const { kennelId } = useKennel();
  const { data } = useLiveQuery(api.imports.imports.problems, { kennelId, runId });
  if (!data) return <Skeleton className="h-20" />;
  return (
    <>
      <Lines
        title="Lines that are left out"
        total={errors}
        lines={data.errors.map(({ line, fields }) => ({ line, text: Object.values(fields).join(". ") }))}
      />
      <Lines
        title="Lines to look at"
        total={warnings}
        lines={data.warnings.map(({ line, message }) => ({ line, text: message }))}
      />
    </>
  );
}

type LinesProps = { title: string; total: number; lines: readonly { line: number; text: string }[] };

function Lines({ title, total, lines }: LinesProps) {
  const shown = lines.slice(0, SHOWN);
  if (total === 0) return null;
  return (
    <section>
      <h3 className="font-title mb-2 border-b pb-1 text-lg">{title}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {shown.map(({ line, text }, index) => (
          <li key={index} className="break-words">
            <span className="font-semibold">Line {line}:</span> {text}
          </li>
        ))}
        {total > shown.length ? <li>and {number(total - shown.length)} more</li> : null}
      </ul>
    </section>
  );
}
