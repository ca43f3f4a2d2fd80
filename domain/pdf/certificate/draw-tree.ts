/**
 * The tree of a certificate: a column for each generation, a box for each place, and lines from a dog to its
 * parents. A smaller box has less content: first lines are joined, then lines are left out. The name is always
 * present.
 */
import { formatDay } from "../../formatting/formatting";
import type { CertificateDog } from "./facts";
import { placeAncestors, type CertificatePlace } from "./places";
import { INK, type Box, type Sheet, type TextStyle } from "./sheet";

interface BoxLettering {
  readonly name: number;
  readonly detail: number;
  readonly maxHeight: number;
}

const LETTERING: Record<number, BoxLettering> = {
  1: { name: 12, detail: 7.5, maxHeight: 96 },
  2: { name: 10.5, detail: 7, maxHeight: 78 },
  3: { name: 8.5, detail: 6.5, maxHeight: 47 },
  4: { name: 7.25, detail: 5.75, maxHeight: 25 },
  5: { name: 5.75, detail: 4.75, maxHeight: 13.4 },
};

const COLUMN_GAP = 13;
/** The share of its place's height that a box fills. */
const FILL = 0.94;
const ACCENT = 2.2;
const PADDING = 4;
const MIN_NAME = 4.75;
const MIN_DETAIL = 4.5;
const LEADING = 1.12;

interface Row {
  readonly text: string;
  readonly style: TextStyle;
}

const joined = (parts: readonly (string | null | false)[]): string =>
  parts.filter((part) => part !== null && part !== false && part !== "").join(" · ");

const row = (text: string, style: TextStyle): Row[] => (text === "" ? [] : [{ text, style }]);

/** The number of proposals that contain all data. They come first. */
const WHOLE_PROPOSALS = 8;

/** The most complete proposal is first. */
function proposals(dog: CertificateDog, { name, detail }: BoxLettering, ownBreed: string): Row[][] {
  const nameStyle = (maxLines: number): TextStyle => ({
    face: "serif",
    size: name,
    minSize: Math.max(MIN_NAME, name * 0.72),
    maxLines,
    leading: LEADING,
  });
  // The smallest boxes have no room for a second line.
  const maxLines = detail < 5 ? 1 : 2;
  const small: TextStyle = {
    face: "sans",
    size: detail,
    minSize: MIN_DETAIL,
    color: INK.muted,
    leading: LEADING,
  };
  const titleStyle: TextStyle = { ...small, face: "bold", color: INK.brass };
  const titles = row(dog.titles ?? "", titleStyle);
  const breed = dog.breed === ownBreed ? "" : dog.breed;
  const born = dog.dateOfBirth ? `born ${formatDay(dog.dateOfBirth)}` : "";
  const number = dog.registrationNumber ?? "";
  const color = dog.color ?? "";
  const day = dog.dateOfBirth ? formatDay(dog.dateOfBirth) : "";
  const all = row(joined([number, color, day, breed]), { ...small, maxLines });
  const withTitles = dog.titles ? `${dog.name}, ${dog.titles}` : dog.name;
  const full = [...row(number, small), ...row(color, small), ...row(born, small), ...row(breed, small)];
  const paired = [...row(number, small), ...row(joined([color, day, breed]), { ...small, maxLines })];
  return [
    [...titles, ...row(dog.name, nameStyle(2)), ...full],
    [...row(dog.titles ?? "", { ...titleStyle, maxLines: 2 }), ...row(dog.name, nameStyle(4)), ...full],
    [...titles, ...row(dog.name, nameStyle(4)), ...paired],
    [...titles, ...row(dog.name, nameStyle(2)), ...paired],
    [...titles, ...row(dog.name, nameStyle(1)), ...paired],
    [...titles, ...row(dog.name, nameStyle(1)), ...all],
    [...row(withTitles, nameStyle(1)), ...all],
    [...row(withTitles, nameStyle(2)), ...all],
    [...row(withTitles, nameStyle(1)), ...row(joined([number, color]), small)],
    [...row(withTitles, nameStyle(2)), ...row(joined([number, color]), small)],
    [...row(withTitles, nameStyle(1)), ...row(number, small)],
    [...row(dog.name, nameStyle(1)), ...row(number, small)],
    [...row(dog.name, nameStyle(2)), ...row(number, small)],
    row(dog.name, nameStyle(2)),
    row(dog.name, nameStyle(1)),
  ];
}

