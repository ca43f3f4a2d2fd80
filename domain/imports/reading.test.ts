/** Tests how the cells of a file are read: headings, dates, units, words and numbers. */
import { describe, expect, it } from "vitest";
import {
  answerUnit,
  assignField,
  describeColumn,
  describeTable,
  isOpen,
  matchTable,
  spreadAnswers,
} from "./columns";
import { detectDateOrder, readDate, readDay } from "./read-dates";
import { matchColumns, type ImportField } from "./fields";
import { findProfile } from "./columns";
import { readRow } from "./table";
import { splitTable } from "./table";

function readTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  kind: "dogs" | "ancestors" = "dogs",
) {
  const cellsOf = (at: number) => rows.map((cells) => cells[at] ?? "");
  const mapping = matchTable(headings, cellsOf);
  const columns = spreadAnswers(
    headings.map((heading, at) => describeColumn(heading, mapping[at] ?? null, cellsOf(at))),
  );
  return { columns, rows: rows.map((cells) => readRow(cells, columns, kind)) };
}

const readCells = (field: ImportField, heading: string, cells: readonly string[]) =>
  cells.map((cell) => readRow([cell], [describeColumn(heading, field, cells)]));
const valuesOf = (field: ImportField, heading: string, cells: readonly string[]) =>
  readCells(field, heading, cells).map(({ values }) => values[field]);

