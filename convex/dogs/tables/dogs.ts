/**
 * The dogs of a kennel and the external ancestors of its pedigrees (`isExternal`: not listed, not counted).
 * Written by dogs/model/dogs.ts and the imports (model/import*.ts), which keep the folded keys, `offspringCount`, the kennel's counters and its
 * breed list in line in the same transaction. `healthRecordCount` and `photoCount` count rows of other tables.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BREEDING_RIGHTS, DOG_STATUSES, GENDERS } from "../../../domain/constants/dogs";

export const genderValidator = v.union(...GENDERS.map((gender) => v.literal(gender)));
export const statusValidator = v.union(...DOG_STATUSES.map((status) => v.literal(status)));
export const breedingRightsValidator = v.union(...BREEDING_RIGHTS.map((rights) => v.literal(rights)));

export const dogs = defineTable({
  kennelId: v.id("kennels"),
  isExternal: v.boolean(),
  name: v.string(),
  /** The name folded for sorting. */
  nameKey: v.string(),
  callName: v.optional(v.string()),
  breed: v.string(),
  /** The breed folded for comparing. */
  breedKey: v.string(),
  gender: genderValidator,
  dateOfBirth: v.optional(v.string()),
  registrationNumber: v.optional(v.string()),
  registrationKey: v.optional(v.string()),
  microchipNumber: v.optional(v.string()),
  microchipKey: v.optional(v.string()),
  /** Titles won or awarded, as they stand in pedigrees, such as `Int. Ch., BH`. */
  titles: v.optional(v.string()),
  status: statusValidator,
  /** The day the dog retired, died or was sold. */
  statusChangedOn: v.optional(v.string()),
  /** Pounds. */
  weight: v.optional(v.number()),
  /** Inches. */
  height: v.optional(v.number()),
  color: v.optional(v.string()),
  markings: v.optional(v.string()),
  notes: v.optional(v.string()),
  isBreedingDog: v.boolean(),
  breedingRights: breedingRightsValidator,
  sireId: v.optional(v.id("dogs")),
  damId: v.optional(v.id("dogs")),
  /** A parent known by name only; kept when the parent's record is deleted. */
  sireName: v.optional(v.string()),
  damName: v.optional(v.string()),
  currentOwnerName: v.optional(v.string()),
  currentOwnerPhone: v.optional(v.string()),
  currentOwnerEmail: v.optional(v.string()),
  offspringCount: v.number(),
  healthRecordCount: v.number(),
  photoCount: v.number(),
  primaryPhotoId: v.optional(v.id("photos")),
  /** The day a bitch was spayed, from when on she has no heats; written by heats/model/heats.ts. */
  spayedOn: v.optional(v.string()),
  /** The import that added the dog, and its place in it. */
  importId: v.optional(v.id("importRuns")),
  importOrder: v.optional(v.number()),
  /** When a person last saved the dog; maintained counts do not move it. */
  updatedAt: v.number(),
})
  .index("by_kennel_and_external_and_name", ["kennelId", "isExternal", "nameKey"])
  .index("by_kennel_and_external_and_breed", ["kennelId", "isExternal", "breedKey", "nameKey"])
  .index("by_kennel_and_external_and_gender_and_name", ["kennelId", "isExternal", "gender", "nameKey"])
  .index("by_kennel_and_import", ["kennelId", "importId", "importOrder"])
  .index("by_kennel_and_registration", ["kennelId", "registrationKey"])
  .index("by_kennel_and_microchip", ["kennelId", "microchipKey"])
  .index("by_kennel_and_sire_and_birth", ["kennelId", "sireId", "dateOfBirth"])
  .index("by_kennel_and_dam_and_birth", ["kennelId", "damId", "dateOfBirth"])
  .searchIndex("by_name_words", {
    searchField: "nameKey",
    filterFields: ["kennelId", "isExternal", "gender"],
  });
