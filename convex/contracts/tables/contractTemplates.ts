/**
 * The contract templates that a kennel has created. The built-in templates are in domain/contracts. Written by
 * contracts/model/contractTemplates.ts. contracts/follows.ts ensures exactly one default among the kennel's
 * templates of a kind.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { choice, flag, text } from "../../../domain/history/describing";
import { CONTRACT_KINDS } from "../../../domain/contracts/rules";
import { rows } from "../../platform/tables/rows";

export const contractKindValidator = v.union(...CONTRACT_KINDS.map((kind) => v.literal(kind)));

export const contractTemplates = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    name: v.string(),
    kind: contractKindValidator,
    body: v.string(),
    isDefault: v.boolean(),
    updatedAt: v.number(),
  }).index("by_kennel_and_kind", ["kennelId", "kind"]),
  {
    onDelete: {},
    history: {
      place: 250,
      label: "Contract template",
      plural: "Contract templates",
      area: "settings",
      titles: ["name"],
      fields: {
        name: text("Name"),
        kind: choice("Kind"),
        body: text("Text"),
        isDefault: flag("Default of its kind"),
      },
      unkept: ["updatedAt"],
    },
    export: {
      place: 250,
      printed: ["name", "kind", "isDefault"],
    },
  },
);
