/** Tests Embark's results file, including unknown words, other separators, and missing or doubled lines. */
import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { readEmbark } from "./embark";

const file = (ending: string): string =>
  readFileSync(new URL(`./known-answers/embark-1.${ending}`, import.meta.url), "utf8");

const read = (text: string) => readEmbark(Papa.parse<string[]>(text, { skipEmptyLines: true }).data);

const withValue = (name: string, value: string): string =>
  file("csv")
    .split("\n")
    .map((line) => (line.includes(`"${name}"`) ? line.replace(/,"[^"]*"$|,$/u, `,"${value}"`) : line))
    .join("\n");

function healthOf(text: string, name: string) {
  const results = read(text);
  return "problem" in results ? results : results.health.find((result) => result.name === name);
}

const DM = "Degenerative Myelopathy, DM (SOD1A)";

test("the generated file is read with the expected results", () => {
  const { about: _, ...answers } = JSON.parse(file("json")) as Record<string, unknown>;
  expect(read(file("csv"))).toEqual(answers);
});

test.each([
  ["tabs", (text: string) => text.replaceAll('","', '"\t"').replaceAll(/",$/gmu, '"\t')],
  ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
  ["a byte order mark", (text: string) => `\uFEFF${text}`],
  [
    "its columns in another order",
    (text: string) => {
      const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true });
      return Papa.unparse(data.map(([category = "", name = "", value = ""]) => [value, name, category]));
    },
  ],
])("the file with %s gives the same results", (_, change) => {
  expect(read(change(file("csv")))).toEqual(read(file("csv")));
});

test.each([
  "",
  "Clear?",
  "not clear",
  "clear of the variant",
  "clear, heterozygote",
  "unbekannt",
  "frei",
  "0",
  "N/N",
])("the word '%s' is never read as clear", (word) => {
  const result = healthOf(withValue(DM, word), DM);
  expect(result).toMatchObject({ status: "not understood", printed: word });
  expect(read(withValue(DM, word))).toMatchObject({ notUnderstood: expect.arrayContaining([DM]) });
});

test.each([
  ["clear", { status: "clear", copies: 0, inheritancePrinted: null }],
  ["CLEAR", { status: "clear", copies: 0 }],
  ["carrier, heterozygote recessive", { status: "carrier", copies: 1, inheritancePrinted: "recessive" }],
  ["at risk, heterozygote codominant", { status: "at risk", copies: 1, inheritancePrinted: "codominant" }],
  ["at risk, homozygote", { status: "at risk", copies: 2, inheritancePrinted: null }],
  ["at risk", { status: "at risk", copies: null }],
  ["no call", { status: "not called", copies: null }],
  [
    "heterozygote, X-linked complex",
    { status: "not understood", copies: 1, inheritancePrinted: "X-linked complex" },
  ],
])("'%s' is read by the word before the comma", (word, expected) => {
  expect(healthOf(withValue(DM, word), DM)).toMatchObject(expected);
});

test.each([
  ["E Locus (MC1R)", "EmE", ["Em", "E"]],
  ["E Locus (MC1R)", "eEm", ["Em", "e"]],
  ["A Locus (ASIP)", "AwAt", ["aw", "at"]],
  ["K Locus (CBD103)", "KyKy", ["ky", "ky"]],
  ["M Locus (PMEL)", "mm", ["m", "m"]],
  ["Hairlessness (FOXI3)", "N/Dup", ["Hr", "hr"]],
  ["Furnishings (RSPO2)", "II", ["f", "f"]],
  ["E Locus (MC1R)", "Eq", null],
  ["E Locus (MC1R)", "EEE", null],
  ["E Locus (MC1R)", "E", null],
  ["E Locus (MC1R)", "", null],
])("%s '%s' is split into two alleles or into none", (name, value, alleles) => {
  const results = read(withValue(name, value));
  const trait = "problem" in results ? null : results.traits.find((each) => each.name === name);
  expect(trait).toMatchObject({ alleles, printed: value });
  if (alleles === null) expect(results).toMatchObject({ notUnderstood: expect.arrayContaining([name]) });
});

test("an unknown trait is stored and listed, but not a trait that is only shown", () => {
  const more = `${file("csv")}\n"Trait","Wings (FLY1)","WW"\n"Trait","Appetite (POMC)","N/N"\n`;
  expect(read(more)).toMatchObject({
    notUnderstood: expect.arrayContaining(["Wings (FLY1)"]),
    traits: expect.arrayContaining([{ name: "Wings (FLY1)", locus: null, alleles: null, printed: "WW" }]),
  });
  const results = read(more);
  expect("problem" in results ? [] : results.notUnderstood).not.toContain("Appetite (POMC)");
});

test.each(["1.4", "-0.1", "fourteen", ""])("the coefficient '%s' is ignored", (value) => {
  const name = "Coefficient Of Inbreeding ";
  expect(read(withValue(name, value))).toMatchObject({
    genomicCoi: null,
    notUnderstood: expect.arrayContaining([name.trim()]),
  });
});

test("a file of another kind, and a file of two dogs, are refused", () => {
  expect(read("id,sire,dam\nA,B,C\n")).toEqual({ problem: "not an Embark file" });
  expect(read("category,name,value\nID,Name,Willow\n")).toEqual({ problem: "not an Embark file" });
  expect(read("")).toEqual({ problem: "not an Embark file" });
  expect(read(`${file("csv")}\n"ID","Swab code","# 31009900000012"`)).toEqual({
    problem: "more than one dog",
  });
  expect(read(`${file("csv")}\n"ID","Name","Testdog Oak"`)).toEqual({ problem: "more than one dog" });
});
