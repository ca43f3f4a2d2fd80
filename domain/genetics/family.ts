/**
 * Combines results within a family: the possible genotypes according to a dog's own results, and the genotypes
 * inferred from its parents and offspring. A parent that is only hearsay is left out.
 */
import type { ParentProof } from "../dogs/rules";
import { DNA_TESTS, findDnaTest } from "../health/dna";
import { allGenotypes, inferGenotypes, summarizeCopies, type Relative } from "./inference";
import { findLocus, formatGenotype, inOrder, LOCI, type Genotype } from "./loci";
import type { Standing } from "./results";

/** All results of a dog for a disease, by kind of statement. */
export interface VariantStatement {
  readonly variant: string;
  readonly standing: Standing;
  readonly results: number;
  readonly atRisk: number;
}

/** A dog of a family with its results. */
export interface TestedRelative {
  readonly id: string;
  readonly sex: "male" | "female";
  readonly sireId: string | null;
  readonly damId: string | null;
  /** The genotypes that are possible according to the dog's results, by locus or disease. */
  readonly tested: ReadonlyMap<string, readonly Genotype[]>;
}

/** Diseases with a known inheritance, and coat loci whose alleles have the same meaning in all laboratories. */
export const DISEASES = DNA_TESTS.filter(({ isTrait }) => !isTrait);

/** The alleles of a disease: without the variant and with the variant. */
const DISEASE_ALLELES = ["N", "x"] as const;

/** Merle is left out. Laboratories use different limits for its alleles, and the alleles change their length. */
const COMPARED_LOCI = LOCI.filter(({ key }) => key !== "M");

/** Says whether a locus or disease is compared within families. */
export const isCompared = (key: string): boolean =>
  COMPARED_LOCI.some((locus) => locus.key === key) || DISEASES.some((test) => test.key === key);

export const isOnX = (key: string): boolean => findDnaTest(key)?.isSexLinked ?? false;

/** The keys of loci and diseases on the X chromosome. */
export const ON_X: ReadonlySet<string> = new Set(DISEASES.map(({ key }) => key).filter(isOnX));

/** The alleles that a reported allele may be, because not every laboratory tests for every allele. */
const MAY_BE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  E: { E: ["Em", "Eg", "E", "Eh", "eA"] },
  K: { KB: ["KB", "kbr"], "KB?": ["KB", "kbr"] },
};

/** The alleles that are distinguished at a locus or disease. */
function allelesOf(key: string): readonly string[] {
  const locus = findLocus(key);
  if (!locus) return DISEASE_ALLELES;
  return locus.alleles.filter((allele) => !(allele in (locus.ambiguous ?? {})));
}

/** Returns the genotypes that are possible for a reported genotype. */
export function openGenotypes(key: string, [one, other]: Genotype): Genotype[] {
  const mayBe = (allele: string): readonly string[] => MAY_BE[key]?.[allele] ?? [allele];
  const found = mayBe(one).flatMap((a) => mayBe(other).map((b) => inOrder(key, [a, b])));
  return [...new Map(found.map((genotype) => [formatGenotype(genotype), genotype])).values()];
}

/**
 * Returns the genotypes that are possible according to the statements about one disease; null if the statements
 * contradict each other or contain nothing.
 */
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

/** The inferred data for a dog at a locus or disease without a result of its own. */
export interface InferredResult {
  readonly key: string;
  /** The only possible genotype; null if several genotypes are possible. */
  readonly genotype: string | null;
  /** The alleles of which the dog has at least one copy. */
  readonly carries: readonly string[];
  /** Whether both parents are clear. No other relatives matter in that case. */
  readonly isClearByParents: boolean;
  /** The dogs whose results were used. */
  readonly fromIds: readonly string[];
}

/**
 * Infers the genotypes of one dog in a family. Relatives are its parents and offspring, and the other parents of
 * its offspring. The given links between them must not be doubtful.
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

/** Says whether an inference may use a link to a parent. */
export const isTrusted = (proof: ParentProof | null | undefined): boolean => proof !== "hearsay";
