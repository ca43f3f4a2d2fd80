/**
 * Files with a wrong or unusually written parent. The test reads them like the dialog and plans them like the
 * server. Each link must be correct, be asked about, or be listed in the preview.
 */
import { describe, expect, it } from "vitest";
import { guessColumns, readChunks, readImportFile } from "@/features/imports/import-file";
import { isOpen } from "@domain/imports/columns";
import { type KnownDog, type PlannedParent } from "@domain/imports/planned";
import { planImport } from "@domain/imports/plan";

interface Options {
  readonly known?: readonly KnownDog<string>[];
  readonly answers?: Readonly<Record<string, string>>;
}

/** The result names parents instead of ids. */
async function plan(lines: readonly string[], { known = [], answers = {} }: Options = {}) {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const file = await readImportFile("dogs.csv", bytes);
  const columns = guessColumns(file);
  expect(columns.filter(isOpen)).toEqual([]);
  const rows = (await readChunks(file, columns, "dogs")).flat();
  const result = planImport(known, rows, {
    ...{ kind: "dogs", mode: "update", today: "2025-06-15", breed: "Boxer" },
    answers: new Map(Object.entries(answers)),
  });
  const names = new Map(rows.map(({ line, values }) => [line, String(values.name)]));
  const asked = new Map(
    result.questions.flatMap((question) =>
      question.lines.map((line) => [`${line} ${question.role}`, question] as const),
    ),
  );
  const nameOf = (parent: PlannedParent<string> | undefined): string | null =>
    parent === undefined
      ? null
      : parent.kind === "row"
        ? (names.get(parent.line) ?? "")
        : parent.kind === "known"
          ? (known.find(({ _id }) => _id === parent.id)?.name ?? "")
          : `new ${result.ancestors.get(parent.key)?.name ?? ""}`;
  return {
    ...{ result, file, columns },
    told: [...result.warnings, ...result.skipped].map(({ line, message }) => `${line}: ${message}`),
    refused: result.errors.map(({ line, fields }) => `${line}: ${Object.values(fields).join("; ")}`),
    /** The dog that is linked as the parent, or the dog that the question suggests. */
    parentOf: (name: string, role: "sire" | "dam"): string | null => {
      const planned = result.dogs.find(({ dog }) => dog.name === name);
      const question = asked.get(`${planned?.line ?? 0} ${role}`);
      if (question === undefined) return nameOf(planned?.parents[role]);
      const likely = question.candidates.find(({ isLikely }) => isLikely);
      return `asked ${(likely ?? question.candidates[0])?.name ?? ""}${likely ? "" : "?"}`;
    },
  };
}

describe("a parent's file id beside another name", () => {
  const HEADINGS = "ID,Name,Sex,Date of Birth,Sire ID,Sire,Sire Reg No";
  const DOGS = [HEADINGS, "1,Old Tom,M,2010-01-01,,,", "2,Rowan of Oak,M,2012-01-01,,,KC1"];

  it("[GAP-DOG-03] makes the link doubtful, like a registration number, and the line is reported", async () => {
    const { parentOf, told, result } = await plan([...DOGS, "3,Crossed,F,2015-01-01,1,Rowan of Oak,"]);
    expect(parentOf("Crossed", "sire")).toBe("Old Tom");
    expect(told).toEqual([
      "4: Sire Rowan of Oak: the ID 1 belongs to Old Tom in line 2, so that dog is used",
    ]);
    expect(result.links).toMatchObject({ certain: 0, doubted: 1 });
    expect(result.leastCertain[0]?.reason).toBe("The ID 1 belongs to this dog, which has another name");
  });

  it("[GAP-DOG-03] is not used if that dog cannot be the parent; the user is asked", async () => {
    const { parentOf } = await plan([...DOGS, "3,Crossed,F,2009-01-01,1,Rowan,"]);
    expect(parentOf("Crossed", "sire")).not.toBe("Old Tom");
    const { result } = await plan([...DOGS, "3,Crossed,F,2011-05-01,2,Old Tom,"]);
    expect(result.questions).toMatchObject([{ reason: "number", name: "Old Tom" }]);
  });

  it.each(["old tom", "CH Old Tom", "Tom", "Old Tom vom Tal"])(
    "[GAP-DOG-03] gives a certain link beside the similar name %j",
    async (name) => {
      const { parentOf, told } = await plan([...DOGS, `3,Pup,F,2015-01-01,1,${name},`]);
      expect([parentOf("Pup", "sire"), told]).toEqual(["Old Tom", []]);
    },
  );

  it("[GAP-DOG-03] makes the link doubtful beside another dog's registration number", async () => {
    const rows = [
      "ID,Name,Sex,Reg No,Sire ID,Sire Reg No",
      "1,Old Tom,M,KC1,,",
      "2,Rowan,M,KC2,,",
      "3,Pup,F,,1,KC2",
    ];
    const { parentOf, told } = await plan(rows);
    expect(parentOf("Pup", "sire")).toBe("Old Tom");
    expect(told).toHaveLength(1);
  });
});

