/**
 * Reads Embark's machine-readable results file: the columns category, name and value, in any order. Every line is
 * stored, but only known words have a meaning. An unknown word is never read as clear, and letters that cannot be
 * split into alleles of the locus give no genotype.
 */
import { findLocus, inOrder, type Genotype } from "./loci";

export const RESULT_STATUSES = ["clear", "carrier", "at risk", "not called", "not understood"] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];

export interface HealthResult {
  /** As printed. */
  readonly name: string;
  readonly gene: string | null;
  readonly variant: string | null;
  readonly status: ResultStatus;
  /** Null if the number is unknown. */
  readonly copies: number | null;
  readonly inheritancePrinted: string | null;
  readonly printed: string;
}

export interface TraitResult {
  readonly name: string;
  /** Null if nothing is predicted from this trait. */
  readonly locus: string | null;
  readonly alleles: Genotype | null;
  readonly printed: string;
}

export interface EmbarkResults {
  readonly dog: {
    readonly swab: string | null;
    readonly name: string | null;
    readonly sex: "male" | "female" | null;
  };
  /** A fraction from 0 to 1 that was measured in the genome, not calculated from a pedigree. */
  readonly genomicCoi: number | null;
  readonly health: readonly HealthResult[];
  readonly traits: readonly TraitResult[];
  /** These lines are stored as printed. */
  readonly notUnderstood: readonly string[];
  readonly notCalled: readonly string[];
  /** Null if the alleles were not determined. */
  readonly mhc: Readonly<Record<string, number | null>>;
  readonly grades: Readonly<Record<string, string>>;
}

export type EmbarkProblem = "not an Embark file" | "more than one dog";

const COLUMNS = ["category", "name", "value"] as const;

/** Alleles that Embark writes in the usual way are left out. */
interface Writing {
  readonly locus: string;
  readonly letters?: Readonly<Record<string, string>>;
}

const WRITINGS: Readonly<Record<string, Writing>> = {
  "E Locus (MC1R)": { locus: "E" },
  // The test also finds KB in brindle dogs.
  "K Locus (CBD103)": { locus: "K", letters: { KB: "KB?", Ky: "ky" } },
  "A Locus (ASIP)": { locus: "A", letters: { Aw: "aw", At: "at" } },
  "B Locus (TYRP1)": { locus: "B" },
  "D Locus (MLPH)": { locus: "D" },
  "Cocoa (HPS3)": { locus: "Co" },
  "S Locus (MITF)": { locus: "S" },
  "M Locus (PMEL)": { locus: "M" },
  "R Locus (USH2A)": { locus: "R", letters: { R: "TR", r: "t" } },
  "H Locus (Harlequin)": { locus: "H" },
  "Panda White Spotting": { locus: "Panda" },
  "Furnishings (RSPO2)": { locus: "F", letters: { I: "f" } },
  "Coat Length (FGF5)": { locus: "L" },
  "Coat Texture (KRT71)": { locus: "Cu", letters: { T: "Cu", C: "N" } },
  "Tail Length (T)": { locus: "T", letters: { G: "T", C: "t" } },
  "Hairlessness (FOXI3)": { locus: "Hr", letters: { N: "hr", Dup: "Hr" } },
};

/** For these loci it is unknown which of Embark's letters stands for which allele. */
const UNKNOWN_LETTERS: Readonly<Record<string, string>> = { "Saddle Tan (RALY)": "RALY" };

const GRADES: ReadonlySet<string> = new Set(["Intensity Loci"]);

/** The file contains these traits, but nothing is predicted from them. */
const SHOWN_AS_PRINTED: ReadonlySet<string> = new Set([
  ...["Shedding (MC5R)", "Hairlessness (SGK3)", "Oculocutaneous Albinism Type 2 (SLC45A2)"],
  ...["Muzzle Length (BMP3)", "Hind Dewclaws (LMBR1)", "Chondrodysplasia (Chr. 18 FGF4 Retrogene)"],
  ...["Blue Eye Color (ALX4)", "Back Muscling & Bulk, Large Breed (ACSL4)", "Body Size (IGF1)"],
  ...["Body Size (IGFR1)", "Body Size (STC2)", "Body Size (GHR - E191K)", "Body Size (GHR - P177L)"],
  ...["Altitude Adaptation (EPAS1)", "Appetite (POMC)"],
]);

/** Tries the longest allele first; null if the text is not two of these alleles. */
function splitAlleles(text: string, letters: ReadonlyMap<string, string>): [string, string] | null {
  const byLength = [...letters.keys()].sort((a, b) => b.length - a.length);
  const found: string[] = [];
  let rest = text.replaceAll(/[/\s]/gu, "");
  while (rest !== "") {
    const next = byLength.find((letter) => rest.startsWith(letter));
    if (next === undefined) return null;
    found.push(letters.get(next) ?? next);
    rest = rest.slice(next.length);
  }
  const [one, other, ...more] = found;
  return one === undefined || other === undefined || more.length > 0 ? null : [one, other];
}

function readTrait(name: string, printed: string): TraitResult {
  const unknown = UNKNOWN_LETTERS[name];
  if (unknown !== undefined) return { name, locus: unknown, alleles: null, printed };
  if (GRADES.has(name)) return { name, locus: "grade", alleles: null, printed };
  const writing = WRITINGS[name];
  if (!writing) return { name, locus: null, alleles: null, printed };
  const { locus, letters: own = {} } = writing;
  const replaced = new Set(Object.values(own));
  const listed = (findLocus(locus)?.alleles ?? []).filter((allele) => !replaced.has(allele));
  const letters = new Map([...listed.map((allele) => [allele, allele] as const), ...Object.entries(own)]);
  const alleles = splitAlleles(printed, letters);
  return { name, locus, alleles: alleles && inOrder(locus, alleles), printed };
}

