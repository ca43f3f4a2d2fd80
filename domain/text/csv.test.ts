/** Tests CSV according to RFC 4180, without cells that a spreadsheet would run as formulas. */
import Papa from "papaparse";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMULA_SIGNS, toCsv } from "./csv";

describe("toCsv", () => {
  it("[GAP-DOG-14] begins with a byte order mark and ends each line with CR LF", () => {
    expect(toCsv([["Name"], ["Zoë"]])).toBe("\uFEFFName\r\nZoë\r\n");
  });

  it("[GAP-DOG-14] quotes commas, quotes and line ends", () => {
    expect(toCsv([['Rex, "the" dog', "two\nlines"]])).toBe('\uFEFF"Rex, ""the"" dog","two\nlines"\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"])(
    "[GAP-DOG-14] makes %j harmless",
    (text) => {
      expect(toCsv([[text]])).toBe(`\uFEFF'${text}\r\n`);
    },
  );

  it.each(["\r=1+1", "\n=1+1"])("[GAP-DOG-14] makes %j harmless after a line end", (text) => {
    expect(toCsv([[text]])).toBe(`\uFEFF"'${text}"\r\n`);
  });

  it("[GAP-DOG-14] writes any text so that it is read back unchanged", () => {
    const cell = fc
      .string({ unit: "grapheme" })
      .filter((text) => !new RegExp(`^[${FORMULA_SIGNS}]`).test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, fc.constant("end")), { minLength: 1 }), (rows) => {
        const text = toCsv(rows).slice(1);
        expect(
          Papa.parse(text, { delimiter: ",", newline: "\r\n", skipEmptyLines: false }).data.slice(0, -1),
        ).toEqual(rows);
      }),
    );
  });
});
