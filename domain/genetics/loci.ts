/**
 * The color and coat loci with their alleles and the dominance among the alleles, as laboratories report them.
 * Order and words come from the pages of several laboratories (labogen, VGL, genomia, slovgen, animalabs, Embark
 * and others, November 2026). At other loci, results are stored as printed, and nothing is predicted from them.
 */

/** The dominant allele is first. At a locus on the X chromosome of a male, the second is "Y". */
export type Genotype = readonly [string, string];

export interface Locus {
  readonly key: string;
  readonly name: string;
  readonly gene: string;
  /** The number in Online Mendelian Inheritance in Animals, for dogs. */
  readonly omia: string | null;
  /** The dominant allele is first. */
  readonly alleles: readonly string[];
  /** The alleles that a result may mean if the test cannot distinguish them. */
  readonly ambiguous?: Readonly<Record<string, readonly string[]>>;
  /** Puppies with two copies of this allele die before birth. */
  readonly lethal?: string;
}

/** Alleles that cause the pattern, and alleles that may cause it together with another allele. */
export const MERLE = { pattern: ["Mh", "M", "M*"], atypical: ["Ma+", "Ma"], cryptic: ["Mc+", "Mc"] } as const;

export const LOCI = [
  {
    ...{ key: "E", name: "Extension", gene: "MC1R", omia: "001199" },
    alleles: ["Em", "Eg", "E", "Eh", "eA", "e"],
  },
  {
    ...{ key: "K", name: "Dominant black", gene: "CBD103", omia: "001416" },
    alleles: ["KB", "KB?", "kbr", "ky"],
    // The usual test finds the same variant in a brindle dog and in a black dog.
    ambiguous: { "KB?": ["KB", "kbr"] },
  },
  {
    ...{ key: "A", name: "Agouti", gene: "ASIP", omia: "000201" },
    alleles: ["Ay", "aw", "at", "a"],
  },
  { ...{ key: "B", name: "Brown", gene: "TYRP1", omia: "001249" }, alleles: ["B", "b"] },
  { ...{ key: "D", name: "Dilute", gene: "MLPH", omia: "000031" }, alleles: ["D", "d"] },
  { ...{ key: "Co", name: "Cocoa", gene: "HPS3", omia: null }, alleles: ["N", "co"] },
  { ...{ key: "I", name: "Intensity", gene: "MFSD12", omia: "002197" }, alleles: ["I", "i"] },
  {
    ...{ key: "M", name: "Merle", gene: "PMEL", omia: "000211" },
    alleles: [...MERLE.pattern, ...MERLE.atypical, ...MERLE.cryptic, "m"],
    // A test that finds the insertion without measuring its length.
    ambiguous: { "M*": ["Mh", "M", "Ma+", "Ma", "Mc+", "Mc"] },
  },
  {
    ...{ key: "H", name: "Harlequin", gene: "PSMB7", omia: "001454" },
    alleles: ["H", "h"],
    lethal: "H",
  },
  { ...{ key: "S", name: "White spotting", gene: "MITF", omia: "000214" }, alleles: ["S", "sp"] },
  { ...{ key: "R", name: "Roan and ticking", gene: "USH2A", omia: "001216" }, alleles: ["TR", "T", "t"] },
  {
    ...{ key: "Panda", name: "Panda white spotting", gene: "KIT", omia: "001737" },
    alleles: ["P", "N"],
    lethal: "P",
  },
  { ...{ key: "RALY", name: "Saddle tan", gene: "RALY", omia: "001806" }, alleles: ["N", "dup"] },
  { ...{ key: "L", name: "Coat length", gene: "FGF5", omia: "000439" }, alleles: ["Sh", "Lh"] },
  { ...{ key: "F", name: "Furnishings", gene: "RSPO2", omia: "001531" }, alleles: ["F", "f"] },
  { ...{ key: "Cu", name: "Curl", gene: "KRT71", omia: "000245" }, alleles: ["Cu", "N"] },
  {
    ...{ key: "Hr", name: "Hairlessness", gene: "FOXI3", omia: "000323" },
    alleles: ["Hr", "hr"],
    lethal: "Hr",
  },
  {
    ...{ key: "T", name: "Natural bobtail", gene: "TBXT", omia: "000975" },
    alleles: ["T", "t"],
    lethal: "T",
  },
] as const satisfies readonly Locus[];

const BY_KEY: ReadonlyMap<string, Locus> = new Map(LOCI.map((locus) => [locus.key, locus]));

export const findLocus = (key: string): Locus | undefined => BY_KEY.get(key);

/** Sorts by dominance. Alleles that are not listed come last. */
export function inOrder(locus: string, [one, other]: readonly [string, string]): Genotype {
  if (other === "Y") return [one, other];
  const order = findLocus(locus)?.alleles ?? ["N"];
  const rank = (allele: string): number => (order.includes(allele) ? order.indexOf(allele) : order.length);
  const isTurned = rank(one) > rank(other) || (rank(one) === rank(other) && one > other);
  return isTurned ? [other, one] : [one, other];
}

/** Returns the form that laboratories print: "KB/ky". */
export const formatGenotype = ([one, other]: Genotype): string => `${one}/${other}`;

/**
 * The lengths of the insertion in base pairs, the shortest first, with the allele's usual name. The limits of
 * different laboratories differ by one to three base pairs.
 */
const MERLE_LENGTHS = [
  { from: 200, allele: "Mc" },
  { from: 231, allele: "Mc+" },
  { from: 247, allele: "Ma" },
  { from: 255, allele: "Ma+" },
  { from: 265, allele: "M" },
  { from: 269, allele: "Mh" },
] as const;

/** In base pairs. This close to a limit, both names are possible. */
const LIMIT_WIDTH = 3;

/** Near a limit, `alternative` is the second possible name. A length below all limits has no name. */
export function merleOfLength(basePairs: number): { allele: string; alternative: string | null } | null {
  const index = MERLE_LENGTHS.findLastIndex(({ from }) => basePairs >= from);
  const [here, below, above] = [MERLE_LENGTHS[index], MERLE_LENGTHS[index - 1], MERLE_LENGTHS[index + 1]];
  if (!here) return null;
  if (above && above.from - basePairs < LIMIT_WIDTH)
    return { allele: here.allele, alternative: above.allele };
  if (below && basePairs - here.from < LIMIT_WIDTH) return { allele: here.allele, alternative: below.allele };
  return { allele: here.allele, alternative: null };
}
