/** GEDCOM individuals and families become rows of an import. */
import { describe, expect, it } from "vitest";
import { gedcomEncoding, isGedcom, readGedcom, readGedcomDate } from "./gedcom";

const file = `0 HEAD
1 CHAR UTF-8
0 @I1@ INDI
1 NAME Zar /von Oak/
1 SEX M
1 BIRT
2 DATE 12 MAR 1998
1 REFN Z-1
0 @I2@ INDI
1 NAME Heidi
1 SEX F
1 BIRT
2 DATE ABT 1999
0 @I3@ INDI
1 NAME Very Long
2 CONC  Name
2 NICK Pup
1 FAMC @F1@
0 @F1@ FAM
1 HUSB @I1@
1 WIFE @I2@
1 CHIL @I3@
0 TRLR
`;

describe("GEDCOM", () => {
  it.each(["\n", "\r\n", "\r"])("[GAP-DOG-17] is read with its families, whatever ends its lines", (end) => {
    expect(readGedcom(file.replaceAll("\n", end))).toEqual([
      {
        line: 3,
        values: {
          fileId: "@I1@",
          name: "Zar von Oak",
          gender: "male",
          dateOfBirth: "1998-03-12",
          registrationNumber: "Z-1",
        },
      },
      {
        line: 9,
        values: { fileId: "@I2@", name: "Heidi", gender: "female" },
        warnings: ["Date of Birth “ABT 1999” is no full date and is left out"],
      },
      {
        line: 14,
        values: {
          fileId: "@I3@",
          name: "Very Long Name",
          callName: "Pup",
          sireFileId: "@I1@",
          damFileId: "@I2@",
        },
      },
    ]);
  });

  it("is told from other files, and its encoding is known", () => {
    expect([isGedcom(`\uFEFF${file}`), isGedcom("Name,Sex\n")]).toEqual([true, false]);
    expect(gedcomEncoding(file)).toBe("UTF-8");
  });

  it.each([
    ["1 JAN 2000", "2000-01-01"],
    ["@#DGREGORIAN@ 31 December 1999", "1999-12-31"],
    ["31 FEB 2000", null],
    ["JAN 2000", null],
    ["2000", null],
  ])("reads the date %s as %s", (text, day) => {
    expect(readGedcomDate(text)).toBe(day);
  });
});
