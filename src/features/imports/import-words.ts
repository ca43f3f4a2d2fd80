/** The words for imports: counts, age, and row numbers. */
import { daysBetween, localDay } from "@domain/dates/calendar-days";
import { lineName } from "@domain/imports/lineages";
import type { ImportKind } from "@domain/imports/rules";

const nouns = {
  dogs: ["dog", "dogs"],
  ancestors: ["ancestor", "ancestors"],
} as const satisfies Record<ImportKind, readonly [one: string, many: string]>;

/** Such as "1 dog" or "1,200 ancestors". */
export function countText(count: number, kind: ImportKind): string {
  const [one, many] = nouns[kind];
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** Such as "3 days ago". Null for today. */
export function ageText({ startedAt }: { startedAt: number }, today: string): string | null {
  const days = daysBetween(localDay(new Date(startedAt)), today);
  return days < 1 ? null : days === 1 ? "yesterday" : `${days.toLocaleString("en-US")} days ago`;
}

/** Further rows are only counted. */
const NAMED_LINES = 5;

/** Such as "line 2" or "lines 2, 3, 4, 5, 6 and 7 more". */
export function linesText(lines: readonly number[], lineCount: number): string {
  const more = lineCount - NAMED_LINES;
  const named = lines.slice(0, NAMED_LINES).map(lineName).join(", ");
  return `${lineCount === 1 ? "line" : "lines"} ${named}${more > 0 ? ` and ${more.toLocaleString("en-US")} more` : ""}`;
}

export const IMPORTS_PATH = "/dashboard/dogs/imports";

export const importPath = (runId: string): string => `${IMPORTS_PATH}/${runId}`;