describe("a parent whose row was refused", () => {
  it("[GAP-DOG-03] is reported by name with its line and the reason", async () => {
    const rows = ["ID,Name,Sex,Date of Birth,Sire ID", "5,Rex,M,2030-01-01,", "6,Pup,F,2015-01-01,5"];
    const { told, refused, parentOf } = await plan(rows);
    expect(refused).toHaveLength(1);
    expect(parentOf("Pup", "sire")).toBeNull();
    expect(told).toEqual([
      "3: Sire Rex in line 2 was refused, so the parent is left empty. Date of birth cannot be in the future",
    ]);
  });
});

describe("a pedigree beside an id that belongs to another name", () => {
  it("[GAP-DOG-17] is linked to no dog, and the file's line is reported", async () => {
    const { result, told } = await plan([
      "ID,Name,Sex,Sire ID,Sire,Sire's Sire",
      "1,Old Tom,M,,,",
      "2,Crossed,F,1,Rowan,Grand Rowan",
    ]);
    const tom = result.dogs.find(({ dog }) => dog.name === "Old Tom");
    expect(tom?.parents).toEqual({});
    expect(told.join()).toContain("3: “Rowan” stands beside the ID of “Old Tom” in line 2");
  });
});

describe("a parent's name in another spelling", () => {
  const askFor = async (own: string, written: string) => {
    const { parentOf } = await plan(["Name,Sex,Sire", `"${own}",M,`, `Pup,F,"${written}"`]);
    return parentOf("Pup", "sire");
  };

  it.each([
    ["Ajax v. der Au", "Ajax von der Au"],
    ["Ajax v der Au", "Ajax von der Au"],
    ["AJAX V DER AU", "Ajax von der Au"],
    ["Ajax v. den Hoeve", "Ajax van den Hoeve"],
    ["Ajax v. de Hoeve", "Ajax van de Hoeve"],
    ["Ajax v de Hoeve", "Ajax van de Hoeve"],
    ["Ajax v. het Veld", "Ajax van het Veld"],
    ["Ajax v. 't Veld", "Ajax van 't Veld"],
    ["Ajax v ’t Veld", "Ajax van 't Veld"],
    ["Ajax v. ter Veld", "Ajax van ter Veld"],
    ["v. der Au Ajax", "von der Au Ajax"],
  ])("[GAP-DOG-03] needs a confirmation if a particle is abbreviated: %s is %s", async (written, own) => {
    expect(await askFor(own, written)).toBe(`asked ${own}`);
    expect(await askFor(written, own)).toBe(`asked ${written}`);
  });

  it.each([
    ["Ajax V vom Tal", "Ajax vom Tal"],
    ["Ajax V vom Tal", "Ajax IV vom Tal"],
    ["Ajax V de la Vega", "Ajax IV de la Vega"],
    ["Oakhill No 2", "Oakhill No 3"],
    ["Oakhill No 2", "Oakhill"],
    ["Oakhill AB1234", "Oakhill AB1235"],
  ])("[GAP-DOG-03] means another dog if its number differs: %s and %s", async (one, other) => {
    expect(await askFor(one, other)).toBe(`new ${other}`);
  });

  it("[GAP-DOG-03] needs a confirmation if a V may mean the fifth or van", async () => {
    expect(await askFor("Ajax 5 de la Vega", "AJAX V DE LA VEGA")).toBe("asked Ajax 5 de la Vega?");
    expect(await askFor("Ajax 5 de la Vega", "Ajax V de la Vega")).toBe("asked Ajax 5 de la Vega");
  });

  it.each([
    ...[
      "IPO3",
      "IPO 3",
      "IGP 3",
      "IGP3",
      "SchH III",
      "JH2",
      "JW13",
      "JW-13",
      "BH/VT",
      "WW'18",
      "WW ’18",
      "BVW18",
    ],
    ...["NORDJV-17", "SEW-2019", "AmsJW'20", "x2 CH", "BIS x 3", "HD-A ED-0", "CH, IGP 3, ZB"],
  ])("[GAP-DOG-03] needs a confirmation with the title %s after it", async (title) => {
    expect(await askFor("Dina vom Tal", `Dina vom Tal ${title}`)).toBe("asked Dina vom Tal");
  });

  it.each(["2x CH", "2 x CH", "3x BIS", "WW'18", "BVW18", "IPO3", "IGP 3", "C.I.B.", "World Winner 2018"])(
    "[GAP-DOG-03] needs a confirmation with the title %s before it",
    async (title) => {
      expect(await askFor("Dina vom Tal", `${title} Dina vom Tal`)).toBe("asked Dina vom Tal");
    },
  );

  it.each([
    ...["Dina vom Tal KC1234", "KC2345 Dina vom Tal", "S12345/96 Dina vom Tal", "Dina vom Tal AKC DNA V123"],
    ...["Dina vom Tal ZB-Nr. 123456", "Dina vom Tal *12.03.2015", "Dina vom Tal (276098100000123)"],
    ...[
      "Dina vom Tal NHSB 1234567",
      "Dina vom Tal SR 123456",
      "SR 1234 Dina vom Tal",
      "Dina vom Tal, geb. 2015",
    ],
  ])("[GAP-DOG-03] needs a confirmation with a number beside it: %s", async (written) => {
    expect(await askFor("Dina vom Tal", written)).toBe("asked Dina vom Tal");
  });

  it.each(["KC1234", "S12345/96", "VDH/DBK 12345", "12345", "LOF 12345/678"])(
    "[GAP-DOG-03] gives a certain link if the same cell has the dog's number %s",
    async (number) => {
      for (const written of [
        `Dina vom Tal, ${number}`,
        `Dina vom Tal (${number})`,
        `${number} / Dina vom Tal`,
      ]) {
        const { parentOf, told } = await plan([
          "Name,Sex,Reg No,Dam",
          `Dina vom Tal,F,${number},`,
          `Dina vom Tal,F,KC777,`,
          `Pup,F,,"${written}"`,
        ]);
        expect([written, parentOf("Pup", "dam"), told]).toEqual([written, "Dina vom Tal", []]);
      }
    },
  );

  it.each([
    "Ajax (1998-2010)",
    "Ajax, WW 2018",
    "Ajax (IMP 2019)",
    "Ajax, 12.03.2015",
    "Ajax, AKC DNA V12345",
  ])("[GAP-DOG-03] gives a new ancestor no invalid registration number: %s", async (written) => {
    const { result } = await plan(["Name,Sex,Sire", `Pup,F,"${written}"`]);
    const [made] = [...result.ancestors.values()];
    expect([made?.name, made?.registrationNumber]).toEqual([written, null]);
  });

  it("[GAP-DOG-03] that contains a number means the dog with exactly that name", async () => {
    const { parentOf, result } = await plan([
      "Name,Sex,Sire",
      "Lab AB1234,M,",
      '"Lab, AB1235",M,',
      "Pup,F,Lab AB1234",
      'Pip,F,"Lab, AB1235"',
    ]);
    expect([parentOf("Pup", "sire"), parentOf("Pip", "sire")]).toEqual(["Lab AB1234", "Lab, AB1235"]);
    expect(result.questions).toEqual([]);
  });
});

