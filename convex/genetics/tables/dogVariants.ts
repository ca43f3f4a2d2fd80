/**
 * All results of a dog for each variant that matters for mating, so that carriers are found without reading every
 * dog. There is one row for each dog, variant, and kind of statement. The projections in tables/projections.ts
 * write the rows from genotypes, DNA tests, and laboratories' files.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { STANDINGS } from "../../../domain/genetics/results";
import { rows } from "../../platform/tables/rows";

export const dogVariants = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** The key of a disease's variant, or of a coat locus. */
    variant: v.string(),
    standing: v.union(...STANDINGS.map((standing) => v.literal(standing))),
    dogId: v.id("dogs"),
    name: v.string(),
    /** Results with this statement, and results that say that the dog is at risk. */
    results: v.number(),
    atRisk: v.number(),
    /** For each allele of a coat locus: how many results found it. */
    alleles: v.record(v.string(), v.number()),
  })
    .index("by_kennel_and_variant", ["kennelId", "variant", "standing", "dogId"])
    .index("by_kennel_and_dog", ["kennelId", "dogId", "standing"]),
);
