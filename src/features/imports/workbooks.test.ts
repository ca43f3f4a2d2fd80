/** Excel workbooks, read as the dialog reads them. */
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import {
  accountFor,
  chooseSheet,
  guessColumns,
  readChunks,
  readImportFile,
  type ImportFile,
} from "@/features/imports/import-file";
import { workbook, type Cell, type Sheets } from "@/testing/workbook";

const DAY = (serial: number): Cell => ({ attributes: 's="1"', value: String(serial) });
const ERROR = (value: string): Cell => ({ attributes: 't="e"', value });

const rowsOf = async (file: ImportFile) => (await readChunks(file, guessColumns(file), "dogs")).flat();

describe("a workbook", () => {
  it("[GAP-DOG-03] is imported with its dates, numbers, words and errors, by the rows of its sheet", async () => {
    const bytes = workbook({
      Dogs: [
        ["My kennel"],
        [],
        ["Name", "Sex", "Born", "Chip", "Weight (kg)", "Breeding", "Sire", "Dam"],
        ["Zar", "M", DAY(43558), 985113001234567, 32.5, true, ERROR("#N/A"), null],
        [],
        ["Pup &amp; Co", "F", "03.04.2020", "985112000000001", 30, false, "Zar", "Heidi"],
      ],
    });
    const file = await readImportFile("kennel.xlsx", bytes);
    expect(file).toMatchObject({ format: "workbook", encoding: "Excel", sheet: "Dogs", headingLine: 3 });
    expect(await rowsOf(file)).toEqual([
      {
        line: 4,
        values: {
          name: "Zar",
          gender: "male",
          dateOfBirth: "2019-04-03",
          microchipNumber: "985113001234567",
          weight: 71.65,
          isBreedingDog: true,
          sire: "#N/A",
        },
      },
      {
        line: 6,
        values: {
          name: "Pup & Co",
          gender: "female",
          dateOfBirth: "2020-04-03",
          microchipNumber: "985112000000001",
          weight: 66.139,
          isBreedingDog: false,
          sire: "Zar",
          dam: "Heidi",
        },
      },
    ]);
    expect(accountFor(file, guessColumns(file))).toEqual([
      "The sheet “Dogs” has 4 lines with text: 1 with the headings, 2 with dogs, 1 without a dog",
      "Line 1 “My kennel” is treated as a title",
    ]);
  });

  it("[GAP-DOG-03] of several sheets first shows the sheet with the most known headings, and any other can be chosen", async () => {
    const bytes = workbook({
      Prices: [
        ["Name", "Price"],
        ["Zar", 900],
      ],
      Empty: [],
      Dogs: [
        ["Name", "Sex", "Breed"],
        ["Zar", "M", "Boxer"],
        ["Heidi", "F", "Boxer"],
      ],
      Headings: [["Name", "Sex", "Breed", "Sire", "Dam"]],
    });
    const file = await readImportFile("kennel.xlsx", bytes);
    expect([file.sheet, file.sheets.map(({ name, rows }) => `${name} ${rows.length}`)]).toEqual([
      "Dogs",
      ["Prices 1", "Dogs 2"],
    ]);
    const other = chooseSheet(file, "Prices");
    expect([other.sheet, other.headings]).toEqual(["Prices", ["Name", "Price"]]);
    expect((await rowsOf(other)).map(({ values }) => values)).toEqual([{ name: "Zar" }]);
  });

  it("[GAP-DOG-03] first shows a visible sheet, and marks hidden sheets", async () => {
    const rows = [
      ["Name", "Sex", "Breed"],
      ["Zar", "M", "Boxer"],
    ];
    const sheets = { "Lists &amp; words": rows, Dogs: [["Name"], ["Zar"]], Old: rows };
    const states = { "Lists &amp; words": "hidden", Old: "veryHidden" };
    const file = await readImportFile("kennel.xlsx", workbook(sheets, {}, states));
    expect([file.sheet, file.sheets.map(({ name, isHidden }) => [name, isHidden])]).toEqual([
      "Dogs",
      [
        ["Lists & words", true],
        ["Dogs", false],
        ["Old", true],
      ],
    ]);
    expect(chooseSheet(file, "Lists & words")).toMatchObject({ sheet: "Lists & words", headingLine: 1 });
    const alone = await readImportFile("kennel.xlsx", workbook({ Old: rows }, {}, { Old: "hidden" }));
    expect(alone.sheet).toBe("Old");
  });

  it("[GAP-DOG-03] with uncalculated formulas is refused, and an empty date is not imported", async () => {
    const withCell = (cell: string) =>
      workbook(
        { Dogs: [] },
        {
          "xl/worksheets/sheet1.xml": strToU8(
            `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Sire</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Rex</t></is></c>${cell}</row></sheetData></worksheet>`,
          ),
        },
      );
    for (const result of ["", "<v/>", "<v></v>"])
      await expect(
        readImportFile("a.xlsx", withCell(`<c r="B2"><f>A9&amp;"x"</f>${result}</c>`)),
      ).rejects.toThrow("the first in cell B2");
    for (const cell of [
      '<c r="B2" t="str"><f>A9</f><v></v></c>',
      '<c r="B2" t="str"><f>A9</f><v>Zar</v></c>',
    ])
      await expect(readImportFile("a.xlsx", withCell(cell))).resolves.toMatchObject({ sheet: "Dogs" });
    const days = workbook({
      Dogs: [
        ["Name", "Born"],
        ["Rex", DAY(0)],
        ["Max", DAY(100)],
      ],
    });
    const rows = await rowsOf(await readImportFile("a.xlsx", days));
    expect(rows.map(({ values }) => values.dateOfBirth)).toEqual([undefined, "1900-04-09"]);
  });

  it("[GAP-DOG-03] gives littermates the sire of their merged cell, and never copies a name", async () => {
    const text = (value: string) => `<is><t>${value}</t></is>`;
    const rows = [
      ["Name", "Sex", "Sire", "Dam", "Sire's Sire"],
      ["Ada", "F", "Zar", "Heidi", "Odin"],
      ["Bea", "F", "", "Inka"],
      ["Cid", "M", "", ""],
      ["", "M", "", "Heidi"],
    ].map((cells, at) => {
      const written = cells.map((cell, column) =>
        cell === "" ? "" : `<c r="${"ABCDE"[column] ?? ""}${at + 1}" t="inlineStr">${text(cell)}</c>`,
      );
      return `<row r="${at + 1}">${written.join("")}</row>`;
    });
    const merges = ["A4:A5", "C2:C4", "D3:D4", "E2:E4", "A1:B1"].map((ref) => `<mergeCell ref="${ref}"/>`);
    const xml = `<worksheet><sheetData>${rows.join("")}</sheetData><mergeCells>${merges.join("")}</mergeCells></worksheet>`;
    const bytes = workbook({ Dogs: [] }, { "xl/worksheets/sheet1.xml": strToU8(xml) });
    const file = await readImportFile("kennel.xlsx", bytes);
    expect(file.rows.map(({ cells }) => cells[4] ?? "")).toEqual(["Odin", "Odin", "Odin", ""]);
    const read = (await rowsOf(file)).filter(({ line }) => Number.isInteger(line));
    expect(read.map(({ line, values }) => [line, values.name, values.sire, values.dam])).toEqual([
      [2, "Ada", "Zar", "Heidi"],
      [3, "Bea", "Zar", "Inka"],
      [4, "Cid", "Zar", "Inka"],
      [5, undefined, undefined, "Heidi"],
    ]);
  });

  it("[GAP-DOG-03] with headings in two rows shows which dog each column belongs to", async () => {
    const bytes = workbook({
      Dogs: [
        ["Name", "Sex", "Sire", null, "Dam"],
        [null, null, "Name", "Reg No", "Name", "Reg No"],
        ["Pup", "M", "Zar", "Z-1", "Heidi", "H-1"],
      ],
    });
    const [row] = await rowsOf(await readImportFile("kennel.xlsx", bytes));
    expect(row).toEqual({
      line: 3,
      values: { name: "Pup", gender: "male", sire: "Zar", sireNumber: "Z-1", dam: "Heidi", damNumber: "H-1" },
    });
  });

  it("[GAP-DOG-03] may store its texts in a separate list", async () => {
    const shared = "<sst><si><t>Name</t></si><si><r><t>Zar </t></r><r><rPr/><t>of Oak</t></r></si></sst>";
    const [name, zar] = ["0", "1"].map((value): Cell => ({ attributes: 't="s"', value }));
    const bytes = workbook(
      {
        Dogs: [
          [name ?? null, "Sex"],
          [zar ?? null, "M"],
        ],
      },
      { "xl/sharedStrings.xml": strToU8(shared) },
    );
    const [row] = await rowsOf(await readImportFile("kennel.xlsx", bytes));
    expect(row?.values).toEqual({ name: "Zar of Oak", gender: "male" });
  });

  it.each([
    ["1", "2019-04-03"],
    ["true", "2019-04-03"],
    ["0", "2015-04-02"],
    ["false", "2015-04-02"],
  ])("[GAP-DOG-03] may count its dates from 1904: %s", async (is1904, day) => {
    const rows: Sheets = {
      Dogs: [
        ["Name", "Born"],
        ["Zar", DAY(42096)],
      ],
    };
    const book = `<workbook xmlns:r="r"><workbookPr date1904="${is1904}"/><sheets><sheet name="Dogs" sheetId="1" r:id="rId1"/></sheets></workbook>`;
    const bytes = workbook(rows, { "xl/workbook.xml": strToU8(book) });
    const [row] = await rowsOf(await readImportFile("kennel.xlsx", bytes));
    expect(row?.values.dateOfBirth).toBe(day);
  });

  it("[GAP-DOG-03] is imported without noise after the digits that Excel keeps", async () => {
    const bytes = workbook({
      Dogs: [
        ["Name", "Reg No"],
        ["Zar", 12.300000000000001],
        ["Heidi", 1200],
      ],
    });
    const rows = await rowsOf(await readImportFile("kennel.xlsx", bytes));
    expect(rows.map(({ values }) => values.registrationNumber)).toEqual(["12.3", "1200"]);
  });
});

