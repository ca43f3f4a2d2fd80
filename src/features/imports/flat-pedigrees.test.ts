/**
 * Files whose rows contain a dog and its pedigree. The test reads them like the dialog and plans them like the
 * server.
 */
import { describe, expect, it } from "vitest";
import { countAncestors, guessColumns, readChunks, readImportFile } from "@/features/imports/import-file";
import { lineName } from "@domain/imports/lineages";
import { isOpen } from "@domain/imports/columns";
import { type ImportRow, type PlannedParent } from "@domain/imports/planned";
import { planImport } from "@domain/imports/plan";

async function read(...lines: readonly (readonly string[])[]) {
  const text = lines.map((cells) => cells.join("\t")).join("\n");
  const file = await readImportFile("pedigrees.txt", new TextEncoder().encode(text));
  const columns = guessColumns(file);
  const chunks = await readChunks(file, columns, "dogs");
  return { file, columns, chunks, rows: chunks.flat() };
}

/** Returns the names of each dog's parents. */
function link(rows: readonly ImportRow[], answers: ReadonlyMap<string, string> = new Map()) {
  const options = { kind: "dogs", mode: "skip", today: "2025-06-15", breed: "Boxer", answers } as const;
  const plan = planImport([], rows, options);
  const names = new Map(plan.dogs.map(({ line, dog }) => [line, dog.name]));
  const nameOf = (parent: PlannedParent<string> | undefined) =>
    parent?.kind === "row"
      ? names.get(parent.line)
      : parent?.kind === "external"
        ? plan.ancestors.get(parent.key)?.name
        : undefined;
  const links = plan.dogs.map(({ dog, parents }) => [dog.name, nameOf(parents.sire), nameOf(parents.dam)]);
  return { plan, links: Object.fromEntries(links.map(([name, ...parents]) => [name, parents])) };
}

const told = (rows: readonly ImportRow[]) =>
  rows.flatMap(({ line, warnings = [] }) => warnings.map((warning) => `${line}: ${warning}`));

describe("the columns of a pedigree", () => {
  const FOUR = ["ss", "sd", "ds", "dd"];
  it.each([
    ["Sire's Sire;Sire's Dam;Dam's Sire;Dam's Dam", FOUR],
    ["Sire_Sire;Sire_Dam;Dam_Sire;Dam_Dam", FOUR],
    ["Sire of Sire;Dam of Sire;Sire of Dam;Dam of Dam", FOUR],
    ["SS;SD;DS;DD", FOUR],
    ["FF;FM;MF;MM", FOUR],
    ["S-S;S-D;D-S;D-D", FOUR],
    ["PGS;PGD;MGS;MGD", FOUR],
    ["Paternal Grandsire;Paternal Granddam;Maternal Grandsire;Maternal Granddam", FOUR],
    ["Grandsire (sire side);Granddam (sire side);Grandsire (dam side);Granddam (dam side)", FOUR],
    ["Grandsire (Sire);Granddam (Sire);Grandsire (Dam);Granddam (Dam)", FOUR],
    ["GSire 1;GDam 1;GSire 2;GDam 2", FOUR],
    [
      "Großvater väterlicherseits;Großmutter väterlicherseits;Großvater mütterlicherseits;Großmutter mütterlicherseits",
      FOUR,
    ],
    ["Vater des Vaters;Mutter des Vaters;Vater der Mutter;Mutter der Mutter", FOUR],
    ["Vatervater;Vatermutter;Muttervater;Muttermutter", FOUR],
    ["Farfar;Farmor;Morfar;Mormor", FOUR],
    ["Grand-père paternel;Grand-mère paternelle;Grand-père maternel;Grand-mère maternelle", FOUR],
    ["Père du père;Mère du père;Père de la mère;Mère de la mère", FOUR],
    ["Отец отца;Мать отца;Отец матери;Мать матери", FOUR],
    ["Ojciec ojca;Matka ojca;Ojciec matki;Matka matki", FOUR],
    ["Pat. Grandsire;Pat. Granddam;Mat. Grandsire;Mat. Granddam", FOUR],
    ["Abuelo paterno;Abuela paterna;Abuelo materno;Abuela materna", FOUR],
    ["Isän isä;Isän emä;Emän isä;Emän emä", FOUR],
    ["Sire's Sire's Dam;Sire_Sire_Dam_Sire;DSSDD", ["ssd", "ssds", ""]],
    ["DSS;SDSDS;SS;S. No.", ["dss", "sdsds", "ss", ""]],
    ["GGSire 1;GGSire 2;GGSire 3;GGSire 4", ["sss", "sds", "dss", "dds"]],
    ["Paternal Great Grandsire 1;Paternal Great-Grandsire 2", ["sss", "sds"]],
  ])("[GAP-DOG-17] are recognized: %s", async (headings, lineages) => {
    const names = headings.split(";");
    const { columns } = await read(
      ["Name", "Sex", "Sire", "Dam", ...names],
      ["Pup", "M", "Zar", "Heidi", ...names.map((_, at) => `Ancestor ${at}`)],
    );
    expect(columns.slice(4).map(({ of }) => of)).toEqual(lineages);
  });

  it("[GAP-DOG-17] may have registration numbers, births and group headings above them", async () => {
    const { columns } = await read(
      ["", "", "Sire", "", "", "Sire's Dam", "", "Dam's Sire", ""],
      ["Name", "Sex", "Name", "Reg No", "DOB", "Name", "Reg No", "Name", "Reg No"],
      ["Pup", "M", "Zar", "Z-1", "2010-01-01", "Anka", "A-1", "Bodo", "B-1"],
    );
    expect(columns.map(({ of, field }) => `${of} ${field ?? ""}`)).toEqual([
      " name",
      " gender",
      " sire",
      " sireNumber",
      "s dateOfBirth",
      "sd name",
      "sd registrationNumber",
      "ds name",
      "ds registrationNumber",
    ]);
    const single = await read(
      ["Name", "Sex", "Sire", "Reg No", "Sire's Sire", "Reg No", "Dam", "Reg No"],
      ["Pup", "M", "Zar", "Z-1", "Bodo", "B-1", "Heidi", "H-1"],
    );
    expect(single.columns.map(({ of, field }) => `${of} ${field ?? ""}`).slice(2)).toEqual([
      " sire",
      " sireNumber",
      "ss name",
      "ss registrationNumber",
      " dam",
      " damNumber",
    ]);
  });

  it("[GAP-DOG-17] need a choice by the user if they do not say which ancestor they contain", async () => {
    const { columns } = await read(
      ["Name", "Sex", "Sire", "Dam", "Grandsire", "GGSire 1", "DD", "MM"],
      ["Pup", "M", "Zar", "Heidi", "Bodo", "Arko", "03", "04"],
    );
    expect(columns.map(isOpen)).toEqual([false, false, false, false, true, true, false, false]);
  });
});

