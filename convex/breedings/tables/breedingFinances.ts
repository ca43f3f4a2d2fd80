/**
 * Income and costs of a breeding that a person enters: tests, whelping, food. The stud fee is stored in the
 * breeding, and the sales are stored in the puppies. Written by breedings/model/breedingFinances.ts. Projections
 * update the yearly sums.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { cents, choice, day, text } from "../../../domain/history/describing";
import { FINANCE_CATEGORIES, FINANCE_KINDS } from "../../../domain/breedings/rules";
import { rows } from "../../platform/tables/rows";

export const financeKindValidator = v.union(...FINANCE_KINDS.map((kind) => v.literal(kind)));
export const financeCategoryValidator = v.union(...FINANCE_CATEGORIES.map((category) => v.literal(category)));

export const breedingFinances = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    breedingId: v.id("breedings"),
    kind: financeKindValidator,
    category: financeCategoryValidator,
    amountCents: v.number(),
    bookedOn: v.string(),
    description: v.optional(v.string()),
    updatedAt: v.number(),
  })
    .index("by_kennel_and_date", ["kennelId", "bookedOn"])
    .index("by_kennel_and_breeding_and_date", ["kennelId", "breedingId", "bookedOn"]),
  {
    onDelete: {
      breedingId: { does: "cascade", by: "by_kennel_and_breeding_and_date" },
    },
    history: {
      place: 50,
      label: "Income or cost",
      plural: "Income and costs",
      area: "breeding",
      isConfidential: true,
      titles: ["description", "category"],
      fields: {
        kind: choice("Kind"),
        category: choice("Category"),
        amountCents: cents("Amount"),
        bookedOn: day("Date"),
        description: text("Description"),
      },
      unkept: ["breedingId", "updatedAt"],
    },
    export: {
      place: 90,
      title: "Costs and income",
      printed: ["bookedOn", "breedingId", "kind", "category", "amountCents", "description"],
    },
  },
);
