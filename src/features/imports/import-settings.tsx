/**
 * How a file is read: its dates, units and words, its columns, and what happens to dogs that the kennel already
 * has.
 */
import type { ReactNode } from "react";
import { BreedControl } from "@/entities/dogs/breed-field";
import { ChoiceField } from "@/components/choice-field";
import { Alert } from "@/components/ui/alert";
import { FormField } from "@/components/ui/form-field";
import { accountFor, sampleOf, type ImportFile } from "@/features/imports/import-file";
import { ImportNotes } from "@/features/imports/import-lists";
import type { ImportSettings, ImportSteps } from "@/features/imports/use-import";
import { useKennel } from "@/hooks/use-kennel";
import type { ImportKind } from "@domain/imports/rules";
import {
  isDateField,
  measureOf,
  PARTIAL_DATES,
  wordFieldOf,
  type ImportColumn,
} from "@domain/imports/columns";
import { DATE_ORDERS, type DateOrder } from "@domain/imports/read-dates";
import {
  describedAs,
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  relativeFields,
  type ImportField,
} from "@domain/imports/fields";
import { lineageTitle, lineagesOf, type Lineage } from "@domain/imports/lineages";
import { MEASURE_UNITS } from "@domain/imports/read-values";
import type { KnownDogMode } from "@domain/imports/planned";
import { meaningsOf, wordKey, type WordValue } from "@domain/imports/words";

const dateOrderLabels = {
  ymd: "Year, month, day",
  mdy: "Month, day, year",
  dmy: "Day, month, year",
} as const satisfies Record<DateOrder, string>;
const partialLabels = { notes: "Keep in the notes", first: "Take the first day" } as const;
const modeLabels = {
  skip: "Skip them",
  complete: "Fill in what is missing",
  update: "Update them",
} as const satisfies Record<KnownDogMode, string>;
const modes = {
  dogs: ["skip", "complete", "update"],
  ancestors: ["complete", "skip", "update"],
} as const satisfies Record<ImportKind, readonly KnownDogMode[]>;
const delimiterNames: Record<string, string> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar",
  " ": "spaces",
};

/** For a column that is left out, because a select's value cannot be empty. */
const LEFT_OUT = "none";

function describe(file: ImportFile): string {
  const count = file.rows.length.toLocaleString("en-US");
  const rows = `${count} ${file.rows.length === 1 ? "row" : "rows"}`;
  const program = file.program ? `, as ${file.program} writes them` : "";
  if (file.format === "gedcom") return `${count} individuals, GEDCOM, ${file.encoding}`;
  if (file.format === "workbook") return `${rows}, Excel, sheet “${file.sheet ?? ""}”${program}`;
  return `${rows}, ${file.encoding}, separated by ${delimiterNames[file.delimiter] ?? file.delimiter}${program}`;
}

/** Longer words are cut after this many characters. */
const WORD_SHOWN = 30;

const readingLabel = (encoding: string, words: readonly string[]): string =>
  `${words.map((word) => word.slice(0, WORD_SHOWN)).join(", ")} (${encoding})`;

type Chosen = { steps: ImportSteps; file: ImportFile; settings: ImportSettings };

export function ImportSettingsFields({ kind, steps }: { kind: ImportKind; steps: ImportSteps }) {
  const { file, settings, work, needsBreed, change } = steps;
  if (!file || !settings) return null;
  const chosen = { steps, file, settings };
  return (
    // The control stays enabled while the file is read, because a disabled field loses the focus.
    <fieldset disabled={work !== null && work !== "reading"} className="flex min-w-0 flex-col gap-4">
      <p role="status" className="text-muted-foreground">
        {describe(file)}
      </p>
      {file.readings.length > 1 ? (
        <Choice
          label="Letters are read as"
          helper="The file does not say how its letters are stored. Choose the correct spelling."
          value={file.readings[0]?.encoding ?? null}
          choices={file.readings.map(({ encoding, words }) => [encoding, readingLabel(encoding, words)])}
          onChoice={(encoding) => void steps.takeEncoding(encoding)}
        />
      ) : null}
      {file.sheets.length > 1 ? (
        <Choice
          label="Sheet"
          helper="Import one sheet at a time."
          value={file.sheet}
          choices={file.sheets.map(({ name, rows, isHidden }): [string, string] => [
            name,
            `${name} (${isHidden ? "hidden, " : ""}${rows.length.toLocaleString("en-US")} ${rows.length === 1 ? "row" : "rows"})`,
          ])}
          onChoice={steps.takeSheet}
        />
      ) : null}
      {file.isHeadingKnown ? null : (
        <Alert variant="warning">
          <p className="text-foreground">
            No headings were found, so line {file.headingLine} is used as the headings and not as a dog.
            Choose below what each column contains, or add a line of headings at the top.
          </p>
        </Alert>
      )}
      <AskedColumns {...chosen} />
      <Questions {...chosen} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={kind === "dogs" ? "Dogs already in the kennel" : "Dogs and ancestors already known"}
          helper={kind === "ancestors" ? "Your own dogs are only completed, never overwritten." : undefined}
          value={settings.mode}
          choices={modes[kind].map((mode) => [mode, modeLabels[mode]])}
          onChoice={(mode) => change({ mode })}
        />
        {needsBreed ? (
          <FormField label="Breed" required helper="The file gives no breed.">
            {(described) => (
              <BreedControl
                described={described}
                value={settings.breed}
                onValue={(breed) => change({ breed })}
              />
            )}
          </FormField>
        ) : null}
      </div>
      <Words {...chosen} />
      <Columns {...chosen} />
      <OwnersNote {...chosen} />
      <ImportNotes title="How the file is read" notes={accountFor(chosen.file, chosen.settings.columns)} />
    </fieldset>
  );
}