describe("columns of a file", () => {
  it("[GAP-DOG-03] are matched by heading in any order and with synonyms, and each field is used once", () => {
    expect(
      matchColumns(["SEX", "Reg. No.", "Registered_Name", "Father", "dateOfBirth", "Price", "Name", "Title"]),
    ).toEqual(["gender", "registrationNumber", "name", "sire", "dateOfBirth", null, null, "titles"]);
    expect(matchColumns(["constructor", "__proto__"])).toEqual([null, null]);
  });

  it("[GAP-DOG-03] of the product's own export are recognized", () => {
    const own = "Name,Call Name,Breed,Gender,Date of Birth,Registration Number,Status,Breeding Dog";
    expect(matchColumns(own.split(","))).not.toContain(null);
  });

  it.each([
    ["Zuchtname;Rufname;Geschlecht;Wurfdatum;ZB-Nr.;Chipnummer;Vater;Mutter;Farbe;Widerristhöhe (cm)"],
    ["Nom;Nom usuel;Sexe;Date de naissance;N° LOF;N° puce;Père;Mère;Robe;Taille (cm)"],
    ["Naam;Roepnaam;Geslacht;Geboortedatum;Stamboeknummer;Chipnummer;Vader;Moeder;Kleur;Schofthoogte (cm)"],
    ["Name;Known As;M/F;D.O.B.;KC Reg No.;Chip No.;Sire Name;Dam Name;Colour;Height (in)"],
  ])("[GAP-DOG-03] are recognized in the languages of breeders: %s", (headings) => {
    expect(matchColumns(headings.split(";"))).toEqual([
      "name",
      "callName",
      "gender",
      "dateOfBirth",
      "registrationNumber",
      "microchipNumber",
      "sire",
      "dam",
      "color",
      "height",
    ]);
  });

  it.each([
    "Dog's Name;Pet-Name;M/F (sex);D.O.B. (dd/mm/yyyy);KC Reg. No.;Chip-No.;Sire's Name;Dam’s Name;Colour;Height (in)",
    "Kennel Name;Pet Name;D/B;Date Born;Reg. Nr;Microchip#;Name of Sire;Name of Dam;Colour;Height",
    "Name;Ruf-Name;Geschl.;geb. am;Zuchtbuchnr.;Chip-Nr.;V;M;Farbe;Schulterhöhe",
    "Nom;Nom d'usage;Sexe;Né(e) le;N° LOF;N° puce;Nom du père;Nom de la mère;Couleur;Taille",
    "Namn;Smeknamn;Kön;Född;Regnr;Chipnr;Far;Mor;Färg;Mankhöjd",
    "Navn;Kaldenavn;Køn;Født;Stambogsnr.;Chipnr.;Far;Mor;Farve;Højde",
    "Imię i przydomek;Imię domowe;Płeć;Data ur.;Nr PKR;Nr chipa;Ojciec;Matka;Umaszczenie;Wzrost",
    "Koiran nimi;Kutsumanimi;Sukupuoli;Syntymäaika;Rekisterinumero;Mikrosirunumero;Isä;Emä;Väri;Säkäkorkeus",
    "Jméno psa;Volací jméno;Pohlaví;Datum narození;Číslo zápisu;Číslo čipu;Otec;Matka;Barva;Výška",
    "Nome;Nome di casa;Sesso;Data di nascita;ROI;Nr. microchip;Padre;Madre;Mantello;Altezza al garrese",
    "Nombre;Apodo;Sexo;Fecha nac.;LOE;Nº chip;Padre;Madre;Capa;Alzada",
    "Naam hond;Roepnaam;Geslacht (R/T);Geb.datum;Stamboomnr.;Chipnr.;Naam vader;Naam moeder;Kleur;Schouderhoogte",
    "Hundnamn;Smeknamn;Kön;Födelsedag;Reg.nr;Chipnr;Fader;Moder;Färg;Mankhöjd",
    "Virallinen nimi;Kutsumanimi;Sukupuoli;Synt.;Rek.nro;Siru;Isä;Emä;Väri;Säkäkorkeus",
    "Nazwa;Imię domowe;Płeć;Data ur.;Nr KW;Nr chip;Ojciec;Matka;Maść;Wzrost",
    "Naam;Roepnaam;Geslacht;Geb. datum;NHSB-nr.;Chipnr.;Vader;Moeder;Kleur;Schofthoogte",
    "Кличка;Домашняя кличка;Пол;Дата рожд.;Номер родословной;Номер чипа;Отец;Мать;Окрас;Рост",
  ])("[GAP-DOG-03] are recognized in the spellings of many countries: %s", (headings) => {
    expect(matchTable(headings.split(";"), () => [])).toEqual([
      "name",
      "callName",
      "gender",
      "dateOfBirth",
      "registrationNumber",
      "microchipNumber",
      "sire",
      "dam",
      "color",
      "height",
    ]);
  });

  it("[GAP-DOG-03] for owners, breeds, titles, notes and parents' numbers are recognized", () => {
    const headings = "Rasa;Właściciel;Tytuły;Uwagi;Faderns regnr;Moderns regnr";
    expect(matchColumns(headings.split(";"))).toEqual(
      "breed currentOwnerName titles notes sireNumber damNumber".split(" "),
    );
    expect(matchColumns("Rotu;Omistaja;Valionimet;Huomautuksia".split(";"))).not.toContain(null);
  });

  it.each(["Died on;Décédé(e) le;Gest. am;Overl.;Död;Date of death?".split(";")].flat())(
    "[GAP-DOG-03] state that the dog died: %s",
    (heading) => {
      expect(matchColumns([heading])).toEqual(["dateOfDeath"]);
    },
  );

  it("[GAP-DOG-03] for a kennel's name are not read as the dog's name if there is a column for the dog's name", () => {
    expect(matchTable(["Kennel Name", "Name"], () => [])).toEqual([null, "name"]);
    expect(matchTable(["V", "Name"], () => [])).toEqual([null, "name"]);
  });

  it.each([
    ["Sire AKC #", "sireNumber"],
    ["Dam AKC #", "damNumber"],
    ["Father Reg. #", "sireNumber"],
    ["Sire's AKC No", "sireNumber"],
    ["Vater ZB-Nr", "sireNumber"],
    ["Sire #", "sireNumber"],
    ["Reg No (Dam)", "damNumber"],
    ["LOF du père", "sireNumber"],
    ["Numéro de la mère", "damNumber"],
    ["Stamboomnr. moeder", "damNumber"],
    ["Zuchtbuchnummer des Vaters", "sireNumber"],
    ["KC Reg No of Dam", "damNumber"],
    ["SIREREGNO", "sireNumber"],
    ["Sire_Registered_Name", "sire"],
    ["Name der Mutter", "dam"],
    ["VaterName", "sire"],
    ["Isän nimi", "sire"],
    ["Mother's Record ID", "damFileId"],
    ["Sire (Father)", "sire"],
    ["Vater/Sire", "sire"],
    ["Mother (Mutter)", "dam"],
    ["Imię ojca", "sire"],
    ["Номер матери", "damNumber"],
    ["Sire DOB", null],
    ["Sire Owner", null],
    ["Sire/Dam", null],
  ] as const)("[GAP-DOG-03] with a word for a parent belong to the parent: %s", (heading, field) => {
    expect(matchColumns([heading])).toEqual([field]);
  });

  it.each([
    "Born in",
    "Geboren in",
    "Country of birth",
    "Birth (country)",
    "Born (place)",
    "Né en",
    "Birth place",
    "Geburtsort",
    "Nato a",
  ])("[GAP-DOG-03] for a place of birth are not read as a date: %s", (heading) => {
    expect(matchColumns([heading])).toEqual([null]);
  });

  it("[GAP-DOG-17] for parents contain names, numbers or records, depending on the rows", () => {
    const cells = [
      ["1", "A-1", "Zar", "0", "0"],
      ["2", "A-2", "Heidi", "0", "0"],
      ["3", "A-3", "Pup", "1", "2"],
    ];
    const at = (column: number) => cells.map((row) => row[column] ?? "");
    expect(matchTable(["ID", "Reg No", "Name", "Sire", "Dam"], at)).toEqual([
      "fileId",
      "registrationNumber",
      "name",
      "sireFileId",
      "damFileId",
    ]);
    const bare = [
      ["X1", "", ""],
      ["X2", "X1", ""],
    ];
    expect(matchTable(["id", "sire", "dam"], (column) => bare.map((row) => row[column] ?? ""))).toEqual([
      "name",
      "sire",
      "dam",
    ]);
  });

  it.each([
    ["Breeders Assistant", "Registered Name,Pet Name,Sire,Dam"],
    ["ZooEasy", "Nummer,Naam,Nummer vader,Nummer moeder,Geslacht"],
    ["BreedMate", "Name,RegNo,Sire,Dam,DOB"],
    ["PedScope", "IK,Name,Sex,Sire IK,Dam IK"],
    ["The Breeder's Standard", "RegName,CallName,SireName,DamName"],
  ])("[GAP-DOG-17] of %s are recognized by their headings", (program, headings) => {
    const list = headings.split(",");
    expect(findProfile(list)?.program).toBe(program);
    expect(matchTable(list, () => [])).not.toContain(null);
  });
});

