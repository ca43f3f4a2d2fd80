/** Tests the comparison and search of text: case, accents and spaces are ignored, and every word must be found. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHORT_TEXT_MAX } from "./rules";
import {
  foldEmail,
  foldForSearch,
  foldNumber,
  foldText,
  hasWords,
  isSameText,
  makePersonTest,
  matchesWords,
  searchWords,
} from "./text";

describe("foldText", () => {
  it("removes case, accents and surplus spaces", () => {
    expect(foldText("  Zoë  of  ØRSTED ")).toBe("zoe of orsted");
    expect(foldText("Straße")).toBe("strasse");
    expect(foldText("İzmir")).toBe("izmir");
  });

  it.each([
    ["O’Malley’s Pride", "O'Malley's Pride"],
    ["O`Malley´s Prideʼ", "O'Malley's Pride'"],
    ["“Max” «of» „Oak‟", '"Max" "of" "Oak"'],
    ["Oak\u2010Hill\u2011Max\u2013I\u2014II\u2212III", "Oak-Hill-Max-I-II-III"],
    ["Max\u00a0of\u2009Oak\u3000Hill", "Max of Oak Hill"],
    ["Max\u200b\u200e of\u00ad \u202eOak\u202c\u0000", "Max of Oak"],
    ["Max\u200b of \ufeff Oak", "Max of Oak"],
  ])("replaces variants of characters and removes invisible characters: %j is %j", (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it("changes nothing when it is applied a second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => foldText(foldText(text)) === foldText(text)),
    );
  });
});

describe("foldNumber", () => {
  it("removes case, spaces and dashes", () => {
    expect(foldNumber(" akc 12-34 ")).toBe("AKC1234");
    expect(foldNumber("985 000–1")).toBe("9850001");
  });
});

describe("foldEmail", () => {
  it("removes case and surrounding spaces", () => {
    expect(foldEmail(" Anna@Example.COM ")).toBe("anna@example.com");
  });
});

describe("a search", () => {
  it("uses at most one character more of a search than a name may have", () => {
    const words = searchWords("berg ".repeat(100_000));
    expect(words.length).toBeLessThan(SHORT_TEXT_MAX);
    expect(matchesWords(words, ["Ida Berg"])).toBe(true);
    expect(matchesWords(searchWords("a".repeat(5000)), ["a".repeat(SHORT_TEXT_MAX)])).toBe(false);
  });

  it("finds a person by the digits of the phone number, however they are separated, at home and from abroad", () => {
    const finds = (search: string, phone: string | null) => makePersonTest(search)(["Ida Berg"], phone);
    const found = ["+49151234567", "151 2345", "(151) 234-56/7", "234567", "0151-234 567", "0049 151.234567"];
    for (const search of [...found, "ida 0151 234", "ida 151-23456", "0151 2345 berg"])
      expect(finds(search, "+49 (151) 234-56/7"), search).toBe(true);
    for (const search of ["0170-55512", "+49 170 55512", "0170 555 12", "170"])
      expect(finds(search, "+49 (0) 170 55512"), search).toBe(true);
    expect(finds("0170-55512", "0170 55512")).toBe(true);
    for (const search of ["152", "0152 34567", "07", "(0)", "--", "1".repeat(5000), "otto 0151 234567"])
      expect(finds(search, "+49 151 234567"), search).toBe(false);
    for (const search of ["0151", "0049", "0049 151"])
      expect(finds(search, "+49 151 234567"), search).toBe(true);
    expect(finds("0151 234567", null)).toBe(false);
    expect(finds("0049", null)).toBe(false);
    expect(finds("ida", null)).toBe(true);
  });

  it("finds a phone number in every dialed form, and no other number", () => {
    const numberOf = fc.stringMatching(/^[1-9]\d{6,9}$/);
    const ways = (code: string, number: string) => [
      `+${code} ${number}`,
      `00${code}-${number}`,
      `+${code} (0) ${number.slice(0, 3)}/${number.slice(3)}`,
      `0${number}`,
    ];
    const codes = fc.constantFrom("1", "49", "353");
    fc.assert(
      fc.property(codes, numberOf, numberOf, (code, number, other) => {
        fc.pre(!`${code}${other}`.includes(number) && !`${code}${number}`.endsWith(other));
        for (const search of ways(code, number)) {
          const isSought = makePersonTest(`berg ${search}`);
          for (const phone of ways(code, number)) expect(isSought(["Ida Berg"], phone)).toBe(true);
          for (const phone of ways(code, other)) expect(isSought(["Ida Berg"], phone)).toBe(false);
        }
      }),
    );
  });

  const finds = (search: string, fields: (string | null)[]) => matchesWords(searchWords(search), fields);

  it.each([
    ["O'Malley", "O’Malley’s Pride"],
    ["O’Malley", "O'Malley's Pride"],
    ["jaeger", "Jäger vom Käferberg"],
    ["kaeferb jager", "Jäger vom Käferberg"],
    ["Jäger", "Jaeger vom Kaeferberg"],
    ["bjoern", "Bjørn fra Sørli"],
    ["aasen", "Rex av Åsen"],
    ["Åsen", "Rex av Aasen"],
    ["lukasz", "Łukasz z Lasu"],
    ["strasse", "Hof Straße"],
    ["oak-hill", "Oak–Hill Max"],
  ])("[GAP-DOG-09] finds %j with %j", (search, name) => {
    expect(finds(search, [name])).toBe(true);
    expect(hasWords(searchWords(search), foldForSearch(name))).toBe(true);
  });

  it("[GAP-DOG-09] with 'ae' does not find texts with another letter", () => {
    for (const [search, name] of [
      ["jaeger", "Jogger"],
      ["blue", "Bluff"],
      ["jaeger", "Jagger Moves"],
    ] as const)
      expect(finds(search, [name]), search).toBe(false);
    expect(isSameText("Poet", "Pot")).toBe(false);
    expect(isSameText("jaeger", "Jäger")).toBe(true);
  });

  it("[DOG-07] finds name, call name or registration number", () => {
    const fields = ["Aria of Oak", "Ari", "AKC123"];
    for (const search of ["ari", "AKC1", "oak"]) expect(finds(search, fields)).toBe(true);
    expect(finds("zzz", fields)).toBe(false);
  });

  it("[GAP-DOG-09] requires each word to occur in some field, not all words in the same field", () => {
    expect(finds("oak 123", ["Aria of Oak", null, "AKC123"])).toBe(true);
    expect(finds("oak 124", ["Aria of Oak", null, "AKC123"])).toBe(false);
    expect(finds("", ["anything"])).toBe(true);
  });

  it("[GAP-DOG-09] finds any part of any text, in upper and lower case", () => {
    const part = fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}$/));
    fc.assert(
      fc.property(part, fc.string(), ([a, b], other) => finds(b.toUpperCase(), [other, `${a}${b}${a}`])),
    );
  });
});

it("[GAP-HLT-08] hasWords finds the words of a search at the beginning of words in the text", () => {
  const text = foldText("Dr. Müller, Oak-Hill Clinic \n Lot-99 (802) 555");
  for (const search of ["MULL", "hill oak", "lot-99", "(802)", "802", ""]) {
    expect(hasWords(searchWords(search), text), search).toBe(true);
  }
  for (const search of ["uller", "ill", "oak lot-98", "02"]) {
    expect(hasWords(searchWords(search), text), search).toBe(false);
  }
});
