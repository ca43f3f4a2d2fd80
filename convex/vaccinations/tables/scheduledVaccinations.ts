/**
 * Vaccinations that are booked for a day to come. Completing one makes the dose and closes its reminder. Written by
 * vaccinations/model/scheduledVaccinations.ts; a patient's go when the patient goes. Source: decisions GAP-VAX-05 and 06.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { described, hidden, text } from "../../../domain/history/describing";
import { BOOKING_RECORD } from "../../../domain/vaccinations/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

export const scheduledVaccinations = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    /** The dog, or else the puppy. */
    dogId: v.optional(v.id("dogs")),
    puppyId: v.optional(v.id("puppies")),
    ...rowFields(BOOKING_RECORD),
    vaccineKey: v.string(),
    /** When a person last saved it. */
    updatedAt: v.number(),
  })
    .index("by_kennel_and_status_and_date", ["kennelId", "status", "scheduledDate"])
    .index("by_kennel_and_status_and_completed", ["kennelId", "status", "completedOn"])
    .index("by_kennel_and_dog_and_status_and_date", ["kennelId", "dogId", "status", "scheduledDate"])
    .index("by_kennel_and_puppy_and_status_and_date", ["kennelId", "puppyId", "status", "scheduledDate"])
    .index("by_kennel_and_immunization", ["kennelId", "immunizationId"]),
  {
    onDelete: {
      dogId: {
        does: "cascade",
        by: "by_kennel_and_dog_and_status_and_date",
        inBatches: "back",
      },
      puppyId: {
        does: "cascade",
        by: "by_kennel_and_puppy_and_status_and_date",
        inBatches: "back",
      },
      immunizationId: { does: "clear", by: "by_kennel_and_immunization" },
    },
    history: {
      place: 160,
      label: "Scheduled vaccination",
      plural: "Scheduled vaccinations",
      area: "health",
      titles: ["vaccineName"],
      fields: { ...described(BOOKING_RECORD), immunizationId: hidden, puppyId: text("Puppy") },
      unkept: ["dogId", "vaccineKey", "updatedAt"],
    },
    export: {
      place: 150,
      printed: ["dogId", "puppyId", "vaccineName", "scheduledDate", "status", "veterinarianName"],
      described: BOOKING_RECORD,
    },
  },
);
