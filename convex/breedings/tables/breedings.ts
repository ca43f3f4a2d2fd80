/**
 * The breedings of a kennel, from plan to outcome. A parent whose record is deleted leaves its name as text
 * (dogs/model/breedingParents.ts). `numberBorn`, `numberAlive` and `actualDueDate` are those of the litter. Written
 * by breedings/model/breedings.ts, which keeps the counts by status in line.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BREEDING_STATUSES, BREEDING_TYPES, STUD_FEE_WAYS } from "../../../domain/constants/breedings";
import { rows } from "../../platform/tables/rows";

export const breedingTypeValidator = v.union(...BREEDING_TYPES.map((type) => v.literal(type)));
export const breedingStatusValidator = v.union(...BREEDING_STATUSES.map((status) => v.literal(status)));

export const breedings = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    sireId: v.optional(v.id("dogs")),
    damId: v.optional(v.id("dogs")),
    /** A parent known by name only, because its record was deleted. */
    sireName: v.optional(v.string()),
    damName: v.optional(v.string()),
    /** The day of mating. */
    breedingDate: v.string(),
    expectedDueDate: v.optional(v.string()),
    actualDueDate: v.optional(v.string()),
    breedingType: breedingTypeValidator,
    status: breedingStatusValidator,
    /** Whether it failed as a plan: called off before the mating, so that it counts as no mating. */
    isCalledOff: v.optional(v.boolean()),
    studFeeCents: v.number(),
    /**
     * Which way the fee goes by where the parents lived when the mating was recorded, so that a dog that moves in or is
     * deleted later moves no past money (dogs/model/studFees.ts). Rows from before it was kept have none until the migration.
     */
    studFeeWay: v.optional(v.union(...STUD_FEE_WAYS.map((way) => v.literal(way)))),
    contractTerms: v.optional(v.string()),
    notes: v.optional(v.string()),
    numberBorn: v.optional(v.number()),
    numberAlive: v.optional(v.number()),
    /** When a person last saved the breeding. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_date", ["kennelId", "breedingDate"])
    .index("by_kennel_and_stud_fee", ["kennelId", "studFeeCents"])
    .index("by_kennel_and_status_and_date", ["kennelId", "status", "breedingDate"])
    .index("by_kennel_and_sire_and_date", ["kennelId", "sireId", "breedingDate"])
    .index("by_kennel_and_dam_and_date", ["kennelId", "damId", "breedingDate"]),
);
