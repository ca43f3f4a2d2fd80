/**
 * Contradictions in the records of dogs and their parents: test results and colors that cannot be inherited, a
 * parent of the wrong sex or too young, and one microchip number in two dogs. Each finding names the dogs whose
 * records contradict each other, but not which record is wrong.
 */
import { daysBetween } from "../dates/calendar-days";
import { allGenotypes, canInherit } from "./inference";
import { findLocus, type Genotype } from "./loci";

/** The youngest age of a parent at a birth. This is an assumption below any known age. */
export const MIN_PARENT_DAYS = 200;

/** The shortest time between two litters of a bitch. This is an assumption. */
export const MIN_LITTER_GAP_DAYS = 100;
const LITTER_DAYS = 2;

export interface RecordedDog {
  readonly id: string;
  readonly sireId: string | null;
  readonly damId: string | null;
  readonly sex: "male" | "female" | null;
  readonly bornOn: string | null;
  readonly chip: string | null;
  /** The possible genotypes according to tests, by locus. */
  readonly tested: ReadonlyMap<string, readonly Genotype[]>;
  /**
   * The possible genotypes according to the dog's color, by locus. Only words that stand for a single color in the
   * breed are used.
   */
  readonly byColour: ReadonlyMap<string, readonly Genotype[]>;
}

export interface Contradiction {
  readonly kind: "genotype" | "colour" | "sex" | "age" | "chip";
  readonly dogId: string;
  readonly otherIds: readonly string[];
  readonly locus: string | null;
}

type Relatives = ReadonlyMap<string, RecordedDog>;

const parentsIn = (dogs: Relatives, { sireId, damId }: RecordedDog) => ({
  sire: (sireId === null ? undefined : dogs.get(sireId)) ?? null,
  dam: (damId === null ? undefined : dogs.get(damId)) ?? null,
});

/** The parents may be impossible individually or only together. Null if the puppy is possible. */
function impossibleParents(
  puppies: readonly Genotype[],
  sires: readonly Genotype[] | null,
  dams: readonly Genotype[] | null,
  isOnX: boolean,
): { readonly bySire: boolean; readonly byDam: boolean } | null {
  const fits = (fathers: readonly (Genotype | null)[], mothers: readonly (Genotype | null)[]): boolean =>
    puppies.some((puppy) =>
      fathers.some((sire) => mothers.some((dam) => canInherit(puppy, sire, dam, isOnX))),
    );
  if (fits(sires ?? [null], dams ?? [null])) return null;
  const [bySire, byDam] = [!fits(sires ?? [null], [null]), !fits([null], dams ?? [null])];
  return bySire || byDam ? { bySire, byDam } : { bySire: true, byDam: true };
}

function findInherited(dogs: Relatives, dog: RecordedDog, onX: ReadonlySet<string>): Contradiction[] {
  const { sire, dam } = parentsIn(dogs, dog);
  const found: Contradiction[] = [];
  for (const locus of new Set([...dog.tested.keys(), ...dog.byColour.keys()])) {
    const compare = (of: (from: RecordedDog) => readonly Genotype[] | null): string[] | null => {
      const own = of(dog);
      if (!own) return null;
      if (own.length === 0) return [];
      const [sires, dams] = [sire && of(sire), dam && of(dam)];
      // If a parent's own records contradict each other, the parent itself is reported.
      if (sires?.length === 0 || dams?.length === 0) return null;
      const impossible = impossibleParents(own, sires, dams, onX.has(locus));
      return (
        impossible && [
          ...(sire && impossible.bySire ? [sire.id] : []),
          ...(dam && impossible.byDam ? [dam.id] : []),
        ]
      );
    };
    const byTest = compare((from) => from.tested.get(locus) ?? null);
    const other = byTest ?? compare((from) => leftOpen(from, locus));
    if (other) found.push({ kind: byTest ? "genotype" : "colour", dogId: dog.id, otherIds: other, locus });
  }
  return found;
}

/** The genotypes that both test and color allow; null if both are missing. */
function leftOpen({ tested, byColour }: RecordedDog, locus: string): readonly Genotype[] | null {
  const [byTest, seen] = [tested.get(locus), byColour.get(locus)];
  if (!byTest || !seen) return byTest ?? seen ?? null;
  return byTest.filter(([one, other]) => seen.some(([a, b]) => a === one && b === other));
}

/** Parents of the wrong sex, and parents that were too young. */
function findParents(dogs: Relatives, dog: RecordedDog, offspring: readonly RecordedDog[]): Contradiction[] {
  const found: Contradiction[] = [];
  const wrong = offspring.filter(
    ({ sireId, damId }) =>
      (dog.sex === "female" && sireId === dog.id) || (dog.sex === "male" && damId === dog.id),
  );
  if (wrong.length > 0) {
    found.push({ kind: "sex", dogId: dog.id, otherIds: wrong.map(({ id }) => id), locus: null });
  }
  const { bornOn } = dog;
  if (bornOn === null) return found;
  const young = Object.values(parentsIn(dogs, dog)).filter(
    (parent) =>
      parent !== null && parent.bornOn !== null && daysBetween(parent.bornOn, bornOn) < MIN_PARENT_DAYS,
  );
  if (young.length > 0) {
    const otherIds = young.flatMap((parent) => parent?.id ?? []);
    found.push({ kind: "age", dogId: dog.id, otherIds, locus: null });
  }
  return found;
}

/**
 * Compares the given dogs with their parents and offspring among the given dogs. `onX` names the loci on the X
 * chromosome.
 */
