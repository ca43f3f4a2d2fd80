/** How a file is understood: its dates, its columns, and what becomes of dogs that the kennel knows. */
import type { ReactNode } from "react";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { ImportFile } from "@/features/dogs/import-file";
import type { ImportSteps } from "@/features/dogs/use-import";
import type { ImportKind } from "../../../domain/constants/imports";
import type { KnownDogMode } from "../../../domain/dogs/import-plan";
import { DATE_ORDERS, IMPORT_FIELD_NAMES, IMPORT_FIELDS } from "../../../domain/dogs/import-rows";

const dateOrderLabels = {
  ymd: "Year, month, day",
  mdy: "Month, day, year",
  dmy: "Day, month, year",
} as const;
const modeLabels = {
  skip: "Skip them",
  complete: "Fill in what is missing",
  update: "Update them",
} as const satisfies Record<KnownDogMode, string>;
const modes = {
  dogs: ["skip", "complete", "update"],
  ancestors: ["complete", "skip", "update"],
} as const satisfies Record<ImportKind, readonly KnownDogMode[]>;
const delimiterNames: Record<string, string> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };

/** Stands for a column that is left out, as a list's choice cannot be empty. */
const LEFT_OUT = "none";

function describe(file: ImportFile): string {
  const rows = file.rows.length.toLocaleString("en-US");
  if (file.format === "gedcom") return `${rows} individuals, GEDCOM, ${file.encoding}`;
  return `${rows} rows, ${file.encoding}, separated by ${delimiterNames[file.delimiter] ?? file.delimiter}`;
}

/** Renders the settings once a file is chosen. */
export function ImportSettingsFields({ kind, steps }: { kind: ImportKind; steps: ImportSteps }) {
  const { file, settings, work, needsBreed, change } = steps;
  if (!file || !settings) return null;
  return (
    <fieldset disabled={work !== null} className="flex min-w-0 flex-col gap-4">
      <p role="status" className="text-muted-foreground">
        {describe(file)}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {file.format === "table" ? (
          <Choice
            label="Dates are written as"
            value={settings.dateOrder}
            choices={DATE_ORDERS.map((order) => [order, dateOrderLabels[order]])}
            onChoice={(dateOrder) => change({ dateOrder })}
          />
        ) : null}
        <Choice
          label={
            kind === "dogs" ? "Dogs with a known registration number" : "Dogs and ancestors that are known"
          }
          helper={kind === "ancestors" ? "Your own dogs are only completed, never overwritten." : undefined}
          value={settings.mode}
          choices={modes[kind].map((mode) => [mode, modeLabels[mode]])}
          onChoice={(mode) => change({ mode })}
        />
        {needsBreed ? (
          <FormField label="Breed" required helper="The file names no breed.">
            {(props) => (
              <Input
                {...props}
                value={settings.breed}
                maxLength={200}
                onChange={(event) => change({ breed: event.target.value })}
              />
            )}
          </FormField>
        ) : null}
      </div>
      <Columns steps={steps} />
    </fieldset>
  );
}

function Columns({ steps: { file, settings, mapColumn } }: { steps: ImportSteps }) {
  if (file?.format !== "table" || !settings) return null;
  return (
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
