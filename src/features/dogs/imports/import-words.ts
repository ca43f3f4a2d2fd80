/** The nouns of imports, counted, and the lines of their files. */
import { lineageName } from "@domain/dogs/import-lineages";
import { readLine } from "@domain/dogs/import-pedigrees";
import type { ImportKind } from "@domain/constants/imports";

const nouns = {
  dogs: ["dog", "dogs"],
  ancestors: ["ancestor", "ancestors"],
} as const satisfies Record<ImportKind, readonly [one: string, many: string]>;

/** Writes how many dogs or ancestors it is, like "1 dog" or "1,200 ancestors". */
export function countText(count: number, kind: ImportKind): string {
  const [one, many] = nouns[kind];
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** Writes a line for the breeder: of an ancestor beside a dog as '5 (sire's dam)'. */
export function lineText(line: number): string {
  const { line: whole, of } = readLine(line);
  return of === "" ? String(whole) : `${whole} (${lineageName(of)})`;
}

/** Writes the lines that a sentence of the check names. */
export const withLines = (text: string): string =>
  text.replace(/(?<=\blines? )\d[\d., ]*(?<=\d)/giu, (lines) =>
    lines.replace(/(?<!\d)\d{1,7}\.\d{1,2}/gu, (line) => lineText(Number(line))),
  );
