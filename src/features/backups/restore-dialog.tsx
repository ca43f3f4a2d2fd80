/**
 * The content of a backup before it is restored, and the mode: only add records, overwrite records, or restore
 * exactly this state.
 */
import { useId, useState } from "react";
import { formatShortMoment } from "@domain/formatting/formatting";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogHead } from "@/components/titled-dialog";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { describeCounts } from "@/features/backups/backup-labels";

export type RestoreMode = "add" | "overwrite" | "exact";

const MODES: readonly { readonly mode: RestoreMode; readonly label: string; readonly text: string }[] = [
  { mode: "add", label: "Add what is missing", text: "Everything that is there now stays as it is." },
  {
    mode: "overwrite",
    label: "Add, and overwrite what is there",
    text: "Records in this backup go back to that day. Newer records stay.",
  },
  {
    mode: "exact",
    label: "Go back to this backup exactly",
    text: "Everything goes back to that day. Newer records are removed.",
  },
];

/** What the dialog says about a backup. */
export interface BackupLook {
  readonly counts: Readonly<Record<string, number>>;
  readonly takenAt: number | null;
  readonly includesPhotos: boolean;
  /** Set if the backup comes from another kennel. */
  readonly foreignName: string | null;
  /**
   * Whether the backup is a file without a signature. Such a file cannot prove other people's actions, so they are
   * not restored.
   */
  readonly isUnsigned: boolean;
  /** Names what the restore will leave out. */
  readonly warnings: readonly string[];
}

type RestoreDialogProps = {
  look: BackupLook;
  /** The current step. Null if nothing is running. */
  busyText: string | null;
  failure: string | null;
  onRestore: (mode: RestoreMode) => void;
  onClose: () => void;
};

export function RestoreDialog({ look, busyText, failure, onRestore, onClose }: RestoreDialogProps) {
  const [mode, setMode] = useState<RestoreMode>("add");
  const id = useId();
  const isBusy = busyText !== null;
  return (
    <Dialog open onOpenChange={(open) => (open || isBusy ? undefined : onClose())}>
      <DialogContent>
        <DialogHead
          title="Restore from Backup"
          description={
            look.takenAt === null
              ? "This backup holds:"
              : `This backup of ${formatShortMoment(look.takenAt)} holds:`
          }
        />
        <DialogBody className="flex flex-col gap-5">
          <Contents look={look} />
          <RadioGroup
            aria-label="How to restore it"
            value={mode}
            disabled={isBusy}
            onValueChange={(chosen) => setMode(MODES.find((each) => each.mode === chosen)?.mode ?? "add")}
            className="flex flex-col gap-3"
          >
            {MODES.map(({ mode: value, label, text }) => (
              <label key={value} htmlFor={`${id}-${value}`} className="flex items-start gap-3">
                <RadioGroupItem
                  id={`${id}-${value}`}
                  value={value}
                  aria-label={label}
                  aria-describedby={`${id}-${value}-text`}
                  className="mt-1"
                />
                <span>
                  <span className="block font-semibold">{label}</span>
                  <span id={`${id}-${value}-text`} className="block text-sm text-muted-foreground">
                    {text}
                  </span>
                </span>
              </label>
            ))}
          </RadioGroup>
          <p className="text-sm text-muted-foreground">
            The current state is saved first, as its own backup. Until the restore is done, nobody can change
            anything in the kennel.
          </p>
          {failure === null ? null : (
            <Alert variant="error" className="whitespace-pre-line">
              {failure}
            </Alert>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={mode === "exact" ? "destructive" : "default"}
            disabled={isBusy}
            onClick={() => onRestore(mode)}
          >
            {busyText ?? "Restore"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Contents({ look }: { look: BackupLook }) {
  const lines = describeCounts(look.counts);
  return (
    <div className="flex flex-col gap-3 rounded-lg border bg-muted/40 px-4 py-3 text-sm">
      {lines.length === 0 ? (
        <p>No records</p>
      ) : (
        <ul aria-label="What it contains" className="grid grid-cols-2 gap-x-6 gap-y-1">
          {lines.map((line) => (
            <li key={line} className="tabular-nums">
              {line}
            </li>
          ))}
        </ul>
      )}
      {look.includesPhotos ? null : <p>It contains no photos or other files; the existing ones stay.</p>}
      {look.foreignName === null ? null : (
        <p>
          It is from another kennel, <strong>{look.foreignName}</strong>. Its records are added as new ones.
        </p>
      )}
      {look.isUnsigned ? (
        <p>It is not signed, so anybody may have written it. The names of who did what are left out.</p>
      ) : null}
      {look.warnings.length === 0 ? null : (
        <ul aria-label="What will be missing" className="text-warning">
          {look.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