/** Shown to users who may not set owners. */
function OwnersNote({ settings: { columns } }: Chosen) {
  const setsContacts = useKennel().hasRight("finances", "write");
  const owners = columns.flatMap((column, at) =>
    column.field !== null && describedAs(column.field)?.isConfidential ? [nameOf(column, at)] : [],
  );
  if (setsContacts || owners.length === 0) return null;
  return (
    <Alert variant="warning">
      <p className="text-foreground">
        You need the right to money and contacts to import owners, so they are left out: {owners.join(", ")}.
      </p>
    </Alert>
  );
}

/** Asks about columns that could belong to several dogs. */
function AskedColumns({ settings: { columns } }: Chosen) {
  const asked = columns.flatMap((column, at) =>
    column.isAsked ? [`${nameOf(column, at)} (column ${at + 1})`] : [],
  );
  if (asked.length === 0) return null;
  return (
    <Alert variant="warning">
      <p className="text-foreground">
        The headings do not say which dog is meant: {asked.join(", ")}. Choose below what each of these
        columns contains, or leave it out.
      </p>
    </Alert>
  );
}

const orderChoices = DATE_ORDERS.map((order) => [order, dateOrderLabels[order]] as const);

/** For dates, the example is a cell of only numbers, such as 03/04/2019. */
function exampleOf(file: ImportFile, at: number, pattern = /\S/u): string | undefined {
  const cell = file.rows.find(({ cells }) => pattern.test(cells[at] ?? ""))?.cells[at]?.trim();
  return cell ? `For example “${cell}”` : undefined;
}

/** A weight or height without a unit. */
const BARE_NUMBER = /^\s*\d+(?:[.,]\d+)?\s*$/u;

const NUMERIC_DATE = /^\s*\d+[-/.\s]\s*\d+[-/.\s]/u;

/**
 * Asks only for information that is not in the file: the order of day and month, units, and the meaning of
 * incomplete dates.
 */
function Questions({ steps, file, settings: { columns } }: Chosen) {
  const indexed = columns.map((column, at) => ({ column, at }));
  const dated = indexed.filter(({ column }) => column.hasOrders);
  const [first] = dated;
  const isOneOrder = dated.every(({ column }) => column.order === first?.column.order);
  const partial = indexed.filter(({ column }) => column.partialExample !== null);
  const measured = indexed.filter(({ column }) => measureOf(column.field) !== null);
  if (dated.length + partial.length + measured.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(isOneOrder ? dated.slice(0, 1) : dated).map(({ column, at }) => (
        <Choice
          key={`order ${at}`}
          label={isOneOrder ? "Dates are written as" : `Dates of ${nameOf(column, at)} are written as`}
          helper={
            column.mixed
              ? `“${column.mixed[0]}” can only be day first and “${column.mixed[1]}” only month first. Lines that do not fit are left out`
              : exampleOf(file, at, NUMERIC_DATE)
          }
          value={column.order}
          choices={orderChoices}
          onChoice={(order) => steps.orderDates(order, isOneOrder ? undefined : at)}
        />
      ))}
      {partial.map(({ column, at }) => (
        <Choice
          key={`partial ${at}`}
          label={`${IMPORT_FIELDS[column.field ?? "dateOfBirth"].label} without a day`}
          helper={`For example “${column.partialExample ?? ""}”`}
          value={column.partial}
          choices={PARTIAL_DATES.map((choice) => [choice, partialLabels[choice]] as const)}
          onChoice={(choice) => steps.changeColumn(at, { partial: choice })}
        />
      ))}
      {measured.map(({ column, at }) => {
        const measure = measureOf(column.field);
        return measure ? (
          <Choice
            key={`unit ${at}`}
            label={`${nameOf(column, at)} is in`}
            helper={exampleOf(file, at, BARE_NUMBER) ?? exampleOf(file, at)}
            value={column.unit}
            choices={MEASURE_UNITS[measure].map((unit) => [unit, unit] as const)}
            onChoice={(unit) => steps.chooseUnit(at, unit)}
          />
        ) : null;
      })}
    </div>
  );
}

