/**
 * The left part of a certificate: the dog with its photo, its recorded data, blank lines for missing data, its
 * health tests and its coefficient of inbreeding.
 */
import type { PDFDocument } from "pdf-lib";
import { formatDay, formatPercent } from "../../formatting/formatting";
import type { CertificateDog, CertificateFacts, CertificateInbreeding } from "./facts";
import { drawCovering, embedPicture } from "./pictures";
import { genderLabels } from "../../dogs/words";
import { INK, type Box, type Sheet } from "./sheet";

const PHOTO_HEIGHT = 116;
const LABEL_WIDTH = 62;

export async function drawDog(
  sheet: Sheet,
  document: PDFDocument,
  area: Box,
  facts: CertificateFacts,
): Promise<void> {
  const [dog] = facts.dogs;
  if (!dog) return;
  let { top } = area;
  const photo = facts.photo && (await embedPicture(document, facts.photo));
  if (photo) {
    drawCovering(sheet, photo, { ...area, height: PHOTO_HEIGHT });
    top += PHOTO_HEIGHT + 8;
  }
  top += drawName(sheet, { ...area, top }, dog);
  const inbreedingHeight = heightOfInbreeding(facts.inbreeding);
  const testsHeight = facts.healthTests === null ? 0 : TESTS_HEIGHT;
  const below = inbreedingHeight + testsHeight;
  drawRecord(sheet, { ...area, top, height: area.top + area.height - below - top }, facts, dog);
  drawTests(sheet, { ...area, top: area.top + area.height - below }, facts);
  drawInbreeding(
    sheet,
    { ...area, top: area.top + area.height - inbreedingHeight, height: inbreedingHeight },
    facts,
  );
}

function drawName(sheet: Sheet, area: Box, dog: CertificateDog): number {
  const column = { left: area.left, width: area.width };
  let { top } = area;
  if (dog.titles) {
    top += sheet.text(
      dog.titles,
      { ...column, top },
      {
        face: "bold",
        size: 8.5,
        minSize: 6.5,
        maxLines: 2,
        color: INK.brass,
      },
    );
  }
  top += sheet.text(
    dog.name,
    { ...column, top },
    {
      face: "serif",
      size: 17,
      minSize: 10,
      maxLines: 3,
      leading: 1.12,
    },
  );
  if (dog.callName && dog.callName !== dog.name) {
    top += sheet.text(
      `“${dog.callName}”`,
      { ...column, top },
      {
        face: "sans",
        size: 9.5,
        minSize: 7,
        color: INK.muted,
      },
    );
  }
  return top + 6 - area.top;
}

/** A missing value becomes a blank line. If there is little room, the rows are closer together. */
function drawRecord(sheet: Sheet, area: Box, facts: CertificateFacts, dog: CertificateDog): void {
  const rows: [string, string | null][] = [
    ["Registration", dog.registrationNumber],
    ...(facts.otherRegistrations === null
      ? []
      : [["Also", facts.otherRegistrations] satisfies [string, string]]),
    ["Microchip", dog.microchipNumber],
    ["Breed", dog.breed],
    ["Sex", genderLabels[dog.gender]],
    ["Born", dog.dateOfBirth && formatDay(dog.dateOfBirth)],
    ["Color", dog.color],
    ["Breeder", facts.breeder],
    ["Owner", facts.owner],
  ];
  const step = Math.min(20, area.height / rows.length);
  rows.forEach(([label, value], index) => {
    const top = area.top + index * step;
    const right = { left: area.left + LABEL_WIDTH, width: area.width - LABEL_WIDTH };
    const size = Math.min(9, step * 0.62);
    const label7 = Math.min(7.5, size);
    sheet.text(
      label,
      { left: area.left, top: top + (size - label7), width: LABEL_WIDTH - 4 },
      { face: "sans", size: label7, color: INK.muted },
    );
    if (value) {
      sheet.text(value, { ...right, top }, { face: "bold", size, minSize: Math.min(6, size), maxLines: 1 });
    }
    sheet.line(
      [
        [value ? area.left : right.left, top + size * 1.32],
        [area.left + area.width, top + size * 1.32],
      ],
      value ? 0.3 : 0.5,
      value ? INK.faint : INK.muted,
    );
  });
}

/** The height of the label and four lines, with a gap below. */
const TESTS_HEIGHT = 52;

function drawTests(
  sheet: Sheet,
  { left, top, width }: Omit<Box, "height">,
  { healthTests }: CertificateFacts,
): void {
  if (healthTests === null) return;
  const label = sheet.text(
    "Health tests",
    { left, top, width },
    { face: "sans", size: 7.5, color: INK.muted },
  );
  sheet.text(
    healthTests,
    { left, top: top + label, width },
    { face: "bold", size: 8, minSize: 5.5, maxLines: 4, leading: 1.15 },
  );
}

const NAMED_ANCESTORS = 3;

const namedAncestors = ({ commonAncestors }: CertificateInbreeding) =>
  commonAncestors.slice(0, NAMED_ANCESTORS);

const heightOfInbreeding = (inbreeding: CertificateInbreeding): number =>
  51 + Math.max(1, namedAncestors(inbreeding).length) * 10;

function drawInbreeding(sheet: Sheet, area: Box, { inbreeding, generations }: CertificateFacts): void {
  const { coefficient, known, possible } = inbreeding;
  sheet.box(area, { fill: INK.wash, border: INK.faint, thickness: 0.4 });
  const column = { left: area.left + 8, width: area.width - 16 };
  let top = area.top + 7;
  const shown = coefficient === null ? "—" : formatPercent(coefficient);
  const figure = sheet.lettering.width("serif", shown, 16);
  sheet.text(
    "Coefficient of inbreeding",
    { ...column, top, width: column.width - figure - 6 },
    {
      face: "bold",
      size: 8.5,
      minSize: 6.5,
    },
  );
  sheet.text(shown, { ...column, top: top - 3 }, { face: "serif", size: 16, align: "right" });
  top += 12;
  sheet.text(
    `Wright's, over ${inbreeding.generations} generations`,
    { ...column, top, width: column.width - figure - 6 },
    { face: "sans", size: 7, minSize: 5.5, color: INK.muted },
  );
  top += 14;
  const small = { face: "sans", size: 7.25, minSize: 6, color: INK.muted } as const;
  sheet.text(
    `${known} of ${possible} ancestors known in ${generations} generations`,
    { ...column, top },
    small,
  );
  top += 11;
  const ancestors = namedAncestors(inbreeding);
  if (ancestors.length === 0) {
    const reason =
      coefficient === null ? "Sire and dam must both be known" : "No recorded ancestor of both sire and dam";
    sheet.text(reason, { ...column, top }, small);
  }
  for (const { name, contribution } of ancestors) {
    const share = formatPercent(contribution);
    const shareWidth = sheet.lettering.width("sans", share, small.size);
    sheet.text(name, { ...column, top, width: column.width - shareWidth - 6 }, { ...small, color: INK.text });
    sheet.text(share, { ...column, top }, { ...small, align: "right" });
    top += 10;
  }
}
