/** Prints a report: its title, and its rows as a table on as many landscape pages as needed. */
import { PDFDocument } from "pdf-lib";
import { describeDocument } from "./certificate/describe-document";
import { Lettering, tidy } from "./certificate/lettering";
import { INK } from "./certificate/sheet";
import type { CertificatePaper } from "../pedigree/rules";
import { formatDay } from "../formatting/formatting";
import { PageFlow, type Column } from "./page-flow";

export const REPORTS = ["statistics", "sales", "finances"] as const;
export type ReportName = (typeof REPORTS)[number];

const TITLES: Record<ReportName, string> = {
  statistics: "Breeding Statistics",
  sales: "Puppy Sales",
  finances: "Income and Costs",
};

export interface PrintedReport {
  readonly report: ReportName;
  readonly kennelName: string;
  readonly year: string | null;
  /** The first row contains the headings. Every row has the same number of cells. */
  readonly rows: readonly (readonly string[])[];
  readonly paper: CertificatePaper;
  readonly printedOn: string;
}

/** Columns of names and words are wider than columns of numbers. */
const WIDE_COLUMNS = new Set(["Name", "Parents", "Buyer", "Breeding", "Puppy"]);
const TEXT_COLUMNS = new Set([...WIDE_COLUMNS, "Group", "Year", "Sex", "Status", "Sale Date"]);

const toColumn = (label: string): Column => ({
  label,
  share: WIDE_COLUMNS.has(label) ? 2.2 : 1.1,
  align: TEXT_COLUMNS.has(label) ? "left" : "right",
});

export async function makeReport(printed: PrintedReport): Promise<Uint8Array> {
  const { report, year, paper, printedOn } = printed;
  const kennelName = tidy(printed.kennelName);
  const rows = printed.rows.map((row) => row.map(tidy));
  const document = await PDFDocument.create();
  const lettering = await Lettering.embed(document, ["·", kennelName, ...rows.flat()]);
  const title = year === null ? TITLES[report] : `${TITLES[report]} ${year}`;
  describeDocument(document, { title, author: kennelName, printedOn });
  const flow = new PageFlow(document, lettering, paper, false);
  flow.paragraph(title, { face: "serif", size: 21, after: 2 });
  flow.paragraph(kennelName, { size: 10, color: INK.muted, after: 4 });
  flow.rule(INK.line, 12);
  const [head = [], ...body] = rows;
  flow.table(head.map(toColumn), body);
  flow.finish(`${kennelName} · ${formatDay(printedOn)}`);
  return await document.save();
}
