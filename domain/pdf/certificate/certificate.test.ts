/** Tests the parts of a certificate that need no page: places, letters, and texts that fit into their boxes. */
import fc from "fast-check";
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { certificateFileName } from "./certificate";
import type { CertificateDog } from "./facts";
import { Lettering, tidy } from "./lettering";
import { placeAncestors } from "./places";

const dog = (id: string, sireId: string | null = null, damId: string | null = null): CertificateDog => ({
  id,
  name: id,
  callName: null,
  titles: null,
  registrationNumber: null,
  microchipNumber: null,
  breed: "Beagle",
  gender: "male",
  dateOfBirth: null,
  color: null,
  sireId,
  damId,
  sireName: null,
  damName: null,
});

describe("the places of a pedigree", () => {
  it("[ANC-11] are 2 + 4 + 8 + 16 in four generations, both known and unknown", () => {
    const places = placeAncestors([dog("x", "s"), dog("s")], 4);
    const perGeneration = [1, 2, 3, 4].map((g) => places.filter(({ generation }) => generation === g).length);
    expect(perGeneration).toEqual([2, 4, 8, 16]);
    expect(places.filter((place) => place.dog).map((place) => place.dog?.id)).toEqual(["s"]);
  });

  it("distinguish a missing parent of a known dog from ancestors beyond the given generations", () => {
    const [sire, dam, ...grandparents] = placeAncestors([dog("x", "s"), dog("s")], 2);
    expect([sire?.isGap, dam?.isGap]).toEqual([true, true]);
    expect(grandparents.map(({ isGap, dog: known }) => [isGap, known])).toEqual([
      [true, null],
      [true, null],
      [false, null],
      [false, null],
    ]);
  });

  it("with the same dog have the same letter, from A in the order of the generations", () => {
    const pedigree = [dog("x", "s", "d"), dog("s", "a", "b"), dog("d", "a", "c"), dog("a", "f"), dog("f")];
    const letters = placeAncestors(pedigree, 3).flatMap(({ dog: one, letter }) =>
      letter ? [[one?.id, letter]] : [],
    );
    expect(letters).toEqual([
      ["a", "A"],
      ["a", "A"],
      ["f", "B"],
      ["f", "B"],
    ]);
  });
});

describe("a text on the certificate", () => {
  const letters = fc.string({
    unit: fc.constantFrom(..."abcdefghijWMiÄéßøŁЖщ犬號はハ백 .-'’"),
    maxLength: 60,
  });

  it("is never wider than the given width", async () => {
    const lettering = await Lettering.embed(await PDFDocument.create(), ["ÄéßøŁЖщ犬號はハ백’"]);
    fc.assert(
      fc.property(
        letters,
        fc.integer({ min: 12, max: 300 }),
        fc.integer({ min: 1, max: 3 }),
        (raw, width, maxLines) => {
          const { lines, size } = lettering.fit("serif", tidy(raw), width, {
            size: 12,
            minSize: 5,
            maxLines,
          });
          expect(lines.length).toBeLessThanOrEqual(Math.max(1, maxLines));
          for (const line of lines) expect(lettering.width("serif", line, size)).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("gets smaller first, then has more lines, then ends with an ellipsis", async () => {
    const lettering = await Lettering.embed(await PDFDocument.create(), []);
    const name = "Alderbrook's Juniper Morning Frost";
    const fit = (width: number, maxLines = 1) =>
      lettering.fit("serif", name, width, { size: 12, minSize: 8, maxLines });
    expect(fit(400)).toEqual({ lines: [name], size: 12, isCut: false });
    expect(fit(170).size).toBeLessThan(12);
    expect(fit(170)).toMatchObject({ lines: [name], isCut: false });
    expect(fit(120, 2)).toMatchObject({ lines: ["Alderbrook's Juniper", "Morning Frost"], isCut: false });
    expect(fit(80).isCut).toBe(true);
    expect(fit(80).lines[0]).toMatch(/^Alderbrook's.*…$/u);
  });

  it("has composed letters and no invisible characters", () => {
    expect(tidy("  Zoe\u0308\u200b \n of\tOak ")).toBe("Zoë of Oak");
  });
});

describe("the file name of a certificate", () => {
  it.each([
    ["Aria of Oak Hill", "Pedigree of Aria of Oak Hill.pdf"],
    ['A/B: "C"', "Pedigree of A B C.pdf"],
    ["富士之丞號", "Pedigree of 富士之丞號.pdf"],
    ["???", "Pedigree of dog.pdf"],
    ["Rex\r\nSet-Cookie: a=b\0", "Pedigree of Rex Set-Cookie a=b.pdf"],
    ["Rex \u202efdp.exe", "Pedigree of Rex fdp.exe.pdf"],
    [`${"x".repeat(79)}🐕🐕`, `Pedigree of ${"x".repeat(79)}🐕.pdf`],
  ])("for %j is %j", (name, fileName) => {
    expect(certificateFileName({ name })).toBe(fileName);
  });
});
