/** Tests that GEDCOM individuals and families become the rows of a table. */
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

describe("a GEDCOM file", () => {
  it("[GAP-DOG-17] may contain names only in parts", () => {
    const dog = "0 HEAD\n0 @I1@ INDI\n1 NAME\n2 GIVN Bella\n2 SURN of Oak\n";
    expect(readGedcom(dog).rows[0]?.cells).toEqual(["@I1@", "Bella of Oak"]);
  });

  it("[GAP-DOG-17] has all titles in one column, and second names and numbers in separate columns", () => {
    const dog =
      "0 HEAD\n0 @I1@ INDI\n1 NAME Zar\n1 NAME Zarek\n1 REFN Z-1\n1 REFN AKC 5\n1 TITL CH\n1 TITL JW\n";
    const { headings, rows } = readGedcom(dog);
    expect(headings).toEqual(["ID", "Name", "Registration Number", "Titles", "NAME", "REFN"]);
    expect(rows[0]?.cells).toEqual(["@I1@", "Zar", "Z-1", "CH JW", "Zarek", "AKC 5"]);
  });

  it.each(["\n", "\r\n", "\r"])(
    "[GAP-DOG-17] is read with its families, whatever characters end its lines",
    (end) => {
      expect(readGedcom(file.replaceAll("\n", end))).toEqual({
        headings:
          "ID,Name,Call Name,Sex,Date of Birth,Date of Death,Registration Number,Sire ID,Dam ID,PLAC".split(
            ",",
          ),
        rows: [
          {
            line: 3,
            cells: ["@I1@", "Zar von Oak", "", "M", "12 MAR 1998", "Y", "Z-1", "", "", "Oak, Kent"],
          },
          { line: 12, cells: ["@I2@", "Heidi", "", "F", "ABT 1999", "3 APR 2010", "", "", "", ""] },
          { line: 19, cells: ["@I3@", "Very Long Name", "Pup", "", "", "", "", "@I1@", "@I2@", ""] },
        ],
      });
    },
  );

  const withFamilies = (...lines: string[]) =>
    readGedcom(
      [
        "0 HEAD",
        ...["Zar", "Heidi", "Max", "Daisy"].flatMap((name, at) => [`0 @I${at + 1}@ INDI`, `1 NAME ${name}`]),
        "0 @P@ INDI",
        "1 NAME Pup",
        ...lines,
        ...[
          "0 @F1@ FAM",
          "1 HUSB @I1@",
          "1 WIFE @I2@",
          "0 @F2@ FAM",
          "1 HUSB @I3@",
          "1 WIFE @I4@",
          "1 CHIL @P@",
        ],
      ].join("\n"),
    );
  const parentsOf = ({ headings, rows }: ReturnType<typeof readGedcom>) => {
    const { cells = [], fault } = rows.find(({ line }) => line === 10) ?? {};
    const read = (heading: string) => cells[headings.indexOf(heading)];
    return [read("Sire ID"), read("Dam ID"), fault];
  };

  it.each([
    [["1 FAMC @F2@", "2 PEDI adopted"], "adopted"],
    [["1 FAMC @F2@", "2 PEDI foster"], "foster"],
    [["1 FAMC @F2@", "1 ADOP", "2 FAMC @F2@"], "adopted"],
  ])("[GAP-DOG-17] with the relation %j has no parent by descent, which is reported", (lines, relation) => {
    expect(parentsOf(withFamilies("1 FAMC @F1@", "2 PEDI birth", ...lines))).toEqual([
      "@I1@",
      "@I2@",
      `Left out as parents: Max and Daisy, because the file says “${relation}”`,
    ]);
    // The individual has no family in the first case. In the second case, this family comes before the family of
    // its birth.
    expect(parentsOf(withFamilies(...lines)).slice(0, 2)).not.toContain("@I3@");
    expect(parentsOf(withFamilies(...lines, "1 FAMC @F1@")).slice(0, 2)).toEqual(["@I1@", "@I2@"]);
  });

  it("[GAP-DOG-17] may state the relation of a child in the family", () => {
    const table = readGedcom(
      "0 HEAD\n0 @I1@ INDI\n1 NAME Max\n0 @P@ INDI\n1 NAME Pup\n1 FAMC @F@\n0 @F@ FAM\n1 HUSB @I1@\n1 CHIL @P@\n2 _FREL Adopted\n",
    );
    expect(table.headings).toEqual(["ID", "Name"]);
    expect(table.rows[1]?.fault).toBe("Left out as parents: Max, because the file says “adopted”");
  });

  /**
   * A puppy of Max and Daisy. `child` is written below its entry in the family, and `link` below its link to the
   * family.
   */
  const relate = (child: string[], link: string[] = [], own: string[] = []) =>
    parentsOf(
      readGedcom(
        [
          "0 HEAD",
          ...["Zar", "Heidi", "Max", "Daisy"].flatMap((name, at) => [
            `0 @I${at + 1}@ INDI`,
            `1 NAME ${name}`,
          ]),
          ...["0 @P@ INDI", "1 NAME Pup", "1 FAMC @F1@", ...link, ...own],
          ...["0 @F1@ FAM", "1 HUSB @I3@", "1 WIFE @I4@", "1 CHIL @P@", ...child],
          ...["0 @F2@ FAM", "1 HUSB @I1@", "1 WIFE @I4@", "1 CHIL @Q@"],
        ].join("\n"),
      ),
    );

  it.each([
    ["a stepfather", ["2 _FREL Step", "2 _MREL Natural"], [], [], ["@I4@"], "Max", "step"],
    ["an adoptive mother", ["2 _FREL Natural", "2 _MREL Adopted"], [], [], ["@I3@"], "Daisy", "adopted"],
    ["a foster father", [], ["2 _FREL Foster"], [], ["@I4@"], "Max", "foster"],
    ["adoption by him", [], [], ["1 ADOP", "2 FAMC @F1@", "3 ADOP HUSB"], ["@I4@"], "Max", "adopted"],
    [
      "adoption by her",
      [],
      ["2 PEDI adopted"],
      ["1 ADOP Y", "2 FAMC @F1@", "3 ADOP WIFE"],
      ["@I3@"],
      "Daisy",
      "adopted",
    ],
  ] as const)(
    "[GAP-DOG-17] with %s loses only one parent",
    (_, family, link, own, parents, name, relation) => {
      const [sire, dam, fault] = relate([...family], [...link], [...own]);
      expect([sire, dam].filter(Boolean)).toEqual(parents);
      expect(fault).toBe(`Left out as parents: ${name}, because the file says “${relation}”`);
    },
  );

  it("[GAP-DOG-17] with a stepparent uses the parent of a second family, and reports every parent that is left out", () => {
    for (const links of [["1 FAMC @F2@"], ["1 FAMC @F2@", "2 PEDI birth"]])
      expect(relate(["2 _FREL step", "2 _MREL natural"], [], links)).toEqual([
        "@I1@",
        "@I4@",
        "Left out as parents: Max, because the file says “step”",
      ]);
  });

  it("[GAP-DOG-17] links and reports an unknown relation, and leaves out a disproven relation", () => {
    expect(relate(["2 _FREL unknown", "2 _MREL natural"])).toEqual([
      "@I3@",
      "@I4@",
      "The file says “unknown” of how it descends from Max. Check the parents",
    ]);
    expect(relate([], ["2 STAT disproven"]).slice(0, 2)).toEqual([undefined, undefined]);
  });

  it("[GAP-DOG-17] corrects exchanged parents by their sexes, and reports them", () => {
    const swapped = (one: string, other: string, ...parents: string[]) =>
      parentsOf(
        readGedcom(
          [
            ...[
              "0 HEAD",
              "0 @I1@ INDI",
              "1 NAME Zar",
              `1 SEX ${one}`,
              "0 @I2@ INDI",
              "1 NAME Heidi",
              `1 SEX ${other}`,
            ],
            ...[
              "0 @P0@ INDI",
              "1 NAME Other",
              "0 @P@ INDI",
              "1 NAME Pup",
              "1 FAMC @F@",
              "0 @F@ FAM",
              ...parents,
              "1 CHIL @P@",
            ],
          ].join("\n"),
        ),
      );
    const right = [
      "@I1@",
      "@I2@",
      "Its family has Heidi as HUSB and Zar as WIFE, which is put right by the sex of the dogs",
    ];
    expect(swapped("M", "F", "1 HUSB @I2@", "1 WIFE @I1@")).toEqual(right);
    expect(swapped("M", "U", "1 HUSB @I2@", "1 WIFE @I1@")).toEqual(right);
    expect(swapped("U", "F", "1 HUSB @I2@", "1 WIFE @I1@")).toEqual(right);
    expect(swapped("M", "F", "1 HUSB @I1@", "1 HUSB @I2@")).toEqual(["@I1@", "@I2@", undefined]);
    expect(swapped("M", "F", "1 HUSB @I2@").slice(0, 2)).toEqual([undefined, "@I2@"]);
    // If both parents have the same sex, the plan refuses the line.
    expect(swapped("M", "M", "1 HUSB @I2@", "1 WIFE @I1@")).toEqual(["@I2@", "@I1@", undefined]);
  });

  it("[GAP-DOG-17] reports a missing family, and a family that names a dog of another family", () => {
    expect(parentsOf(withFamilies("1 FAMC @F9@"))).toEqual([
      "@I3@",
      "@I4@",
      "Its family @F9@ is not in the file",
    ]);
    expect(parentsOf(withFamilies("1 FAMC @F1@"))[2]).toContain("Two sets of parents in the file");
  });

  it("[GAP-DOG-17] assigns a dog without a family to the family that lists it", () => {
    expect(parentsOf(withFamilies())).toEqual(["@I3@", "@I4@", undefined]);
  });

  it("[GAP-DOG-17] reports a second family, which does not replace the parents", () => {
    expect(parentsOf(withFamilies("1 FAMC @F1@", "1 FAMC @F2@"))).toEqual([
      "@I1@",
      "@I2@",
      "Two sets of parents in the file. Used: Zar and Heidi. Not used: Max and Daisy",
    ]);
    expect(parentsOf(withFamilies("1 FAMC @F1@", "1 FAMC @F2@", "2 PEDI birth")).slice(0, 2)).toEqual([
      "@I3@",
      "@I4@",
    ]);
    // The second family lists the puppy. The puppy refers to the first family twice.
    expect(parentsOf(withFamilies("1 FAMC @F1@", "1 FAMC @F1@"))).toEqual(
      parentsOf(withFamilies("1 FAMC @F1@")),
    );
  });

  it("is distinguished from other files, and its encoding is recognized", () => {
    expect([isGedcom(`\uFEFF${file}`), isGedcom("Name,Sex\n")]).toEqual([true, false]);
    expect(gedcomEncoding(file)).toBe("UTF-8");
  });
});