describe("dates in a file", () => {
  it.each([
    [["25/12/2019", "01/02/2020"], "dmy"],
    [["12/25/2019", "01/02/2020"], "mdy"],
    [["2019-12-25"], "ymd"],
    [["01.02.2020"], "dmy"],
    [["01/02/2020", "03/04/2021"], null],
    [["01/01/2020", "3 April 2021"], "mdy"],
    [["01.02.2003", "05.06.2007", "03.04.2009", "3.13.2011"], "dmy"],
    [["3.13.2011", "4.25.2012", "01.02.2003"], "mdy"],
    [["13/05/2007", "05/06/2007", "03/13/2011"], null],
    [[], "ymd"],
  ] as const)(
    "[GAP-DOG-03] have the order in which %j is readable; otherwise the user is asked",
    (dates, order) => {
      expect(detectDateOrder(dates).order).toBe(order);
    },
  );

  it("[GAP-DOG-03] in both orders in one column are shown with the question", () => {
    expect(detectDateOrder(["05/06/2007", "13/05/2007", "03/13/2011"]).mixed).toEqual([
      "13/05/2007",
      "03/13/2011",
    ]);
  });

  it("[GAP-DOG-03] with a year of two digits belong to the 20th century if they would otherwise be later than next year", () => {
    expect(readDay("1.2.49", "dmy")).toBe("1949-02-01");
    expect(readDay("1.2.19", "dmy")).toBe("2019-02-01");
  });

  it.each([
    ["3.4.2019", "dmy", "2019-04-03"],
    ["3 kwietnia 2019 r.", "dmy", "2019-04-03"],
    ["3 апреля 2019 г.", "dmy", "2019-04-03"],
    ["3/4/19", "mdy", "2019-03-04"],
    ["3/4/98", "mdy", "1998-03-04"],
    ["19-04-03", "ymd", "2019-04-03"],
    ["2019-04-03T00:00:00", "dmy", "2019-04-03"],
    ["03.04.2019 00:00", "dmy", "2019-04-03"],
    ["2019-25-12", "ymd", null],
    ["20190403", "mdy", "2019-04-03"],
    ["43558", "mdy", "2019-04-03"],
    ["43558.0", "mdy", "2019-04-03"],
    ["3 April 2019", "mdy", "2019-04-03"],
    ["April 3rd, 2019", "dmy", "2019-04-03"],
    ["Wed, 3 Apr 2019", "mdy", "2019-04-03"],
    ["3-Apr-19", "mdy", "2019-04-03"],
    ["03APR2019", "mdy", "2019-04-03"],
    ["3. März 2019", "mdy", "2019-03-03"],
    ["3 août 2019", "mdy", "2019-08-03"],
    ["1er février 2019", "mdy", "2019-02-01"],
    ["3 de abril de 2019", "mdy", "2019-04-03"],
    ["3 kwietnia 2019", "mdy", "2019-04-03"],
    ["3 апреля 2019", "mdy", "2019-04-03"],
    ["@#DGREGORIAN@ 31 December 1999", "mdy", "1999-12-31"],
    ["31.2.2019", "dmy", null],
    ["31 FEB 2000", "dmy", null],
    ["soon", "mdy", null],
    ["12345", "mdy", null],
    ["3 spring 2019", "mdy", null],
  ] as const)("[GAP-DOG-03] written as %s are read in the order %s", (text, order, day) => {
    expect(readDay(text, order)).toBe(day);
  });

  it.each([
    ["2018", "2018-01-01"],
    ["03/2018", "2018-03-01"],
    ["2018-03", "2018-03-01"],
    ["MAR 2018", "2018-03-01"],
    ["00.00.2018", "2018-01-01"],
    ["2018-03-00", "2018-03-01"],
    ["ABT 2018", null],
    ["um 2018", null],
  ])("[GAP-DOG-03] written as %s are not read as a complete date", (text, from) => {
    expect(readDate(text, "dmy")).toEqual({ kind: "partial", from });
  });

  it("[GAP-DOG-03] without a day are added to the notes, or become their first day if the breeder chooses that", () => {
    const column = describeColumn("Born", "dateOfBirth", ["2018", "03/2019"]);
    expect(column.partialExample).toBe("2018");
    expect(readRow(["2018"], [column])).toMatchObject({
      values: { notes: "Born 2018" },
      warnings: ["Date of Birth “2018” is not a full date and is kept in the notes"],
    });
    expect(readRow(["03/2019"], [{ ...column, partial: "first" }]).values).toEqual({
      dateOfBirth: "2019-03-01",
    });
  });

  it("[GAP-DOG-03] cause one question if no column shows the order, and no question if one column does", () => {
    const { columns } = readTable(["Name", "Born", "Died"], [["A", "01/02/2010", "03/04/2020"]]);
    expect(columns.filter(isOpen).map(({ heading }) => heading)).toEqual(["Born", "Died"]);
    const told = readTable(["Name", "Born", "Died"], [["A", "01/02/2010", "23/04/2020"]]);
    expect(told.columns.some(isOpen)).toBe(false);
    expect(told.rows[0]?.values).toEqual({
      name: "A",
      dateOfBirth: "2010-02-01",
      statusChangedOn: "2020-04-23",
      status: "deceased",
    });
  });
});

