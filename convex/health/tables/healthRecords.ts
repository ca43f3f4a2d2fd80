/**
 * What vets found and did: the health records of a kennel's dogs. Written by health/model/healthRecords.ts, which keeps
 * the dog's `healthRecordCount` and the kennel's months in line in the same transaction, and by
 * health/model/healthAttachments.ts, which keeps `attachmentCount`. A dog's records go when the dog goes.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { HEALTH_RECORD_TYPES } from "../../../domain/constants/health";

export const healthRecordTypeValidator = v.union(...HEALTH_RECORD_TYPES.map((type) => v.literal(type)));

export const healthRecords = defineTable({
  kennelId: v.id("kennels"),
  dogId: v.id("dogs"),
  recordType: healthRecordTypeValidator,
  title: v.string(),
  description: v.string(),
  dateRecorded: v.string(),
  veterinarian: v.optional(v.string()),
  vetClinic: v.optional(v.string()),
  diagnosis: v.optional(v.string()),
  treatment: v.optional(v.string()),
  medications: v.optional(v.string()),
  notes: v.optional(v.string()),
  followUpDate: v.optional(v.string()),
  /** The day on which the follow-up was done. */
  followUpDoneOn: v.optional(v.string()),
  /** The follow-up date for as long as the follow-up is not done. */
  openFollowUpOn: v.optional(v.string()),
  costCents: v.optional(v.number()),
  attachmentCount: v.number(),
  /** What a search looks through, folded, the dog's names included. */
  searchText: v.string(),
  /** When a person last saved the record. */
  updatedAt: v.number(),
})
  .index("by_kennel_and_date", ["kennelId", "dateRecorded"])
  .index("by_kennel_and_dog_and_date", ["kennelId", "dogId", "dateRecorded"])
  .index("by_kennel_and_dog_and_open_follow_up", ["kennelId", "dogId", "openFollowUpOn"])
  .index("by_kennel_and_type_and_date", ["kennelId", "recordType", "dateRecorded"])
  .index("by_kennel_and_open_follow_up", ["kennelId", "openFollowUpOn"])
  .searchIndex("by_words", {
    searchField: "searchText",
    filterFields: ["kennelId", "dogId", "recordType"],
  });
