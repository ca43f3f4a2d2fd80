/**
 * Heading words for a dog's ancestors: 'Sire', 'Vater der Mutter', 'Paternal Grandsire', 'SSD'. The other words of
 * a heading say what the column contains about that ancestor.
 */

/** The path from a dog to an ancestor, one letter for each generation: `ds` is the sire of the dam. */
export type Lineage = string;
type Side = "s" | "d";

export const MAX_GENERATIONS = 5;

const PARENT_WORDS: Readonly<Record<Side, string>> = {
  s: "sire father vater pere vader padre pai far fader hane отец ojciec isa otec apa",
  d: "dam mother mutter mere moeder madre mae mor moder tik мать matka ema anya",
};
/** 'Of the sire' in one word that comes after its noun. */
const GENITIVES: Readonly<Record<Side, string>> = { s: "отца ojca otce", d: "матери matki matky" };
/** 'Of the sire' in one word that comes before its noun, like all words with an s. */
const FIRST_GENITIVES: Readonly<Record<Side, string>> = { s: "isan faderns", d: "eman moderns" };
const SIDES = ["s", "d"] as const;

const sidesOf = (words: (side: Side) => string): [string, Side][] =>
  SIDES.flatMap((side) =>
    words(side)
      .split(" ")
      .map((word): [string, Side] => [word, side]),
  );
const named = new Map(sidesOf((side) => PARENT_WORDS[side]));
const genitives = new Map(sidesOf((side) => GENITIVES[side]));

/** The words for a parent in each form, such as 'sire's' and 'Vaters'. */
const sideOf: ReadonlyMap<string, Side> = new Map([
  ...named,
  ...[...named].map(([word, side]): [string, Side] => [`${word}s`, side]),
  ...genitives,
  ...sidesOf((side) => FIRST_GENITIVES[side]),
]);

/** Words that contain several parents: 'Muttervater', 'farmor', 'isänemä'. */
const COMPOUND = /^(?:(?:vater|mutter|vader|moeder|sire|dam|far|mor|isan?|eman?)s?){2,5}$/u;
const COMPOUND_PARTS = /(?:vater|mutter|vader|moeder|sire|dam|far|mor|isan|eman|isa|ema)s?/gu;

/** Words between a relative and its owner. The parent after such a word comes first in the lineage. */
const OF = new Set("of the des der vom von du de la del della van".split(" "));

/** Words for the side of a grandparent: 'paternal', 'väterlicherseits', 'vaders kant'. */
const SIDE_WORDS: Readonly<Record<Side, RegExp>> = {
  s: /\b(?:pat|paternal|patern(?:el(?:le)?|[oa])|vaterl(?:icherseits|ich(?:er|e)?)?|vaterseite|vaders?(?:kant|zijde)|(?:sires?|fathers?|vaders?|vaters?) (?:side|line|seite|linie|kant|zijde)|(?:ze )?strony ojca)\b/u,
  d: /\b(?:mat|maternal|matern(?:el(?:le)?|[oa])|mutterl(?:icherseits|ich(?:er|e)?)?|mutterseite|moeders?(?:kant|zijde)|(?:dams?|mothers?|moeders?|mutters?) (?:side|line|seite|linie|kant|zijde)|(?:ze )?strony matki)\b/u,
};

/**
 * A more distant ancestor with its number in a pedigree from top to bottom: 'GGSire 1' is the sire's sire's sire.
 */
const GRAND =
  /\b(?:((?:great ?)*)grand ?|(g{1,4}) ?|((?:ur)*)gross ?|((?:over)?)groot|((?:arriere )*)grand )(sire|father|dam|mother|vater|mutter|vader|moeder|pere|mere)s?(?: ?(\d{1,2})(?=\s|$))?/u;
const GRAND_WORDS: ReadonlyMap<string, Side> = new Map([
  ["abuelo", "s"],
  ["abuela", "d"],
  ["nonno", "s"],
  ["nonna", "d"],
  ["dziadek", "s"],
  ["babcia", "d"],
]);

export interface RelativeHeading {
  /** Null if the heading does not say which ancestor is meant. */
  readonly of: Lineage | null;
  readonly rest: string;
  /** All ancestors that are numbered from top to bottom must be present. */
  readonly numbered?: { readonly group: string; readonly count: number };
}

interface Grand {
  readonly generations: number;
  readonly sex: Side;
  readonly number: number | null;
  readonly rest: string;
}

