/**
 * Ranks the documents that a search matched by BM25. Among equal scores the newest document is first. The weights
 * of terms and lengths are calculated only from the matched documents. A document that does not match, for example
 * one of another tenant, therefore never changes a result, and the ranking depends only on the read set of matching
 * documents.
 */
import { countOf, countOfLonger } from "./terms.js";
import type { TextSearch } from "./text-query.js";

/** A smaller number makes further occurrences of a term count less. */
const SATURATION = 1.2;
/** A higher number ranks long texts lower. */
const LENGTH_WEIGHT = 0.75;
/** The weight of a term that only begins with the searched one. */
const PREFIX_WEIGHT = 0.5;

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

/** One count per term, and last that of terms that begin with the prefix. */
function occurrences({ terms, prefix }: TextSearch, counts: string): number[] {
  const found = terms.map((term) => countOf(counts, term));
  found.push(countOfLonger(counts, prefix));
  return found;
}

/** The document must match the filters. */
export function isMatch(search: TextSearch, counts: string): boolean {
  return occurrences(search, counts).some((count) => count > 0);
}

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
