/**
 * The litters of a kennel's breedings, with the notes of their whelping. A litter goes with its breeding and has
 * that one's parents. Read by model/breedingHistory.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

/** How the whelping went. */
export const whelpingValidator = v.object({
  complications: v.optional(v.string()),
  assistanceRequired: v.optional(v.boolean()),
  veterinarianPresent: v.optional(v.boolean()),
  notes: v.optional(v.string()),
});

export const litters = defineTable({
  kennelId: v.id("kennels"),
  breedingId: v.id("breedings"),
  whelpingDate: v.string(),
  numberBorn: v.number(),
  numberAlive: v.number(),
  numberMales: v.number(),
  numberFemales: v.number(),
  notes: v.optional(v.string()),
  whelping: whelpingValidator,
  /** When a person last saved the litter. */
  updatedAt: v.number(),
})
  .index("by_kennel_and_breeding", ["kennelId", "breedingId"])
  .index("by_kennel_and_whelping_date", ["kennelId", "whelpingDate"]);
