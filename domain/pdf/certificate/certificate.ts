/**
 * The pedigree certificate: one landscape page with the dog, its ancestors, its coefficient of inbreeding and room
 * for a signature, as a PDF. The same data creates the same page. Source: decisions GAP-DOG-01 and GAP-ANC-06.
 */
import { PDFDocument } from "pdf-lib";
import { describeDocument } from "./describe-document";
import { formatDay } from "../../formatting/formatting";
import { drawDog } from "./draw-dog";
import { drawTree } from "./draw-tree";
import type { CertificateDog, CertificateFacts, CertificateKennel } from "./facts";
import { firstLetters, Lettering, MISSING, tidy } from "./lettering";
import { drawWhole, embedPicture } from "./pictures";
import { placeAncestors } from "./places";
import { INK, Sheet, type Box } from "./sheet";

const MARGIN = 22;
/** The space between the frame and its content. */
const INSET = 14;
const HEADER_HEIGHT = 52;
const FOOTER_HEIGHT = 44;
/** The logo is above the line that ends the header. */
const LOGO_BOX = { width: 96, height: 38 };
const LOGO_GAP = 10;
const DOG_WIDTH: Record<number, number> = { 3: 214, 4: 196, 5: 178 };

export async function makeCertificate(facts: CertificateFacts): Promise<Uint8Array> {
  const tidied = tidyFacts(facts);
  const document = await PDFDocument.create();
  const lettering = await Lettering.embed(document, textsOf(tidied));
  const sheet = new Sheet(document, facts.paper, lettering, false, facts.brand);
  describeDocument(document, {
    title: `Pedigree of ${tidied.dogs[0]?.name ?? ""}`,
    author: tidied.kennel.name,
    printedOn: tidied.printedOn,
  });
  const inner: Box = {
    left: MARGIN + INSET,
    top: MARGIN + INSET,
    width: sheet.width - 2 * (MARGIN + INSET),
    height: sheet.height - 2 * (MARGIN + INSET),
  };
  drawFrame(sheet);
  const { logo: picture } = facts.brand;
  const logo = picture && (await embedPicture(document, picture));
  const logoWidth = logo ? drawWhole(sheet, logo, { ...inner, ...LOGO_BOX }) + LOGO_GAP : 0;
  drawHeader(sheet, inner, tidied, logoWidth);
  const body = {
    ...inner,
    top: inner.top + HEADER_HEIGHT,
    height: inner.height - HEADER_HEIGHT - FOOTER_HEIGHT,
  };
  const dogWidth = DOG_WIDTH[facts.generations] ?? 196;
  await drawDog(sheet, document, { ...body, width: dogWidth }, tidied);
  const treeLeft = body.left + dogWidth + 6;
  drawTree(sheet, { ...body, left: treeLeft, width: body.left + body.width - treeLeft }, tidied, {
    x: body.left + dogWidth,
    y: body.top + body.height / 2,
  });
  drawFooter(
    sheet,
    { ...inner, top: inner.top + inner.height - FOOTER_HEIGHT, height: FOOTER_HEIGHT },
    tidied,
  );
  return await document.save();
}

function tidyAll<Shape extends object>(shape: Shape): Shape {
  const entries = Object.entries(shape).map(([key, value]): [string, unknown] => [
    key,
    typeof value === "string" ? tidy(value) : value,
  ]);
  return Object.fromEntries(entries) as Shape; // The object keeps its keys and kinds of values.
}

function tidyFacts(facts: CertificateFacts): CertificateFacts {
  return {
    ...tidyAll(facts),
    kennel: tidyAll(facts.kennel),
    dogs: facts.dogs.map(tidyAll),
    inbreeding: {
      ...facts.inbreeding,
      commonAncestors: facts.inbreeding.commonAncestors.map(tidyAll),
    },
  };
}

function* textsOf(facts: CertificateFacts): Generator<string> {
  yield "“”'·×—"; // The fixed words contain these characters.
  yield tidy(facts.brand.footerText ?? "");
  for (const shape of [facts, facts.kennel, ...facts.dogs, ...facts.inbreeding.commonAncestors]) {
    for (const value of Object.values(shape)) if (typeof value === "string") yield value;
  }
}

