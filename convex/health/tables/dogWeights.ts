/**
 * Weights of adult dogs by date, in grams. The client creates `entryKey` when the user enters the weight, so an
 * entry that is sent twice is stored once. The latest weight is also stored in the dog's own record. Written by
 * health/model/dogWeights.ts; deleted with the dog. Weights of the dog as a puppy remain in puppyWeights.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { day, grams, text } from "../../../domain/history/describing";
import { rows } from "../../platform/tables/rows";

export const dogWeights = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    dogId: v.id("dogs"),
    grams: v.number(),
    weighedOn: v.string(),
    notes: v.optional(v.string()),
    weighedBy: v.id("users"),
    entryKey: v.string(),
    updatedAt: v.number(),
  })
    .index("by_kennel_and_dog_and_weighed", ["kennelId", "dogId", "weighedOn"])
    .index("by_kennel_and_entry_key", ["kennelId", "entryKey"]),
  {
    onDelete: {
      dogId: { does: "cascade", by: "by_kennel_and_dog_and_weighed", inBatches: "both" },
    },
    history: {
      place: 170,
      label: "Weight",
      plural: "Weights",
      area: "health",
      titles: ["weighedOn"],
      fields: { grams: grams("Weight"), weighedOn: day("Date"), notes: text("Notes") },
      unkept: ["dogId", "weighedBy", "entryKey", "updatedAt"],
    },
    export: {
      place: 180,
      title: "Dog weights",
      printed: ["dogId", "weighedOn", "grams", "notes"],
    },
    backup: { place: 110, one: "dog weight", many: "dog weights" },
  },
);
