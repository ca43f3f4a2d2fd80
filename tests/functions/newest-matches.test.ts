/** Tests a search among many rows, which must never read more rows than its limits. */
import { describe, expect, it } from "vitest";
import { findNewest, MOST_INDEXED, MOST_SCANNED } from "../../convex/platform/model/paging/newestMatches";

interface Row {
  readonly _id: string;
  readonly day: number;
  readonly searchText: string;
}

/** The newest row has the highest day. */
const makeRows = (count: number, textOf: (number: number) => string): Row[] =>
  Array.from({ length: count }, (_, number) => ({
    _id: `row ${number}`,
    day: count - number,
    searchText: textOf(number),
  }));

/** Also returns the number of rows that the search reads. */
async function search(rows: readonly Row[], words: readonly string[], wanted = 21, from = 0) {
  let scanned = 0;
  const indexed: string[] = [];
  const admitted = rows.filter(({ day }) => day >= from);
  async function* newestFirst() {
    for (const row of admitted) {
      scanned += 1;
      yield await Promise.resolve(row);
    }
  }
  const found = await findNewest<Row>({
    words,
    wanted,
    newestFirst: newestFirst(),
    readByWord: async (word, most) => {
      indexed.push(word);
      // The index returns rows in its own order.
      const hits = rows.filter(({ searchText }) =>
        searchText.split(/\W+/u).some((term) => term.startsWith(word)),
      );
      return await Promise.resolve(hits.reverse().slice(0, most));
    },
    isAdmitted: ({ day }) => day >= from,
    compare: (a, b) => b.day - a.day,
  });
  return {
    numbers: found.matches.map(({ _id }) => Number(_id.slice(4))),
    isCut: found.isCut,
    scanned,
    indexed,
  };
}

describe("[GAP-HLT-08] a search of many records", () => {
  it("finds all matches among few rows, the newest first", async () => {
    const found = await search(
      makeRows(30, (number) => (number % 3 === 0 ? "cough" : "check")),
      ["cou"],
    );
    expect(found).toMatchObject({ isCut: false, scanned: 30, indexed: [] });
    expect(found.numbers).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
  });

  it("stops at a common word once the page is full, without using the index", async () => {
    const found = await search(
      makeRows(20_000, () => "healthy"),
      ["healthy"],
    );
    expect(found).toMatchObject({ isCut: true, scanned: 21, indexed: [] });
    expect(found.numbers).toEqual(Array.from({ length: 21 }, (_, number) => number));
  });

  it("searches the index for the rarest word, and returns every match of all words in order", async () => {
    const rows = makeRows(20_000, (number) => `annual check ${number % 100}`);
    const found = await search(rows, ["annual", "37", "check"], 500);
    expect(found).toMatchObject({ isCut: false, scanned: 400, indexed: ["37"] });
    expect(found.numbers).toEqual(Array.from({ length: 200 }, (_, index) => index * 100 + 37));
  });

  it("finds an old rare word only within the requested dates", async () => {
    const rows = makeRows(20_000, (number) => (number >= 19_998 ? "panosteitis" : "check"));
    expect(await search(rows, ["panosteitis"])).toMatchObject({ numbers: [19_998, 19_999], isCut: false });
    expect(await search(rows, ["panosteitis"], 21, 2)).toMatchObject({ numbers: [19_998], isCut: false });
  });

  it("continues among the newest when the index has too many matches, and reports that it stopped", async () => {
    // Every word is common among the old rows, and one is rare among the newest.
    const rows = makeRows(10_000, (number) =>
      number < 400 ? "check" : number % 40 === 0 ? "cough fever" : "cough",
    );
    const found = await search(rows, ["cough", "fever"]);
    expect(found.indexed).toEqual(["cough"]);
    expect(found.isCut).toBe(true);
    expect(found.scanned).toBeLessThanOrEqual(MOST_SCANNED);
    expect(found.numbers.slice(0, 3)).toEqual([400, 440, 480]);
    expect(MOST_INDEXED).toBeLessThan(1024);
  });

  it("does not search the index for words that no index contains", async () => {
    const rows = makeRows(3000, (number) => (number === 2000 ? "r&d" : "check"));
    const found = await search(rows, ["&"]);
    expect(found).toMatchObject({ numbers: [2000], isCut: true, scanned: MOST_SCANNED, indexed: [] });
  });
});
