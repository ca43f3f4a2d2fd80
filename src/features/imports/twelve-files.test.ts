/**
 * Twelve files like those of real programs and countries. The test reads them like the dialog and plans them like
 * the server. No file needs more than one choice by the user. Every filled cell is imported, reported, or part of a
 * refused row.
 */
import { describe, expect, it } from "vitest";
import { accountFor, guessColumns, readChunks, readImportFile } from "@/features/imports/import-file";
import { answerUnit, isDateField, isOpen, type ImportColumn } from "@domain/imports/columns";
import { isUnknown, type ImportValues } from "@domain/imports/read-values";
import { planImport } from "@domain/imports/plan";

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

interface Sample {
  readonly title: string;
  readonly bytes: Uint8Array;
  /** The question that the breeder must answer. */
  readonly asks: "nothing" | "dates" | "unit";
  readonly dogs: number;
  readonly ancestors: readonly string[];
  /** The number of sentences about content that is not imported. */
  readonly notes?: number;
}

const SAMPLES: readonly Sample[] = [
  {
    title: "a British spreadsheet",
    bytes: utf8(
      "Oakhill Gundogs,,,,,,\n\nPedigree Name,Pet Name,Sex,DOB,KC Reg No,Sire,Dam,Colour\nOakhill Amber,Amber,Bitch,13/04/2018,AT0100,Unknown,Unknown,Fox red\nOakhill Bramble,Bram,Dog,02/05/2020,AV0200,Sandylands Mark,Oakhill Amber,Black\n",
    ),
    asks: "nothing",
    dogs: 2,
    ancestors: ["Sandylands Mark"],
    notes: 1,
  },
  {
    title: "a British list whose dates tell no order",
    bytes: utf8("Name,Sex,Born,Died\nTess,B,03/04/2008,05/06/2019\nMoss,D,01/02/2009,\n"),
    asks: "dates",
    dogs: 2,
    ancestors: [],
  },
  {
    title: "a German list in the old encoding",
    bytes: latin1(
      "Zuchtname;Rufname;Geschlecht;Wurfdatum;ZB-Nr.;Vater;Mutter;Widerristhöhe (cm);Gewicht (kg);lebt\r\nAnka vom Eichwald;Anka;Hündin;03.04.2018;VDH 1;unbekannt;unbekannt;63,5;32;lebt\r\nBen vom Eichwald;Ben;Rüde;05.06.2020;VDH 2;Zorro;Anka vom Eichwald;68;38,5;verstorben\r\nAnzahl: 2 Hunde;;;;;;;;;\r\n",
    ),
    asks: "nothing",
    dogs: 2,
    ancestors: ["Zorro"],
    notes: 1,
  },
  {
    title: "a German spreadsheet with letters and sep=",
    bytes: utf8(
      "\uFEFFsep=;\r\nName;R/H;geb.;Chipnummer;Gewicht\r\nAnka;H;3. März 2018;276098100000123;32\r\nBen;R;5.6.20;276098100000124;38\r\n",
    ),
    asks: "unit",
    dogs: 2,
    ancestors: [],
  },
  {
    title: "a French list",
    bytes: utf8(
      "Nom;Sexe;Date de naissance;N° LOF;Père;Mère;Robe;Taille (cm)\nOslo du Bois;Mâle;3 août 2018;LOF 1;Inconnu;Inconnue;fauve;62\nPerle du Bois;Femelle;1er février 2020;LOF 2;Oslo du Bois;Lune;bringée;58\n",
    ),
    asks: "nothing",
    dogs: 2,
    ancestors: ["Lune"],
  },
  {
    title: "an American spreadsheet",
    bytes: utf8(
      'Registered Name,Call Name,Sex,Whelped,AKC Number,Sire,Dam,Weight (lbs),Price\n"GCH Oakhill\'s Max, CD",Max,M,12/25/2017,SR1,N/A,N/A,70,\nOakhill\'s Daisy,Daisy,F,01/02/2020,SR2,"GCH Oakhill\'s Max, CD",Rose,62 lbs,1500\n',
    ),
    asks: "nothing",
    dogs: 2,
    ancestors: ["Rose"],
    notes: 1,
  },
  {
    title: "Excel's numbers for dates",
    bytes: utf8(
      "Name\tGender\tDate of Birth\tMicrochip\nRex\tMale\t43558\t985113001234567.0\nHeidi\tFemale\t44000\t\n",
    ),
    asks: "nothing",
    dogs: 2,
    ancestors: [],
  },
  {
    title: "an Excel export as UTF-16 text with years alone",
    bytes: Uint8Array.from([
      0xff,
      0xfe,
      ...[..."Name\tSex\tBorn\r\nZar\tM\t1998\r\nHeidi\tF\t2001\r\n"].flatMap((letter) => [
        letter.charCodeAt(0),
        0,
      ]),
    ]),
    asks: "nothing",
    dogs: 2,
    ancestors: [],
  },
  {
    title: "ZooEasy in Dutch",
    bytes: utf8(
      "Nummer;Naam;Geslacht;Geboortedatum;Nummer vader;Nummer moeder\nNHSB 1;Bas;Reu;03-04-2015;;\nNHSB 2;Saar;Teef;15-06-2016;;\nNHSB 3;Tijl;Reu;20-07-2019;NHSB 1;NHSB 2\n",
    ),
    asks: "nothing",
    dogs: 3,
    ancestors: [],
  },
  {
    title: "PedScope's records",
    bytes: utf8(
      "IK,Name,Sex,Birth Date,Sire IK,Dam IK\n1,Zar,M,2010-01-01,0,0\n2,Heidi,F,2011-01-01,0,0\n3,Pup,F,2014-01-01,1,2\n",
    ),
    asks: "nothing",
    dogs: 3,
    ancestors: [],
  },
  {
    title: "GEDCOM with full dates and deaths",
    bytes: utf8(
      "0 HEAD\n1 SOUR BREEDERS\n1 CHAR UTF-8\n0 @I1@ INDI\n1 NAME Zar /von Oak/\n1 SEX M\n1 BIRT\n2 DATE 12 MAR 1998\n1 DEAT\n2 DATE 3 APR 2010\n1 FAMS @F1@\n0 @I2@ INDI\n1 NAME Pup\n1 SEX F\n1 FAMC @F1@\n0 @F1@ FAM\n1 HUSB @I1@\n1 CHIL @I2@\n0 TRLR\n",
    ),
    asks: "nothing",
    dogs: 2,
    ancestors: [],
  },
  {
    title: "GEDCOM of another program, about right and with its own tags",
    bytes: utf8(
      "0 HEAD\n1 SOUR OTHER\n1 CHAR UTF-8\n0 @1@ INDI\n1 NAME Unknown\n1 SEX M\n1 FAMS @9@\n0 @2@ INDI\n1 NAME Heidi\n1 SEX F\n1 BIRT\n2 DATE ABT 1999\n1 DEAT Y\n1 _REG VDH 7\n1 RESI Bavaria\n1 FAMC @9@\n0 @9@ FAM\n1 HUSB @1@\n0 TRLR\n",
    ),
    asks: "nothing",
    dogs: 1,
    ancestors: [],
    notes: 1,
  },
];

