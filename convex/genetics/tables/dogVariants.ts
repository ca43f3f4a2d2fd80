/**
 * What all results of a dog say about each variant that matters for mating, so that carriers are found without reading
 * every dog: one row for each dog, variant, and kind of statement. The projections in tables/projections.ts write
 * them, from genotypes, DNA tests, and laboratories' files.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { STANDINGS } from "../../../domain/genetics/results";
import { rows } from "../../platform/tables/rows";

export const dogVariants = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** The key of a disease's variant, or of a locus of coat. */
    variant: v.string(),
    standing: v.union(...STANDINGS.map((standing) => v.literal(standing))),
    dogId: v.id("dogs"),
    /** The variant's name as people say it. */
    name: v.string(),
    /** How many results say so, and how many of them say that the dog is at risk. */
    results: v.number(),
    atRisk: v.number(),
    /** How many results found each allele, at a locus of coat. */
    alleles: v.record(v.string(), v.number()),
  })
    .index("by_kennel_and_variant", ["kennelId", "variant", "standing", "dogId"])
    .index("by_kennel_and_dog", ["kennelId", "dogId", "standing"]),
);
