/**
 * The parts of an import that the user must check, with numbers and rows, before and after the import is written.
 * Refused rows can be saved as a file.
 */
import { type ReactNode, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { Button } from "@/components/ui/button";
import { linesText } from "@/features/imports/import-words";
import type { ImportRun } from "@/features/imports/use-import";
import { saveFile } from "@/lib/save-file";
import type { api } from "@convex/_generated/api";
import { IMPORT_FIELDS, IMPORT_FIELD_NAMES } from "@domain/imports/fields";
import { lineName } from "@domain/imports/lineages";
import { PARENT_ROLES } from "@domain/dogs/checks";
import { toCsv } from "@domain/text/csv";

/** Each list shows this many rows until the user asks for all. */
const SHOWN = 100;

const number = (value: number): string => value.toLocaleString("en-US");

type ImportProblems = FunctionReturnType<typeof api.imports.imports.problems>;

type ImportListsProps = { run: ImportRun; report: ImportReport; problems: ImportProblems };

export function ImportLists({ run, report, problems }: ImportListsProps) {
  const { errors, changes, ancestors, warnings, skipped, links } = problems;
  return (
    <>
      <Lines
        title="Parents to check"
        total={links.length}
        lines={links.map(({ role, name, to, reason, lines, lineCount }) => ({
          title: `${PARENT_ROLES[role].label} “${name}” in ${linesText(lines, lineCount)}:`,
          text: `${to}. ${reason}.`,
        }))}
      />
      <Lines
        title="Lines left out"
        total={report.errors}
        lines={errors.map(({ line, fields }) => lineText(line, Object.values(fields).join(". ")))}
      >
        <RefusedFile fileName={run.fileName} errors={errors} total={report.errors} />
      </Lines>
      <Lines
        title={run.mode === "complete" ? "Filled in" : "Changes"}
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
        title="New ancestors"
        total={report.ancestors}
        lines={ancestors.map(({ name, gender, lines, lineCount }) => ({
          title: name,
          text: `${gender === "male" ? "sire" : "dam"} in ${linesText(lines, lineCount)}`,
        }))}
      />
      <Lines
        title="Lines to review"
        total={report.warnings}
        lines={warnings.map(({ line, message }) => lineText(line, message))}
      />
      <Lines
        title="Lines skipped"
        total={report.skipped}
        lines={skipped.map(({ line, message }) => lineText(line, message))}
      />
    </>
  );
}

type RefusedFileProps = { fileName: string; errors: ImportProblems["errors"]; total: number };

/** The file contains only the refused rows. */
function RefusedFile({ fileName, errors, total }: RefusedFileProps) {
  const kept = errors.filter(({ values }) => values !== undefined).length;
  if (kept === 0) return null;
  const save = () => {
    const stem = fileName.replace(/\.[^.]*$/, "");
    saveFile(
      new Blob([writeRefusedRows(errors)], { type: "text/csv;charset=utf-8" }),
      `${stem}-left-out.csv`,
    );
  };
  return (
    <div className="mt-3">
      <Button variant="outline" onClick={save}>
        Download the Lines Left Out
      </Button>
      <p className="mt-1 text-sm text-muted-foreground">
        Correct them in the file and import it again. What has already been imported is recognized and not
        imported twice.
        {kept < total
          ? ` The file contains the first ${number(kept)} of ${number(total)}; import your own file again for the others.`
          : ""}
      </p>
    </div>
  );
}

const lineText = (line: number, text: string) => ({ title: `Line ${lineName(line)}:`, text });

type LinesProps = {
  title: string;
  total: number;
  lines: readonly { title: string; text: string }[];
  children?: ReactNode;
};

function Lines({ title, total, lines, children }: LinesProps) {
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
      {children}
    </section>
  );
}

export function ImportNotes({ title, notes }: { title: string; notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section>
      <h3 className="font-title mb-2 border-b pb-1 text-lg">{title}</h3>
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

type Refused = {
  line: number;
  fields: Record<string, string>;
  values?: Record<string, string | number | boolean>;
};

/** The heading is not the name of a dog's field, so the column is left out when the file is imported again. */
const REASON = "Why it was refused";

const headings: Partial<Record<string, string>> = { weight: "Weight (lbs)", height: "Height (in)" };

/** Each row has its reason. The user can correct the file and import it again. */
function writeRefusedRows(errors: readonly Refused[]): string {
  const kept = errors.filter(({ values }) => values !== undefined);
  const used = IMPORT_FIELD_NAMES.filter((field) => kept.some(({ values }) => values?.[field] !== undefined));
  const header = [...used.map((field) => headings[field] ?? IMPORT_FIELDS[field].label), REASON];
  const rows = kept.map(({ values, fields }) => [
    ...used.map((field) => {
      const value = values?.[field];
      return value === true ? "yes" : value === false ? "no" : String(value ?? "");
    }),
    Object.values(fields).join(". "),
  ]);
  return toCsv([header, ...rows]);
}

export type ImportReport = NonNullable<ImportRun["report"]>;

/** Counts above zero, such as "9 certain, 2 new". */
function parentsText({ links, unknownParents = 0, questions = 0 }: ImportReport, isMine: boolean): string {
  if (!links) return "";
  const counts = [
    [links.certain, "certain"],
    [links.doubted, "by a number whose dog has another name"],
    [links.answered, isMine ? "by your answer" : "by answer"],
    [links.made, "new"],
    [unknownParents + links.emptied, "left empty"],
  ] as const;
  const parts = counts.flatMap(([count, words]) => (count > 0 ? [`${number(count)} ${words}`] : []));
  if (parts.length > 0) return parts.join(", ");
  return questions > 0 ? "" : "None";
}

function figuresOf(run: ImportRun, report: ImportReport): (readonly [label: string, text: string])[] {
  const {
    added,
    updated,
    skipped,
    ancestors,
    errors,
    unchanged = 0,
    untouched = skipped,
    questions = 0,
  } = report;
  const isOfDogs = run.kind === "dogs";
  const changed = run.mode === "complete" ? "completed" : "updated";
  return [
    [
      isOfDogs ? "Dogs" : "Ancestors",
      `${number(added)} new, ${number(updated)} ${changed}, ${number(unchanged + untouched)} unchanged`,
    ],
    ["Parents", parentsText(report, run.isMine)],
    // A file of ancestors usually has no such rows, so zero is not shown.
    [
      isOfDogs ? "New ancestors" : "Known only as parents",
      isOfDogs || ancestors > 0 ? number(ancestors) : "",
    ],
    ["To be answered", questions > 0 ? number(questions) : ""],
    ["Lines not imported", number(errors + skipped - untouched)],
  ];
}

/** Shown before and after the import is written. An older report may lack some numbers, which are not shown. */
export function ImportFigures({ run, report }: { run: ImportRun; report: ImportReport }) {
  return (
    <dl className="grid gap-x-4 text-foreground sm:grid-cols-[auto_1fr] sm:gap-y-1">
      {figuresOf(run, report).map(([label, text]) =>
        text === "" ? null : (
          <div key={label} className="contents">
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="mb-1 tabular-nums sm:mb-0">{text}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