describe("an unreadable workbook", () => {
  const refused = (bytes: Uint8Array, name = "kennel.xlsx") => expect(readImportFile(name, bytes)).rejects;
  const OLD = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
  const DOGS: Sheets = {
    Dogs: [
      ["Name", "Sex"],
      ["Zar", "M"],
    ],
  };

  it("[GAP-DOG-03] is refused with a reason if it is old or has a password", async () => {
    await refused(OLD, "dogs.xls").toThrow("This is an old Excel file (.xls). Open it in Excel, save it as");
    await refused(OLD).toThrow("protected with a password");
  });

  it("[GAP-DOG-03] is refused with a reason if it is no workbook, is damaged, or has no rows", async () => {
    await refused(zipSync({ "readme.txt": strToU8("hello") })).toThrow("This is not an Excel workbook.");
    await refused(workbook(DOGS).slice(0, 200)).toThrow("The workbook is damaged. The ZIP is incomplete.");
    await refused(
      workbook(DOGS, { "xl/worksheets/sheet1.xml": strToU8("<worksheet><sheetData><row") }),
    ).toThrow(/The workbook (?:cannot be read|has no rows)/);
    await refused(workbook({ Dogs: [["Name", "Sex"]] })).toThrow(
      "The workbook has no rows under its headings.",
    );
  });

  it("[GAP-DOG-03] is refused with a reason if it is too large after unpacking", async () => {
    const bomb = workbook(DOGS, { "xl/sharedStrings.xml": new Uint8Array(11 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(100_000);
    await refused(bomb).toThrow("The workbook unpacks to more than 10 MB.");
    // Parts without cells are not unpacked.
    const pictures = workbook(DOGS, { "xl/media/image1.xml": new Uint8Array(11 * 1024 * 1024) });
    expect((await readImportFile("kennel.xlsx", pictures)).rows).toHaveLength(1);
  });

  it("[GAP-DOG-03] is refused with a reason if every cell refers to one long text", async () => {
    const cell: Cell = { attributes: 't="s"', value: "0" };
    const shared = strToU8(`<sst><si><t>${"x".repeat(100_000)}</t></si></sst>`);
    const rows = Array.from({ length: 200 }, (): Cell[] => ["Zar", cell]);
    await refused(
      workbook({ Dogs: [["Name", "Notes"], ...rows] }, { "xl/sharedStrings.xml": shared }),
    ).toThrow("The workbook unpacks to more than 10 MB.");
  });

  it("[GAP-DOG-03] is refused with a reason if its stated size is smaller than its real size", async () => {
    const bytes = workbook(DOGS, { "xl/sharedStrings.xml": new Uint8Array(11 * 1024 * 1024) });
    const view = new DataView(bytes.buffer);
    const size = 11 * 1024 * 1024;
    for (let at = 0; at + 4 <= bytes.length; at += 1)
      if (view.getUint32(at, true) === size) view.setUint32(at, 10, true);
    await refused(bytes).toThrow("The workbook is damaged. A file in the ZIP is larger than it says.");
  });

  it.each([
    ['<row r="900000000"><c r="A900000000"><v>1</v></c></row>', "more rows than Excel can hold"],
    ['<row r="1"><c r="XFD1"><v>1</v></c></row>', "more than 1,000 columns"],
  ])("[GAP-DOG-03] is refused with a reason if it has a very distant cell: %s", async (row, problem) => {
    const xml = strToU8(`<worksheet><sheetData>${row}</sheetData></worksheet>`);
    await refused(workbook(DOGS, { "xl/worksheets/sheet1.xml": xml })).toThrow(problem);
  });
});
