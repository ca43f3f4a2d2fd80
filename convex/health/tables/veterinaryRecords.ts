/**
 * The veterinarians of a kennel's dogs: whom to call about which dog. A dog with any has exactly one primary one.
 * Written by health/model/veterinaryRecords.ts; a dog's go when the dog goes. Source: decisions GAP-HLT-10 and GAP-VET-02.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { described } from "../../../domain/history/describing";
import { VETERINARIAN_FIELDS } from "../../../domain/health/record";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

export const veterinaryRecords = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    ...rowFields(VETERINARIAN_FIELDS),
    /** When a person last saved the record. */
    updatedAt: v.number(),
  }).index("by_kennel_and_dog", ["kennelId", "dogId"]),
  {
    onDelete: {
      dogId: { does: "cascade", by: "by_kennel_and_dog" },
    },
    history: {
      place: 200,
      label: "Veterinarian",
      plural: "Veterinarians",
      area: "health",
      titles: ["veterinarianName"],
      fields: described(VETERINARIAN_FIELDS),
      unkept: ["updatedAt"],
    },
    export: {
      place: 190,
      printed: ["dogId", "veterinarianName", "veterinaryClinic", "clinicPhone", "specialization"],
      described: VETERINARIAN_FIELDS,
    },
    backup: { place: 100 },
  },
);
