/**
 * Ranks the documents that a search matched by BM25, newest first among equals. What a term or a length is worth
 * is calculated among the matched documents alone: a document that does not match, of another tenant perhaps, never
 * moves a result, and so a read set of matching documents is all that a ranking rests on.
 */
import { countOf, countOfLonger } from "./terms.js";
import type { TextSearch } from "./text-query.js";

/** How soon more of the same term stops to matter. */
const SATURATION = 1.2;
/** How much long texts are held back. */
const LENGTH_WEIGHT = 0.75;
/** What a term counts that only begins with the searched one. */
const PREFIX_WEIGHT = 0.5;

/** A document that has one of the terms and fits the filters. */
export interface TextMatch {
  readonly id: string;
  readonly creationTime: number;
  readonly length: number;
  readonly counts: string;
}

export interface RankedMatch {
  readonly id: string;
  readonly creationTime: number;
  readonly score: number;
}

/** Counts what was searched for in a document: each term, and last the terms that the prefix begins. */
function occurrences({ terms, prefix }: TextSearch, counts: string): number[] {
  const found = terms.map((term) => countOf(counts, term));
  found.push(countOfLonger(counts, prefix));
  return found;
}

/** Tells whether a document that fits the filters matches a search. */
export function isMatch(search: TextSearch, counts: string): boolean {
  return occurrences(search, counts).some((count) => count > 0);
}

/** Ranks matches, best first. */
export function rank(search: TextSearch, matches: readonly TextMatch[]): RankedMatch[] {
  const found = matches.map(({ counts }) => occurrences(search, counts));
  const weights = weightsOf(search, found);
  const averageLength = matches.reduce((sum, { length }) => sum + length, 0) / Math.max(1, matches.length);
  const ranked = matches.map(({ id, creationTime, length }, i) => {
    const held = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / averageLength);
    let score = 0;
    for (const [term, count] of (found[i] ?? []).entries()) {
      if (count > 0) score += ((weights[term] ?? 0) * count * (SATURATION + 1)) / (count + held);
    }
    return { id, creationTime, score };
  });
  return ranked.sort(compareRanked);
}

function compareRanked(a: RankedMatch, b: RankedMatch): number {
  return b.score - a.score || b.creationTime - a.creationTime || (a.id < b.id ? -1 : 1);
}

/** What each term is worth: the fewer documents have it, the more. */
function weightsOf({ terms }: TextSearch, found: readonly (readonly number[])[]): number[] {
  const weights: number[] = [];
  for (let term = 0; term <= terms.length; term += 1) {
    let having = 0;
    for (const counts of found) if ((counts[term] ?? 0) > 0) having += 1;
    const rarity = Math.log(1 + (found.length - having + 0.5) / (having + 0.5));
    weights.push(term === terms.length ? rarity * PREFIX_WEIGHT : rarity);
  }
  return weights;
}
