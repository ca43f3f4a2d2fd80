/**
 * The findings when a puppy was examined. Written by litters/model/puppyHealthChecks.ts; deleted with the puppy.
 * Source: decision GAP-PUP-01.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { day, fahrenheit, grams, text } from "../../../domain/history/describing";
import { rows } from "../../platform/tables/rows";

export const puppyHealthChecks = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    litterId: v.id("litters"),
    puppyId: v.id("puppies"),
    checkDate: v.string(),
    weightGrams: v.optional(v.number()),
    temperatureFahrenheit: v.optional(v.number()),
    notes: v.optional(v.string()),
    veterinarian: v.optional(v.string()),
    updatedAt: v.number(),
  }).index("by_kennel_and_puppy_and_date", ["kennelId", "puppyId", "checkDate"]),
  {
    onDelete: {
      puppyId: { does: "cascade", by: "by_kennel_and_puppy_and_date", inBatches: "both" },
      litterId: { does: "follow" },
    },
    history: {
      place: 90,
      label: "Puppy's check",
      plural: "Puppies' checks",
      area: "breeding",
      titles: ["checkDate"],
      fields: {
        checkDate: day("Date"),
        weightGrams: grams("Weight"),
        temperatureFahrenheit: fahrenheit("Temperature"),
        notes: text("Notes"),
        veterinarian: text("Veterinarian"),
      },
      unkept: ["litterId", "puppyId", "updatedAt"],
    },
    export: {
      place: 70,
      title: "Puppy health checks",
      printed: ["puppyId", "checkDate", "weightGrams", "temperatureFahrenheit", "veterinarian", "notes"],
    },
  },
);
