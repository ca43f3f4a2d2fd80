/**
 * Describes the color and coat of a genotype with a decision table over the loci. Shades are not predicted. A color
 * that needs an untested locus is not predicted at all.
 */
import { MERLE, type Genotype } from "./loci";

/** The keys are loci. */
export type Genotypes = ReadonlyMap<string, Genotype>;

const copies = (genotypes: Genotypes, locus: string, alleles: readonly string[]): number =>
  genotypes.get(locus)?.filter((allele) => alleles.includes(allele)).length ?? 0;

const isBoth = (genotypes: Genotypes, locus: string, allele: string): boolean =>
  copies(genotypes, locus, [allele]) === 2;

const top = (genotypes: Genotypes, locus: string): string | undefined => genotypes.get(locus)?.[0];

function darkColour(genotypes: Genotypes): string {
  const [isBrown, isCocoa] = [isBoth(genotypes, "B", "b"), isBoth(genotypes, "Co", "co")];
  const isDilute = isBoth(genotypes, "D", "d");
  if (isBrown && isCocoa) return "brown, shade not predictable";
  if (isBrown) return isDilute ? "lilac" : "chocolate";
  if (isCocoa) return isDilute ? "dilute cocoa" : "cocoa";
  return isDilute ? "blue" : "black";
}

/** The nose of a dog without dark pigment in its coat. */
function noseColour(genotypes: Genotypes): string {
  const [isBrown, isDilute] = [isBoth(genotypes, "B", "b"), isBoth(genotypes, "D", "d")];
  if (isBrown) return isDilute ? "lilac" : "brown";
  return isDilute ? "blue" : "black";
}

export function missingLoci(genotypes: Genotypes): string[] {
  const needed = ["E", "B", "D"];
  if (!isBoth(genotypes, "E", "e")) {
    needed.push("K");
    if (genotypes.has("K") && copies(genotypes, "K", ["KB", "KB?"]) === 0) needed.push("A");
  }
  return needed.filter((locus) => !genotypes.has(locus));
}

/** Untested loci count as plain. */
function baseColour(genotypes: Genotypes): string {
  const isCream = isBoth(genotypes, "I", "i");
  if (isBoth(genotypes, "E", "e")) {
    return `recessive ${isCream ? "cream" : "red"}, ${noseColour(genotypes)} nose`;
  }
  const dark = darkColour(genotypes);
  if (copies(genotypes, "K", ["KB"]) > 0) return `solid ${dark}`;
  if (copies(genotypes, "K", ["KB?"]) > 0) return `solid ${dark}, or brindle where red would show`;
  const isBrindle = top(genotypes, "K") === "kbr";
  const agouti = top(genotypes, "A");
  const [isTan, isWild] = [agouti === "at", agouti === "aw"];
  const allele = top(genotypes, "E");
  const isUnmasked = isBoth(genotypes, "K", "ky");
  const mask = allele === "Em" ? ", mask" : "";
  if (isUnmasked && isTan && allele === "Eg") return `${dark} grizzle/domino`;
  if (isUnmasked && isTan && allele === "Eh") return `${dark} cocker sable`;
  if (isUnmasked && (isTan || isWild) && allele === "eA") return `${dark} northern domino`;
  const brindle = isBrindle ? " brindle" : "";
  if (agouti === "Ay") {
    const shade = `${isCream ? "cream " : ""}${dark === "black" ? "" : `${dark} `}`;
    return `${shade}fawn/sable${brindle}${mask}`;
  }
  if (isWild) return `wild sable (agouti)${brindle}${mask}`;
  if (isTan) {
    const hasSaddle = genotypes.has("RALY") && !isBoth(genotypes, "RALY", "dup");
    const tan = hasSaddle ? `${dark} saddle` : `${dark} and ${isCream ? "cream" : "tan"}`;
    return `${tan}${isBrindle ? " with brindle points" : ""}${mask}`;
  }
  return dark === "black" ? "recessive black" : `recessive black turned ${dark}`;
}

/** Returns null for a dog without a merle pattern. */
function merleWords(genotypes: Genotypes): string | null {
  const pattern = copies(genotypes, "M", MERLE.pattern);
  const atypical = copies(genotypes, "M", MERLE.atypical);
  const cryptic = copies(genotypes, "M", MERLE.cryptic);
  const isHidden = isBoth(genotypes, "E", "e");
  if (pattern === 2) return "double merle";
  if (pattern === 1 && isHidden) return "merle hidden";
  if (pattern === 1 && copies(genotypes, "H", ["H"]) > 0) return "harlequin";
  if (pattern === 1) return atypical > 0 ? "merle with atypical allele" : "merle";
  if (atypical === 2) return "atypical merle, two copies";
  if (atypical === 1) return "atypical allele, mostly hidden";
  return cryptic > 0 ? "cryptic allele, not seen" : null;
}

/** Piebald with roan or ticks, and panda white. */
function whiteWords(genotypes: Genotypes): string[] {
  const words: string[] = [];
  const white = copies(genotypes, "S", ["sp"]);
  if (white === 2) {
    const ticks = { TR: "roan", T: "ticked", t: "clear white" }[top(genotypes, "R") ?? ""];
    words.push("piebald", ...(ticks ? [ticks] : []));
  }
  if (white === 1) words.push("little white or none, by breed");
  if (copies(genotypes, "Panda", ["P"]) > 0) words.push("panda white");
  return words;
}

function coatWords(genotypes: Genotypes): string[] {
  const words: string[] = [];
  const isHairless = copies(genotypes, "Hr", ["Hr"]) > 0;
  if (genotypes.has("Hr")) words.push(isHairless ? "hairless" : "coated");
  if (isHairless) return words;
  if (genotypes.has("L")) words.push(isBoth(genotypes, "L", "Lh") ? "long coat" : "short coat");
  if (genotypes.has("F")) words.push(copies(genotypes, "F", ["F"]) > 0 ? "furnishings" : "no furnishings");
  const curl = ["straight", "wavy or curly", "curly"][copies(genotypes, "Cu", ["Cu"])];
  if (genotypes.has("Cu") && curl) words.push(curl);
  return words;
}

const tailWords = (genotypes: Genotypes): string[] =>
  genotypes.has("T") ? [copies(genotypes, "T", ["T"]) > 0 ? "bobtail" : "long tail"] : [];

/** Describes the color only, without the coat. Untested loci count as plain. */
export const describeColour = (genotypes: Genotypes): string =>
  [baseColour(genotypes), merleWords(genotypes), ...whiteWords(genotypes)]
    .filter((words) => words !== null)
    .join("; ");

/** Describes only what is tested. */
export const describeCoat = (genotypes: Genotypes): string =>
  [...coatWords(genotypes), ...tailWords(genotypes)].join("; ");
