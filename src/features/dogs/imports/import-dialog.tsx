/** Importing dogs or a pedigree database: choose a file, see how it is understood, check it, then confirm. */
import { useEffect, useRef, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { ImportFileChoice } from "@/features/dogs/imports/import-file-choice";
import { ImportProgress } from "@/features/dogs/imports/import-progress";
import { ImportReportView } from "@/features/dogs/imports/import-report";
import { ImportSettingsFields } from "@/features/dogs/imports/import-settings";
import { ageText, countText } from "@/features/dogs/imports/import-words";
import { useImport, type ImportSteps } from "@/features/dogs/imports/use-import";
import { Link } from "@/lib/router";
import type { ImportKind } from "@domain/constants/imports";

const titles = { dogs: "Import from CSV", ancestors: "Import pedigree database" } as const;

/** What the dialog shows, by how far the import is. */
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

/** Closes the dialog when the import that was confirmed, or seen being written, is no longer in hand. */
function useCloseAtEnd({ run, confirmedId }: ImportSteps, onClose: () => void): void {
  const writtenId = useRef<string | null>(null);
  const runId = run?._id ?? null;
  const state = run?.state ?? null;
  useEffect(() => {
    const awaited = confirmedId ?? writtenId.current;
    if (awaited !== null && runId !== awaited) onClose();
    if (state === "writing") writtenId.current = runId;
    // What failed stays open to be corrected, and the next try is another import.
    else if (state === "failed") writtenId.current = null;
  }, [runId, state, confirmedId, onClose]);
}

type ImportDialogProps = { kind: ImportKind; today: string; onClose: () => void };

/** Renders the dialog. */
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
  /** Whether the file was checked on an earlier day: to choose it again is then what is most likely meant. */
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
