/** GEDCOM individuals and families become rows of a table. */
import { describe, expect, it } from "vitest";
import { gedcomEncoding, isGedcom, readGedcom } from "./gedcom";

const file = `0 HEAD
1 CHAR UTF-8
0 @I1@ INDI
1 NAME Zar /von Oak/
1 SEX M
1 BIRT
2 DATE 12 MAR 1998
1 DEAT Y
1 PLAC Oak
2 CTRY Kent
1 REFN Z-1
0 @I2@ INDI
1 NAME Heidi
1 SEX F
1 BIRT
2 DATE ABT 1999
1 DEAT
2 DATE 3 APR 2010
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
    expect(readGedcom(file.replaceAll("\n", end))).toEqual({
      headings:
        "ID,Name,Call Name,Sex,Date of Birth,Date of Death,Registration Number,Sire ID,Dam ID,PLAC".split(
          ",",
        ),
      rows: [
        { line: 3, cells: ["@I1@", "Zar von Oak", "", "M", "12 MAR 1998", "Y", "Z-1", "", "", "Oak, Kent"] },
        { line: 12, cells: ["@I2@", "Heidi", "", "F", "ABT 1999", "3 APR 2010", "", "", "", ""] },
        { line: 19, cells: ["@I3@", "Very Long Name", "Pup", "", "", "", "", "@I1@", "@I2@", ""] },
      ],
    });
  });

  it("is told from other files, and its encoding is known", () => {
    expect([isGedcom(`\uFEFF${file}`), isGedcom("Name,Sex\n")]).toEqual([true, false]);
    expect(gedcomEncoding(file)).toBe("UTF-8");
  });
});
