/**
 * Matings whose puppies may be harmed by alleles of both parents. Each finding states the share of affected
 * puppies, the source, and how certain the finding is. No finding forbids a mating.
 */
import { MERLE, type Genotype } from "./loci";

/** "established": two independent laboratories or a paper say so; "single source": one page says so. */
type Confidence = "established" | "single source";

export interface HarmfulCross {
  readonly key: string;
  readonly severity: "serious" | "caution" | "note";
  readonly words: string;
  readonly confidence: Confidence;
  readonly source: string;
}

export interface Carrier {
  /** Usually two, more in a mosaic; undefined if the locus is untested. */
  readonly alleles: (locus: string) => readonly string[] | undefined;
  /** A red, cream or sable coat hides merle. */
  readonly hidesMerle: boolean;
}

const has = (parent: Carrier, locus: string, alleles: readonly string[]): boolean =>
  parent.alleles(locus)?.some((allele) => alleles.includes(allele)) ?? false;

const LOST = "A quarter of the puppies die before birth.";

/** Loci at which two copies are lethal before birth. */
const LETHAL = [
  {
    ...{ key: "harlequin-x-harlequin", locus: "H", allele: "H", name: "Harlequin to harlequin" },
    ...{ more: "", source: "VGL; Clark et al. 2011" },
  },
  {
    ...{ key: "panda-x-panda", locus: "Panda", allele: "P", name: "Panda white to panda white" },
    ...{ more: "", source: "VGL; Wong et al. 2013" },
  },
  {
    ...{ key: "hairless-x-hairless", locus: "Hr", allele: "Hr", name: "Hairless to hairless" },
    ...{ more: " Hairless dogs often lack teeth.", source: "labgenvet; Drögemüller et al. 2008" },
  },
  {
    ...{ key: "bobtail-x-bobtail", locus: "T", allele: "T", name: "Natural bobtail to natural bobtail" },
    ...{ more: "", source: "Haworth et al. 2001" },
  },
] as const;

const MERLE_TO_MERLE: HarmfulCross = {
  ...{ key: "merle-x-merle", severity: "serious", confidence: "established" },
  words:
    "Merle to merle: a quarter of the puppies get two copies (double merle). Of such dogs, 15% were deaf in both ears and 10% in one; many have defects of the eyes.",
  source: "Strain et al. 2009, J Vet Intern Med 23:282",
};

/** The most serious cross is first. */
export function findHarmfulCrosses(sire: Carrier, dam: Carrier): HarmfulCross[] {
  const parents = [sire, dam] as const;
  const found: HarmfulCross[] = [];
  const [sirePattern, damPattern] = [has(sire, "M", MERLE.pattern), has(dam, "M", MERLE.pattern)];
  const mayDouble = [...MERLE.pattern, ...MERLE.atypical];
  if ((sirePattern && has(dam, "M", mayDouble)) || (damPattern && has(sire, "M", mayDouble))) {
    found.push(MERLE_TO_MERLE);
  } else if (parents.every((parent) => has(parent, "M", MERLE.atypical))) {
    found.push({
      ...{ key: "atypical-merle-x-atypical-merle", severity: "caution", confidence: "single source" },
      words:
        "Atypical merle to atypical merle: puppies with two copies may have much white if the insertions are long.",
      source: "labogen",
    });
  }
  const hidden = parents.some(
    (parent, index) =>
      has(parents[1 - index] ?? parent, "M", MERLE.pattern) &&
      parent.alleles("M") === undefined &&
      (parent.hidesMerle || isRecessiveRed(parent)),
  );
  if (hidden) {
    found.push({
      ...{ key: "merle-may-hide", severity: "caution", confidence: "established" },
      words:
        "The other parent may be merle without showing it, as its coat hides the pattern: test it first.",
      source: "Mudi study 2019, doi 10.1556/004.2019.018",
    });
  }
  for (const { key, locus, allele, name, more, source } of LETHAL) {
    if (!parents.every((parent) => has(parent, locus, [allele]))) continue;
    found.push({
      ...{ key, source, severity: "caution", confidence: "established" },
      words: `${name}: ${LOST.charAt(0).toLowerCase()}${LOST.slice(1)}${more}`,
    });
  }
  if (parents.every((parent) => has(parent, "D", ["d"]))) {
    found.push({
      ...{ key: "dilute-alopecia", severity: "note", confidence: "established" },
      words: "Some of the puppies may be dilute, and some dilute dogs lose hair.",
      source: "University of Prince Edward Island, CIDD: color dilution alopecia",
    });
  }
  return found;
}

const isRecessiveRed = (parent: Carrier): boolean => {
  const alleles = parent.alleles("E");
  return alleles !== undefined && alleles.every((allele) => allele === "e");
};

export const carrierOf = (genotypes: ReadonlyMap<string, Genotype>): Carrier => ({
  alleles: (locus) => genotypes.get(locus),
  hidesMerle: false,
});
