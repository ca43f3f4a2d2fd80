/**
 * Finds the newest rows that match every word. The amount of reading is limited, however large the kennel is. The
 * newest rows are searched first, where a common word soon fills the page. If a word is rare among these rows, the
 * search index returns all rows with that word. A word that is neither common nor rare is searched only in the
 * newest 2,500 rows.
 */
import { hasWords } from "../../../../domain/text/text";

/** The newest rows are read to decide whether a word is common or rare. */
const SAMPLE = 400;

/** A word in fewer rows of the sample is rare and is searched in the index. */
const RARE = 20;

/** At most this many of the newest rows are searched. */
export const MOST_SCANNED = 2500;

/** The index returns at most 1,024 rows. */
export const MOST_INDEXED = 1000;

/** A search index does not contain longer words. */
const MOST_BYTES = 31;

interface Searched {
  readonly _id: string;
  readonly searchText?: string;
}

export interface NewestSearch<Row extends Searched> {
  readonly words: readonly string[];
  /** This many matches are enough. */
  readonly wanted: number;
  /** All rows that the filters admit, the newest first. */
  readonly newestFirst: AsyncIterable<Row>;
  /** Applies the filters that the index has. */
  readonly readByWord: (word: string, most: number) => Promise<readonly Row[]>;
  /** Applies the filters that the index does not have. */
  readonly isAdmitted: (row: Row) => boolean;
  /** The newest rows come first. */
  readonly compare: (a: Row, b: Row) => number;
}

/** The newest date is first. Rows with the same date are compared by creation time. */
export const byNewest =
  <Field extends string>(field: Field) =>
  <Row extends { readonly [Name in Field]: string } & { readonly _creationTime: number }>(
    a: Row,
    b: Row,
  ): number =>
    a[field] === b[field] ? b._creationTime - a._creationTime : a[field] < b[field] ? 1 : -1;

interface Found<Row> {
  /** The newest match is first. With `isCut`, there are more matches, or there may be more. */
  readonly matches: readonly Row[];
  readonly isCut: boolean;
}

const isIndexed = (word: string): boolean =>
  /[\p{L}\p{N}]/u.test(word) && new TextEncoder().encode(word).length <= MOST_BYTES;

/** Returns a word only if it is rare and the index contains it. */
function rarestOf(words: readonly string[], sample: readonly Searched[]): string | null {
  let rarest: { word: string; count: number } | null = null;
  for (const word of words.filter(isIndexed)) {
    const count = sample.filter(({ searchText = "" }) => hasWords([word], searchText)).length;
    if (rarest === null || count < rarest.count) rarest = { word, count };
  }
  return rarest !== null && rarest.count < RARE ? rarest.word : null;
}

/** Every word must match. */
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
    // A cut result of the index is not used, because the index may have left out any rows, not only the oldest.
    if (indexed.length === MOST_INDEXED) continue;
    add(indexed);
    return answer(false);
  }
  return answer(false);
}
