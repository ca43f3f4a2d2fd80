/**
 * The lines by which an import names its rows. A row that is made for an ancestor beside a dog has the dog's line, with
 * the ancestor's number behind the point. Pure.
 */
import { lineageName, MAX_GENERATIONS, type Lineage } from "./import-lineages";

/** Lists the lineages of some generations, nearest first. */
export function lineagesOf(first: number, last: number = MAX_GENERATIONS): Lineage[] {
  let found = [""];
  const all: Lineage[] = [];
  for (let generation = 1; generation <= last; generation += 1) {
    found = found.flatMap((of) => ["s", "d"].map((side) => `${of}${side}`));
    if (generation >= first) all.push(...found);
  }
  return all;
}

/** Numbers an ancestor as genealogists do: the sire is 2, the dam 3, the sire's sire 4, up to 63. */
const ancestorNumber = (of: Lineage): number =>
  [...of].reduce((sum, side) => sum * 2 + Number(side === "d"), 1);
const BY_NUMBER = new Map(lineagesOf(1).map((of) => [ancestorNumber(of), of]));

/** The line of a row that is made for an ancestor: that of the file, with the ancestor's number behind the point. */
export const lineageLine = (line: number, of: Lineage): number =>
  Number(`${line}.${String(ancestorNumber(of)).padStart(2, "0")}`);

/** Takes a line apart; `of` is empty for a line of the file. */
export function readLine(line: number): { line: number; of: Lineage } {
  const [whole = "", part = ""] = String(line).split(".");
  return { line: Number(whole), of: part === "" ? "" : (BY_NUMBER.get(Number(part.padEnd(2, "0"))) ?? "") };
}

/** Names a line to the breeder: `5`, or `5 (sire's dam)`. */
export function lineName(line: number): string {
  const { line: whole, of } = readLine(line);
  return of === "" ? String(whole) : `${whole} (${lineageName(of)})`;
}

/** Names a row in an answer. */
export const rowNode = (line: number): string => `line ${line}`;

/** Returns the line of a row that an answer names; undefined when it names another dog. */
export function lineOfNode(node: string): number | undefined {
  const line = /^line ([\d.]+)$/.exec(node)?.[1];
  return line === undefined ? undefined : Number(line);
}
