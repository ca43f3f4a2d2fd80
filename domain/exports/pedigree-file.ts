/**
 * A pedigree in the formats of other programs: GEDCOM for pedigree programs, and lines of `id,sire,dam,sex,birth`
 * for genetics programs. Only the data that orders the pedigree stays in memory. GEDCOM reads the other facts in a
 * second pass. Data that concern only the kennel, such as owners, notes and measures, are left out. Format of the
 * lines: parents come before their offspring and are numbered from 1, unknown parents are 0, sexes are M and F,
 * dates are YYYY-MM-DD. A sixth column has the dog's name, so that results can be matched to dogs. Sources:
 * optiSel, `prePed` (first three columns individual, sire, dam; missing parents 0; columns Sex and more may
 * follow), purgeR, `ped_rename` and `ped_sort` (columns id, dam, sire; integers from 1, ancestors on top),
 * nprcgenekeepr, `getRequiredCols` (id, sire, dam, sex as M and F, birth as YYYY-MM-DD), WOMBAT manual 6.3
 * (numbers, parents with the lower one, unknown 0).
 */
import { csvLines } from "../text/csv";
import type { Write } from "../files/packing";
import { gedcomFamily, gedcomHead, gedcomIndividual, GEDCOM_END } from "../pedigree/gedcom-writing";
import { parentsFirst } from "../pedigree/order";
import { UNKNOWN } from "../pedigree/packed";
import { isUnknown } from "../imports/read-values";
import { foldText } from "../text/text";
import { valueAt } from "./cells";
import type { ExportedRow, KennelReading } from "./kennel-reading";

type Sex = "male" | "female";

/** Only these data are needed to order a pedigree. */
interface Node {
  readonly name: string;
  readonly sex: Sex;
  readonly birth: string;
  readonly breed: string;
}

const ROLES = [
  ["sire", "male"],
  ["dam", "female"],
] as const;

const textIn = (row: ExportedRow, field: string): string => {
  const value = valueAt(row, [field]);
  return typeof value === "string" ? value : "";
};

class Pedigree {
  readonly nodes: Node[] = [];
  readonly sires: number[] = [];
  readonly dams: number[] = [];
  readonly #places = new Map<string, number>();
  /** This map is empty after all dogs were read. */
  readonly #parents: { sire: string; dam: string; sireName: string; damName: string }[] = [];

  /** Dogs without a record come after the recorded dogs. */
  get recorded(): number {
    return this.#parents.length;
  }

  add(row: ExportedRow): void {
    this.#places.set(row._id, this.nodes.length);
    this.nodes.push({
      name: textIn(row, "name"),
      sex: textIn(row, "gender") === "male" ? "male" : "female",
      birth: textIn(row, "dateOfBirth"),
      breed: textIn(row, "breed"),
    });
    this.#parents.push({
      sire: textIn(row, "sireId"),
      dam: textIn(row, "damId"),
      sireName: textIn(row, "sireName"),
      damName: textIn(row, "damName"),
    });
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** Links the dogs to their parents. Each name of a parent without a record becomes one dog without parents. */
  bind(): void {
    for (const [place, parents] of this.#parents.entries()) {
      for (const [role, sex] of ROLES) {
        const known = this.#places.get(parents[role]);
        const parent = known ?? this.#named(parents[`${role}Name`], sex, this.nodes[place]?.breed ?? "");
        (role === "sire" ? this.sires : this.dams)[place] = parent;
      }
    }
    for (let place = this.#parents.length; place < this.nodes.length; place += 1) {
      this.sires[place] = UNKNOWN;
      this.dams[place] = UNKNOWN;
    }
  }

  #named(name: string, sex: Sex, breed: string): number {
    if (name === "" || isUnknown(name)) return UNKNOWN;
    const key = `${sex} ${foldText(name)}`;
    const place = this.#places.get(key) ?? this.nodes.length;
    if (place === this.nodes.length) {
      this.#places.set(key, place);
      this.nodes.push({ name, sex, birth: "", breed });
    }
    return place;
  }
}

interface Asked {
  readonly dogId?: string | undefined;
  readonly today: string;
}