describe("a column of parents' names with their registration numbers", () => {
  it("[GAP-DOG-03] under 'Sire (Reg)' links each parent by name and number", async () => {
    const { parentOf, result, told } = await plan([
      "Name (Reg),Sex,Sire (Reg),Dam (Reg)",
      "Ajax vom Tal (KC1234),M,,",
      "Dina vom Tal (KC1235),F,,",
      "Pup of Oak (KC1236),F,Ajax vom Tal (KC1234),Dina vom Tal (KC1235)",
      "Pip of Oak,F,Ajax vom Tal,Dina vom Tal (KC1235)",
    ]);
    const dogs = result.dogs.map(({ dog: { name, registrationNumber } }) => [name, registrationNumber]);
    expect(dogs.slice(0, 3)).toEqual([
      ["Ajax vom Tal", "KC1234"],
      ["Dina vom Tal", "KC1235"],
      ["Pup of Oak", "KC1236"],
    ]);
    for (const pup of ["Pup of Oak", "Pip of Oak"])
      expect([parentOf(pup, "sire"), parentOf(pup, "dam")]).toEqual(["Ajax vom Tal", "Dina vom Tal"]);
    expect([result.ancestors.size, result.questions, told]).toEqual([0, [], []]);
  });

  it("[GAP-DOG-03] keeps numbers of several words whole", async () => {
    const { result } = await plan(["Name,Sex,Sire Reg No", "Pup,F,VDH/DBK 12345", "Pip,F,Reg. No. 1234 5"]);
    expect([...result.ancestors.values()].map(({ registrationNumber }) => registrationNumber)).toEqual([
      "VDH/DBK 12345",
      "Reg. No. 1234 5",
    ]);
  });
});