function readGrand(text: string): Grand | null {
  const match = GRAND.exec(text);
  if (match) {
    const [whole, great = "", letters = "", ur = "", over = "", arriere = "", parent = "", number] = match;
    const more = [great.match(/great/gu), ur.match(/ur/gu), over.match(/over/gu), arriere.match(/arriere/gu)];
    const generations =
      letters === "" ? 2 + more.reduce((sum, found) => sum + (found?.length ?? 0), 0) : letters.length + 1;
    return {
      generations,
      sex: sideOf.get(parent) ?? "s",
      number: number === undefined ? null : Number(number),
      rest: text.replace(whole, " "),
    };
  }
  const word = text.split(" ").find((each) => GRAND_WORDS.has(each));
  const sex = word === undefined ? undefined : GRAND_WORDS.get(word);
  return word === undefined || sex === undefined
    ? null
    : { generations: 2, sex, number: null, rest: text.replace(word, " ") };
}

const tidy = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** Reads 'Paternal Grandsire Reg No', 'Grandsire (sire side)' or 'GGSire 3'. */
function readGrandparent(text: string): RelativeHeading | null {
  const grand = readGrand(text);
  if (!grand || grand.generations > MAX_GENERATIONS) return null;
  const { generations, sex, number } = grand;
  let rest = tidy(grand.rest);
  let side = SIDES.find((each) => SIDE_WORDS[each].test(rest));
  if (side) rest = tidy(rest.replace(SIDE_WORDS[side], " "));
  else if (sideOf.has(rest)) {
    side = sideOf.get(rest);
    rest = "";
  }
  const free = generations - 1 - (side === undefined ? 0 : 1);
  const count = 2 ** free;
  if (free === 0 && number === null) return { of: `${side ?? ""}${sex}`, rest };
  if (number === null || number < 1 || number > count) return { of: null, rest };
  const between = [...(number - 1).toString(2).padStart(free, "0")].map((bit) => (bit === "0" ? "s" : "d"));
  return {
    of: `${side ?? ""}${between.join("")}${sex}`,
    rest,
    numbered: { group: [generations, side, sex, rest].join(" "), count },
  };
}

/**
 * Reads words for parents and the words between them: 'sires sire' forwards, 'vater der mutter' backwards. Two
 * words for one parent, as in 'Sire (Father)', are the same parent in two languages.
 */
function readPath(words: readonly string[]): Lineage {
  let path = "";
  let part = "";
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? "";
    if (OF.has(word) || genitives.has(word)) {
      path = part + path;
      part = "";
    }
    const isSame =
      before !== word && named.get(before) !== undefined && named.get(before) === named.get(word);
    if (!isSame) part += sideOf.get(word) ?? "";
  }
  return part + path;
}

/** The first or last words must be parents; returns null otherwise. */
function readParents(text: string): RelativeHeading | null {
  const words = text
    .split(" ")
    .flatMap((word) => (COMPOUND.test(word) ? (word.match(COMPOUND_PARTS) ?? []) : [word]));
  const isParent = (word: string | undefined) => word !== undefined && sideOf.has(word);
  const isBound = (word: string | undefined) => word !== undefined && (sideOf.has(word) || OF.has(word));
  let from = 0;
  let to = words.length;
  if (isParent(words[0])) {
    while (isBound(words[from])) from += 1;
    while (!isParent(words[from - 1])) from -= 1;
  } else {
    while (to > 0 && isBound(words[to - 1])) to -= 1;
  }
  const parents = from > 0 ? words.slice(0, from) : words.slice(to);
  const rest = from > 0 ? words.slice(from) : words.slice(0, to);
  while (OF.has(parents[0] ?? "")) parents.shift();
  while (OF.has(rest[0] ?? "")) rest.shift();
  const of = readPath(parents);
  return of === "" || of.length > MAX_GENERATIONS || rest.some(isParent)
    ? null
    : { of, rest: rest.join(" ") };
}

/** Letters for lineages: sire and dam, father and mother, Vater and Mutter. */
const ALPHABETS = ["sd", "fm", "vm"] as const;
export type Alphabet = (typeof ALPHABETS)[number];

const GRAND_LETTERS: ReadonlyMap<string, Lineage> = new Map([
  ["pgs", "ss"],
  ["pgd", "sd"],
  ["mgs", "ds"],
  ["mgd", "dd"],
]);

/** Joins single letters: 's s d' is 'ssd'. */
const joinLetters = (text: string): string =>
  text.replace(/\b\p{L}(?: \p{L}\b)+/gu, (letters) => letters.replace(/ /gu, ""));

const codesOf = (text: string): string[] => {
  const words = joinLetters(text).split(" ");
  return [words[0] ?? "", words.at(-1) ?? ""];
};

/**
 * Finds the letters that headings use for lineages. 'DD' and 'MM' alone may mean day and month. Therefore one
 * heading with both letters, such as 'SD', and a second heading are required.
 */
