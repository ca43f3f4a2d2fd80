/** Tests files that are not lists of dogs, read as in the import dialog, in time proportional to their size. */
import { describe, expect, it } from "vitest";
import { guessColumns, readImportFile, UnreadableFile } from "@/features/imports/import-file";

const MEBIBYTE = 1024 ** 2;
const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

const gedcom = (lines: string): string => `0 HEAD\n1 CHAR UTF-8\n0 @I1@ INDI\n1 NAME Rex\n${lines}0 TRLR\n`;

const FILES: Readonly<Record<string, () => string>> = {
  "levels without end": () => gedcom(many(150_000, (at) => `${at + 2} NOTE\n`)),
  "a level that no number holds": () => gedcom(`${"9".repeat(400)} NOTE x\n`),
  "one tag without end": () => gedcom(many(400_000, () => "1 _X abcdefgh\n")),
  "a text continued without end": () => gedcom(`1 NOTE x\n${many(400_000, () => "2 CONC abcdefgh\n")}`),
  "another tag on every line": () =>
    gedcom("") + many(3000, (at) => `0 @J${at}@ INDI\n${many(30, (tag) => `1 _T${at}X${tag} a\n`)}`),
  "families that are each other's parents": () =>
    gedcom("1 FAMC @F1@\n") + many(1000, (at) => `0 @F${at}@ FAM\n1 HUSB @I1@\n1 WIFE @I1@\n`),
  "one family of all": () =>
    gedcom(many(150_000, (at) => `0 @J${at}@ INDI\n1 FAMC @F@\n`)) +
    `0 @F@ FAM\n${many(150_000, (at) => `1 CHIL @J${at}@\n`)}`,
  "one dog of all families": () =>
    gedcom(many(100_000, (at) => `1 FAMC @F${at}@\n1 ADOP\n2 FAMC @F${at}@\n`)) +
    many(100_000, (at) => `0 @F${at}@ FAM\n1 CHIL @I1@\n`),
  "one line of nine megabytes": () => `Name,Sex\n${"x".repeat(9 * MEBIBYTE)}`,
  "a million columns": () => `Name${",".repeat(1_000_000)}\nRex${",".repeat(1_000_000)}\n`,
  "headings of their own in 100,000 columns": () =>
    `Name${many(100_000, (at) => `,h${at}`)}\nRex${many(100_000, (at) => `,${at}`)}\n`,
  "a quote that nothing closes": () => `Name,Sex\n"Rex${",F\n".repeat(1_000_000)}`,
  "text after a closed quote in every line": () => `Name,Sex\n${many(300_000, () => `"Rex","F" x\n`)}`,
  "nothing but quotes": () => `Name,Sex\n${'"'.repeat(5_000_001)}`,
  "nothing but line ends": () => `Name,Sex\n${"\r\n".repeat(4_000_000)}`,
  "a separator that is a letter": () => `sep=x\nNamexSex\n${"xx".repeat(1_000_000)}`,
  "cells of a thousand signs of every kind": () =>
    `Name,Born,Weight,Notes\n${many(1000, (at) => `${"\u202e<script>=1+1".repeat(80)},${"9".repeat(1000)},${"1e".repeat(500)},${at}\n`)}`,
};

async function outcomeOf(text: string): Promise<string> {
  try {
    const file = await readImportFile("list.csv", new TextEncoder().encode(text));
    guessColumns(file);
    return "read";
  } catch (error) {
    if (error instanceof UnreadableFile && error.message !== "") return "refused";
    throw error;
  }
}

describe("a file", () => {
  it.each(Object.entries(FILES))(
    "with %s is read or refused with a message",
    async (_what, text) => {
      expect(["read", "refused"]).toContain(await outcomeOf(text()));
    },
    60_000,
  );
});