describe("a registration number in another spelling", () => {
  it.each([
    ["KC AW1234", "AW1234"],
    ["SE12345/2011", "S12345/2011"],
    ["S12345/11", "S12345/2011"],
    ["VDH 0012345", "12345"],
  ])(
    "[GAP-DOG-03] needs a confirmation if the dog's name is a single word: %s and %s",
    async (one, other) => {
      for (const [own, written] of [
        [one, other],
        [other, one],
      ]) {
        const { parentOf, result } = await plan([
          "Name,Sex,Reg No,Sire,Sire Reg No",
          `Rex,M,${own},,`,
          `Pup,F,,Rex,${written}`,
        ]);
        expect([parentOf("Pup", "sire"), result.questions[0]?.reason]).toEqual(["asked Rex", "written"]);
      }
    },
  );

  it("[GAP-DOG-03] needs a confirmation without a name, and for a row about a known dog", async () => {
    const { parentOf } = await plan(["Name,Sex,Reg No,Sire Reg No", "Rex,M,0012345,", "Pup,F,,12345"]);
    expect(parentOf("Pup", "sire")).toBe("asked Rex");
    const rex: KnownDog<string> = {
      _id: "rex",
      isExternal: false,
      name: "Rex",
      gender: "male",
      registrationKey: "AW1234",
    };
    const { result } = await plan(["Name,Sex,Reg No", "Rex,M,KC AW1234"], { known: [rex] });
    expect(result.questions).toMatchObject([
      { role: "dog", reason: "written", candidates: [{ isLikely: true }] },
    ]);
  });

  it("[GAP-DOG-03] means another dog if its letters or digits differ", async () => {
    const { parentOf } = await plan([
      "Name,Sex,Reg No,Sire,Sire Reg No",
      "Rex,M,AW1234,,",
      "Pup,F,,Rex,BX1234",
      "Pip,F,,Rex,AW1235",
    ]);
    expect([parentOf("Pup", "sire"), parentOf("Pip", "sire")]).toEqual(["new Rex", "new Rex"]);
  });
});