const nameOf = ({ heading }: ImportColumn, at: number): string => heading.trim() || `Column ${at + 1}`;

const wordChoices = [
  ["unknown", "Unknown: reject the row"],
  ["empty", "Leave the cell empty"],
] as const;

/** Words that Studbook does not know. The user can give each word a meaning. */
function Words({ steps, settings: { columns } }: Chosen) {
  const words = columns.flatMap((column, at) => {
    const field = wordFieldOf(column.field);
    return field ? column.unknownWords.map((word) => ({ field, word, column, at })) : [];
  });
  if (words.length === 0) return null;
  return (
    <div>
      <h3 className="font-title mb-2 border-b pb-1 text-lg">Unknown words</h3>
      <ul className="grid gap-3 sm:grid-cols-2">
        {words.map(({ field, word, column, at }) => {
          const key = wordKey(word);
          const given = Object.hasOwn(column.words, key) ? column.words[key] : undefined;
          const meanings = meaningsOf(field).map(([value, label]): [string, string, WordValue] => [
            String(value),
            label,
            value,
          ]);
          return (
            <li key={`${at} ${word}`}>
              <Choice<string>
                label={`“${word}” in ${nameOf(column, at)}`}
                value={given === undefined ? "unknown" : given === null ? "empty" : String(given)}
                choices={[...wordChoices, ...meanings.map(([value, label]) => [value, label] as const)]}
                onChoice={(chosen) => {
                  const { [key]: _former, ...others } = column.words;
                  const meaning = meanings.find(([value]) => value === chosen);
                  steps.changeColumn(at, {
                    words: chosen === "unknown" ? others : { ...others, [key]: meaning ? meaning[2] : null },
                  });
                }}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const fieldLabel = (field: ImportField, of: Lineage): string =>
  of === ""
    ? IMPORT_FIELDS[field].label
    : field === "name"
      ? lineageTitle(of)
      : `${lineageTitle(of)}: ${IMPORT_FIELDS[field].label}`;

/**
 * The fields of the dog and of its ancestors. The ancestors' generations are those of the file, at least up to the
 * grandparents.
 */
function columnChoices(columns: readonly ImportColumn[]) {
  const generations = Math.max(2, ...columns.map(({ of }) => of.length));
  const meanings = [
    ...IMPORT_FIELD_NAMES.map((field) => ({ field, of: "" })),
    ...lineagesOf(1, generations).flatMap((of) => relativeFields(of).map((field) => ({ field, of }))),
  ];
  return meanings.map(({ field, of }) => ({
    field,
    of,
    key: `${of} ${field}`,
    label: fieldLabel(field, of),
  }));
}

function Columns({ steps: { mapColumn }, file, settings }: Chosen) {
  const meanings = columnChoices(settings.columns);
  return (
    <div>
      <h3 className="font-title mb-2 border-b pb-1 text-lg">Columns</h3>
      <ul className="grid gap-3 sm:grid-cols-2">
        {settings.columns.map((column, at) => (
          <li key={at}>
            <Choice
              label={column.isAsked ? `${nameOf(column, at)} (column ${at + 1})` : nameOf(column, at)}
              helper={
                isDateField(column.field) && column.order === null ? undefined : sampleOf(file, column, at)
              }
              value={column.isAsked ? null : column.field ? `${column.of} ${column.field}` : LEFT_OUT}
              choices={[
                [LEFT_OUT, "Leave out"],
                ...meanings.map(({ key, label }): [string, string] => [key, label]),
              ]}
              onChoice={(chosen) => {
                const meaning = meanings.find(({ key }) => key === chosen);
                mapColumn(at, meaning?.field ?? null, meaning?.of);
              }}
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
  /** Null while nothing is chosen. */
  value: Value | null;
  choices: readonly (readonly [value: Value, label: string])[];
  onChoice: (value: Value) => void;
};

function Choice<Value extends string>({ label, helper, value, choices, onChoice }: ChoiceProps<Value>) {
  return (
    <ChoiceField<Value | "">
      {...{ label, helper }}
      required={value === null}
      value={value ?? ""}
      choices={choices}
      placeholder="Please choose"
      onValue={(chosen) => {
        const choice = choices.find(([each]) => each === chosen)?.[0];
        if (choice !== undefined) onChoice(choice);
      }}
    />
  );
}
