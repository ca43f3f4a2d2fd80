/**
 * Fills a contract template. A template is plain text. A line that begins with `# ` is the title, with `## ` a
 * heading, and with `- ` an item of a list. Every other line is a paragraph. Blank lines are omitted. A missing
 * value is shown as `[stud fee: not recorded]`. Source: decision GAP-BRD-13.
 */
import { isPlaceholder, PLACEHOLDERS, type ContractValues } from "./placeholders";

/** `isMissing` marks the note that replaces a missing value. */
export interface ContractRun {
  readonly text: string;
  readonly isMissing: boolean;
}

export interface ContractBlock {
  readonly kind: "title" | "heading" | "item" | "paragraph";
  readonly runs: readonly ContractRun[];
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu;

const nameIn = ([, name = ""]: RegExpMatchArray): string => name.trim();

const namesIn = (body: string): string[] => [...body.matchAll(PLACEHOLDER)].map(nameIn);

export const unknownPlaceholders = (body: string): string[] => [
  ...new Set(namesIn(body).filter((name) => !isPlaceholder(name))),
];

const labelOf = (name: string): string => (isPlaceholder(name) ? PLACEHOLDERS[name].label : name || "value");

/** Returns null if the value is missing or blank. */
function valueOf(name: string, values: ContractValues): string | null {
  const value = isPlaceholder(name) ? values[name] : null;
  return value !== null && value.trim() !== "" ? value : null;
}

/** The labels have the template's order. */
export const missingValues = (body: string, values: ContractValues): string[] => [
  ...new Set(
    namesIn(body)
      .filter((name) => valueOf(name, values) === null)
      .map(labelOf),
  ),
];

/** Estimates the length without filling the template. */
export const filledLength = (body: string, values: ContractValues): number =>
  namesIn(body).reduce((sum, name) => sum + (valueOf(name, values) ?? labelOf(name)).length, body.length);

function fillLine(line: string, values: ContractValues): ContractRun[] {
  const runs: ContractRun[] = [];
  const add = (text: string, isMissing: boolean) => {
    const last = runs.at(-1);
    if (text === "") return;
    if (last?.isMissing === isMissing) runs[runs.length - 1] = { text: last.text + text, isMissing };
    else runs.push({ text, isMissing });
  };
  let end = 0;
  for (const match of line.matchAll(PLACEHOLDER)) {
    add(line.slice(end, match.index), false);
    const name = nameIn(match);
    const value = valueOf(name, values);
    add(value ?? `[${labelOf(name)}: not recorded]`, value === null);
    end = match.index + match[0].length;
  }
  add(line.slice(end), false);
  return runs;
}

const MARKS: readonly (readonly [string, ContractBlock["kind"]])[] = [
  ["# ", "title"],
  ["## ", "heading"],
  ["- ", "item"],
];

export function fillTemplate(body: string, values: ContractValues): ContractBlock[] {
  return body.split(/\r?\n/u).flatMap((line): ContractBlock[] => {
    const text = line.trim();
    if (text === "") return [];
    const [mark, kind] = MARKS.find(([start]) => text.startsWith(start)) ?? ["", "paragraph" as const];
    // A value with several lines, such as the terms, becomes several paragraphs.
    return splitLines(fillLine(text.slice(mark.length), values)).map((runs) => ({ kind, runs }));
  });
}

function splitLines(runs: readonly ContractRun[]): ContractRun[][] {
  const lines: ContractRun[][] = [[]];
  for (const { text, isMissing } of runs) {
    text.split(/\r?\n/u).forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, isMissing });
    });
  }
  return lines.filter((line) => line.some(({ text }) => text.trim() !== ""));
}

export const textOf = (blocks: readonly ContractBlock[]): string =>
  blocks.map(({ runs }) => runs.map(({ text }) => text).join("")).join("\n");
