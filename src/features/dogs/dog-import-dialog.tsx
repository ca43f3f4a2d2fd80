/** Importing dogs from a CSV file: choose it, see how it is understood, check it, then confirm. */
import { useId, useState, type ReactNode } from "react";
import { FileUp } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { ImportReportView } from "@/features/dogs/dog-import-report";
import { useDogImport } from "@/features/dogs/use-dog-import";
import { cn } from "@/lib/utils";
import { MAX_IMPORT_ROWS } from "../../../domain/constants/dogs";
import { KNOWN_DOG_MODES } from "../../../domain/dogs/import-plan";
import { DATE_ORDERS, IMPORT_FIELD_NAMES, IMPORT_FIELDS } from "../../../domain/dogs/import-rows";

const dateOrderLabels = {
  ymd: "Year, month, day",
  mdy: "Month, day, year",
  dmy: "Day, month, year",
} as const;
const modeLabels = { skip: "Skip them", update: "Update them" } as const;
const delimiterNames: Record<string, string> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };

/** Stands for a column that is left out, as a list's choice cannot be empty. */
const LEFT_OUT = "none";

type DogImportDialogProps = { today: string; onClose: () => void };

/** Renders the dialog. */
export function DogImportDialog({ today, onClose }: DogImportDialogProps) {
  const dogImport = useDogImport(today, onClose);
  const { file, report, failure, work, check, confirm } = dogImport;
  const count = report ? report.added + report.updated : 0;
  return (
    <Dialog open onOpenChange={(open) => (open || work === "importing" ? undefined : onClose())}>
      <DialogContent size="md">
        <DialogHeader>
          <DialogTitle>Import from CSV</DialogTitle>
          <DialogDescription>Nothing is written before you confirm.</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">
          <FileChoice
            name={file?.name ?? null}
            isBusy={work !== null}
            onFile={(chosen) => void dogImport.choose(chosen)}
          />
          <Settings dogImport={dogImport} />
          {report ? <ImportReportView report={report} /> : null}
          {failure ? <Alert variant="error">{failure}</Alert> : null}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose} disabled={work === "importing"}>
            Cancel
          </Button>
          {report ? (
            <Button
              disabled={work !== null || count === 0 || report.isOverLimit || report.dogLimit !== null}
              onClick={() => void confirm()}
            >
              {work === "importing" ? "Importing..." : `Import ${count} dogs`}
            </Button>
          ) : (
            <Button disabled={work !== null || !file} onClick={() => void check()}>
              {work === "checking" ? "Checking..." : "Check File"}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type FileChoiceProps = { name: string | null; isBusy: boolean; onFile: (file: File) => void };

function FileChoice({ name, isBusy, onFile }: FileChoiceProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = event.dataTransfer.files[0];
        if (dropped && !isBusy) onFile(dropped);
      }}
      className={cn(
        "flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-dashed border-input px-4 py-5 text-center focus-within:outline-2 focus-within:outline-ring hover:bg-accent",
        isOver && "bg-accent",
      )}
    >
      <FileUp aria-hidden className="size-6 text-brass" />
      <span className="max-w-full font-semibold break-words">
        {name ?? "Choose a CSV file or drop it here"}
      </span>
      <span className="text-sm text-muted-foreground">
        {name ? "Choose another file" : `With headings in the first line, up to ${MAX_IMPORT_ROWS} rows`}
      </span>
      <input
        id={id}
        type="file"
        aria-label="CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        disabled={isBusy}
        className="sr-only"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // The same file can be chosen again after it was corrected.
          event.target.value = "";
          if (chosen) onFile(chosen);
        }}
      />
    </label>
  );
}

function Settings({ dogImport }: { dogImport: ReturnType<typeof useDogImport> }) {
  const { file, settings, work, change, mapColumn } = dogImport;
  if (!file || !settings) return null;
  return (
    <fieldset disabled={work !== null} className="flex min-w-0 flex-col gap-4">
      <p role="status" className="text-muted-foreground">
        {file.rows.length} rows, {file.encoding}, separated by{" "}
        {delimiterNames[file.delimiter] ?? file.delimiter}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="Dates are written as"
          value={settings.dateOrder}
          choices={DATE_ORDERS.map((order) => [order, dateOrderLabels[order]])}
          onChoice={(dateOrder) => change({ dateOrder })}
        />
        <Choice
          label="Dogs with a known registration number"
          value={settings.mode}
          choices={KNOWN_DOG_MODES.map((mode) => [mode, modeLabels[mode]])}
          onChoice={(mode) => change({ mode })}
        />
      </div>
      <div>
        <h3 className="font-title mb-2 border-b pb-1 text-lg">Columns</h3>
        <ul className="grid gap-3 sm:grid-cols-2">
          {file.headings.map((heading, column) => (
            <li key={column}>
              <Choice
                label={heading.trim() || `Column ${column + 1}`}
                helper={file.rows.find(({ cells }) => cells[column]?.trim())?.cells[column]?.slice(0, 60)}
                value={settings.mapping[column] ?? LEFT_OUT}
                choices={[
                  [LEFT_OUT, "Leave out"],
                  ...IMPORT_FIELD_NAMES.map((field): [typeof field, string] => [
                    field,
                    IMPORT_FIELDS[field].label,
                  ]),
                ]}
                onChoice={(field) => mapColumn(column, field === LEFT_OUT ? null : field)}
              />
            </li>
          ))}
        </ul>
      </div>
    </fieldset>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  helper?: ReactNode;
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  onChoice: (value: Value) => void;
};

function Choice<Value extends string>({ label, helper, value, choices, onChoice }: ChoiceProps<Value>) {
  return (
    <FormField label={label} helper={helper}>
      {(props) => (
        <Select
          value={value}
          onValueChange={(chosen) => onChoice(choices.find(([choice]) => choice === chosen)?.[0] ?? value)}
        >
          <SelectTrigger {...props}>
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {choices.map(([choice, text]) => (
              <SelectItem key={choice} value={choice}>
                {text}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}