/** The line to the dog's parents starts at `stem`. */
export function drawTree(
  sheet: Sheet,
  area: Box,
  { dogs, generations }: { dogs: readonly CertificateDog[]; generations: number },
  stem: { x: number; y: number },
): void {
  const places = placeAncestors(dogs, generations);
  const columnWidth = (area.width - COLUMN_GAP * generations) / generations;
  const boxOf = (place: CertificatePlace): Box => {
    const slot = area.height / 2 ** place.generation;
    const height = Math.min(slot * FILL, LETTERING[place.generation]?.maxHeight ?? slot);
    return {
      left: area.left + COLUMN_GAP + (place.generation - 1) * (columnWidth + COLUMN_GAP),
      top: area.top + slot * (place.index + 0.5) - height / 2,
      width: columnWidth,
      height,
    };
  };
  for (const place of places) {
    const box = boxOf(place);
    drawLink(sheet, box, place.generation === 1 ? stem : childEnd(boxOf, places, place));
    drawPlace(sheet, box, place, dogs[0]?.breed ?? "");
  }
}

function childEnd(
  boxOf: (place: CertificatePlace) => Box,
  places: readonly CertificatePlace[],
  { generation, index }: CertificatePlace,
): { x: number; y: number } | null {
  const child = places[2 ** (generation - 1) - 2 + Math.floor(index / 2)];
  if (!child) return null;
  const { left, top, width, height } = boxOf(child);
  return { x: left + width, y: top + height / 2 };
}

function drawLink(sheet: Sheet, { left, top, height }: Box, from: { x: number; y: number } | null): void {
  if (!from) return;
  const middle = left - COLUMN_GAP / 2;
  const y = top + height / 2;
  sheet.line(
    [
      [from.x, from.y],
      [middle, from.y],
      [middle, y],
      [left, y],
    ],
    0.5,
    INK.line,
  );
}

function drawPlace(sheet: Sheet, box: Box, place: CertificatePlace, ownBreed: string): void {
  const lettering = LETTERING[place.generation];
  if (!lettering) return;
  if (!place.dog) {
    drawUnknown(sheet, box, place, lettering);
    return;
  }
  sheet.box(box, { fill: place.letter === null ? INK.wash : INK.mark, border: INK.faint, thickness: 0.4 });
  sheet.box({ ...box, width: ACCENT }, { fill: place.role === "sire" ? INK.male : INK.female });
  const markWidth = place.letter === null ? 0 : drawMark(sheet, box, place.letter, lettering.detail);
  const left = box.left + ACCENT + PADDING;
  const width = box.width - ACCENT - 2 * PADDING - markWidth;
  const { rows, height } = choose(sheet, proposals(place.dog, lettering, ownBreed), width, box.height - 0.5);
  let top = box.top + Math.max(0, (box.height - height) / 2);
  for (const { text, style } of rows) top += sheet.text(text, { left, top, width }, style);
}

/** Chooses all data if no text is cut, otherwise as much as possible with the whole name. */
function choose(
  sheet: Sheet,
  options: readonly (readonly Row[])[],
  width: number,
  height: number,
): { rows: readonly Row[]; height: number } {
  const measured = options.map((rows) => {
    const sizes = rows.map(({ text, style }) => sheet.measure(text, width, style));
    return {
      rows,
      height: sizes.reduce((sum, size) => sum + size.height, 0),
      isCut: sizes.some((size) => size.isCut),
      isNameCut: sizes.some((size, index) => size.isCut && rows[index]?.style.face === "serif"),
    };
  });
  const fitting = measured.filter((one) => one.height <= height);
  const whole = fitting.find((one) => !one.isCut && measured.indexOf(one) < WHOLE_PROPOSALS);
  return whole ?? fitting.find((one) => !one.isNameCut) ?? fitting[0] ?? { rows: [], height: 0 };
}

/** A dog that occurs several times has a letter at the right end of its box. Returns the width of the letter. */
function drawMark(sheet: Sheet, box: Box, letter: string, size: number): number {
  const style: TextStyle = { face: "bold", size, color: INK.brass, align: "right" };
  const width = sheet.lettering.width("bold", letter, size);
  sheet.text(letter, { left: box.left, top: box.top + 1, width: box.width - PADDING + 1 }, style);
  return width + 2;
}

function drawUnknown(sheet: Sheet, box: Box, place: CertificatePlace, { name, detail }: BoxLettering): void {
  sheet.box(box, { border: INK.faint, thickness: 0.4, ...(place.isGap && { dashes: [2, 2] }) });
  if (!place.isGap) return;
  const role = place.role === "sire" ? "Sire" : "Dam";
  const style: TextStyle = place.nameOnly
    ? { face: "serif", size: name, minSize: MIN_NAME }
    : { face: "sans", size: detail, color: INK.muted };
  const text = place.nameOnly || `${role} Unknown`;
  const width = box.width - ACCENT - 2 * PADDING;
  const top = box.top + (box.height - sheet.measure(text, width, style).height) / 2;
  sheet.text(text, { left: box.left + ACCENT + PADDING, top, width }, style);
}
