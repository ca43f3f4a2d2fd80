/**
 * Saved views of the list of dogs: one row for each person in a kennel, with a short list of views.
 * dogs/model/dogViews.ts writes only the signed-in person's views. They are deleted with the account or the kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { dogColumnValidator } from "../../accounts/tables/userSettings";
import { DOG_LAYOUTS } from "../../../domain/dogs/rules";
import { DOG_SORT_COLUMNS, SORT_DIRECTIONS } from "../../../domain/dogs/list-order";
import { rows } from "../../platform/tables/rows";

export const dogViewStateValidator = v.object({
  /** The keys are the filters' names in the list's arguments. */
  filters: v.record(v.string(), v.string()),
  layout: v.union(...DOG_LAYOUTS.map((layout) => v.literal(layout))),
  sort: v.union(...DOG_SORT_COLUMNS.map((column) => v.literal(column))),
  direction: v.union(...SORT_DIRECTIONS.map((each) => v.literal(each))),
  /** Null for the columns that the person has chosen for all views. */
  columns: v.union(v.array(dogColumnValidator), v.null()),
});

export const dogViewValidator = v.object({
  /** Unique among the person's views of the kennel. */
  id: v.string(),
  name: v.string(),
  state: dogViewStateValidator,
});

export const dogViews = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    views: v.array(dogViewValidator),
  })
    .index("by_kennel_and_user", ["kennelId", "userId"])
    .index("by_user", ["userId"]),
);
