/**
 * The breeds of a kennel's dogs, each with the number of dogs, so that the list of breeds does not read all dogs.
 * The projection in tables/projections.ts writes the rows. A row is deleted when its count reaches zero.
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
