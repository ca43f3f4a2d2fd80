/** Where a file is chosen or dropped. */
import { useId } from "react";
import { FileUp } from "lucide-react";
import { useDrop } from "@/components/use-drop";
import { cn } from "@/lib/utils";
import { MAX_IMPORT_ROWS, type ImportKind } from "@domain/constants/imports";

/** Old workbooks too, to whom it is said what to do. */
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

/** Renders the field. */
export function ImportFileChoice({ kind, name, isBusy, onFile }: ImportFileChoiceProps) {
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
        // Kept enabled while the file is read, as a field that is not loses the focus.
        aria-disabled={isBusy}
        className="sr-only"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // The same file can be chosen again after it was corrected.
          event.target.value = "";
          if (chosen && !isBusy) onFile(chosen);
        }}
      />
    </label>
  );
}
