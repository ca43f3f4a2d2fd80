/**
 * The vaccine doses given to a kennel's dogs. Of each vaccine only a dog's newest dose has a due state; older
 * ones are history. Written by model/immunizations.ts; a dog's doses go when the dog goes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const immunizations = defineTable({
  kennelId: v.id("kennels"),
  dogId: v.id("dogs"),
  vaccineName: v.string(),
  /** The name folded for telling doses of one vaccine. */
  vaccineKey: v.string(),
  vaccineType: v.string(),
  manufacturer: v.optional(v.string()),
  batchNumber: v.optional(v.string()),
  dateAdministered: v.string(),
  expirationDate: v.optional(v.string()),
  nextDueDate: v.optional(v.string()),
  veterinarianName: v.optional(v.string()),
  veterinaryClinic: v.optional(v.string()),
  notes: v.optional(v.string()),
  /** When a person last saved the dose. */
  updatedAt: v.number(),
})
  .index("by_kennel_and_date", ["kennelId", "dateAdministered"])
  .index("by_kennel_and_dog_and_date", ["kennelId", "dogId", "dateAdministered"])
  .index("by_kennel_and_next_due", ["kennelId", "nextDueDate"]);
