/** The figures of an import, before it is written and afterwards: dogs, parents, and lines that are not taken. */
import type { ImportRun } from "@/features/dogs/imports/use-import";

const number = (value: number): string => value.toLocaleString("en-US");

export type ImportReport = NonNullable<ImportRun["report"]>;

/** Joins those of the counts that are not zero, like "9 certain, 2 new". */
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
    // In a file of ancestors those that only stand beside their offspring are the exception.
    [
      isOfDogs ? "New ancestors" : "Known only as parents",
      isOfDogs || ancestors > 0 ? number(ancestors) : "",
    ],
    ["To be answered", questions > 0 ? number(questions) : ""],
    ["Lines not imported", number(errors + skipped - untouched)],
  ];
}

/** Renders the figures; those that an older report does not have are left out. */
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