const HEADINGS = ["Name", "Sex", "DOB", "Sire", "Dam", "SS", "SD", "DS", "DD"];

describe("a pedigree beside a dog", () => {
  it("[GAP-DOG-17] of five generations is imported with all of its ancestors", async () => {
    const lineages = [""];
    for (let at = 0; lineages.length < 63; at += 1)
      lineages.push(`${lineages[at] ?? ""}S`, `${lineages[at] ?? ""}D`);
    const nameOf = (of: string) => (of === "" ? "Pup" : `Dog ${lineages.indexOf(of)}`);
    const { rows, chunks } = await read(
      ["Name", "Sex", "Sire", "Dam", ...lineages.slice(3)],
      ["Pup", "M", ...lineages.slice(1).map(nameOf)],
    );
    expect(rows).toHaveLength(31);
    expect(countAncestors(chunks)).toEqual(["30 ancestors are read from the pedigree columns"]);
    const { plan, links } = link(rows);
    expect([plan.errors, plan.questions, plan.warnings]).toEqual([[], [], []]);
    expect(plan.ancestors.size).toBe(32);
    expect(plan.dogs.filter(({ dog }) => dog.isExternal)).toHaveLength(30);
    expect(links).toEqual(
      Object.fromEntries(
        lineages.slice(0, 31).map((of) => [nameOf(of), [nameOf(`${of}S`), nameOf(`${of}D`)]]),
      ),
    );
  });

  it("[GAP-DOG-17] creates an ancestor once if several rows name the ancestor", async () => {
    const { rows } = await read(
      HEADINGS,
      ["Ajax", "M", "2020-01-01", "Zar", "Heidi", "Bodo", "Cora", "Dux", "Elsa"],
      ["Alma", "F", "2020-01-01", "Zar", "Heidi", "Bodo", "Cora", "Dux", "Elsa"],
      ["Brix", "M", "2021-01-01", "Zar", "Frida", "Bodo", "Cora", "", ""],
    );
    expect(rows.map(({ line }) => line)).toEqual([2, 2.02, 2.03, 3, 4]);
    expect(told(rows)).toEqual([]);
    const { plan, links } = link(rows);
    expect(links["Zar"]).toEqual(["Bodo", "Cora"]);
    expect(links["Brix"]).toEqual(["Zar", "Frida"]);
    expect([...plan.ancestors.values()].map(({ name }) => name).sort()).toEqual(
      ["Bodo", "Cora", "Dux", "Elsa", "Frida"].sort(),
    );
  });

  it("[GAP-DOG-17] with other parents than an earlier row is reported with the lines", async () => {
    const { rows } = await read(
      HEADINGS,
      ["Ajax", "M", "2020-01-01", "Zar", "Heidi", "Bodo", "Cora", "", ""],
      ["Alma", "F", "2020-01-01", "Zar", "Heidi", "Dux", "Cora", "", ""],
    );
    expect(told(rows)).toEqual(["3: The sire of “Zar” is “Dux” here and “Bodo” in line 2, which is used"]);
    expect(link(rows).links["Zar"]).toEqual(["Bodo", "Cora"]);
  });

  it("[GAP-DOG-17] fills only the parents that a dog's own row does not have", async () => {
    const { rows } = await read(
      HEADINGS,
      ["Ajax", "M", "2020-01-01", "Zar", "Heidi", "Bodo", "Cora", "Dux", "Elsa"],
      ["Zar", "M", "2015-01-01", "", "unknown", "", "", "", ""],
      ["Heidi", "F", "2016-01-01", "Max", "", "", "", "", ""],
    );
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(told(rows)).toEqual(["2: The sire of “Heidi” is “Dux” here and “Max” in line 4, which is used"]);
    const { links, plan } = link(rows);
    expect([links["Zar"], links["Heidi"]]).toEqual([
      ["Bodo", "Cora"],
      ["Max", "Elsa"],
    ]);
    expect(plan.dogs.map(({ dog }) => dog.isExternal)).toEqual([false, false, false]);
  });

  it("[GAP-DOG-17] distinguishes ancestors by number, and treats a younger dog with the same name as another dog", async () => {
    const headings = ["Name", "Sex", "DOB", "Sire", "Sire Reg No", "SS", "SS Reg No", "SD"];
    const { rows } = await read(
      headings,
      ["Ajax", "M", "2020-01-01", "Max", "M-1", "Bodo", "B-1", "Cora"],
      ["Alma", "F", "2020-01-01", "Max", "M-2", "Dux", "D-1", "Elsa"],
      ["Zar", "M", "2023-01-01", "Ajax", "", "Max", "M-1", ""],
      ["Max", "M", "2024-01-01", "", "", "", "", ""],
    );
    expect(told(rows)).toEqual([]);
    const { plan, links } = link(rows);
    expect([plan.errors, plan.questions]).toEqual([[], []]);
    expect(links["Ajax"]).toEqual(["Max", undefined]);
    const maxes = plan.dogs.filter(({ dog }) => dog.name === "Max");
    expect(maxes.map(({ line, dog }) => [line, dog.registrationNumber])).toEqual([
      [2.02, "M-1"],
      [3.02, "M-2"],
      [5, undefined],
    ]);
  });

  it("[GAP-DOG-17] merges two spellings of a name if the parents agree, and otherwise leaves the ancestor out", async () => {
    const { rows } = await read(
      HEADINGS,
      ["Ajax", "M", "2020-01-01", "CH Zar of Oak", "Heidi", "Bodo", "Cora", "", ""],
      ["Alma", "F", "2020-01-01", "Zar of Oak", "Heidi", "Bodo", "", "", ""],
      ["Brix", "M", "2020-01-01", "Int. Ch. Zar of Oak", "Heidi", "Dux", "", "", ""],
    );
    expect(told(rows)).toEqual([
      "4: “Int. Ch. Zar of Oak” may be “CH Zar of Oak” in line 2, so its ancestors in this line are left out. Write both names alike to link them",
    ]);
    const { plan, links } = link(rows);
    expect(links["CH Zar of Oak"]).toEqual(["Bodo", "Cora"]);
    expect(plan.questions.map(({ name, candidates }) => [name, candidates[0]?.name])).toEqual([
      ["Zar of Oak", "CH Zar of Oak"],
      ["Int. Ch. Zar of Oak", "CH Zar of Oak"],
    ]);
    const answers = new Map(
      plan.questions.map(({ key, candidates }) => [key, candidates[0]?.node ?? "none"]),
    );
    expect(link(rows, answers).links["Brix"]).toEqual(["CH Zar of Oak", "Heidi"]);
  });

  it("[GAP-DOG-17] with a gap reports which ancestors cannot be linked", async () => {
    const { rows } = await read(HEADINGS, [
      "Ajax",
      "M",
      "2020-01-01",
      "unknown",
      "Heidi",
      "Bodo",
      "",
      "Dux",
      "",
    ]);
    expect(told(rows)).toEqual(["2: The sire is not named, so “Bodo” cannot be linked and is left out"]);
  });

  it("[GAP-DOG-17] names its columns in words", () => {
    expect([5, 5.04, 12.1, 7.63].map(lineName)).toEqual([
      "5",
      "5 (sire's sire)",
      "12 (sire's dam's sire)",
      "7 (dam's dam's dam's dam's dam)",
    ]);
  });
});