export function alphabetOf(headings: readonly string[]): Alphabet | null {
  const codes = new Set(headings.flatMap(codesOf));
  const isOf = (letters: string, code: string) =>
    code.length > 1 &&
    code.length <= MAX_GENERATIONS &&
    [...code].every((letter) => letters.includes(letter));
  return (
    ALPHABETS.find((letters) => {
      const own = [...codes].filter((code) => isOf(letters, code));
      return own.length > 1 && own.some((code) => [...letters].every((letter) => code.includes(letter)));
    }) ?? null
  );
}

function readCode(text: string, alphabet: Alphabet): RelativeHeading | null {
  const words = joinLetters(text).split(" ");
  const read = (word: string): Lineage | undefined =>
    word !== "" && word.length <= MAX_GENERATIONS && [...word].every((letter) => alphabet.includes(letter))
      ? [...word].map((letter) => SIDES[alphabet.indexOf(letter)] ?? "").join("")
      : undefined;
  const first = read(words[0] ?? "");
  const last = read(words.at(-1) ?? "");
  // A letter beside other words, as in 'S. No.', is not a lineage.
  if (first !== undefined && (first.length > 1 || words.length === 1)) {
    return { of: first, rest: words.slice(1).join(" ") };
  }
  return last === undefined || last.length < 2 ? null : { of: last, rest: words.slice(0, -1).join(" ") };
}

/** Returns null if the heading is not about an ancestor. */
export function readRelative(text: string, alphabet: Alphabet | null = null): RelativeHeading | null {
  const short = GRAND_LETTERS.get(text.split(" ")[0] ?? "");
  if (short !== undefined) return { of: short, rest: text.split(" ").slice(1).join(" ") };
  return (
    readGrandparent(text) ??
    readParents(text) ??
    (alphabet === null ? null : readCode(text, alphabet)) ??
    null
  );
}

/** The text must be reduced. */
export const namesParent = (text: string): boolean => text.split(" ").some((word) => sideOf.has(word));

const JOINED = ["sire", "father", "vater", "vader", "padre", "dam", "mother", "mutter", "moeder", "madre"];

/** Reads a parent from the beginning of a word without spaces. */
export function splitJoined(letters: string): RelativeHeading | null {
  const word = JOINED.find((each) => letters.startsWith(each) && letters.length > each.length);
  const of = word === undefined ? undefined : sideOf.get(word);
  return word === undefined || of === undefined ? null : { of, rest: letters.slice(word.length) };
}

const NAMES: Readonly<Record<Side, string>> = { s: "sire", d: "dam" };

/** Returns for example 'sire's dam'. */
export const lineageName = (of: Lineage): string =>
  [...of]
    .map((letter, at) => `${NAMES[letter === "d" ? "d" : "s"]}${at < of.length - 1 ? "'s" : ""}`)
    .join(" ");

export function lineageTitle(of: Lineage): string {
  const name = lineageName(of);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * The row numbers of an import. A row that is created for an ancestor has the row number of the dog beside it and,
 * after the point, the ancestor's number.
 */

export function lineagesOf(first: number, last: number = MAX_GENERATIONS): Lineage[] {
  let found = [""];
  const all: Lineage[] = [];
  for (let generation = 1; generation <= last; generation += 1) {
    found = found.flatMap((of) => ["s", "d"].map((side) => `${of}${side}`));
    if (generation >= first) all.push(...found);
  }
  return all;
}

/** The genealogical number of an ancestor: the sire is 2, the dam 3, the sire's sire 4, and so on up to 63. */
const ancestorNumber = (of: Lineage): number =>
  [...of].reduce((sum, side) => sum * 2 + Number(side === "d"), 1);
const BY_NUMBER = new Map(lineagesOf(1).map((of) => [ancestorNumber(of), of]));

export const lineageLine = (line: number, of: Lineage): number =>
  Number(`${line}.${String(ancestorNumber(of)).padStart(2, "0")}`);

/** Splits a row number. `of` is empty for a row of the file. */
export function readLine(line: number): { line: number; of: Lineage } {
  const [whole = "", part = ""] = String(line).split(".");
  return { line: Number(whole), of: part === "" ? "" : (BY_NUMBER.get(Number(part.padEnd(2, "0"))) ?? "") };
}

/** Returns `5`, or `5 (sire's dam)`. */
export function lineName(line: number): string {
  const { line: whole, of } = readLine(line);
  return of === "" ? String(whole) : `${whole} (${lineageName(of)})`;
}

export const rowNode = (line: number): string => `line ${line}`;

/** Returns undefined if the key means another dog. */
export function lineOfNode(node: string): number | undefined {
  const line = /^line ([\d.]+)$/.exec(node)?.[1];
  return line === undefined ? undefined : Number(line);
}
