/**
 * The weights of puppies, with the time of weighing. The client creates `entryKey` when the user enters a weight,
 * so an entry that is sent twice is stored once. An undone entry remains as a marked row, so that the same entry is
 * not stored again if it arrives late. Written by litters/model/puppyWeights.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { grams, instant, isMarkedRemoved } from "../../../domain/history/describing";
import { rows } from "../../platform/tables/rows";

export const puppyWeights = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    litterId: v.id("litters"),
    puppyId: v.id("puppies"),
    grams: v.number(),
    weighedAt: v.number(),
    weighedBy: v.id("users"),
    entryKey: v.string(),
    removedAt: v.optional(v.number()),
  })
    .index("by_kennel_and_litter_and_weighed", ["kennelId", "litterId", "weighedAt"])
    .index("by_kennel_and_puppy_and_weighed", ["kennelId", "puppyId", "weighedAt"])
    .index("by_kennel_and_entry_key", ["kennelId", "entryKey"]),
  {
    onDelete: {
      puppyId: { does: "cascade", by: "by_kennel_and_puppy_and_weighed", inBatches: "both" },
      litterId: { does: "follow" },
    },
    history: {
      place: 80,
      label: "Puppy's weight",
      plural: "Puppies' weights",
      area: "breeding",
      titles: ["weighedAt"],
      isRemoval: isMarkedRemoved,
      fields: { grams: grams("Weight"), weighedAt: instant("Time"), removedAt: instant("Undone") },
      unkept: ["litterId", "puppyId", "weighedBy", "entryKey"],
    },
    export: {
      place: 80,
      title: "Puppy weights",
      printed: ["puppyId", "weighedAt", "grams", "weighedBy"],
    },
    backup: { place: 120, one: "puppy weight", many: "puppy weights" },
  },
);
