/**
 * The breeds of a kennel's dogs, each with the number of dogs, so that the breed list needs no scan of dogs.
 * Written by the projection in tables/projections.ts; a row goes when its count reaches zero.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const kennelBreeds = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    breed: v.string(),
    breedKey: v.string(),
    dogs: v.number(),
  }).index("by_kennel_and_breed", ["kennelId", "breedKey"]),
);
