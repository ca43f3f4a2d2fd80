/**
 * Finds what holds every word, the newest first, within bounds that do not grow with the kennel. The newest rows are
 * looked through first: a common word fills its page there. A word that is rare among them is then asked of the search
 * index, which returns all that has it; what is neither common nor rare is looked for among the newest rows alone.
 */
import { hasWords } from "../../../../domain/text/text";

/** The newest rows, by which a word is known for common or rare. */
const SAMPLE = 400;

/** A word that fewer of the newest rows have is rare enough for the index. */
const RARE = 20;

/** The newest rows that are looked through at most. */
export const MOST_SCANNED = 2500;

/** Rows that the index is asked for; it returns no more than 1,024. */
export const MOST_INDEXED = 1000;

/** Longer words are not in a search index. */
const MOST_BYTES = 31;

interface Searched {
  readonly _id: string;
  readonly searchText?: string;
}

export interface NewestSearch<Row extends Searched> {
  readonly words: readonly string[];
  /** How many matches are enough. */
  readonly wanted: number;
  /** Everything that the filters admit, the newest first. */
  readonly newestFirst: AsyncIterable<Row>;
  /** Asks the search index for rows with a word, the filters that it knows applied. */
  readonly readByWord: (word: string, most: number) => Promise<readonly Row[]>;
  /** Applies the filters that the index does not know. */
  readonly isAdmitted: (row: Row) => boolean;
  /** Orders rows, the newest first. */
  readonly compare: (a: Row, b: Row) => number;
}

/** Orders rows by a day, the newest first, and those of one day as they were recorded. */
export const byNewest =
  <Field extends string>(field: Field) =>
  <Row extends { readonly [Name in Field]: string } & { readonly _creationTime: number }>(
    a: Row,
    b: Row,
  ): number =>
    a[field] === b[field] ? b._creationTime - a._creationTime : a[field] < b[field] ? 1 : -1;

interface Found<Row> {
  /** The newest first; with `isCut` there are, or may be, more. */
  readonly matches: readonly Row[];
  readonly isCut: boolean;
}

const isIndexed = (word: string): boolean =>
  /[\p{L}\p{N}]/u.test(word) && new TextEncoder().encode(word).length <= MOST_BYTES;

/** Picks the word that fewest of the rows have, if it is rare and the index has it. */
function rarestOf(words: readonly string[], sample: readonly Searched[]): string | null {
  let rarest: { word: string; count: number } | null = null;
  for (const word of words.filter(isIndexed)) {
    const count = sample.filter(({ searchText = "" }) => hasWords([word], searchText)).length;
    if (rarest === null || count < rarest.count) rarest = { word, count };
  }
  return rarest !== null && rarest.count < RARE ? rarest.word : null;
}

/** Finds the newest rows that hold every word. */
export async function findNewest<Row extends Searched>(search: NewestSearch<Row>): Promise<Found<Row>> {
  const { words, wanted, newestFirst, readByWord, isAdmitted, compare } = search;
  const holds = ({ searchText = "" }: Row): boolean => hasWords(words, searchText);
  const matches = new Map<string, Row>();
  const add = (rows: readonly Row[]) => {
    for (const row of rows) if (isAdmitted(row) && holds(row)) matches.set(row._id, row);
  };
  const answer = (isCut: boolean): Found<Row> => ({ matches: [...matches.values()].sort(compare), isCut });
  const sample: Row[] = [];
  let scanned = 0;
  for await (const row of newestFirst) {
    scanned += 1;
    add([row]);
    if (matches.size >= wanted || scanned === MOST_SCANNED) return answer(true);
    if (scanned <= SAMPLE) sample.push(row);
    if (scanned !== SAMPLE) continue;
    const word = rarestOf(words, sample);
    if (word === null) continue;
    const indexed = await readByWord(word, MOST_INDEXED);
    // What the index cuts off is not the oldest, so it counts as a whole or not at all.
    if (indexed.length === MOST_INDEXED) continue;
    add(indexed);
    return answer(false);
  }
  return answer(false);
}