describe("a name of invisible characters", () => {
  it.each(["\u200b", "\u200e\u202c", "\u3164"])(
    "[GAP-DOG-03] is neither a dog's name nor a parent's: %j",
    async (unseen) => {
      const { refused, parentOf, result } = await plan(["Name,Sex,Sire", `${unseen},M,`, `Pup,F,${unseen}`]);
      expect(refused).toEqual(["2: Name is required"]);
      expect([parentOf("Pup", "sire"), result.ancestors.size]).toEqual([null, 0]);
    },
  );
});

describe("columns of a file", () => {
  it.each(["Number", "Nr.", "Code"])(
    "[GAP-DOG-03] with the dogs' own numbers are recognized by the values of the parents' columns: %s",
    async (heading) => {
      const { result, parentOf } = await plan([
        `${heading},Name,Sex,Father,Mother`,
        "K-001,Ajax,M,,",
        "K-002,Dina,F,,",
        "K-003,Pup,F,K-001,K-002",
        "K-004,Pip,M,K-001,K-009",
      ]);
      expect([parentOf("Pup", "sire"), parentOf("Pup", "dam")]).toEqual(["Ajax", "Dina"]);
      expect([parentOf("Pip", "sire"), result.ancestors.size]).toEqual(["Ajax", 1]);
      expect(result.dogs[0]?.dog.registrationNumber).toBe("K-001");
    },
  );

  it("[GAP-DOG-03] with row numbers are ids of the file, not registration numbers", async () => {
    const { result, parentOf } = await plan([
      "No,Name,Sex,Sire,Dam",
      "1,Ajax,M,,",
      "2,Dina,F,,",
      "3,Pup,F,1,2",
    ]);
    expect([parentOf("Pup", "sire"), parentOf("Pup", "dam")]).toEqual(["Ajax", "Dina"]);
    expect(result.dogs.map(({ dog }) => dog.registrationNumber ?? null)).toEqual([null, null, null]);
  });

  it("[GAP-DOG-03] called 'Registered Name' are the name, wherever 'Name' is", async () => {
    for (const [headings, row] of [
      ["Name,Registered Name,Sex", "Max,Oakhill Max,M"],
      ["Registered Name,Name,Sex", "Oakhill Max,Max,M"],
      ["Name,Zuchtname,Sex", "Max,Oakhill Max,M"],
    ] as const) {
      const { result } = await plan([headings, row]);
      expect(result.dogs.map(({ dog }) => dog.name)).toEqual(["Oakhill Max"]);
    }
  });

  it("[GAP-DOG-03] called S and D are sire and dam, and D and B as a sex are dog and bitch", async () => {
    const sexes = async (heading: string, ...letters: string[]) => {
      const { result } = await plan([
        `Name,${heading}`,
        ...letters.map((letter, at) => `Dog ${at},${letter}`),
      ]);
      return result.dogs.map(({ dog }) => dog.gender);
    };
    expect(await sexes("Sex", "S", "D")).toEqual(["male", "female"]);
    expect(await sexes("S/D", "s", "d", "D")).toEqual(["male", "female", "female"]);
    expect(await sexes("Sex", "D", "B")).toEqual(["male", "female"]);
  });

  it.each([
    ["one space", ["ID SIRE DAM SEX", "1 0 0 M", "2 0 0 F", "3 1 2 F"], ["1", "2"]],
    [
      "several",
      ["ID   SIRE  DAM   SEX", "A1   0     0     M", "B2   0     0     F", "C3   A1    B2    F"],
      ["A1", "B2"],
    ],
    [
      "two, beside names of several words",
      ["Name  Sire  Dam  Sex", "Old Tom  -  -  M", "Dina Au  -  -  F", "Pup  Old Tom  Dina Au  F"],
      ["Old Tom", "Dina Au"],
    ],
  ])("[GAP-DOG-03] separated by spaces are read: %s", async (_, lines, parents) => {
    const { parentOf, result, file } = await plan(lines);
    const pup = result.dogs.at(-1)?.dog.name ?? "";
    expect([parentOf(pup, "sire"), parentOf(pup, "dam")]).toEqual(parents);
    expect([result.dogs.length, file.delimiter]).toEqual([3, " "]);
  });
});