export function findContradictions(list: readonly RecordedDog[], onX: ReadonlySet<string>): Contradiction[] {
  const dogs = new Map(list.map((dog) => [dog.id, dog]));
  const offspring = new Map<string, RecordedDog[]>();
  const chips = new Map<string, string>();
  const found: Contradiction[] = [];
  for (const dog of list) {
    for (const parentId of new Set([dog.sireId, dog.damId])) {
      if (parentId === null) continue;
      const known = offspring.get(parentId);
      if (known) known.push(dog);
      else offspring.set(parentId, [dog]);
    }
    if (dog.chip === null) continue;
    const other = chips.get(dog.chip);
    if (other !== undefined) found.push({ kind: "chip", dogId: dog.id, otherIds: [other], locus: null });
    else chips.set(dog.chip, dog.id);
  }
  for (const dog of list) {
    const own = offspring.get(dog.id) ?? [];
    found.push(...findInherited(dogs, dog, onX), ...findParents(dogs, dog, own));
  }
  return found;
}

/**
 * Litters of a bitch that were born soon after each other are unlikely, but may be right, for example after two
 * inseminations or for a litter that was moved. Returns a puppy of each of the two litters.
 */
export function findCloseLitters(
  offspring: readonly Pick<RecordedDog, "id" | "bornOn">[],
): { readonly earlierId: string; readonly laterId: string; readonly days: number }[] {
  const born = offspring
    .flatMap(({ id, bornOn }) => (bornOn === null ? [] : [{ id, bornOn }]))
    .sort((a, b) => (a.bornOn < b.bornOn ? -1 : 1));
  return born.flatMap(({ id, bornOn }, index) => {
    const before = born[index - 1];
    const days = before ? daysBetween(before.bornOn, bornOn) : 0;
    if (!before || days <= LITTER_DAYS || days >= MIN_LITTER_GAP_DAYS) return [];
    return [{ earlierId: before.id, laterId: id, days }];
  });
}

/** Base colors that a word may stand for, in a breed in which the word has no other meaning. */
export const COLOUR_BASES = ["red", "black", "chocolate", "blue", "lilac"] as const;
export type ColourBase = (typeof COLOUR_BASES)[number];

/** A base color other than red is dark pigment: brown or not (locus B), diluted or not (locus D). */
export function genotypesOfColour(base: ColourBase): ReadonlyMap<string, readonly Genotype[]> {
  const of = (locus: string, allele: string, isBoth: boolean) =>
    allGenotypes(locus, findLocus(locus)?.alleles ?? [], null, false).filter(
      (genotype) => genotype.every((found) => found === allele) === isBoth,
    );
  if (base === "red") return new Map([["E", of("E", "e", true)]]);
  return new Map([
    ["E", of("E", "e", false)],
    ["B", of("B", "b", base === "chocolate" || base === "lilac")],
    ["D", of("D", "d", base === "blue" || base === "lilac")],
  ]);
}

/** The words for colors by the breed's key. In other breeds these words may have several meanings. */
const COLOUR_WORDS: Readonly<Record<string, Readonly<Record<string, ColourBase>>>> = {
  "labrador retriever": { yellow: "red", black: "black", chocolate: "chocolate" },
  "flat-coated retriever": { yellow: "red", black: "black", liver: "chocolate" },
  "curly-coated retriever": { black: "black", liver: "chocolate" },
};

/** Returns an empty map for a word that may stand for several colors. */
export function genotypesOfWord(breedKey: string, colour: string | undefined): RecordedDog["byColour"] {
  const base = colour === undefined ? undefined : COLOUR_WORDS[breedKey]?.[colour.trim().toLowerCase()];
  return base ? genotypesOfColour(base) : new Map();
}

export const CONTRADICTION_KINDS = ["genotype", "colour", "sex", "age", "chip", "litters"] as const;
export type ContradictionKind = (typeof CONTRADICTION_KINDS)[number];

const listNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

interface NamedFinding {
  readonly kind: ContradictionKind;
  readonly name: string;
  readonly sex: RecordedDog["sex"];
  readonly others: readonly string[];
  readonly locus: string | null;
  /** The time between two litters. */
  readonly days?: number;
}

export function describeContradiction({ kind, name, sex, others, locus, days }: NamedFinding): string {
  const parents = listNames(others);
  switch (kind) {
    case "genotype":
      return `${name} cannot have its result for ${locus ?? "this test"} from ${parents}.`;
    case "colour":
      return others.length === 0
        ? `The color of ${name} does not fit its own result for ${locus ?? "this test"}.`
        : `The color of ${name} does not fit ${parents} (${locus ?? "color"}).`;
    case "sex":
      return `${name} is recorded as ${sex ?? "of another sex"}, and as ${sex === "female" ? "sire" : "dam"} of ${parents}.`;
    case "age":
      return `${parents} would have been a parent of ${name} before the age of ${MIN_PARENT_DAYS} days.`;
    case "chip":
      return `${name} and ${parents} have the same microchip number.`;
    case "litters":
      return `${name} would have had two litters ${days ?? 0} days apart: those of ${parents}.`;
  }
  return kind satisfies never;
}

export const SOLUTIONS: Readonly<Record<ContradictionKind, string>> = {
  genotype:
    "A result or a parent is recorded wrong. Compare the sample numbers with the reports, or have the parents confirmed by DNA.",
  colour: "The color, a result, or a parent is recorded wrong. Correct it in the dog's record.",
  sex: "Correct the sex, or the parent of these dogs.",
  age: "Correct one of the two dates of birth, or the parent.",
  chip: "Scan both dogs, and correct the number of one.",
  litters: "Correct a date of birth, or the dam of one of the litters.",
};
