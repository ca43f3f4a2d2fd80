/** What a checked import would do, which lines it leaves out and why, and what the breeder should look at. */
import { useEffect, useRef, useState } from "react";
import { LimitUpgrade } from "@/entities/billing/limit-upgrade";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { Button } from "@/components/ui/button";
import { ImportQuestions } from "@/features/dogs/imports/import-questions";
import { writeRefusedRows } from "@/features/dogs/imports/refused-rows";
import { lineText, withLines } from "@/features/dogs/imports/import-words";
import type { ImportRun, ImportSteps } from "@/features/dogs/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { saveFile } from "@/lib/save-file";
import { api } from "@convex/_generated/api";
import { limitReachedText, nextTierText } from "@domain/billing/dog-limit";
import { MOST_COMPARED } from "@domain/dogs/import-questions";
import { MAX_DOGS_PER_KENNEL } from "@domain/constants/dogs";
import { MAX_ANCESTORS_PER_KENNEL } from "@domain/constants/imports";

/** Lines that are shown of each list until all are asked for. */
const SHOWN = 100;

const number = (value: number): string => value.toLocaleString("en-US");

/** Parents that only stand beside their offspring; in a file of ancestors these are the exception. */
function ancestorsText({ kind }: ImportRun, count: number): string {
  if (kind === "dogs") return `${number(count)} external ancestors, `;
  return count > 0 ? `${number(count)} known only as parents, ` : "";
}

type ImportReportViewProps = {
  run: ImportRun;
  report: NonNullable<ImportRun["report"]>;
  steps: ImportSteps;
};

/** Renders the report. */
export function ImportReportView({ run, report, steps }: ImportReportViewProps) {
  const {
    added,
    updated,
    skipped,
    ancestors,
    errors,
    isOverLimit,
    unknownParents = 0,
    uncomparedNames = 0,
    unchanged = 0,
  } = report;
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
            The kennel has changed since the check, so the file was checked again. Please review the result.
          </p>
        </Alert>
      ) : null}
      <Alert variant={errors > 0 ? "warning" : "success"}>
        <p className="font-semibold text-foreground">{run.fileName}</p>
        <p className="text-foreground">
          {number(added)} new, {number(updated)} {run.mode === "complete" ? "completed" : "updated"},{" "}
          {unchanged > 0 ? `${number(unchanged)} without changes, ` : ""}
          {number(skipped)} skipped, {ancestorsText(run, ancestors)}
          {number(errors)} with errors
        </p>
        {unknownParents > 0 ? (
          <p className="text-foreground">
            {unknownParents === 1
              ? "1 parent is marked as unknown and stays empty."
              : `${number(unknownParents)} parents are marked as unknown and stay empty.`}
          </p>
        ) : null}
      </Alert>
      {uncomparedNames > 0 ? (
        <Alert variant="warning">
          <p className="text-foreground">
            {number(uncomparedNames)} more parent names were not compared with similar ones, because the file
            has more than {number(MOST_COMPARED)} parents that match no dog. Each of these names becomes a
            separate ancestor, however similar two of them are. A smaller file is compared in full.
          </p>
        </Alert>
      ) : null}
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
      <Details run={run} report={report} steps={steps} />
      <Accounted notes={run.notes} />
    </div>
  );
}

/** How the lines of the file were read, and what of it is in no field. */
function Accounted({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section>
      <h3 className="font-title mb-2 border-b pb-1 text-lg">How the file was read</h3>
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

function Details({ run, report, steps }: ImportReportViewProps) {
  const { kennelId } = useKennel();
  const { data } = useLiveQuery(api.imports.imports.problems, { kennelId, runId: run._id });
  if (!data) return <Skeleton className="h-20" />;
  const { errors, questions, changes, ancestors, warnings, skipped } = data;
  const kept = errors.filter(({ values }) => values !== undefined).length;
  return (
    <>
      {questions.length > 0 ? (
        <ImportQuestions questions={questions} total={report.questions ?? questions.length} steps={steps} />
      ) : null}
      <Lines
        title="Lines that are left out"
        total={report.errors}
        lines={errors.map(({ line, fields }) => told(line, Object.values(fields).join(". ")))}
      />
      {kept > 0 ? (
        <div>
          <Button variant="outline" onClick={() => saveRefused(run.fileName, errors)}>
            Download the Lines Left Out
          </Button>
          <p className="mt-1 text-sm text-muted-foreground">
            Correct them in the file and import it again. What has already been imported is recognized and not
            imported twice.
            {kept < report.errors
              ? ` The file contains the first ${number(kept)} of ${number(report.errors)}; import your own file again for the others.`
              : ""}
          </p>
        </div>
      ) : null}
      <Lines
        title={run.mode === "complete" ? "What is filled in" : "What changes"}
        total={report.updated}
        lines={changes.map(({ name, fields }) => ({
          title: `${name}:`,
          text: fields
            .map(({ label, from, to }) =>
              from === "" ? `${label} becomes ${to}` : `${label} ${from} becomes ${to}`,
            )
            .join("; "),
        }))}
      />
      <Lines
        title="Ancestors that are created"
        total={report.ancestors}
        lines={ancestors.map(({ name, gender, lines, lineCount }) => ({
          title: name,
          text: `${gender === "male" ? "sire" : "dam"} in line ${lines.slice(0, 5).map(lineText).join(", ")}${lineCount > 5 ? ` and ${number(lineCount - 5)} more` : ""}`,
        }))}
      />
      <Lines
        title="Lines to review"
        total={report.warnings}
        lines={warnings.map(({ line, message }) => told(line, message))}
      />
      <Lines
        title="Lines that are skipped"
        total={report.skipped}
        lines={skipped.map(({ line, message }) => told(line, message))}
      />
    </>
  );
}

const told = (line: number, text: string) => ({ title: `Line ${lineText(line)}:`, text: withLines(text) });

function saveRefused(fileName: string, errors: Parameters<typeof writeRefusedRows>[0]): void {
  const stem = fileName.replace(/\.[^.]*$/, "");
  saveFile(new Blob([writeRefusedRows(errors)], { type: "text/csv;charset=utf-8" }), `${stem}-left-out.csv`);
}

type LinesProps = { title: string; total: number; lines: readonly { title: string; text: string }[] };

function Lines({ title, total, lines }: LinesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, SHOWN);
  if (total === 0) return null;
  return (
    <section>
      <h3 className="font-title mb-2 border-b pb-1 text-lg">{title}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {shown.map(({ title: name, text }, index) => (
          <li key={index} className="break-words">
            <span className="font-semibold">{name}</span> {text}
          </li>
        ))}
        {total > shown.length ? <li>and {number(total - shown.length)} more</li> : null}
      </ul>
      {shown.length < lines.length ? (
        <Button variant="outline" className="mt-2" onClick={() => setWhole(true)}>
          Show {lines.length < total ? "" : "all "}
          {number(lines.length)}
        </Button>
      ) : null}
    </section>
  );
}