describe("a date of death", () => {
  it("[DOG-05] makes the dog deceased, whatever its status is", () => {
    const { rows } = readTable(
      ["Name", "Status", "Gestorben"],
      [
        ["A", "alive", "2020-05-06"],
        ["B", "alive", ""],
        ["C", "alive", "yes"],
        ["D", "alive", "no"],
        ["E", "alive", "2019"],
      ],
    );
    expect(rows.map(({ values }) => [values.status, values.statusChangedOn, values.notes])).toEqual([
      ["deceased", "2020-05-06", undefined],
      ["active", undefined, undefined],
      ["deceased", undefined, undefined],
      ["active", undefined, undefined],
      ["deceased", undefined, "Died 2019"],
    ]);
    // The user is informed which cell is ignored.
    expect(
      rows.map(({ warnings }) => warnings.filter((each) => each.includes("is ignored because"))),
    ).toEqual([
      ["Status active is ignored because of the death “2020-05-06”"],
      [],
      ["Status active is ignored because of the death “yes”"],
      [],
      ["Status active is ignored because of the death “2019”"],
    ]);
  });
});

describe("words in a file", () => {
  it.each([
    ["R H", "male female"],
    ["H T", "male female"],
    ["R T", "male female"],
    ["M W", "male female"],
    ["M V", "male female"],
    ["M H", "male female"],
    ["Rüde Hündin", "male female"],
    ["männlich weiblich", "male female"],
    ["mâle femelle", "male female"],
    ["macho hembra", "male female"],
    ["D B", "male female"],
    ["1 2", "male female"],
    ["кобель сука", "male female"],
  ])("[GAP-DOG-03] for the sexes are read according to their column: %s", (written, meant) => {
    expect(valuesOf("gender", "Sex", written.split(" "))).toEqual(meant.split(" "));
  });

  it("[GAP-DOG-03] with an unknown meaning cause a question and can be assigned by hand", () => {
    const column = describeColumn("Sex", "gender", ["H", "Rüde"]);
    expect(column.unknownWords).toEqual(["H"]);
    expect(readRow(["H"], [column]).errors).toEqual({ gender: "Gender “H” cannot be read" });
    expect(readRow(["h."], [{ ...column, words: { h: "female" } }]).values).toEqual({ gender: "female" });
    expect(readRow(["H"], [{ ...column, words: { h: null } }])).toMatchObject({ values: {}, errors: {} });
  });

  it("[GAP-DOG-03] for the status are recognized in other languages", () => {
    expect(
      valuesOf("status", "Status", ["lebt", "verstorben", "verkauft", "décédé", "overleden", "†"]),
    ).toEqual(["active", "deceased", "sold", "deceased", "deceased", "deceased"]);
  });

  it.each(["constructor", "__proto__", "hasownproperty", "toString", "valueOf"])(
    "that equal a property of every object are not recognized as words: %s",
    (name) => {
      const fields: ImportField[] = ["name", "gender", "status", "isBreedingDog"];
      const columns = fields.map((field) => describeColumn(field, field, [name]));
      expect(readRow([name, name, name, name], columns)).toMatchObject({
        values: { name },
        errors: {
          gender: `Gender “${name}” cannot be read`,
          status: `Status “${name}” cannot be read`,
          isBreedingDog: `Breeding Dog “${name}” cannot be read`,
        },
      });
    },
  );
});

