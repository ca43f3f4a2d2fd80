/**
 * A person's dashboard preferences, the same in every kennel. Without a row all preferences have their defaults.
 * The widgets are an ordered list, so moving a widget is a single write. dashboard/model/dashboardPreferences.ts
 * writes only the signed-in person's preferences. The preferences belong to no kennel, so the index does not begin
 * with a kennel.
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
  /** Cards that are not listed come afterwards in the default order. */
  cardOrder: v.array(dashboardCardValidator),
  /** Absent for the oldest kennel that the person owns. */
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
