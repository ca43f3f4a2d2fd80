/**
 * A person's dashboard preferences, the same in every kennel; no row means the defaults. The widgets are an ordered
 * list, so that moving one is a single write. Written by dashboard/model/dashboardPreferences.ts for that person
 * only. Belongs to no kennel, so its index does not begin with one.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { DASHBOARD_CARDS, WIDGET_KINDS } from "../../../domain/dashboard/rules";

export const dashboardCardValidator = v.union(...DASHBOARD_CARDS.map((card) => v.literal(card)));
export const widgetKindValidator = v.union(...WIDGET_KINDS.map((kind) => v.literal(kind)));
export const widgetSettingsValidator = v.object({
  years: v.optional(v.number()),
  months: v.optional(v.number()),
});

export const dashboardPreferences = defineTable({
  userId: v.id("users"),
  hiddenCards: v.array(dashboardCardValidator),
  /** The person's order of cards; cards not listed follow in the default order. */
  cardOrder: v.array(dashboardCardValidator),
  /** The kennel that is opened first; absent for the person's own oldest one. */
  defaultKennelId: v.optional(v.id("kennels")),
  widgets: v.array(
    v.object({
      /** Unique among the person's widgets. */
      id: v.string(),
      kind: widgetKindValidator,
      title: v.optional(v.string()),
      settings: widgetSettingsValidator,
    }),
  ),
}).index("by_user", ["userId"]);
