/**
 * Prints a filled contract, on several pages if necessary. At the end there are lines for signatures by hand or,
 * for an electronic signature, the word to type.
 */
import { PDFDocument } from "pdf-lib";
import { describeDocument } from "./certificate/describe-document";
import { Lettering, tidy } from "./certificate/lettering";
import { INK, type Sheet } from "./certificate/sheet";
import type { ContractKind } from "../contracts/rules";
import type { CertificatePaper } from "../pedigree/rules";
import { formatDay } from "../formatting/formatting";
import type { Brand } from "./brand";
import { PageFlow, type TextRun } from "./page-flow";
import { SIGNATORIES } from "../contracts/built-in";
import type { ContractBlock, ContractRun } from "../contracts/fill";

export interface PrintedContract {
  readonly name: string;
  readonly kind: ContractKind;
  readonly kennelName: string;
  readonly blocks: readonly ContractBlock[];
  /** Studbook's branding is used if the kennel's own branding is missing. */
  readonly brand?: Brand;
  readonly paper: CertificatePaper;
  readonly printedOn: string;
  /**
   * The word proves that an electronic signer opened the file. Without a word, lines for signatures by hand are
   * printed.
   */
  readonly word?: string;
}

/** Signature lines are never split between two pages. */
const SIGNATURE_HEIGHT = 150;
const SIGNED_LINES = ["Place, date", "Signature"] as const;

const tidyRun = ({ text, isMissing }: ContractRun): TextRun => ({
  // A run may begin or end with the space between it and its neighbor.
  text: `${/^\s/u.test(text) ? " " : ""}${tidy(text)}${/\s$/u.test(text) && tidy(text) !== "" ? " " : ""}`,
  ...(isMissing && { face: "bold", color: INK.brass }),
});

function printBlock(flow: PageFlow, { kind, runs }: ContractBlock): void {
  const content = runs.map(tidyRun);
  switch (kind) {
    case "title":
      flow.paragraph(content, { face: "serif", size: 21, after: 4 });
      flow.rule(INK.line, 12);
      return;
    case "heading":
      flow.paragraph(content, { face: "serif", size: 13.5, before: 9, after: 3, keepWith: 30 });
      return;
    case "item":
      flow.paragraph(content, { indent: 14, bullet: "•", after: 2.5 });
      return;
    case "paragraph":
      flow.paragraph(content);
      return;
    default:
      kind satisfies never;
  }
}

function drawSignature(sheet: Sheet, role: string, left: number, top: number, width: number): void {
  sheet.text(role, { left, top: top + 14, width }, { face: "bold", size: 10.5 });
  SIGNED_LINES.forEach((label, index) => {
    const line = top + 68 + index * 46;
    sheet.line(
      [
        [left, line],
        [left + width, line],
      ],
      0.6,
      INK.text,
    );
    sheet.text(label, { left, top: line + 3, width }, { face: "sans", size: 7.5, color: INK.muted });
  });
}

/** The box with the word is never split between two pages. */
const WORD_HEIGHT = 96;

/** There is space between the letters, so that each letter is readable. */
function drawWord(sheet: Sheet, word: string, left: number, top: number, width: number): void {
  const box = { left: left + 14, width: width - 28 };
  const bottom = top + WORD_HEIGHT - 12;
  const corners = [
    [left, top],
    [left + width, top],
    [left + width, bottom],
    [left, bottom],
    [left, top],
  ] as const;
  sheet.line(corners, 0.8, INK.brass);
  sheet.text(WORD_NOTE, { ...box, top: top + 12 }, { face: "sans", size: 9, color: INK.muted, maxLines: 2 });
  sheet.text([...word].join(" "), { ...box, top: top + 44 }, { face: "bold", size: 24 });
}

const WORD_NOTE = "Signed electronically. To sign, type this word: it shows that you have opened this file.";

export async function makeContract(contract: PrintedContract): Promise<Uint8Array> {
  const { name, kind, kennelName, blocks, paper, printedOn, brand, word } = contract;
  const document = await PDFDocument.create();
  const texts = blocks.flatMap(({ runs }) => runs.map((run) => tidyRun(run).text));
  const lettering = await Lettering.embed(document, [
    "•·",
    ...(word === undefined ? [] : [WORD_NOTE, word]),
    tidy(kennelName),
    tidy(brand?.footerText ?? ""),
    ...texts,
  ]);
  describeDocument(document, { title: tidy(name), author: kennelName, printedOn });
  const flow = new PageFlow(document, lettering, paper, true, brand);
  await flow.letterhead();
  for (const block of blocks) printBlock(flow, block);
  const signatories = SIGNATORIES[kind];
  if (word === undefined) {
    flow.sideBySide(2, SIGNATURE_HEIGHT, (sheet, left, top, width, index) =>
      drawSignature(sheet, signatories[index] ?? "", left, top, width),
    );
  } else {
    flow.sideBySide(1, WORD_HEIGHT, (sheet, left, top, width) => drawWord(sheet, word, left, top, width));
  }
  flow.finish(`${tidy(kennelName)} · ${formatDay(printedOn)}`);
  return await document.save();
}
