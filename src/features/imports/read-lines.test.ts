/**
 * Files with broken quotation marks, line ends or last lines. No dog is lost, and the user learns what was changed.
 */
import { describe, expect, it } from "vitest";
import { accountFor, guessColumns, readChunks, readImportFile } from "@/features/imports/import-file";

const HEADINGS = "Name,Sex,Breed,Sire,Notes";

/** Reads the file as the dialog does. */
async function read(text: string) {
  const file = await readImportFile("dogs.csv", new TextEncoder().encode(text));
  const columns = guessColumns(file);
  const rows = (await readChunks(file, columns, "dogs")).flat();
  return {
    names: rows.map(({ values }) => values.name),
    told: rows.flatMap(({ line, warnings = [] }) => warnings.map((warning) => `${line}: ${warning}`)),
    rows,
    notes: accountFor(file, columns),
  };
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `Dog ${at + 1}`);
const lineOf = (name: string, notes = "") => `${name},male,Boxer,Zar,${notes}`;
const TORN = "A quotation mark is not closed, so the line is read up to its end. Please check its cells";

describe("a stray quotation mark", () => {
  it.each([
    ["before the notes", (line: string) => `${line}"Best in Show 2019`],
    ["before the name", (line: string) => `"${line}`],
    [
      "before a cell, with quoted cells beside it",
      (line: string) => line.replace("Zar", '"Zar') + '"calm, kind"',
    ],
    ["that closes too early", (line: string) => line.replace("Zar", '"Zar" of Oak')],
  ])("[GAP-DOG-03] loses no dog: %s", async (_, spoil) => {
    const all = names(110);
    const lines = all.map((name, at) => (at === 20 ? spoil(lineOf(name)) : lineOf(name)));
    const result = await read([HEADINGS, ...lines].join("\n"));
    expect(result.names.map((name) => String(name).replaceAll('"', ""))).toEqual(all);
    expect(result.told).toEqual([`22: ${TORN}`]);
    expect(result.notes[0]).toBe("The file has 111 lines with text: 1 with the headings, 110 with dogs");
  });

  it("[GAP-DOG-03] in every line loses no dog", async () => {
    const all = names(60);
    const result = await read([HEADINGS, ...all.map((name) => lineOf(name, '"good'))].join("\n"));
    expect(result.names).toEqual(all);
    expect(result.told).toHaveLength(60);
  });

  it("[GAP-DOG-03] above a complete quoted cell does not include the lines between them", async () => {
    const all = names(6);
    const lines = all.map((name, at) => lineOf(name, at === 1 ? '"good' : at === 4 ? '"calm, kind"' : ""));
    const result = await read([HEADINGS, ...lines].join("\r\n"));
    expect(result.names).toEqual(all);
    expect(result.rows[4]?.values.notes).toBe("calm, kind");
    expect(result.told).toEqual([`3: ${TORN}`]);
  });

  it("[GAP-DOG-03] within a cell is read as text", async () => {
    const result = await read([HEADINGS, lineOf('Rex "Maxi" vom Tal')].join("\n"));
    expect([result.names, result.told]).toEqual([['Rex "Maxi" vom Tal'], []]);
  });
});

describe("cells with line breaks", () => {
  it("[GAP-DOG-03] belong to one dog, and the dogs below have their correct line numbers", async () => {
    const result = await read(
      [HEADINGS, lineOf("A", '"kind\n\ncalm, quiet\nsaid ""good"""'), lineOf("B")].join("\n"),
    );
    expect(result.rows.map(({ line, values }) => [line, values.name, values.notes])).toEqual([
      [2, "A", 'kind\n\ncalm, quiet\nsaid "good"'],
      [6, "B", undefined],
    ]);
    expect(result.told).toEqual([]);
    expect(result.notes[0]).toBe(
      "The file has 6 lines with text: 1 with the headings, 2 with dogs, 3 that continue a cell",
    );
  });

  it("[GAP-DOG-03] are recognized in a small file with a title, a footer and a stray quotation mark", async () => {
    const lines = [lineOf("A"), lineOf("B", '"Best in Show'), lineOf("C", '"first\nsecond\nthird"')];
    const result = await read(["Our dogs", HEADINGS, ...lines, "Total: 3 dogs"].join("\n"));
    expect(result.names).toEqual(["A", "B", "C"]);
    expect(result.rows[2]?.values.notes).toBe("first\nsecond\nthird");
    expect(result.told).toEqual([`4: ${TORN}`]);
  });

  it("[GAP-DOG-03] may be in the first column", async () => {
    const result = await read(
      ["Notes,Name,Sex,Breed", '"kind\ncalm",A,male,Boxer', ",B,male,Boxer"].join("\n"),
    );
    expect(result.names).toEqual(["A", "B"]);
  });
});

describe("other broken lines", () => {
  it("[GAP-DOG-03] a truncated file is reported with the place", async () => {
    const whole = await read([HEADINGS, lineOf("A"), lineOf("B"), ""].join("\n"));
    expect(whole.told).toEqual([]);
    const cut = await read([HEADINGS, lineOf("A"), lineOf("B"), "C,male,Bo"].join("\n"));
    expect(cut.told).toEqual(["4: It ends after 3 of 5 cells. The file may be cut off here"]);
    const inQuotes = await read([HEADINGS, lineOf("A"), lineOf("B", '"kind and ca')].join("\n"));
    expect([inQuotes.names, inQuotes.told]).toEqual([["A", "B"], [`3: ${TORN}`]]);
  });

  it("[GAP-DOG-03] cells without a heading are reported", async () => {
    const result = await read([HEADINGS, lineOf("A"), lineOf("B", "kind,calm")].join("\n"));
    expect(result.told).toEqual(["3: It has more cells than there are headings, so “calm” is left out"]);
  });

  it("[GAP-DOG-03] both kinds of line ends in one file end a line", async () => {
    const result = await read(
      `${HEADINGS}\r\n${lineOf("A")}\r\n${lineOf("B")}\n${lineOf("C")}\r${lineOf("D")}`,
    );
    expect(result.names).toEqual(["A", "B", "C", "D"]);
  });
});
