/** The progress of an import, as a sentence and a bar, live for all members. */
import { ageText } from "@/features/imports/import-words";
import type { ImportRun } from "@/features/imports/use-import";
import { useToday } from "@/hooks/use-today";

const number = (value: number): string => value.toLocaleString("en-US");

/** On a later day, also says since when the import has been waiting. */
export function importProgressText(run: ImportRun | null, today: string): string {
  if (!run) return "Reading the file...";
  const of = `${number(run.done)} of ${number(run.total)}`;
  switch (run.state) {
    case "staging":
      return `Uploading ${of} rows...`;
    case "checking":
      return `Checking ${of} rows...`;
    case "writing":
      return `Importing ${of}...`;
    case "undoing":
      return `Undoing ${number(run.done)}...`;
    case "checked":
      return `${["Checked", ageText(run, today)].filter(Boolean).join(" ")}. Nothing is written before you confirm.`;
    case "finished":
      return "Imported";
    case "failed":
      return run.problem ?? "Nothing was imported.";
    default:
      return run.state satisfies never;
  }
}

export function ImportProgress({ run }: { run: ImportRun | null }) {
  const today = useToday();
  const share = run && run.total > 0 ? Math.min(1, run.done / run.total) : 0;
  const text = importProgressText(run, today);
  return (
    <div className="flex flex-col gap-2 py-4">
      <p aria-live="off" className="tabular-nums">
        {text}
      </p>
      <ProgressBar label="Import" share={share} text={text} />
      {run && run.state !== "staging" ? (
        <p className="text-sm text-muted-foreground">
          You can close this and continue working; the import runs in the background.
        </p>
      ) : null}
    </div>
  );
}

export function ProgressBar({ label, share, text }: { label: string; share: number; text: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={text}
      className="h-2.5 overflow-hidden rounded-full bg-muted"
    >
      <div
        className="h-full rounded-full bg-primary transition-[width] motion-reduce:transition-none"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