describe("dates of a file", () => {
  it.each([
    ["3.III.1996", "1996-03-03"],
    ["03 XII 1996", "1996-12-03"],
    ["30/ix/96", "1996-09-30"],
    ["1996-IV-30", "1996-04-30"],
    ["INT 12 MAR 1998 (the day of the fair)", "1998-03-12"],
    ["@#DGREGORIAN@ 12 MAR 1998", "1998-03-12"],
  ])("[GAP-DOG-03] [GAP-DOG-17] with Roman months or in GEDCOM are read: %s", async (written, day) => {
    const { result } = await plan(["Name,Sex,Date of Birth", `Pup,F,${written}`]);
    expect(result.dogs[0]?.dog.dateOfBirth).toBe(day);
  });

  it.each([
    "(about Easter of 1996)",
    "@#DJULIAN@ 12 MAR 1698",
    "ABT 1996",
    "BET 1996 AND 1998",
    "3.XIII.1996",
  ])("[GAP-DOG-17] that are not an exact day of our calendar are not imported: %s", async (written) => {
    const { result, told, refused } = await plan(["Name,Sex,Date of Birth", `Pup,F,${written}`]);
    expect(result.dogs[0]?.dog.dateOfBirth ?? null).toBeNull();
    expect([...told, ...refused]).toHaveLength(1);
  });
});

describe("dogs with unusual names", () => {
  it("[GAP-DOG-03] may have the same name as their sire, who is another dog", async () => {
    const { parentOf, refused } = await plan([
      "Name,Sex,Date of Birth,Sire",
      "Rex,M,2015-01-01,Rex",
      "Pup,F,2018-01-01,Rex",
    ]);
    expect([refused, parentOf("Rex", "sire")]).toEqual([[], "new Rex"]);
    const { parentOf: parentIn, result } = await plan([
      "Name,Sex,Date of Birth,Sire",
      "Rex,M,2010-01-01,",
      "Rex,M,2015-01-01,Rex",
    ]);
    expect(result.questions).toEqual([]);
    expect([result.dogs[1]?.parents.sire, parentIn("Rex", "sire")]).toEqual([{ kind: "row", line: 2 }, null]);
  });

  it("[GAP-DOG-03] are not mistaken for footers, nor footers for dogs", async () => {
    const names = [
      "Stand By Me",
      "Count Basie",
      "Total Eclipse",
      "Page Turner",
      "End of Story",
      "Created By Storm",
    ];
    const footers = [
      "Total: 6 dogs,,",
      "Stand: 12.03.2020,,",
      "Printed on 3 May 2020,,",
      "Page 1 of 2,,",
      "6 dogs,,",
      "Anzahl Hunde: 6,,",
    ];
    const { file } = await plan([
      "Name,Sex,Date of Birth",
      ...names.map((name) => `${name},,2015-01-01`),
      ...footers,
    ]);
    expect(file.rows.map(({ cells }) => cells[0])).toEqual(names);
    expect(file.asides).toHaveLength(footers.length);
    const { file: alone } = await plan(["Name,Sex,Sire,Dam", "Stand By Me,,,", "Rex,M,,"]);
    expect(alone.rows).toHaveLength(2);
  });
});

