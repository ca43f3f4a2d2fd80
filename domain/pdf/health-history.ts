/**
 * Prints a dog's health for a vet or an inspector: facts about the dog, then every health record of the period in
 * full with the names of its files. Vaccinations, tests and other records follow as tables.
 */
import { PDFDocument } from "pdf-lib";
import { describeDocument } from "./certificate/describe-document";
import { Lettering, tidy } from "./certificate/lettering";
import { INK } from "./certificate/sheet";
import type { CertificatePaper } from "../pedigree/rules";
import { formatDay } from "../formatting/formatting";
import type { Brand } from "./brand";
import { PageFlow, type Column } from "./page-flow";

/** A row with the value null is left out. */
export interface HistoryFact {
  readonly label: string;
  readonly value: string | null;
}

export interface HistoryRecord {
  readonly day: string;
  readonly type: string;
  readonly title: string;
  readonly facts: readonly HistoryFact[];
  /** The names of files. */
  readonly attachments: readonly string[];
}

export interface HistorySection {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly emptyText: string;
}

export interface HealthHistory {
  readonly dog: string;
  readonly kennelName: string;
  readonly contact: string;
  /** Null if the period has no first date. */
  readonly from: string | null;
  /** Null if the period has no last date. */
  readonly to: string | null;
  readonly facts: readonly HistoryFact[];
  readonly records: readonly HistoryRecord[];
  readonly sections: readonly HistorySection[];
  /** Studbook's branding is used if the kennel's own branding is missing. */
  readonly brand?: Brand;
  readonly paper: CertificatePaper;
  readonly printedOn: string;
}

export function periodText(from: string | null, to: string | null): string {
  if (from === null) return to === null ? "All records" : `Until ${formatDay(to)}`;
  return to === null ? `Since ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(to)}`;
}

const HEADING = { face: "serif", size: 13.5, before: 9, after: 4, keepWith: 40 } as const;

function printFacts(flow: PageFlow, facts: readonly HistoryFact[], indent = 0): void {
  for (const { label, value } of facts) {
    if (value === null) continue;
    flow.paragraph([{ text: `${label}: `, face: "bold" }, { text: tidy(value) }], { indent, after: 1.5 });
  }
}

function printRecord(flow: PageFlow, { day, type, title, facts, attachments }: HistoryRecord): void {
  flow.paragraph(
    [
      { text: `${formatDay(day)}  `, face: "bold" },
      { text: `${type}  `, color: INK.brass },
      { text: tidy(title), face: "bold" },
    ],
    { before: 4, after: 2, keepWith: 24 },
  );
  printFacts(flow, facts, 12);
  if (attachments.length > 0) {
    printFacts(flow, [{ label: "Attachments", value: attachments.join(", ") }], 12);
  }
}

function printSection(flow: PageFlow, { title, columns, rows, emptyText }: HistorySection): void {
  flow.paragraph(title, HEADING);
  if (rows.length === 0) flow.paragraph(emptyText, { color: INK.muted });
  else
    flow.table(
      columns,
      rows.map((cells) => cells.map(tidy)),
    );
}

function* textsOf({
  dog,
  kennelName,
  contact,
  facts,
  records,
  sections,
  brand,
}: HealthHistory): Generator<string> {
  yield "·−°×"; // The fixed words contain these characters.
  yield* [dog, kennelName, contact, brand?.footerText ?? ""].map(tidy);
  for (const { value } of facts) yield tidy(value ?? "");
  for (const record of records) {
    yield tidy(record.title);
    for (const { value } of record.facts) yield tidy(value ?? "");
    yield* record.attachments.map(tidy);
  }
  for (const { rows } of sections) for (const cells of rows) yield* cells.map(tidy);
}

export async function makeHealthHistory(history: HealthHistory): Promise<Uint8Array> {
  const { from, to, facts, records, sections, paper, printedOn, brand } = history;
  const [dog, kennelName, contact] = [tidy(history.dog), tidy(history.kennelName), tidy(history.contact)];
  const document = await PDFDocument.create();
  const lettering = await Lettering.embed(document, textsOf(history));
  describeDocument(document, { title: `Health history of ${dog}`, author: kennelName, printedOn });
  const flow = new PageFlow(document, lettering, paper, true, brand);
  await flow.letterhead();
  flow.paragraph(dog, { face: "serif", size: 24, after: 0 });
  flow.paragraph(`Health history · ${periodText(from, to)}`, { color: INK.brass, face: "bold", after: 2 });
  flow.paragraph([kennelName, contact].filter((part) => part !== "").join(" · "), {
    size: 9.5,
    color: INK.muted,
    after: 4,
  });
  flow.rule(INK.line, 10);
  printFacts(flow, facts);
  flow.paragraph("Health records", HEADING);
  if (records.length === 0) flow.paragraph("No health records", { color: INK.muted });
  for (const record of records) printRecord(flow, record);
  for (const section of sections) printSection(flow, section);
  flow.finish(`${dog} · ${kennelName} · printed on ${formatDay(printedOn)}`);
  return await document.save();
}
