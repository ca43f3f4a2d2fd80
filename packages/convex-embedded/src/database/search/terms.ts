/**
 * Splits text into terms: sequences of letters and digits in lower case, like Tantivy's simple tokenizer. Terms of
 * 32 bytes or more are left out. The same rules apply to documents and searches.
 */
import { SEARCH_TERM_BYTES } from "../limits.js";

const WORD = /[\p{Alphabetic}\p{N}]+/gu;

/** In order, including repetitions. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    if (word.length < SEARCH_TERM_BYTES && Buffer.byteLength(word) < SEARCH_TERM_BYTES)
      terms.push(word.toLowerCase());
  }
  return terms;
}

/** The result is a text in which a term, or all terms with a prefix, can be found quickly. */
export function termCounts(terms: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].map(([term, count]) => `\n${term} ${count}`).join("");
}

/** `counts` was written by `termCounts`. */
export function distinctTerms(counts: string): string[] {
  return counts
    .split("\n")
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(" ")));
}

export function countOf(counts: string, term: string): number {
  const at = counts.indexOf(`\n${term} `);
  return at < 0 ? 0 : Number.parseInt(counts.slice(at + term.length + 2), 10);
}

/** Counts the terms in a text that begin with a prefix and are longer than it. */
export function countOfLonger(counts: string, prefix: string): number {
  const start = `\n${prefix}`;
  let sum = 0;
  for (let at = counts.indexOf(start); at >= 0; at = counts.indexOf(start, at + 1)) {
    const space = counts.indexOf(" ", at);
    if (space > at + start.length) sum += Number.parseInt(counts.slice(space + 1), 10);
  }
  return sum;
}