/** Makes the one choice that a file may need. */
function answerOnce(columns: readonly ImportColumn[], asks: Sample["asks"]): readonly ImportColumn[] {
  if (asks === "nothing") return columns;
  if (asks === "unit") return answerUnit(columns, columns.findIndex(isOpen), "kg");
  return columns.map((column) =>
    isDateField(column.field) && column.hasOrders ? { ...column, order: "dmy" as const } : column,
  );
}

/** Words in these fields are imported unchanged. */
const VERBATIM: ReadonlySet<string> = new Set([
  "name",
  "callName",
  "color",
  "registrationNumber",
  "sire",
  "dam",
]);

/** True if a row's values contain the content of a cell. */
function holds(values: ImportValues, field: string, text: string): boolean {
  // A date of death makes the dog deceased since that date. Without a date, the dog is only marked as deceased.
  if (field === "dateOfDeath") {
    return values["status"] === "deceased" && (!/\d/.test(text) || values["statusChangedOn"] !== undefined);
  }
  const value = values[field];
  return value !== undefined && (!VERBATIM.has(field) || value === text);
}

describe("twelve files of programs and countries", () => {
  it.each(SAMPLES)("[GAP-DOG-03] $title is imported with at most one choice", async (sample) => {
    const file = await readImportFile("file", sample.bytes);
    const guessed = guessColumns(file);
    expect(guessed.some(isOpen)).toBe(sample.asks !== "nothing");
    const columns = answerOnce(guessed, sample.asks);
    expect(columns.some(isOpen)).toBe(false);
    expect(columns.flatMap(({ unknownWords }) => unknownWords)).toEqual([]);
    const rows = (await readChunks(file, columns, "dogs")).flat();
    const plan = planImport([], rows, { kind: "dogs", mode: "skip", today: "2025-06-15", breed: "Boxer" });
    expect([plan.errors, plan.questions]).toEqual([[], []]);
    expect(plan.dogs).toHaveLength(sample.dogs);
    expect([...plan.ancestors.values()].map(({ name }) => name)).toEqual(sample.ancestors);
    expect(plan.dogs.length + plan.skipped.length).toBe(file.rows.length);
    const notes = accountFor(file, columns);
    expect(notes).toHaveLength((sample.notes ?? 0) + Number(file.format === "table"));
    // Every filled cell is in its row's values, in a message about the row, reported as unknown, or in a reported
    // column.
    const unread: string[] = [];
    for (const [index, { cells, line }] of file.rows.entries()) {
      const row = rows[index];
      expect(row?.line).toBe(line);
      const told = [...(row?.warnings ?? []), ...Object.values(row?.errors ?? {})].join("\n");
      for (const [at, cell] of cells.entries()) {
        const text = cell.trim();
        const { field = null, heading = "" } = columns[at] ?? {};
        if (text === "" || isUnknown(text)) continue;
        const isIn = field !== null && row !== undefined && holds(row.values, field, text);
        const isTold = told.includes(text) || (field === null && notes.join("\n").includes(heading.trim()));
        if (!isIn && !isTold) unread.push(`line ${line}, ${heading}: ${text}`);
      }
    }
    expect(unread).toEqual([]);
    // Every column is either read or reported. Every row is a dog or reported.
    for (const [at, { field, heading }] of columns.entries()) {
      const isFilled = file.rows.some(({ cells }) => (cells[at] ?? "").trim() !== "");
      if (isFilled && field === null) expect(notes.join("\n")).toContain(heading.trim());
    }
  });
});