async function readPedigree({ sheets }: KennelReading, { dogId }: Asked) {
  const dogs = sheets.find(({ kind }) => kind.table === "dogs");
  const pedigree = new Pedigree();
  if (dogs) for await (const rows of dogs.pages()) for (const row of rows) pedigree.add(row);
  pedigree.bind();
  const links = { sires: Int32Array.from(pedigree.sires), dams: Int32Array.from(pedigree.dams) };
  const own = dogId === undefined ? undefined : pedigree.placeOf(dogId);
  const starts = dogId === undefined ? pedigree.nodes.keys() : own === undefined ? [] : [own];
  const order = parentsFirst(links, starts);
  /** The numbers begin with 1; a dog that is left out has 0. */
  const numbers = new Int32Array(pedigree.nodes.length);
  for (const [index, place] of order.entries()) numbers[place] = index + 1;
  return { dogs, pedigree, order, numbers };
}

const LINES_AT_ONCE = 1000;

export async function writePedigreeLines(kennel: KennelReading, asked: Asked, write: Write): Promise<void> {
  const { pedigree, order, numbers } = await readPedigree(kennel, asked);
  const numberOf = (place: number | undefined) =>
    place === undefined || place === UNKNOWN ? "0" : String(numbers[place]);
  write("id,sire,dam,sex,birth,name\r\n");
  for (let from = 0; from < order.length; from += LINES_AT_ONCE) {
    const lines = [...order.subarray(from, from + LINES_AT_ONCE)].map((place) => {
      const { sex = "male", birth = "", name = "" } = pedigree.nodes[place] ?? {};
      const parents = [numberOf(pedigree.sires[place]), numberOf(pedigree.dams[place])];
      return [numberOf(place), ...parents, sex === "male" ? "M" : "F", birth, name];
    });
    write(csvLines(lines));
  }
}

/** The sire, the dam, or both, with their offspring. */
interface Family {
  readonly sire: number;
  readonly dam: number;
  readonly offspring: number[];
}

/** GEDCOM 5.5.1: an individual for each dog, and a family for each pair. */
export async function writeGedcom(kennel: KennelReading, asked: Asked, write: Write): Promise<void> {
  const { dogs, pedigree, order, numbers } = await readPedigree(kennel, asked);
  const families: Family[] = [];
  const byPair = new Map<string, number>();
  const childOf = new Map<number, number>();
  const spouseOf = new Map<number, number[]>();
  for (const place of order) {
    const [sire = UNKNOWN, dam = UNKNOWN] = [pedigree.sires[place], pedigree.dams[place]];
    if (sire === UNKNOWN && dam === UNKNOWN) continue;
    const pair = `${sire} ${dam}`;
    const family = byPair.get(pair) ?? families.push({ sire, dam, offspring: [] }) - 1;
    if (!byPair.has(pair)) {
      byPair.set(pair, family);
      for (const parent of [sire, dam]) {
        if (parent !== UNKNOWN) spouseOf.set(parent, [...(spouseOf.get(parent) ?? []), family]);
      }
    }
    families[family]?.offspring.push(place);
    childOf.set(place, family);
  }
  const individual = (place: number, facts: object): string =>
    gedcomIndividual(facts, {
      number: numbers[place] ?? 0,
      childOf: childOf.get(place),
      spouseOf: spouseOf.get(place) ?? [],
    });
  write(gedcomHead({ kennelName: kennel.name, today: asked.today }));
  if (dogs) {
    for await (const rows of dogs.pages()) {
      const written = rows.flatMap((row) => {
        const place = pedigree.placeOf(row._id) ?? UNKNOWN;
        return numbers[place] ? [individual(place, row)] : [];
      });
      write(written.join(""));
    }
  }
  // Dogs without a record come after the recorded dogs.
  for (const place of [...order].filter((each) => each >= pedigree.recorded)) {
    const { name, sex, breed } = pedigree.nodes[place] ?? {};
    write(individual(place, { name, gender: sex, breed, isExternal: true }));
  }
  const numberOf = (place: number) => (place === UNKNOWN ? undefined : numbers[place]);
  for (const [family, { sire, dam, offspring }] of families.entries()) {
    const children = offspring.map((place) => numbers[place] ?? 0);
    write(gedcomFamily({ family, sire: numberOf(sire), dam: numberOf(dam), children }));
  }
  write(GEDCOM_END);
}
