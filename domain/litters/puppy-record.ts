/** Prints the record for a puppy's buyer: the puppy, its parents, its growth, vaccinations and health checks. */
import { PDFDocument } from "pdf-lib";
import { describeDocument } from "../pdf/certificate/describe-document";
import { Lettering, tidy } from "../pdf/certificate/lettering";
import { INK } from "../pdf/certificate/sheet";
import type { CertificatePaper } from "../pedigree/rules";
import { formatDay, grouped } from "../formatting/formatting";
import type { Brand } from "../pdf/brand";
import { PageFlow } from "../pdf/page-flow";

/** Null is printed as 'not recorded'. */
export interface RecordFact {
  readonly label: string;
  readonly value: string | null;
}

export interface PuppyRecord {
  readonly puppy: string;
  readonly kennelName: string;
  readonly contact: string;
  readonly facts: readonly RecordFact[];
  readonly parents: readonly RecordFact[];
  readonly weights: readonly { readonly day: string; readonly grams: number }[];
  /** Null for users who may not see the vaccinations. */
  readonly vaccinations:
    | readonly {
        readonly day: string;
        readonly vaccine: string;
        readonly batch: string | null;
        readonly veterinarian: string | null;
        readonly nextDueOn: string | null;
      }[]
    | null;
  readonly checks: readonly {
    readonly day: string;
    readonly weightGrams: number | null;
    readonly temperatureFahrenheit: number | null;
    readonly veterinarian: string | null;
    readonly notes: string | null;
  }[];
  /** Studbook's branding is used if the kennel's own branding is missing. */
  readonly brand?: Brand;
  readonly paper: CertificatePaper;
  readonly printedOn: string;
}

const NOT_RECORDED = "not recorded";

const grams = (value: number): string => `${grouped(Math.round(value))} g`;

const gain = (value: number): string => (value < 0 ? `−${grams(-value)}` : `+${grams(value)}`);

const weightRows = (weights: PuppyRecord["weights"]): string[][] =>
  weights.map((weight, index) => {
    const before = weights[index - 1];
    return [formatDay(weight.day), grams(weight.grams), before ? gain(weight.grams - before.grams) : ""];
  });

const checkRows = (checks: PuppyRecord["checks"]): string[][] =>
  checks.map(({ day, weightGrams, temperatureFahrenheit, veterinarian, notes }) => [
    formatDay(day),
    weightGrams === null ? "" : grams(weightGrams),
    temperatureFahrenheit === null ? "" : `${temperatureFahrenheit} °F`,
    tidy(veterinarian ?? ""),
    tidy(notes ?? ""),
  ]);

const vaccinationRows = (vaccinations: NonNullable<PuppyRecord["vaccinations"]>): string[][] =>
  vaccinations.map(({ day, vaccine, batch, veterinarian, nextDueOn }) => [
    formatDay(day),
    tidy(vaccine),
    tidy(batch ?? ""),
    tidy(veterinarian ?? ""),
    nextDueOn === null ? "" : formatDay(nextDueOn),
  ]);

function printVaccinations(flow: PageFlow, rows: string[][] | null): void {
  if (rows === null) return;
  flow.paragraph("Vaccinations", HEADING);
  if (rows.length === 0) {
    flow.paragraph("No vaccinations recorded", { color: INK.muted });
    return;
  }
  flow.table(
    [
      { label: "Day", share: 1.4 },
      { label: "Vaccine", share: 1.5 },
      { label: "Batch", share: 1.2 },
      { label: "Veterinarian", share: 1.7 },
      { label: "Next due", share: 1.4 },
    ],
    rows,
  );
}

function printFacts(flow: PageFlow, facts: readonly RecordFact[]): void {
  for (const { label, value } of facts) {
    flow.paragraph(
      [
        { text: `${label}: `, face: "bold" },
        value === null ? { text: NOT_RECORDED, color: INK.muted } : { text: tidy(value) },
      ],
      { after: 1.5 },
    );
  }
}

const HEADING = { face: "serif", size: 13.5, before: 9, after: 4, keepWith: 40 } as const;

export async function makePuppyRecord(record: PuppyRecord): Promise<Uint8Array> {
  const { facts, parents, paper, printedOn, brand } = record;
  const [puppy, kennelName, contact] = [tidy(record.puppy), tidy(record.kennelName), tidy(record.contact)];
  const [weights, checks] = [weightRows(record.weights), checkRows(record.checks)];
  const vaccinations = record.vaccinations && vaccinationRows(record.vaccinations);
  const document = await PDFDocument.create();
  const values = [...facts, ...parents].map(({ value }) => tidy(value ?? ""));
  const texts = [
    "·−°",
    puppy,
    kennelName,
    contact,
    tidy(brand?.footerText ?? ""),
    ...values,
    ...weights.flat(),
    ...checks.flat(),
    ...(vaccinations ?? []).flat(),
  ];
  const lettering = await Lettering.embed(document, texts);
  describeDocument(document, { title: `Record of ${puppy}`, author: kennelName, printedOn });
  const flow = new PageFlow(document, lettering, paper, true, brand);
  await flow.letterhead();
  flow.paragraph(puppy, { face: "serif", size: 24, after: 0 });
  flow.paragraph("Puppy record", { color: INK.brass, face: "bold", after: 2 });
  flow.paragraph([kennelName, contact].filter((part) => part !== "").join(" · "), {
    size: 9.5,
    color: INK.muted,
    after: 4,
  });
  flow.rule(INK.line, 10);
  printFacts(flow, facts);
  flow.paragraph("Parents", HEADING);
  printFacts(flow, parents);
  flow.paragraph("Weights", HEADING);
  if (weights.length === 0) flow.paragraph("No weights recorded", { color: INK.muted });
  else {
    flow.table(
      [
        { label: "Day", share: 2 },
        { label: "Weight", share: 1, align: "right" },
        { label: "Gain", share: 1, align: "right" },
      ],
      weights,
    );
  }
  printVaccinations(flow, vaccinations);
  flow.paragraph("Health checks", HEADING);
  if (checks.length === 0) flow.paragraph("No health checks recorded", { color: INK.muted });
  else {
    flow.table(
      [
        { label: "Day", share: 1.4 },
        { label: "Weight", share: 0.9, align: "right" },
        { label: "Temperature", share: 1, align: "right" },
        { label: "Veterinarian", share: 1.5 },
        { label: "Notes", share: 3 },
      ],
      checks,
    );
  }
  flow.finish(`${kennelName} · ${formatDay(printedOn)}`);
  return await document.save();
}
