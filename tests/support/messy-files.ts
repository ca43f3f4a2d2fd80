/**
 * Lists of dogs as people keep them, made from a seed with the pedigree that is true beside them: names in several
 * spellings, numbers in names, words for nobody, dates in one order with a slip, headings of several languages, stray
 * quotation marks, notes over several lines, titles, footers, and a last line that is cut off. Some have the numbers of
 * the parents, in one line of headings or two, and some the grandparents and theirs.
 */
import { Random } from "../fuzz/random";

export interface TrueDog {
  readonly name: string;
  readonly gender: "male" | "female";
  readonly born: string;
  readonly number: string;
  /** Its parents among the dogs; null where nobody knows one. */
  readonly sire: TrueDog | null;
  readonly dam: TrueDog | null;
}

export interface MessyFile {
  readonly text: string;
  /** The dogs of the file, by the line where each begins. */
  readonly rows: ReadonlyMap<number, TrueDog>;
  /** Dogs that only stand as parents, and so have no row. */
  readonly outside: ReadonlySet<TrueDog>;
  /** Lines that were spoilt, of which the breeder is told. */
  readonly spoilt: ReadonlySet<number>;
  /** How a parent was written, by the line and the role. */
  readonly written: ReadonlyMap<string, string>;
  /** Dogs that a kennel may know already from other people's files, each under the name it has there. */
  readonly known: ReadonlyMap<TrueDog, string>;
}

const CALLS = {
  male: "Ajax Bruno Caesar Diego Ekko Falk Gustav Hektor Igor Jasper Kuno Lumpi Müslüm Nero Odin Pärt Quax Rüdiger".split(
    " ",
  ),
  female:
    "Alma Bella Cora Dörte Elsa Fenja Greta Hündla Ilka Jana Käthe Lotte Mära Nele Olga Pia Queenie Rønja".split(
      " ",
    ),
};
const KENNELS = [
  ...[
    "vom Käferberg",
    "von der Höhe",
    "vom Tal",
    "of Oakhill",
    "van de Hoeve",
    "fra Sørli",
    "du Bois",
    "z Lasu",
  ],
  ...["vom Straßenhof", "av Åsen", "z Březové", "della Rocca"],
];
const NUMBERS = ["", "", "", "", " I", " II", " III", " IV", " VI", " 107", " 103"];
const NOBODY = [
  ...[
    "",
    "",
    "",
    "unknown",
    "Unknown Unknown",
    "N/A",
    "#N/A",
    "nicht bekannt",
    "unbekannter Rüde",
    "inconnue",
    "XXX",
  ],
  ...[
    "нет данных",
    "н/д",
    "ei tietoa",
    "Not registered",
    "no pedigree",
    "undefined",
    "-",
    "?",
    "brak danych",
    "ukendt",
  ],
];
const HEADINGS = [
  {
    delimiter: ",",
    names: ["Name", "Sex", "Breed", "Date of Birth", "Sire", "Dam", "Notes"],
    words: ["male", "female"],
  },
  {
    delimiter: ";",
    names: ["Name", "Geschlecht", "Rasse", "Wurfdatum", "Vater", "Mutter", "Bemerkung"],
    words: ["Rüde", "Hündin"],
  },
  {
    delimiter: "\t",
    names: ["Registered Name", "Gender", "Breed", "DOB", "Sire", "Dam", "Notes"],
    words: ["Dog", "Bitch"],
  },
] as const;