describe("units in a file", () => {
  it("[GAP-DOG-03] come from the cell, then from the heading; otherwise the user is asked", () => {
    expect(valuesOf("weight", "Weight", ["62,5 lbs", "10 kg", "500 g"])).toEqual([62.5, 22.046, 1.102]);
    expect(valuesOf("weight", "Gewicht (kg)", ["32"])).toEqual([70.548]);
    expect(valuesOf("height", "Height in cm", ["63.5", "24 in", "0,6 m"])).toEqual([25, 24, 23.622]);
    const open = readTable(["Name", "Weight", "Height"], [["A", "32", "60"]]).columns;
    expect(open.filter(isOpen).map(({ field }) => field)).toEqual(["weight", "height"]);
    // One answer applies to both columns.
    expect(answerUnit(open, 1, "kg").map(({ unit }) => unit)).toEqual(["lbs", "kg", "cm"]);
  });
});

describe("numbers in a file", () => {
  it("[GAP-DOG-03] that a spreadsheet shortened are refused with the reason", () => {
    const [chip, rounded, lof] = [
      ...readCells("microchipNumber", "Chip", ["9.85112E+14", "985112000000000"]),
      ...readCells("registrationNumber", "LOF", ["1,23E+08"]),
    ];
    expect(chip?.errors.microchipNumber).toBe(
      "Microchip Number “9.85112E+14” was shortened by a spreadsheet and its last digits are lost. Type it in full, in a column formatted as text",
    );
    expect(chip?.texts).toEqual({ microchipNumber: "9.85112E+14" });
    expect(rounded?.errors.microchipNumber).toContain("shortened");
    expect(lof?.errors.registrationNumber).toContain("shortened");
  });

  it("[GAP-DOG-03] keep their digits, however they are grouped", () => {
    const cells = ["985113001234567.0", "985,113,001,234,567", "985 113 001 234 567", "'985113001234567"];
    expect(new Set(valuesOf("microchipNumber", "Chip", cells))).toEqual(new Set(["985113001234567"]));
    expect(valuesOf("microchipNumber", "Chip", ["AVID*012*345*678"])).toEqual(["AVID*012*345*678"]);
  });
});