function drawFrame(sheet: Sheet): void {
  const box = (inset: number): Box => ({
    left: inset,
    top: inset,
    width: sheet.width - 2 * inset,
    height: sheet.height - 2 * inset,
  });
  sheet.box(box(MARGIN), { border: INK.line, thickness: 1.2 });
  sheet.box(box(MARGIN + 3.5), { border: INK.line, thickness: 0.4 });
}

function contactOf({ address, phone, email, website }: CertificateKennel): string {
  const site = website?.replace(/^https?:\/\//u, "").replace(/\/$/u, "") ?? null;
  return [address, phone, email, site].filter((part) => part !== null && part !== "").join(" · ");
}

function drawHeader(sheet: Sheet, inner: Box, facts: CertificateFacts, logoWidth: number): void {
  const titleWidth = 226;
  const left = { left: inner.left + logoWidth, width: inner.width - logoWidth - titleWidth - 20 };
  const contact = contactOf(facts.kennel);
  let top = inner.top + (contact === "" ? 7 : 0);
  const large = { face: "serif", size: 23, minSize: 15 } as const;
  const { isCut } = sheet.measure(facts.kennel.name, left.width, large);
  const style = isCut ? ({ face: "serif", size: 13, minSize: 8, maxLines: 2, leading: 1.1 } as const) : large;
  top += sheet.text(facts.kennel.name, { ...left, top }, style);
  if (contact !== "") {
    sheet.text(contact, { ...left, top: top + 1 }, { face: "sans", size: 8.5, minSize: 6, color: INK.muted });
  }
  const right = { left: inner.left + inner.width - titleWidth, width: titleWidth };
  const title = sheet.text(
    "Pedigree Certificate",
    { ...right, top: inner.top },
    { face: "serif", size: 21, color: INK.brass, align: "right" },
  );
  sheet.text(
    `${facts.generations} generations`,
    { ...right, top: inner.top + title + 1 },
    { face: "sans", size: 8.5, color: INK.muted, align: "right" },
  );
  const rule = inner.top + HEADER_HEIGHT - 11;
  sheet.line(
    [
      [inner.left, rule],
      [inner.left + inner.width, rule],
    ],
    0.8,
    INK.line,
  );
}

/** Explains the marks on the page and the source of its data. */
function notesOf(sheet: Sheet, { dogs, generations, printedOn, brand }: CertificateFacts): string[] {
  const isLettered = placeAncestors(dogs, generations).some(({ letter }) => letter !== null);
  return [
    tidy(brand.footerText ?? "") || null,
    `Printed from the kennel's records on ${formatDay(printedOn)}.`,
    isLettered ? "The same letter marks the same ancestor in several places." : null,
    sheet.lettering.hasMissing
      ? `${MISSING} stands for a character that this document has no font for.`
      : null,
  ].filter((note) => note !== null);
}

const SIGNED_FIELDS = [
  ["Place", 0.24],
  ["Date", 0.18],
  ["Signature of the breeder", 0.58],
] as const;

function drawFooter(sheet: Sheet, area: Box, facts: CertificateFacts): void {
  const notes = notesOf(sheet, facts);
  const notesWidth = area.width * 0.36;
  let top = area.top + area.height - notes.length * 9.5;
  for (const note of notes) {
    sheet.text(
      note,
      { left: area.left, top, width: notesWidth },
      {
        face: "sans",
        size: 7,
        minSize: 5.5,
        color: INK.muted,
      },
    );
    top += 9.5;
  }
  const gap = 14;
  const width = area.width - notesWidth - 20 - gap * (SIGNED_FIELDS.length - 1);
  let left = area.left + notesWidth + 20;
  for (const [label, share] of SIGNED_FIELDS) {
    const line = area.top + area.height - 10.5;
    sheet.line(
      [
        [left, line],
        [left + width * share, line],
      ],
      0.6,
      INK.text,
    );
    sheet.text(
      label,
      { left, top: line + 2, width: width * share },
      { face: "sans", size: 7, color: INK.muted },
    );
    left += width * share + gap;
  }
}

/** The name contains only characters that every file system accepts. */
export function certificateFileName(dog: Pick<CertificateDog, "name">): string {
  const name = firstLetters(tidy(dog.name).replace(/[\\/:*?"<>|]+/gu, " "), 80);
  return `Pedigree of ${name || "dog"}.pdf`;
}