const COPIES: readonly (readonly [pattern: RegExp, copies: number])[] = [
  [/\bheterozygo/iu, 1],
  [/\bhomozygo/iu, 2],
];

/** The modes of inheritance, which may come after any status. */
const INHERITANCE =
  /^(?:(?:autosomal|x-linked|(?:co-?)?dominant|recessive|incomplete|dominance|complex)\s*)+$/iu;

function readHealth(name: string, printed: string): HealthResult {
  const [, brackets = ""] = /\(([^()]*)\)\s*$/u.exec(name) ?? [];
  const [place = "", ...variants] = brackets.split(",").map((part) => part.trim());
  const [gene = ""] = place.split(" ");
  const [word = "", detail = ""] = printed.split(/,(.*)/u).map((part) => part.trim());
  const written = word.toLowerCase();
  const known = RESULT_STATUSES.find((status) => status === written && status !== "not understood");
  const status = written === "no call" ? "not called" : (known ?? "not understood");
  const told = COPIES.find(([pattern]) => pattern.test(printed))?.[1] ?? null;
  // A clear dog has no copy. A result that contradicts or restricts itself cannot be read.
  const isContradiction =
    status === "clear" && (told !== null || (detail !== "" && !INHERITANCE.test(detail)));
  const inheritance = (status === "not understood" && detail === "" ? "" : detail)
    .replace(/^(?:hetero|homo)zygo\w*,?\s*/iu, "")
    .trim();
  return {
    ...{ name, printed, gene: gene === "" ? null : gene, variant: variants.at(-1) ?? null },
    status: isContradiction ? "not understood" : status,
    copies: status === "clear" && !isContradiction ? 0 : told,
    inheritancePrinted: inheritance === "" ? null : inheritance,
  };
}

const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === "" ? null : text;

export interface EmbarkLine {
  readonly category: string;
  readonly name: string;
  readonly value: string;
}

const NOT_EMBARK = { problem: "not an Embark file" } as const;

/** The first row contains the names of the columns. Never throws. */
export function embarkLines(rows: readonly (readonly string[])[]): EmbarkLine[] | null {
  const [heading = [], ...others] = rows;
  const headings = heading.map((cell) =>
    cell
      .replace(/^\uFEFF/u, "")
      .trim()
      .toLowerCase(),
  );
  const columns = COLUMNS.map((column) => headings.indexOf(column));
  if (columns.includes(-1)) return null;
  return others
    .map((row) => columns.map((column) => (row[column] ?? "").trim()))
    .map(([category = "", name = "", value = ""]) => ({ category, name, value }))
    .filter(({ category, name }) => category !== "" || name !== "");
}

export const readEmbark = (
  rows: readonly (readonly string[])[],
): EmbarkResults | { readonly problem: EmbarkProblem } => {
  const lines = embarkLines(rows);
  return lines ? readEmbarkLines(lines) : NOT_EMBARK;
};

/** Never throws. */
export function readEmbarkLines(
  lines: readonly EmbarkLine[],
): EmbarkResults | { readonly problem: EmbarkProblem } {
  const read = lines.map(({ category, name, value }) => ({
    category: category.trim().toLowerCase(),
    name: name.trim(),
    value: value.trim(),
  }));
  const of = (category: string, name: string) =>
    read
      .filter((line) => line.category === category && line.name.toLowerCase() === name)
      .map(({ value }) => value);
  if (!read.some(({ category }) => category === "health" || category === "trait")) {
    return NOT_EMBARK;
  }
  const swabs = new Set(of("id", "swab code"));
  if (swabs.size > 1 || new Set(of("id", "name")).size > 1) return { problem: "more than one dog" };

  const mhc: Record<string, number | null> = {};
  const health: HealthResult[] = [];
  let genomicCoi: number | null = null;
  const notUnderstood: string[] = [];
  for (const { category, name, value } of read) {
    if (category !== "health") continue;
    const number = value === "" ? Number.NaN : Number(value);
    const [, alleles] = /^MHC Class II - (.+)$/iu.exec(name) ?? [];
    if (alleles !== undefined) {
      const isCount = Number.isInteger(number) && number >= 0;
      if (isCount) mhc[alleles] = number === 0 ? null : number;
      else notUnderstood.push(name);
    } else if (/^coefficient of inbreeding$/iu.test(name)) {
      if (number >= 0 && number <= 1) genomicCoi = number;
      else notUnderstood.push(name);
    } else health.push(readHealth(name, value));
  }
  const traits = read
    .filter(({ category }) => category === "trait")
    .map(({ name, value }) => readTrait(name, value));
  const grades = traits
    .filter(({ locus }) => locus === "grade")
    .map(({ name, printed }) => [name, printed] as const);
  const isUnread = ({ name, locus, alleles }: TraitResult): boolean =>
    locus === null ? !SHOWN_AS_PRINTED.has(name) : alleles === null && locus !== "grade";
  const unread = [...health.filter(({ status }) => status === "not understood"), ...traits.filter(isUnread)];
  const sex = of("id", "sex")[0]?.toLowerCase();
  return {
    dog: {
      swab: textOrNull(swabs.values().next().value?.replace(/^#\s*/u, "")),
      name: textOrNull(of("id", "name")[0]),
      sex: sex === "male" || sex === "female" ? sex : null,
    },
    ...{ genomicCoi, health, traits, mhc, grades: Object.fromEntries(grades) },
    notUnderstood: [...notUnderstood, ...unread.map(({ name }) => name)],
    notCalled: health.filter(({ status }) => status === "not called").map(({ name }) => name),
  };
}
