/** What of an import a breeder should look at, line by line: before it is written and afterwards. */
import { useState, type ReactNode } from "react";
import type { FunctionReturnType } from "convex/server";
import { Button } from "@/components/ui/button";
import { linesText } from "@/features/dogs/imports/import-words";
import { writeRefusedRows } from "@/features/dogs/imports/refused-rows";
import type { ImportReport } from "@/features/dogs/imports/import-figures";
import type { ImportRun } from "@/features/dogs/imports/use-import";
import { saveFile } from "@/lib/save-file";
import type { api } from "@convex/_generated/api";
import { lineName } from "@domain/dogs/import-lines";
import { PARENT_ROLES } from "@domain/dogs/rules";

/** Lines that are shown of each list until all are asked for. */
const SHOWN = 100;

const number = (value: number): string => value.toLocaleString("en-US");

export type ImportProblems = FunctionReturnType<typeof api.imports.imports.problems>;

type ImportListsProps = { run: ImportRun; report: ImportReport; problems: ImportProblems };

/** Renders the lists that are not empty. */
export function ImportLists({ run, report, problems }: ImportListsProps) {
  const { errors, changes, ancestors, warnings, skipped, links } = problems;
  return (
    <>
      <Lines
        title="Least certain parents"
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

/** Gives the refused lines back as a file. */
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

/** Renders how the lines of the file are read, and what of it goes into no field. */
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
