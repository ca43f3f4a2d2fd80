/**
 * Imports dogs or a pedigree database in four steps: choose a file, see how Studbook reads it, check it, confirm.
 */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { FileUp } from "lucide-react";
import { TitledDialog } from "@/components/titled-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useDrop } from "@/components/use-drop";
import { LimitUpgrade, WhoUpgrades } from "@/entities/billing/limit-upgrade";
import { ImportFigures, ImportLists, ImportNotes, type ImportReport } from "@/features/imports/import-lists";
import { ImportProgress } from "@/features/imports/import-progress";
import { ImportQuestions } from "@/features/imports/import-questions";
import { ImportSettingsFields } from "@/features/imports/import-settings";
import { ageText, countText } from "@/features/imports/import-words";
import { type ImportRun, type ImportSteps, useImport } from "@/features/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { Link } from "@/lib/router";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { type DogLimitCheck, limitReachedText, roomNeededText, tierFor } from "@domain/billing/dog-limit";
import { MAX_DOGS_PER_KENNEL } from "@domain/dogs/rules";
import { type ImportKind, MAX_ANCESTORS_PER_KENNEL, MAX_IMPORT_ROWS } from "@domain/imports/rules";
import { MOST_COMPARED } from "@domain/imports/questions";

const titles = { dogs: "Import from CSV", ancestors: "Import pedigree database" } as const;

/** Selects the dialog's content. */
type Stage = "choosing" | "brokenOff" | "underWay" | "checked" | "failed";

function stageOf({ run, work, file }: ImportSteps): Stage {
  if (work === "sending") return "underWay";
  if (!run) return "choosing";
  switch (run.state) {
    case "staging":
      return file ? "choosing" : "brokenOff";
    case "checking":
    case "writing":
    case "undoing":
      return "underWay";
    case "checked":
      return "checked";
    case "failed":
      return file ? "choosing" : "failed";
    case "finished":
      return "choosing";
    default:
      return run.state satisfies never;
  }
}

/** Closes the dialog when an import has ended that the user confirmed or watched. */
function useCloseAtEnd({ run, confirmedId }: ImportSteps, onClose: () => void): void {
  const writtenId = useRef<string | null>(null);
  const runId = run?._id ?? null;
  const state = run?.state ?? null;
  useEffect(() => {
    const awaited = confirmedId ?? writtenId.current;
    if (awaited !== null && runId !== awaited) onClose();
    if (state === "writing") writtenId.current = runId;
    // After a failure the dialog stays open, so that the user can correct the file. The next attempt is another
    // import.
    else if (state === "failed") writtenId.current = null;
  }, [runId, state, confirmedId, onClose]);
}

type ImportDialogProps = { kind: ImportKind; today: string; onClose: () => void };