describe("cells in a file", () => {
  it("[GAP-DOG-03] are shortened in messages, so that a report has room", () => {
    const column = describeColumn("Weight (kg)", "weight", []);
    const { errors } = readRow(["heavy ".repeat(50_000)], [column]);
    expect(errors.weight).toMatch(/^Weight “heavy .*…” cannot be read$/u);
    expect(errors.weight?.length).toBeLessThan(100);
  });

  it("[GAP-DOG-03] become values; empty cells become no value, and unreadable cells become messages", () => {
    const fields: (ImportField | null)[] = [
      "name",
      "gender",
      "isBreedingDog",
      null,
      "callName",
      "dateOfBirth",
    ];
    const columns = fields.map((field) => describeColumn("", field, []));
    expect(readRow(["'=Rex", "M", "Yes", "ignored", " ", "x"], columns)).toEqual({
      values: { name: "=Rex", gender: "male", isBreedingDog: true },
      errors: { dateOfBirth: "Date of Birth “x” cannot be read" },
      warnings: [],
      texts: { dateOfBirth: "x" },
    });
  });

  it("[GAP-DOG-03] in several columns can become notes together with their headings", () => {
    const start = readTable(["Name", "Notes", "Coat", "Price"], [["A", "Nice", "long", "900"]]).columns;
    const cellsOf = () => [""];
    const columns = assignField(assignField(start, 2, "notes", cellsOf), 3, "notes", cellsOf);
    expect(readRow(["A", "Nice", "long", "900"], columns).values.notes).toBe(
      "Notes: Nice\nCoat: long\nPrice: 900",
    );
    expect(readRow(["A", "", "long", ""], columns).values.notes).toBe("long");
    expect(assignField(start, 3, "name", cellsOf).map(({ field }) => field)).toEqual([
      null,
      "notes",
      null,
      "name",
    ]);
  });
});

