/** The nouns of imports, counted. */
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
