/** Adds each result to the statements about a dog's variants. */
import {
  resultOfDnaTest,
  resultOfGenotype,
  resultsOfFile,
  type VariantResult,
} from "../../../domain/genetics/results";
import { healthTests } from "../../health/tables/healthTests";
import { project, type Share } from "../../platform/tables/projecting";
import { geneticFiles } from "./geneticFiles";
import { genotypes } from "./genotypes";

export const DOG_VARIANTS = {
  table: "dogVariants",
  index: "by_kennel_and_variant",
  fresh: { results: 0, atRisk: 0, alleles: {} },
} as const;

/** A file changes about 280 stored rows. */
const FILES_AT_ONCE = 5;

const shareOf = (dogId: string, result: VariantResult): Share => ({
  key: { variant: result.variant, standing: result.standing, dogId },
  label: { name: result.name },
  add: {
    results: 1,
    atRisk: Number(result.isAtRisk),
    ...Object.fromEntries(result.alleles.map((allele) => [`alleles.${allele}`, 1])),
  },
});

export const geneticProjections = [
  project("genotypes", genotypes.table, DOG_VARIANTS, ({ dogId, ...row }) => {
    const result = resultOfGenotype(row);
    return result && shareOf(dogId, result);
  }),
  project("healthTests", healthTests.table, DOG_VARIANTS, ({ dogId, ...row }) => {
    const result = resultOfDnaTest(row);
    return result && shareOf(dogId, result);
  }),
  project(
    "geneticFiles",
    geneticFiles.table,
    DOG_VARIANTS,
    ({ dogId, lines }) => resultsOfFile(lines).map((result) => shareOf(dogId, result)),
    FILES_AT_ONCE,
  ),
];