describe("lines in a file", () => {
  const split = (...lines: string[]) =>
    splitTable(lines.map((text, at) => ({ line: at + 1, cells: text.split(",") })));

  it("[GAP-DOG-03] above the headings, below the dogs and between the pages are recognized", () => {
    const table = split(
      "My dogs 2024",
      "",
      "Printed on 3.4.2024,,,",
      "Name,Sex,Breed,Born",
      "Rex,M,Boxer,2020-01-01",
      "Name,Sex,Breed,Born",
      "Heidi,F,,",
      "Total: 2 dogs,,,",
    );
    expect(table?.headings).toEqual(["Name", "Sex", "Breed", "Born"]);
    expect(table?.rows.map(({ line }) => line)).toEqual([5, 7]);
    expect(table?.asides.map(({ line, kind }) => [line, kind])).toEqual([
      [1, "title"],
      [3, "title"],
      [6, "headings"],
      [8, "footer"],
    ]);
  });

  const meant = (...lines: string[]) => {
    const table = split(...lines);
    return table
      ? describeTable(table.headings, (at) => table.rows.map(({ cells }) => cells[at] ?? ""), table.unsure)
      : [];
  };
  const fieldsOf = (...lines: string[]) =>
    meant(...lines).map(({ field, isAsked }) => (isAsked ? "asked" : field));

  it("[GAP-DOG-03] with groups above the headings determine the dog of each column", () => {
    const lines = [
      "Our dogs,,,,,,",
      ",,,Sire,,Dam,",
      "Name,Reg No,DOB,Name,Reg No,Name,Reg No",
      "Pup,P-1,2020-01-01,Zar,Z-1,Heidi,H-1",
    ];
    expect(fieldsOf(...lines)).toEqual([
      "name",
      "registrationNumber",
      "dateOfBirth",
      "sire",
      "sireNumber",
      "dam",
      "damNumber",
    ]);
    const table = split(...lines);
    expect([table?.headingLine, table?.headingLines, table?.rows.map(({ line }) => line)]).toEqual([
      3,
      2,
      [4],
    ]);
    expect(table?.headings[4]).toBe("Sire Reg No");
    expect(table?.asides.map(({ line }) => line)).toEqual([1]);
  });

  it("[GAP-DOG-03] may contain the dog's own headings in the upper line", () => {
    expect(
      fieldsOf(
        "Name;Sex;Vater;;Mutter;;Farbe".replaceAll(";", ","),
        ",,Name,ZB-Nr,Name,ZB-Nr,",
        "Pup,M,Zar,Z-1,Heidi,H-1,black",
      ),
    ).toEqual(["name", "gender", "sire", "sireNumber", "dam", "damNumber", "color"]);
  });

  it("[GAP-DOG-03] with headings about another person are ignored", () => {
    const under = (whose: string) =>
      fieldsOf(`Dog,,${whose},,Numbers,`, "Name,Sex,Name,Phone,Reg No,Chip", "Pup,M,Olga,123,R-1,9851");
    const rest = ["currentOwnerPhone", "registrationNumber", "microchipNumber"];
    expect(under("Handler")).toEqual(["name", "gender", null, ...rest]);
    expect(under("Breeder")).toEqual(["name", "gender", "breederName", ...rest]);
  });

  it("[GAP-DOG-03] with headings below a parent cause a question if they may belong to the dog", () => {
    expect(
      fieldsOf(",,Sire,,Dam,,", "Name,Reg No,Name,Reg No,Name,Reg No,Color", "Pup,P-1,Zar,Z-1,Heidi,H-1,red"),
    ).toEqual(["name", "registrationNumber", "sire", "sireNumber", "dam", "damNumber", "asked"]);
  });

  it("[GAP-DOG-03] with repeated headings assign them to the parent to their left, or cause a question", () => {
    expect(fieldsOf("Name,Reg No,Sire,Reg No,Dam,Reg No", "Pup,P-1,Zar,Z-1,Heidi,H-1")).toEqual([
      "name",
      "registrationNumber",
      "sire",
      "sireNumber",
      "dam",
      "damNumber",
    ]);
    expect(fieldsOf("Name,Sire,Reg No,Dam,Reg No.1,Sex", "Pup,Zar,Z-1,Heidi,H-1,M")).toEqual([
      "name",
      "sire",
      "sireNumber",
      "dam",
      "damNumber",
      "gender",
    ]);
    expect(fieldsOf("Reg No,Name,Reg No,Sire,Reg No,Dam", "P-1,Pup,Z-1,Zar,H-1,Heidi")).toEqual([
      "asked",
      "name",
      "asked",
      "sire",
      "asked",
      "dam",
    ]);
    expect(fieldsOf("Name,Reg No,Sire,Reg No,Dam", "Pup,P-1,Zar,Z-1,Heidi")).toEqual([
      "name",
      "asked",
      "sire",
      "asked",
      "dam",
    ]);
    // A second number is left out, like any unknown column.
    expect(fieldsOf("Name,Reg No,Reg No 2,Sire,Dam", "Pup,P-1,P-2,Zar,Heidi")).toEqual([
      "name",
      "registrationNumber",
      null,
      "sire",
      "dam",
    ]);
    // An empty column causes no question.
    expect(fieldsOf("Name,Reg No,Sire,Reg No,Dam", "Pup,P-1,Zar,,Heidi").at(3)).toBe(null);
    const asked = meant("Name,Reg No,Sire,Reg No,Dam", "Pup,P-1,Zar,Z-1,Heidi");
    expect(asked.map(isOpen)).toEqual([false, true, false, true, false]);
    const answered = assignField(asked, 1, "registrationNumber", () => ["P-1"]);
    expect(answered.map(isOpen)).toEqual([false, false, false, true, false]);
  });

  it("[GAP-DOG-03] of a second table below are read with the headings of that table", () => {
    const table = split(
      ...["Name,Sex,Sire,Dam", "Ada,F,Zar,Heidi", "Dam,Name,Sire,Born,Sex", "Inka,Bea,Rex,2019-01-01,F"],
      ...["Name,Sex,Sire,Dam", "Cid,M,Zar,Heidi"],
    );
    expect(table?.rows.map(({ cells }) => cells)).toEqual([
      ["Ada", "F", "Zar", "Heidi"],
      ["Bea", "F", "Rex", "Inka", "2019-01-01"],
      ["Cid", "M", "Zar", "Heidi"],
    ]);
    expect(table?.rows[1]?.fault).toContain("“2019-01-01” is left out");
    expect(table?.asides.map(({ line, kind }) => [line, kind])).toEqual([
      [3, "headings"],
      [5, "headings"],
    ]);
  });

  it("[GAP-DOG-03] are dogs if a dog's name begins like a footer", () => {
    const dogs = ["Summer vom Tal,F,,", "Count Basie,M,,", "Page Turner,M,,", "Standard Bearer,,,"];
    const footers = [
      "Total,4,,",
      "Count: 4,,,",
      "Page 1 of 1,,,",
      "Stand: 1.1.2024,,,",
      "Exporté le,1.1.2024,,",
    ];
    const table = split("Name,Sex,Born,Breed", ...dogs, ...footers);
    expect(table?.rows.map(({ cells }) => cells.join(","))).toEqual(dogs);
    expect(table?.asides.map(({ kind }) => kind)).toEqual(footers.map(() => "footer"));
  });

  it("[GAP-DOG-03] in a table without known headings begin with the first line that has many cells", () => {
    const table = split("List", "Rex,M,Boxer", "Heidi,F,Boxer");
    expect([table?.headingLine, table?.isHeadingKnown]).toEqual([2, false]);
  });
});