export function ImportDialog({ kind, today, onClose }: ImportDialogProps) {
  const steps = useImport(kind, today);
  const { run, failure, file } = steps;
  const stage = stageOf(steps);
  const age = run && ageText(run, today);
  useCloseAtEnd(steps, onClose);
  return (
    <TitledDialog
      title={titles[kind]}
      description={
        kind === "dogs"
          ? "Nothing is written before you confirm."
          : "Ancestors from outside the kennel: not listed and not counted among your dogs. Nothing is written before you confirm."
      }
      onClose={onClose}
      size="md"
    >
      <DialogBody className="flex flex-col gap-5">
        {stage === "brokenOff" && run ? (
          <Alert variant="warning">
            <p className="text-foreground">
              The upload of {run.fileName} was interrupted. Choose the same file again to continue where it
              stopped.
            </p>
          </Alert>
        ) : null}
        {stage === "failed" && run?.problem ? <Alert variant="error">{run.problem}</Alert> : null}
        {stage === "underWay" ? (
          <ImportProgress run={run} />
        ) : stage === "checked" && run?.report ? (
          <ImportReportView run={run} report={run.report} steps={steps} age={age} />
        ) : (
          <>
            <ImportFileChoice
              kind={kind}
              name={file?.name ?? null}
              isBusy={steps.work !== null}
              onFile={(chosen) => void steps.choose(chosen)}
            />
            <ImportSettingsFields kind={kind} steps={steps} />
          </>
        )}
        {failure ? (
          <Alert variant="error">
            {failure}
            {steps.isWholeKennel ? (
              <Link to="/dashboard/settings?tab=data" className="mt-2 block w-fit font-semibold underline">
                Open Data & Backup
              </Link>
            ) : null}
          </Alert>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <Buttons stage={stage} kind={kind} steps={steps} isOld={age !== null} onClose={onClose} />
      </DialogFooter>
    </TitledDialog>
  );
}

type ButtonsProps = {
  stage: Stage;
  kind: ImportKind;
  steps: ImportSteps;
  /** Whether the file was checked on an earlier day. The user must then choose the file again. */
  isOld: boolean;
  onClose: () => void;
};

function Buttons({ stage, kind, steps, isOld, onClose }: ButtonsProps): ReactNode {
  const { run, work, file, settings } = steps;
  switch (stage) {
    case "checked": {
      const { added = 0, updated = 0, isOverLimit = false, questions = 0 } = run?.report ?? {};
      const count = added + updated;
      return (
        <>
          <Button
            key="back"
            variant={isOld ? "default" : "outline"}
            disabled={work !== null}
            onClick={() => void steps.back()}
          >
            {isOld ? "Choose the File Again" : "Back"}
          </Button>
          <Button
            key="import"
            variant={isOld ? "outline" : "default"}
            disabled={work !== null || count === 0 || questions > 0 || isOverLimit || run?.dogLimit !== null}
            onClick={() => void steps.confirm()}
          >
            {work === "deciding" ? "Importing..." : `Import ${countText(count, kind)}`}
          </Button>
        </>
      );
    }
    case "underWay":
      return (
        <>
          {run?.state === "writing" ? (
            <Button variant="outline" disabled={work !== null} onClick={() => void steps.stop()}>
              Stop and Undo
            </Button>
          ) : run?.state === "checking" ? (
            <Button variant="outline" disabled={work !== null} onClick={() => void steps.back()}>
              Back
            </Button>
          ) : null}
          {work === "sending" ? (
            <Button
              key="giveUp"
              variant="outline"
              onClick={() => {
                steps.giveUp();
                onClose();
              }}
            >
              Cancel
            </Button>
          ) : (
            <Button key="close" variant="outline" onClick={onClose}>
              Close
            </Button>
          )}
        </>
      );
    default:
      return (
        <>
          <Button
            key="cancel"
            variant="outline"
            onClick={() => {
              if (run) void steps.back();
              onClose();
            }}
          >
            {stage === "brokenOff" ? "Discard" : "Cancel"}
          </Button>
          <Button
            key="check"
            disabled={
              work !== null ||
              !file ||
              !settings ||
              steps.needsAnswer ||
              (steps.needsBreed && settings.breed.trim() === "")
            }
            onClick={() => void steps.check()}
          >
            Check File
          </Button>
        </>
      );
  }
}

/** Old workbooks can be chosen too. A message then says what to do. */
const ACCEPTED = ".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ged,.json,text/csv,text/plain";

const texts = {
  dogs: {
    label: "CSV file",
    invitation: "Choose a CSV or Excel file or drop it here",
    accept: ACCEPTED,
  },
  ancestors: {
    label: "Pedigree file",
    invitation: "Choose a CSV, Excel or GEDCOM file or drop it here",
    accept: ACCEPTED,
  },
} as const satisfies Record<ImportKind, object>;

type ImportFileChoiceProps = {
  kind: ImportKind;
  name: string | null;
  isBusy: boolean;
  onFile: (file: File) => void;
};

function ImportFileChoice({ kind, name, isBusy, onFile }: ImportFileChoiceProps) {
  const id = useId();
  const { isOver, handlers } = useDrop(([dropped]) => (dropped && !isBusy ? onFile(dropped) : undefined));
  const { label, invitation, accept } = texts[kind];
  return (
    <label
      htmlFor={id}
      {...handlers}
      className={cn(
        "flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-dashed border-input px-4 py-5 text-center focus-within:outline-2 focus-within:outline-ring hover:bg-accent",
        isOver && "bg-accent",
      )}
    >
      <FileUp aria-hidden className="size-6 text-brass" />
      <span className="max-w-full font-semibold break-words">{name ?? invitation}</span>
      <span className="text-sm text-muted-foreground">
        {name
          ? "Choose another file"
          : `With a line of headings, up to ${MAX_IMPORT_ROWS[kind].toLocaleString("en-US")} rows`}
      </span>
      <input
        id={id}
        type="file"
        aria-label={label}
        accept={accept}
        // The field is not disabled while the file is read, because a disabled field loses the focus.
        aria-disabled={isBusy}
        className="sr-only"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // Without this, the same file could not be chosen again after correcting it.
          event.target.value = "";
          if (chosen && !isBusy) onFile(chosen);
        }}
      />
    </label>
  );
}

const number = (value: number): string => value.toLocaleString("en-US");

type ImportReportViewProps = {
  run: ImportRun;
  report: ImportReport;
  steps: ImportSteps;
};

/** Says what the import would do, which rows it leaves out and why, and what the user must check. */
function ImportReportView({
  age,
  ...shown
}: ImportReportViewProps & {
  /** Null if the check was made today. */
  age: string | null;
}) {
  const { run, report, steps } = shown;
  const { errors, questions = 0, isOverLimit, uncomparedNames = 0 } = report;
  const result = useRef<HTMLDivElement>(null);
  // The button that started the check has disappeared, so the result gets the focus. Screen readers then continue
  // there.
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
      {run.dogLimit ? <NoRoom check={run.dogLimit} added={report.countedChange} steps={steps} /> : null}
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

type NoRoomProps = { check: DogLimitCheck; added: number; steps: ImportSteps };

/** Says which plan has room for all dogs of the file, and what the user can do without a larger plan. */
function NoRoom({ check, added, steps }: NoRoomProps) {
  const { currentCount, limit, planType } = check;
  const room = Math.max(0, (limit ?? 0) - currentCount);
  return (
    <Alert variant={room > 0 ? "warning" : "error"}>
      <p className="font-semibold text-foreground">{roomNeededText("This file", check, added)}</p>
      <p className="text-foreground">
        {room > 0 ? null : "Dog limit reached! "}
        {limitReachedText(check)}
      </p>
      <WhoUpgrades />
      <div className="mt-2 flex flex-wrap gap-2">
        <LimitUpgrade planType={planType} tier={tierFor(planType, currentCount + added)} size="sm" />
        {room > 0 ? (
          <Button
            variant="outline"
            size="sm"
            disabled={steps.work !== null}
            onClick={() => void steps.takeFirst()}
          >
            Only the First {room === 1 ? "Dog" : room} Now
          </Button>
        ) : null}
      </div>
    </Alert>
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