/** Makes the pedigree of a few generations. */
function makeDogs(random: Random): TrueDog[] {
  const dogs: TrueDog[] = [];
  const taken = new Set<string>();
  const count = 12 + random.below(20);
  while (dogs.length < count) {
    const gender = random.of(["male", "female"] as const);
    const name = `${random.of(CALLS[gender])}${random.of(NUMBERS)} ${random.of(KENNELS)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    const year = 2000 + Math.floor((dogs.length / count) * 20);
    const parent = (of: TrueDog["gender"]): TrueDog | null => {
      const ages = dogs.map((dog) => ({ dog, age: year - Number(dog.born.slice(0, 4)) }));
      const old = ages.flatMap(({ dog, age }) => (dog.gender === of && age > 1 && age < 12 ? [dog] : []));
      return old.length === 0 || random.chance(0.3) ? null : random.of(old);
    };
    const [month, day] = [1 + random.below(12), 1 + random.below(28)].map((part) =>
      String(part).padStart(2, "0"),
    );
    dogs.push({
      name,
      gender,
      born: `${year}-${month ?? ""}-${day ?? ""}`,
      number: `SR ${1000 + dogs.length * 7}`,
      sire: parent("male"),
      dam: parent("female"),
    });
  }
  return dogs;
}

const TWO_LETTERS: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  ø: "oe",
  å: "aa",
  Å: "Aa",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
};

/** Ways to write a dog's name that another person may use. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name.replace(/[äöüßøåÅÄÖÜ]/gu, (letter) => TWO_LETTERS[letter] ?? letter),
  (name) => name.normalize("NFD").replace(/\p{Mn}/gu, ""),
  (name) => name.normalize("NFD"),
  (name) => name.toUpperCase(),
  (name) => `CH ${name}`,
  (name) => `Int. Ch. ${name} WW 2012`,
  (name) => `${name.replace(" ", "  ")} `,
  (name) => name.replace(/ vom? /u, " v. "),
  (name) => name.replace(" von der ", " v.d. "),
  (name) => name.replace(" van de ", " v/d "),
  (name) => name.replace(/ (?:vom|of|du|z|fra|av) /u, " "),
];

/** Headings of the numbers of a dog, its sire and its dam. */
const NUMBER_HEADINGS = [
  ["AKC #", "Sire AKC #", "Dam AKC #"],
  ["Reg. No.", "Sire's Reg. No.", "Dam's Reg. No."],
  ["ZB-Nr.", "Vater ZB-Nr.", "Mutter ZB-Nr."],
  ["Zuchtbuchnummer", "Zuchtbuchnummer des Vaters", "Zuchtbuchnummer der Mutter"],
  ["Reg No", "Reg No", "Reg No"],
] as const;

/** How headings name an ancestor by its way from the dog, in letters such as 'sd'. */
const LINEAGE_HEADINGS: readonly ((of: string) => string)[] = [
  (of) => of.toUpperCase(),
  (of) => [...of].map((side) => (side === "s" ? "Sire" : "Dam")).join("_"),
  (of) => [...of].map((side) => (side === "s" ? "Sire" : "Dam")).join("'s "),
  (of) =>
    [...of]
      .reverse()
      .map(
        (side, at) => (side === "s" ? ["Vater", "des Vaters"] : ["Mutter", "der Mutter"])[at === 0 ? 0 : 1],
      )
      .join(" "),
];

const LINEAGES = ["ss", "sd", "ds", "dd", ..."sss ssd sds sdd dss dsd dds ddd".split(" ")];

/** Finds the ancestor that a way leads to; undefined where nobody knows it. */
export const ancestorOf = (dog: TrueDog, of: string): TrueDog | undefined =>
  [...of].reduce<TrueDog | undefined>(
    (each, side) => (side === "s" ? each?.sire : each?.dam) ?? undefined,
    dog,
  );

/** Writes a pedigree as a messy file. */
export function makeMessyFile(seed: number): MessyFile {
  const random = new Random(seed);
  const dogs = makeDogs(random);
  const outside = new Set(dogs.filter(() => random.chance(0.15)));
  const { delimiter, names, words } = random.of(HEADINGS);
  const isDotted = delimiter === ";" || random.chance(0.3);
  const spelling = random.chance(0.5) ? random.of(SPELLINGS) : null;
  const quote = (cell: string): string =>
    cell.includes(delimiter) || cell.includes('"') || cell.includes("\n") || random.chance(0.05)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const writeParent = (parent: TrueDog | null): string =>
    parent === null
      ? random.of(NOBODY)
      : spelling && random.chance(0.4)
        ? spelling(parent.name)
        : parent.name;
  const writeDate = (born: string): string => {
    const [year = "", month = "", day = ""] = born.split("-");
    return isDotted ? `${day}.${month}.${year}` : born;
  };
  const layout = random.of(["plain", "plain", "numbers", "groups", "pedigree"] as const);
  const [own, ofSire, ofDam] = random.of(NUMBER_HEADINGS);
  const lineages = layout === "pedigree" ? LINEAGES.slice(0, random.chance(0.5) ? 4 : undefined) : [];
  const lineageHeading = random.of(LINEAGE_HEADINGS);
  const hasNumbers = layout === "numbers" || layout === "groups";
  // A list that numbers only the parents.
  const hasOwn = random.chance(0.6);
  const writeNumber = (dog: TrueDog | null): string => (dog && random.chance(0.8) ? dog.number : "");
  const [name, gender, breed, born, sire, dam, notes] = names;
  const headings = {
    plain: [names],
    numbers: [[name, gender, breed, born, ...(hasOwn ? [own] : []), sire, ofSire, dam, ofDam, notes]],
    groups: [
      ["", "", "", "", ...(hasOwn ? [""] : []), sire, "", dam, "", "Other"],
      [name, gender, breed, born, ...(hasOwn ? [own] : []), name, own, name, own, notes],
    ],
    pedigree: [[...names.slice(0, -1), ...lineages.map(lineageHeading), notes]],
  }[layout];
  const lines: string[] = random.chance(0.2) ? ["Our dogs, all of them", ""] : [];
  lines.push(...headings.map((cells) => cells.join(delimiter)));
  const rows = new Map<number, TrueDog>();
  const spoilt = new Set<number>();
  const written = new Map<string, string>();
  const listed = dogs.filter((dog) => !outside.has(dog));
  const strayAt = random.chance(0.3) ? random.below(listed.length) : -1;
  for (const [at, dog] of listed.entries()) {
    const note = random.of(["", "", "calm", "calm, kind; good", 'called "Max"', "first line\nsecond line"]);
    const parents = { sire: writeParent(dog.sire), dam: writeParent(dog.dam) };
    const facts = [dog.name, words[dog.gender === "male" ? 0 : 1], "Boxer", writeDate(dog.born)];
    const cells = hasNumbers
      ? [parents.sire, writeNumber(dog.sire), parents.dam, writeNumber(dog.dam)]
      : [parents.sire, parents.dam];
    cells.unshift(...facts, ...(hasNumbers && hasOwn ? [dog.number] : []));
    for (const of of lineages) {
      const ancestor = ancestorOf(dog, of);
      cells.push(ancestor ? writeParent(ancestor) : "");
    }
    const line = lines.length + 1;
    // Two spellings of an ancestor are pointed out where its own ancestors stand.
    if (at === strayAt || (layout === "pedigree" && spelling)) spoilt.add(line);
    rows.set(line, dog);
    for (const role of ["sire", "dam"] as const) written.set(`${line} ${role}`, parents[role]);
    const last = at === strayAt ? '"Best in Show 2019' : quote(note);
    lines.push(...[...cells.map(quote), last].join(delimiter).split("\n"));
  }
  if (random.chance(0.2)) lines.push(`Total: ${listed.length} dogs`);
  const end = random.of(["\n", "\r\n"]);
  const text = lines.join(end) + (random.chance(0.5) ? end : "");
  const isCut = random.chance(0.1);
  if (isCut) spoilt.add(Math.max(...rows.keys()));
  const spelled = dogs
    .filter(() => random.chance(0.2))
    .map((dog) => [dog, random.chance(0.7) ? random.of(SPELLINGS)(dog.name) : dog.name] as const);
  const known = new Map(spelled);
  return { text: isCut ? text.trimEnd().slice(0, -3) : text, rows, outside, spoilt, written, known };
}
