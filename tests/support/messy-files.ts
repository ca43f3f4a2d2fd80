/**
 * Lists of dogs as breeders write them, generated from a seed, together with the true pedigree. Names have several
 * spellings, with titles and numbers beside them, or are words that mean 'nobody'. Dates have one order, with a
 * mistake. Files have headings of several languages, old encodings, stray quotation marks, notes over several
 * lines, titles, footers, and a last line that is cut off. Some files have the parents' numbers: under one line of
 * headings or two, in the cell of the name, or in another form. Some have their own ids, a few of which contradict
 * the names. Some have grandparents and great-grandparents, and some files are GEDCOM.
 */
import { Random } from "../fuzz/random";

export interface TrueDog {
  readonly name: string;
  readonly gender: "male" | "female";
  readonly born: string;
  readonly number: string;
  /** Null if the parent is unknown. */
  readonly sire: TrueDog | null;
  readonly dam: TrueDog | null;
}

export interface MessyFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The encoding that the user would choose. Undefined for UTF-8. */
  readonly encoding: string | undefined;
  /** By the number of the dog's first line. */
  readonly rows: ReadonlyMap<number, TrueDog>;
  /** These dogs appear only as parents and have no row. */
  readonly outside: ReadonlySet<TrueDog>;
  /** Lines that were damaged on purpose. The import must report them. */
  readonly spoilt: ReadonlySet<number>;
  /** The registration number that the dog has in the file. */
  readonly numberOf: (dog: TrueDog) => string;
  /** The text of a parent in the file, by line and role. */
  readonly written: ReadonlyMap<string, string>;
  /**
   * By line and role. The number of these links is that of the parent's row, or the name belongs only to the
   * parent.
   */
  readonly equal: ReadonlySet<string>;
  /** Whether links are also checked in lines that the import reports. */
  readonly isStrict: boolean;
  /** A kennel may already have these dogs from other breeders' files, under these names. */
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
/** Call names and kennel names of each language, for files in the encodings of its programs. */
const LANGUAGES = [
  {
    encoding: "DOS 850",
    letters: "ä84 ö94 ü81 ßE1 Ä8E Ö99 Ü9A é82 è8A â83 É90 ÂB6 ÈD4",
    male: "Ajax Bruno Diego Falk Gustav Hektor Jäger Kuno Müslüm Nero Rüdiger Ötzi".split(" "),
    female: "Alma Bella Dörte Elsa Greta Jana Käthe Lotte Mära Olga Pia Hélène".split(" "),
    kennels: ["vom Käferberg", "von der Höhe", "vom Straßenhof", "von der Au", "vom Tal", "du Château Été"],
  },
  {
    encoding: "DOS 852",
    letters: "ąA5 ć86 ęA9 ł88 óA2 ś98 źAB żBE Ł9D Ś97 ŻBD Ź8D ĄA4 Ć8F ĘA8 ÓE0",
    male: "Azor Burek Śmiały Książę Łowca Źrebak Gąsior Reks Zbój Tytan Dąb Kłos".split(" "),
    female: "Żabka Gąska Łąka Śnieżka Perła Zośka Mała Wiśnia Kępa Rózga Sól Łza".split(" "),
    kennels: ["z Lasu", "z Łąk", "Śląska Góra", "ze Wsi", "od Źródła"],
  },
  {
    encoding: "Windows-1252",
    letters: "äE4 öF6 üFC ßDF ÄC4 ÖD6 ÜDC",
    male: "Ajax Bruno Diego Falk Gustav Hektor Jäger Kuno Müslüm Nero Rüdiger Ötzi".split(" "),
    female: "Alma Bella Dörte Elsa Greta Jana Käthe Lotte Mära Olga Pia Hündla".split(" "),
    kennels: ["vom Käferberg", "von der Höhe", "vom Straßenhof", "von der Au", "vom Tal"],
  },
] as const;

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
  ...["vom Straßenhof", "av Åsen", "z Březové", "della Rocca", "van den Berg", "van het Veld", "O’Malley’s"],
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

type Language = (typeof LANGUAGES)[number];

/** An office gives its dogs numbers of one of these forms. */
const NUMBER_FORMS: readonly ((place: number) => string)[] = [
  (place) => `SR ${1000 + place * 7}`,
  (place) => `KC AW${1000 + place * 7}`,
  (place) => `S${11000 + place * 7}/2011`,
  (place) => `00${12000 + place * 7}`,
];

/** The same number in another person's spelling. */
const otherForm = (number: string): string => number.replace(/^(?:KC |00|S(?=\d))/u, "").replace("/20", "/");

