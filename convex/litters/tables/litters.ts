/**
 * The litters of a kennel's breedings, with the notes of their whelping. A litter goes with its breeding and has
 * that one's parents. Its numbers are typed at first and follow the puppies as soon as these are recorded
 * (litters/model/litters.ts). Written by litters/model/litters.ts.
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
  /** Puppies that live; one that dies later is no longer among them. */
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
