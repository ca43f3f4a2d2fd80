/**
 * Finds a dog's possible genotypes from its own results, and infers genotypes from those of its parents and
 * offspring. A parent that is only hearsay is left out.
 */
import type { ParentProof } from "../dogs/rules";
import { DNA_TESTS, findDnaTest } from "../health/dna";
import { allGenotypes, inferGenotypes, summarizeCopies, type Relative } from "./inference";
import { findLocus, formatGenotype, inOrder, LOCI, type Genotype } from "./loci";
import type { Standing } from "./results";

export interface VariantStatement {
  readonly variant: string;
  readonly standing: Standing;
  readonly results: number;
  readonly atRisk: number;
}

export interface TestedRelative {
  readonly id: string;
  readonly sex: "male" | "female";
  readonly sireId: string | null;
  readonly damId: string | null;
  /** According to the dog's own results, by locus or disease. */
  readonly tested: ReadonlyMap<string, readonly Genotype[]>;
}

/** Diseases with a known inheritance, and coat loci whose alleles have the same meaning in all laboratories. */
export const DISEASES = DNA_TESTS.filter(({ isTrait }) => !isTrait);

/** The allele without the variant, and the allele with the variant. */
const DISEASE_ALLELES = ["N", "x"] as const;

/** Merle is left out. Laboratories use different limits for its alleles, and the alleles change their length. */
const COMPARED_LOCI = LOCI.filter(({ key }) => key !== "M");

export const isCompared = (key: string): boolean =>
  COMPARED_LOCI.some((locus) => locus.key === key) || DISEASES.some((test) => test.key === key);

export const isOnX = (key: string): boolean => findDnaTest(key)?.isSexLinked ?? false;

export const ON_X: ReadonlySet<string> = new Set(DISEASES.map(({ key }) => key).filter(isOnX));

/** The alleles that a reported allele may be, because not every laboratory tests for every allele. */
const MAY_BE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  E: { E: ["Em", "Eg", "E", "Eh", "eA"] },
  K: { KB: ["KB", "kbr"], "KB?": ["KB", "kbr"] },
};

function allelesOf(key: string): readonly string[] {
  const locus = findLocus(key);
  if (!locus) return DISEASE_ALLELES;
  return locus.alleles.filter((allele) => !(allele in (locus.ambiguous ?? {})));
}

/** The genotypes that a reported genotype may mean. */
export function openGenotypes(key: string, [one, other]: Genotype): Genotype[] {
  const mayBe = (allele: string): readonly string[] => MAY_BE[key]?.[allele] ?? [allele];
  const found = mayBe(one).flatMap((a) => mayBe(other).map((b) => inOrder(key, [a, b])));
  return [...new Map(found.map((genotype) => [formatGenotype(genotype), genotype])).values()];
}

/** Returns null if the statements contradict each other or contain nothing. */
export function genotypesOfDisease(
  key: string,
  sex: TestedRelative["sex"],
  statements: readonly VariantStatement[],
): Genotype[] | null {
  const of = (standing: Standing) => statements.find((each) => each.standing === standing);
  const [carries, clear] = [of("carries"), of("clear")];
  if (of("unclear") || (carries && clear) || (!carries && !clear)) return null;
  const isSingle = isOnX(key) && sex === "male";
  if (!carries) return [isSingle ? ["N", "Y"] : ["N", "N"]];
  if (isSingle) return [["x", "Y"]];
  const one: Genotype = ["N", "x"];
  const two: Genotype = ["x", "x"];
  if (carries.atRisk === 0) return [one];
  const isOneEnough = findDnaTest(key)?.isOneCopyHarmful ?? false;
  // If results contradict each other about the number of copies, both numbers are possible. This also applies if
  // one copy is enough to be at risk.
  return carries.atRisk < carries.results || isOneEnough ? [one, two] : [two];
}

/** A result is inferred only if the dog has no result of its own. */
export interface InferredResult {
  readonly key: string;
  /** Null if several genotypes are possible. */
  readonly genotype: string | null;
  /** The dog has at least one copy of each of these alleles. */
  readonly carries: readonly string[];
  /** No other relatives matter in that case. */
  readonly isClearByParents: boolean;
  /** The dogs whose results were used. */
  readonly fromIds: readonly string[];
}

/**
 * Relatives are the dog's parents and offspring, and the other parents of its offspring. Doubtful links between
 * them must be left out.
 */
export function inferResults(dog: TestedRelative, relatives: readonly TestedRelative[]): InferredResult[] {
  const keys = new Set(relatives.flatMap(({ tested }) => [...tested.keys()]));
  return [...keys].flatMap((key): InferredResult[] => {
    if (!isCompared(key) || dog.tested.has(key)) return [];
    const related = relatives.filter(({ tested }) => tested.has(key));
    const family = [dog, ...related].map(({ tested, ...each }): Relative => ({
      ...each,
      tested: tested.get(key) ?? null,
    }));
    const locus = { locus: key, alleles: allelesOf(key), isOnX: isOnX(key) };
    const possible = inferGenotypes(family, locus).possible.get(dog.id) ?? [];
    const all = allGenotypes(key, locus.alleles, dog.sex, locus.isOnX);
    if (possible.length === 0 || possible.length === all.length) return [];
    const [first] = possible;
    const genotype = possible.length === 1 && first ? formatGenotype(first) : null;
    const carries = locus.alleles.filter((allele) => summarizeCopies(possible, allele).atLeastOneCopy);
    // For a disease, only the variant itself is reported.
    const told = findLocus(key) ? carries : carries.filter((allele) => allele === "x");
    if (genotype === null && told.length === 0) return [];
    const parents = related.filter(({ id }) => id === dog.sireId || id === dog.damId);
    const isClear = parents.every(({ tested }) => tested.get(key)?.every(([one]) => one === "N"));
    const isClearByParents =
      !findLocus(key) && parents.length === 2 && isClear && (genotype?.startsWith("N") ?? false);
    const from = isClearByParents ? parents : related;
    return [{ key, genotype, carries: told, isClearByParents, fromIds: from.map(({ id }) => id) }];
  });
}

/** Inferences must not use doubtful links to parents. */
export const isTrusted = (proof: ParentProof | null | undefined): boolean => proof !== "hearsay";