/** The pedigree has a few generations. */
function makeDogs(random: Random, language?: Language): TrueDog[] {
  const calls = language ?? CALLS;
  const kennels: readonly string[] = language?.kennels ?? KENNELS;
  const writeNumber = random.of(NUMBER_FORMS);
  const dogs: TrueDog[] = [];
  const taken = new Set<string>();
  const count = 12 + random.below(20);
  while (dogs.length < count) {
    const gender = random.of(["male", "female"] as const);
    const name = `${random.of<string>(calls[gender])}${random.of(NUMBERS)} ${random.of(kennels)}`;
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
      number: writeNumber(dogs.length),
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

const TITLES_BEHIND = [
  ...["IPO3", "IGP 3", "JH2", "JW13", "WW'18", "BVW18", "NORDJV-17", "CH", "HD-A", "SchH III"],
];
const TITLES_BEFORE = ["2x CH", "3x BIS", "CIB", "Multi Ch.", "WW'18"];

/** Another person may write a dog's name in these ways. */
const SPELLINGS: readonly ((name: string, number: string) => string)[] = [
  ...TITLES_BEHIND.map((title) => (name: string) => `${name} ${title}`),
  ...TITLES_BEFORE.map((title) => (name: string) => `${title} ${name}`),
  (name, number) => `${name}, ${number}`,
  (name, number) => `${name} (${number})`,
  (name, number) => `${number} ${name}`,
  (name) => `${name} AKC DNA V123`,
  (name) => name.replace(/ (?:von|van) (?=(?:der|de|den|het) )/u, " v. "),
  (name) => name.replace(/ (?:von|van) (?=(?:der|de|den|het) )/u, " v "),
  (name) => name.replaceAll("’", "'"),
  (name) => name.replaceAll(" ", "\u00a0"),
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

/** For a dog, its sire and its dam. */
const NUMBER_HEADINGS = [
  ["AKC #", "Sire AKC #", "Dam AKC #"],
  ["Reg. No.", "Sire's Reg. No.", "Dam's Reg. No."],
  ["ZB-Nr.", "Vater ZB-Nr.", "Mutter ZB-Nr."],
  ["Zuchtbuchnummer", "Zuchtbuchnummer des Vaters", "Zuchtbuchnummer der Mutter"],
  ["Reg No", "Reg No", "Reg No"],
] as const;

/** The path from the dog to an ancestor is given as letters such as 'sd'. */
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

/** Undefined if the ancestor is unknown. */
export const ancestorOf = (dog: TrueDog, of: string): TrueDog | undefined =>
  [...of].reduce<TrueDog | undefined>(
    (each, side) => (side === "s" ? each?.sire : each?.dam) ?? undefined,
    dog,
  );

/** As the programs of a language do. */
function encode(text: string, language: Language): Uint8Array {
  const codes = new Map(
    language.letters.split(" ").map((pair) => [pair.charAt(0), parseInt(pair.slice(1), 16)]),
  );
  return Uint8Array.from(text, (letter) => codes.get(letter) ?? letter.charCodeAt(0));
}

/** Every fifth file is GEDCOM. */
const GEDCOM_EACH = 5;

export const makeMessyFile = (seed: number): MessyFile =>
  seed % GEDCOM_EACH === 0 ? makeMessyGedcom(seed) : makeMessyTable(seed);

function makeMessyTable(seed: number): MessyFile {
  const random = new Random(seed);
  const language = random.chance(0.2) ? random.of(LANGUAGES) : undefined;
  const dogs = makeDogs(random, language);
  const nobody = language ? NOBODY.filter((word) => /^\p{ASCII}*$/u.test(word)) : NOBODY;
  const outside = new Set(dogs.filter(() => random.chance(0.15)));
  // Headings whose letters exist in the encoding.
  const { delimiter, names, words } = random.of(
    language ? HEADINGS.slice(0, language.encoding === "DOS 852" ? 1 : 2) : HEADINGS,
  );
  const isDotted = delimiter === ";" || random.chance(0.3);
  const anySpelling = random.chance(0.5) ? random.of(SPELLINGS) : null;
  // Only spellings whose letters exist in the encoding.
  const spelling =
    language && anySpelling && /[^\p{ASCII}]/u.test(anySpelling("a b", "1").replace("a", ""))
      ? null
      : anySpelling;
  const quote = (cell: string): string =>
    cell.includes(delimiter) || cell.includes('"') || cell.includes("\n") || random.chance(0.05)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const writeParent = (parent: TrueDog | null): string =>
    parent === null
      ? random.of(nobody)
      : spelling && random.chance(0.4)
        ? spelling(parent.name, parent.number)
        : parent.name;
  const writeDate = (born: string): string => {
    const [year = "", month = "", day = ""] = born.split("-");
    return isDotted ? `${day}.${month}.${year}` : born;
  };
  const layout = random.of([
    ...(["plain", "plain", "numbers", "groups", "pedigree", "forms", "reg", "ids", "codes"] as const),
  ]);
  const [own, ofSire, ofDam] = random.of(NUMBER_HEADINGS);
  const lineages = layout === "pedigree" ? LINEAGES.slice(0, random.chance(0.5) ? 4 : undefined) : [];
  const lineageHeading = random.of(LINEAGE_HEADINGS);
  const hasNumbers = layout === "numbers" || layout === "groups" || layout === "forms";
  const placeOf = (dog: TrueDog) => dogs.indexOf(dog) + 1;
  const codeOf = (dog: TrueDog) => `K-${String(placeOf(dog)).padStart(3, "0")}`;
  // If false, the list has only the parents' numbers.
  const hasOwn = random.chance(0.6);
  const writeNumber = (dog: TrueDog | null): string => {
    if (!dog || random.chance(0.2)) return "";
    return layout === "forms" && random.chance(0.3) ? otherForm(dog.number) : dog.number;
  };
  const [name, gender, breed, born, sire, dam, notes] = names;
  const headings = {
    plain: [names],
    numbers: [[name, gender, breed, born, ...(hasOwn ? [own] : []), sire, ofSire, dam, ofDam, notes]],
    forms: [[name, gender, breed, born, ...(hasOwn ? [own] : []), sire, ofSire, dam, ofDam, notes]],
    reg: [[`${name} (Reg)`, gender, breed, born, `${sire} (Reg)`, `${dam} (Reg)`, notes]],
    ids: [[...names.slice(0, -1), "ID", "Sire ID", "Dam ID", notes]],
    codes: [["Number", ...names]],
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
  const equal = new Set<string>();
  const listed = dogs.filter((dog) => !outside.has(dog));
  const strayAt = random.chance(0.3) ? random.below(listed.length) : -1;
  for (const [at, dog] of listed.entries()) {
    const note = random.of(["", "", "calm", "calm, kind; good", 'called "Max"', "first line\nsecond line"]);
    const parents = { sire: writeParent(dog.sire), dam: writeParent(dog.dam) };
    const facts = [dog.name, words[dog.gender === "male" ? 0 : 1], "Boxer", writeDate(dog.born)];
    const numbers = { sire: writeNumber(dog.sire), dam: writeNumber(dog.dam) };
    const line = lines.length + 1;
    const noteEqual = (role: "sire" | "dam", isEqualNumber: boolean) => {
      const parent = dog[role];
      if (!parent || outside.has(parent)) return;
      if (isEqualNumber || parents[role].trim() === parent.name) equal.add(`${line} ${role}`);
    };
    const cells = hasNumbers
      ? [parents.sire, numbers.sire, parents.dam, numbers.dam]
      : [parents.sire, parents.dam];
    for (const role of ["sire", "dam"] as const) {
      const number = dog[role]?.number;
      const isWrittenOtherwise = hasNumbers && numbers[role] !== "" && numbers[role] !== number;
      if (!isWrittenOtherwise) noteEqual(role, hasNumbers && hasOwn && numbers[role] === number);
    }
    cells.unshift(...facts, ...(hasNumbers && hasOwn ? [dog.number] : []));
    if (layout === "reg") {
      const named = (parent: TrueDog | null) =>
        parent ? `${parent.name} (${parent.number})` : random.of(nobody);
      cells[0] = named(dog);
      cells.splice(-2, 2, named(dog.sire), named(dog.dam));
      for (const role of ["sire", "dam"] as const) noteEqual(role, true);
    }
    if (layout === "ids") {
      const idOf = (parent: TrueDog | null) => (parent ? String(placeOf(parent)) : "");
      const ids = [String(placeOf(dog)), idOf(dog.sire), idOf(dog.dam)];
      const others = listed.filter((other) => other !== dog && other.gender === "male" && other !== dog.sire);
      // Another dog's id beside the sire's name, which the import must report or ask about.
      if (dog.sire && others.length > 0 && random.chance(0.1)) {
        ids[1] = idOf(random.of(others));
        spoilt.add(line);
        equal.delete(`${line} sire`);
      }
      cells.push(...ids);
    }
    if (layout === "codes") {
      cells.unshift(codeOf(dog));
      cells.splice(
        -2,
        2,
        ...[dog.sire, dog.dam].map((parent) => (parent ? codeOf(parent) : random.of(nobody))),
      );
      for (const role of ["sire", "dam"] as const) noteEqual(role, true);
    }
    for (const of of lineages) {
      const ancestor = ancestorOf(dog, of);
      cells.push(ancestor ? writeParent(ancestor) : "");
    }
    // If an ancestor is spelled in two ways, the import reports it where the ancestor's own ancestors are listed.
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
    .map((dog) => [dog, random.chance(0.7) ? random.of(SPELLINGS)(dog.name, dog.number) : dog.name] as const);
  // Codes of one file do not identify dogs in other files.
  const known = new Map(layout === "codes" ? [] : spelled);
  const whole = isCut ? text.trimEnd().slice(0, -3) : text;
  const bytes = language ? encode(whole, language) : new TextEncoder().encode(whole);
  return {
    ...{
      name: "dogs.csv",
      bytes,
      encoding: language?.encoding,
      rows,
      outside,
      spoilt,
      written,
      known,
      equal,
    },
    numberOf: layout === "codes" ? codeOf : ({ number }) => number,
    isStrict: false,
  };
}

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");

/** With step, foster and adoptive parents, and sometimes with sire and dam exchanged. */
function makeMessyGedcom(seed: number): MessyFile {
  const random = new Random(seed);
  const dogs = makeDogs(random);
  const idOf = (dog: TrueDog) => `@I${dogs.indexOf(dog) + 1}@`;
  const rows = new Map<number, TrueDog>();
  const equal = new Set<string>();
  const spoilt = new Set<number>();
  const lines = ["0 HEAD", "1 SOUR Kennel", "1 CHAR UTF-8"];
  const families: string[][] = [];
  const addFamily = (
    sire: TrueDog | null,
    dam: TrueDog | null,
    child: TrueDog,
    relation: string[],
  ): string => {
    const pointer = `@F${families.length + 1}@`;
    const parents = [sire ? `HUSB ${idOf(sire)}` : "", dam ? `WIFE ${idOf(dam)}` : ""].filter(Boolean);
    families.push([
      `0 ${pointer} FAM`,
      ...parents.map((each) => `1 ${each}`),
      `1 CHIL ${idOf(child)}`,
      ...relation,
    ]);
    return pointer;
  };
  const other = (gender: TrueDog["gender"], dog: TrueDog) =>
    random.of(
      dogs.filter((each) => each.gender === gender && each !== dog && each !== dog.sire && each !== dog.dam),
    );
  for (const dog of dogs) {
    const line = lines.length + 1;
    rows.set(line, dog);
    const [year, month, day] = dog.born.split("-").map(Number);
    lines.push(
      ...[`0 ${idOf(dog)} INDI`, `1 NAME ${dog.name}`, `1 SEX ${dog.gender === "male" ? "M" : "F"}`],
      ...[
        "1 BIRT",
        `2 DATE ${day ?? 1} ${MONTHS[(month ?? 1) - 1] ?? ""} ${year ?? 2000}`,
        `1 REFN ${dog.number}`,
      ],
    );
    const { sire, dam } = dog;
    if (!sire && !dam) continue;
    for (const role of ["sire", "dam"] as const) if (dog[role]) equal.add(`${line} ${role}`);
    const kind = random.of([
      "plain",
      "plain",
      "plain",
      "swapped",
      "step",
      "adopted",
      "listed",
      "second",
    ] as const);
    if (kind !== "plain" && kind !== "listed") spoilt.add(line);
    if (kind === "plain" || kind === "listed") {
      const pointer = addFamily(sire, dam, dog, []);
      if (kind === "plain") lines.push(`1 FAMC ${pointer}`);
    } else if (kind === "swapped") {
      const pointer = addFamily(dam, sire, dog, []);
      lines.push(`1 FAMC ${pointer}`);
    } else if (kind === "step") {
      // The dam with another partner, who is not a parent of the dog.
      const step = other("male", dog);
      const word = random.of(["Step", "adopted", "foster", "Guardian"]);
      const first = addFamily(step, dam, dog, [`2 _FREL ${word}`, "2 _MREL Natural"]);
      const born = sire ? addFamily(sire, dam, dog, []) : undefined;
      for (const pointer of born && random.chance(0.5) ? [born, first] : [first, born])
        if (pointer !== undefined) lines.push(`1 FAMC ${pointer}`);
    } else if (kind === "adopted") {
      const step = other("female", dog);
      const pointer = addFamily(sire, step, dog, []);
      lines.push(`1 FAMC ${pointer}`, "1 ADOP", `2 FAMC ${pointer}`, "3 ADOP WIFE");
      if (dam) lines.push(`1 FAMC ${addFamily(sire, dam, dog, [])}`);
    } else {
      const far = addFamily(other("male", dog), other("female", dog), dog, []);
      lines.push(`1 FAMC ${far}`, `2 PEDI ${random.of(["adopted", "foster"])}`);
      lines.push(`1 FAMC ${addFamily(sire, dam, dog, [])}`, "2 PEDI birth");
    }
  }
  lines.push(...families.flat(), "0 TRLR");
  const bytes = new TextEncoder().encode(lines.join(random.of(["\n", "\r\n"])));
  return {
    ...{ name: "dogs.ged", bytes, encoding: undefined, rows, outside: new Set(), spoilt, written: new Map() },
    ...{ equal, isStrict: true, numberOf: ({ number }: TrueDog) => number, known: new Map() },
  };
}