describe("damage to a file by programs and people", () => {
  it("[GAP-DOG-03] ids that became decimals or lost their zeros are still the same ids", async () => {
    for (const lines of [
      ["id,name,sex,sire_id,dam_id", "1,Rex,M,,", "2,Bella,F,,", "3,Pup,F,1.0,2.0"],
      ["ID,Name,Sex,Sire ID,Dam ID", "001,Rex,M,,", "002,Bella,F,,", "003,Pup,F,1,2"],
      ["ID,Name,Sex,Sire,Dam", "1,Rex,M,,", "2,Bella,F,,", "3,Pup,F,1.0,2.0"],
    ]) {
      const { parentOf, told } = await plan(lines);
      expect([parentOf("Pup", "sire"), parentOf("Pup", "dam"), told]).toEqual(["Rex", "Bella", []]);
    }
  });

  it("[GAP-DOG-03] letters that are written as HTML entities are read as letters", async () => {
    const { parentOf, result } = await plan([
      "Name,Sex,Sire",
      "Tom &amp; J&auml;ger,M,",
      "O&#39;Malley &foo; &#x41;,M,",
      "Pup,F,Tom & Jäger",
      "Pip,F,O'Malley &foo; A",
    ]);
    expect(result.dogs.map(({ dog }) => dog.name).slice(0, 2)).toEqual(["Tom & Jäger", "O'Malley &foo; A"]);
    expect([parentOf("Pup", "sire"), parentOf("Pip", "sire")]).toEqual(["Tom & Jäger", "O'Malley &foo; A"]);
  });

  it("[GAP-DOG-03] only lines that were encoded as UTF-8 twice are decoded twice", async () => {
    const { parentOf, file } = await plan([
      "Name,Sex,Sire",
      "JÃ¤ger vom KÃ¤ferberg,M,",
      "Pup,F,Jäger vom Käferberg",
      "Ân Ç’ Ä,M,",
    ]);
    expect(parentOf("Pup", "sire")).toBe("Jäger vom Käferberg");
    expect(file.rows.map(({ cells }) => cells[0])).toEqual(["Jäger vom Käferberg", "Pup", "Ân Ç’ Ä"]);
    expect(file.encoding).toBe("UTF-8 that was stored twice");
  });

  it("[GAP-DOG-03] a microchip number as a parent means the dog with that chip", async () => {
    const { parentOf } = await plan([
      "Name,Sex,Chip,Sire",
      "Rex,M,276 0981 0000 0123,",
      "Pup,F,,276098100000123",
    ]);
    expect(parentOf("Pup", "sire")).toBe("Rex");
  });

  it.each([
    ["Rex 2nd", "Rex II"],
    ["Rex the Second", "Rex II"],
    ["Rex v. d. Sch. Aussicht", "Rex von der Schönen Aussicht"],
    ["R. von der Schönen Aussicht", "Rex von der Schönen Aussicht"],
  ])("[GAP-DOG-03] a truncated name needs a confirmation: %s and %s", async (written, own) => {
    const { parentOf } = await plan(["Name,Sex,Sire", `${own},M,`, `Pup,F,${written}`]);
    expect(parentOf("Pup", "sire")).toContain(`asked ${own}`);
  });

  it("[GAP-DOG-03] ditto marks mean the parents of the row above, and are reported", async () => {
    const signs = ['""""', "ditto", "dto.", "↑", "s. o.", "wie oben"];
    const { parentOf, told, result } = await plan([
      "Name,Sex,Sire,Dam",
      "Rex,M,,",
      "Bella,F,,",
      "Ada,F,Rex,Bella",
      ...signs.map((sign, at) => `Pup ${at + 1},F,${sign},${sign}`),
    ]);
    for (const at of signs.keys())
      expect([parentOf(`Pup ${at + 1}`, "sire"), parentOf(`Pup ${at + 1}`, "dam")]).toEqual(["Rex", "Bella"]);
    expect(told).toHaveLength(signs.length);
    expect(told[1]).toBe(
      "6: Sire “ditto” is read as “Rex” from the line above. Dam “ditto” is read as “Bella” from the line above",
    );
    expect(result.ancestors.size).toBe(0);
  });

  it("[GAP-DOG-03] 'ae' for 'ä' as the only difference needs a confirmation, for parents and for rows", async () => {
    const known: KnownDog<string>[] = [{ _id: "known", isExternal: false, name: "Jäger", gender: "male" }];
    const { parentOf, result } = await plan(
      ["Name,Sex,Sire", "Pup,F,Jaeger", "Pip,F,O’Malley", "O'Malley,M,"],
      { known },
    );
    expect([parentOf("Pup", "sire"), parentOf("Pip", "sire")]).toEqual(["asked Jäger", "O'Malley"]);
    expect(result.links).toMatchObject({ certain: 1 });
    const { result: rows } = await plan(["Name,Sex", "Jaeger,M"], { known });
    expect(rows.questions).toMatchObject([{ role: "dog", candidates: [{ node: "known" }] }]);
  });
});
