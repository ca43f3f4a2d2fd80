/**
 * The printed dashboard, as rows of a spreadsheet or as a PDF of one or two pages. Source: decision GAP-DASH-11.
 */
import { PDFDocument } from "pdf-lib";
import { describeDocument } from "../pdf/certificate/describe-document";
import { Lettering, tidy } from "../pdf/certificate/lettering";
import { INK } from "../pdf/certificate/sheet";
import type { CertificatePaper } from "../pedigree/rules";
import { formatDay } from "../formatting/formatting";
import { PageFlow, type Column } from "../pdf/page-flow";

export const DASHBOARD_EXPORT_FORMATS = ["pdf", "csv"] as const;

export interface DashboardSummary {
  readonly kennelName: string;
  readonly printedOn: string;
  /** A value is null if the user may not read the area. */
  readonly metrics: readonly { readonly name: string; readonly value: number | null }[];
  readonly tasks: readonly {
    readonly title: string;
    readonly dueDate: string;
    readonly due: string;
    readonly priority: string;
    readonly dogName: string | null;
  }[];
  readonly activities: readonly {
    readonly day: string;
    readonly title: string;
    readonly description: string;
    readonly by: string | null;
  }[];
}

interface Section {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly empty: string;
}

function toSections({ metrics, tasks, activities }: DashboardSummary): Section[] {
  return [
    {
      title: "Metrics",
      columns: [
        { label: "Metric", share: 3 },
        { label: "Value", share: 1, align: "right" },
      ],
      rows: metrics.flatMap(({ name, value }) => (value === null ? [] : [[name, String(value)]])),
      empty: "No numbers to show",
    },
    {
      title: "Upcoming Tasks",
      columns: [
        { label: "Due", share: 1.6 },
        { label: "When", share: 1.6 },
        { label: "Task", share: 4 },
        { label: "Related to", share: 2.4 },
        { label: "Priority", share: 1.2 },
      ],
      rows: tasks.map(({ title, dueDate, due, priority, dogName }) => [
        formatDay(dueDate),
        due,
        title,
        dogName ?? "",
        priority,
      ]),
      empty: "No upcoming tasks",
    },
    {
      title: "Recent Activity",
      columns: [
        { label: "Date", share: 1.6 },
        { label: "What", share: 2.6 },
        { label: "About", share: 4 },
        { label: "By", share: 2 },
      ],
      rows: activities.map(({ day, title, description, by }) => [
        formatDay(day),
        title,
        description,
        by ?? "",
      ]),
      empty: "No recent activity to show",
    },
  ];
}

/** A title is before each table, and an empty row is between tables. */
export function summaryRows(summary: DashboardSummary): string[][] {
  return toSections(summary).flatMap(({ title, columns, rows, empty }, index) => [
    ...(index === 0 ? [] : [[]]),
    [title],
    columns.map(({ label }) => label),
    ...(rows.length === 0 ? [[empty]] : rows.map((row) => [...row])),
  ]);
}

export async function makeSummary(summary: DashboardSummary, paper: CertificatePaper): Promise<Uint8Array> {
  const kennelName = tidy(summary.kennelName);
  const sections = toSections(summary).map((section) => ({
    ...section,
    rows: section.rows.map((row) => row.map(tidy)),
  }));
  const document = await PDFDocument.create();
  const lettering = await Lettering.embed(document, [
    "·",
    kennelName,
    ...sections.flatMap(({ rows }) => rows.flat()),
  ]);
  describeDocument(document, {
    title: `Dashboard of ${kennelName}`,
    author: kennelName,
    printedOn: summary.printedOn,
  });
  const flow = new PageFlow(document, lettering, paper);
  flow.paragraph("Dashboard", { face: "serif", size: 21, after: 2 });
  flow.paragraph(`${kennelName} · ${formatDay(summary.printedOn)}`, { color: INK.muted, after: 4 });
  flow.rule(INK.line, 12);
  for (const { title, columns, rows, empty } of sections) {
    flow.paragraph(title, { face: "serif", size: 14, before: 6, after: 4, keepWith: 60 });
    if (rows.length === 0) flow.paragraph(empty, { color: INK.muted });
    else flow.table(columns, rows);
  }
  flow.finish(`${kennelName} · ${formatDay(summary.printedOn)}`);
  return await document.save();
}
