/** What a checked import would do, which lines it leaves out and why, and what the breeder should look at. */
import { useEffect, useRef } from "react";
import { LimitUpgrade } from "@/entities/billing/limit-upgrade";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { ImportFigures, type ImportReport } from "@/features/dogs/imports/import-figures";
import { ImportLists, ImportNotes } from "@/features/dogs/imports/import-lists";
import { ImportQuestions } from "@/features/dogs/imports/import-questions";
import type { ImportRun, ImportSteps } from "@/features/dogs/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { limitReachedText, nextTierText } from "@domain/billing/dog-limit";
import { MOST_COMPARED } from "@domain/dogs/import-questions";
import { MAX_DOGS_PER_KENNEL } from "@domain/constants/dogs";
import { MAX_ANCESTORS_PER_KENNEL } from "@domain/constants/imports";

const number = (value: number): string => value.toLocaleString("en-US");

type ImportReportViewProps = {
  run: ImportRun;
  report: ImportReport;
  steps: ImportSteps;
};

/** Renders the report. */
export function ImportReportView({
  age,
  ...shown
}: ImportReportViewProps & {
  /** How long ago the check was, where it was not today. */
  age: string | null;
}) {
  const { run, report, steps } = shown;
  const { errors, questions = 0, isOverLimit, uncomparedNames = 0 } = report;
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
      {age === null ? null : (
        <Alert variant="warning">
          <p className="text-foreground">
            You chose this file {age}, and nothing of it is imported yet. If it has changed since, choose it
            again.
          </p>
        </Alert>
      )}
      {run.isRechecked ? (
        <Alert variant="info">
          <p className="text-foreground">
            The kennel has changed since the check, so the file was checked again. Please review the result.
          </p>
        </Alert>
      ) : null}
      <Alert variant={errors + questions > 0 ? "warning" : "success"}>
        <p className="font-semibold text-foreground">{run.fileName}</p>
        <ImportFigures run={run} report={report} />
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
      <ImportNotes title="How the file was read" notes={run.notes} />
    </div>
  );
}

function Details({ run, report, steps }: ImportReportViewProps) {
  const { kennelId } = useKennel();
  const { data } = useLiveQuery(api.imports.imports.problems, { kennelId, runId: run._id });
  if (!data) return <Skeleton className="h-20" />;
  const { questions } = data;
  return (
    <>
      {questions.length > 0 ? (
        <ImportQuestions questions={questions} total={report.questions ?? questions.length} steps={steps} />
      ) : null}
      <ImportLists run={run} report={report} problems={data} />
    </>
  );
}
