/** The forecast for a litter: the probable results of the parents' genotypes, and health risks of the puppies. */
import { v, type Infer } from "convex/values";
import { failOnFields } from "../../../domain/errors";
import { diseasesOf, forecastDiseases } from "../../../domain/genetics/diseases";
import { findHarmfulCrosses, type Carrier } from "../../../domain/genetics/harmful";
import { findLocus, type Genotype } from "../../../domain/genetics/loci";
import { forecastOf } from "../../../domain/genetics/forecast";
import { foldText } from "../../../domain/text/text";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { requireRowOf } from "../../platform/model/paging/rows";
import { inferForDog } from "./families";
import { readTestedLoci, type TestedLoci } from "./genotypes";
import { variantsOf } from "./mates";

const outlookShape = v.object({ words: v.string(), chance: v.number() });

export const harmShape = v.object({
  key: v.string(),
  severity: v.union(v.literal("serious"), v.literal("caution"), v.literal("note")),
  words: v.string(),
  confidence: v.union(v.literal("established"), v.literal("single source")),
  source: v.string(),
});

const statusShape = v.union(v.literal("clear"), v.literal("carrier"), v.literal("at_risk"), v.null());

/** Shares of the puppies. If a parent is not tested, the lower and upper limits differ. */
const rangeShape = v.object({ low: v.number(), high: v.number() });
const copiesShape = v.object({ none: rangeShape, one: rangeShape, all: rangeShape });

const diseaseShape = v.object({
  variant: v.string(),
  name: v.string(),
  /** Null if there is no readable result. */
  sire: statusShape,
  dam: statusShape,
  /** The results of these parents contradict each other. The worse result counts. */
  disputed: v.array(v.union(v.literal("sire"), v.literal("dam"))),
  daughters: copiesShape,
  sons: copiesShape,
  isSexLinked: v.boolean(),
  effect: v.union(v.literal("recessive"), v.literal("one copy"), v.literal("unknown")),
});

export const forecastShape = v.object({
  /** The most serious risk is first. */
  warnings: v.array(harmShape),
  /** The list contains only diseases with a carrier among the parents, the most likely risk first. */
  diseases: v.array(diseaseShape),
  /** Null if a parent is untested at a locus that the color name needs. */
  colours: v.union(v.array(outlookShape), v.null()),
  coats: v.array(outlookShape),
  untested: v.array(v.object({ locus: v.string(), sire: v.boolean(), dam: v.boolean() })),
  /** Loci at which a parent's results contradict each other. These loci are left out. */
  disputed: v.array(v.object({ locus: v.string(), sire: v.boolean(), dam: v.boolean() })),
  /** The forecast uses these genotypes, which were inferred from the family instead of tested. */
  inferred: v.array(
    v.object({
      locus: v.string(),
      sire: v.union(v.string(), v.null()),
      dam: v.union(v.string(), v.null()),
    }),
  ),
  lostBeforeBirth: v.number(),
});

/** These color words hide merle. */
const HIDING = /\b(?:sable|cream|red|yellow|gold(?:en)?|apricot|fawn|white)\b/u;

const carrierOf = ({ color }: Doc<"dogs">, { alleles }: TestedLoci): Carrier => ({
  alleles: (locus) => alleles.get(locus),
  hidesMerle: color !== undefined && HIDING.test(foldText(color)),
});

/** The most serious risk is first. */
export async function findHarm(
  ctx: QueryCtx,
  sire: Doc<"dogs">,
  dam: Doc<"dogs">,
): Promise<Infer<typeof harmShape>[]> {
  const [ofSire, ofDam] = [await readTestedLoci(ctx, sire), await readTestedLoci(ctx, dam)];
  return findHarmfulCrosses(carrierOf(sire, ofSire), carrierOf(dam, ofDam));
}

/** These genotypes are untested but certain because of the dog's family. */
async function readInferredLoci(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  { alleles }: TestedLoci,
): Promise<Map<string, Genotype>> {
  const { results } = await inferForDog(ctx, dog);
  return new Map(
    results.flatMap(({ key, genotype }) => {
      const [one, other] = genotype?.split("/") ?? [];
      if (one === undefined || other === undefined || !findLocus(key) || alleles.has(key)) return [];
      return [[key, [one, other]] as const];
    }),
  );
}

/**
 * Throws NOT_FOUND, or VALIDATION_FAILED unless the two dogs are a female and a male. The sexes matter because
 * males and females pass on variants on the X chromosome differently.
 */
export async function forecastLitter(
  ctx: QueryCtx,
  dam: Doc<"dogs">,
  sireId: string,
): Promise<Infer<typeof forecastShape>> {
  const sire = await requireRowOf(ctx, "dogs", sireId, { kennelId: dam.kennelId });
  if (dam.gender !== "female" || sire.gender !== "male") {
    failOnFields({ sireId: "The sire must be a male, and the dam a female" });
  }
  const [ofSire, ofDam] = [await readTestedLoci(ctx, sire), await readTestedLoci(ctx, dam)];
  const [sireInferred, damInferred] = [
    await readInferredLoci(ctx, sire, ofSire),
    await readInferredLoci(ctx, dam, ofDam),
  ];
  const { colours, coats, untested, lostBeforeBirth } = forecastOf(
    new Map([...sireInferred, ...ofSire.genotypes]),
    new Map([...damInferred, ...ofDam.genotypes]),
  );
  const inferred = [...new Set([...sireInferred.keys(), ...damInferred.keys()])].map((locus) => ({
    locus,
    sire: sireInferred.get(locus)?.join("/") ?? null,
    dam: damInferred.get(locus)?.join("/") ?? null,
  }));
  const disputed = [...new Set([...ofSire.disputed, ...ofDam.disputed])].map((locus) => ({
    locus,
    sire: ofSire.disputed.includes(locus),
    dam: ofDam.disputed.includes(locus),
  }));
  const [sireDiseases, damDiseases] = [
    diseasesOf(await variantsOf(ctx, sire.kennelId, sire._id)),
    diseasesOf(await variantsOf(ctx, dam.kennelId, dam._id)),
  ];
  return {
    warnings: findHarmfulCrosses(carrierOf(sire, ofSire), carrierOf(dam, ofDam)),
    diseases: forecastDiseases(sireDiseases, damDiseases).map(({ disputed: of, ...disease }) => ({
      ...disease,
      disputed: [...of],
    })),
    colours: colours && [...colours],
    coats: [...coats],
    untested: [...untested],
    ...{ disputed, inferred, lostBeforeBirth },
  };
}
