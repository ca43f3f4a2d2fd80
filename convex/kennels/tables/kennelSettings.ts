/**
 * What a kennel has set beside its details: tax ID, business license, and how its papers look; no row means the
 * defaults, and an absent field its own. Written by kennels/model/kennelSettings.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const kennelSettings = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    taxId: v.optional(v.string()),
    businessLicense: v.optional(v.string()),
    primaryColor: v.optional(v.string()),
    accentColor: v.optional(v.string()),
    footerText: v.optional(v.string()),
    showLogo: v.optional(v.boolean()),
    updatedAt: v.number(),
  }).index("by_kennel", ["kennelId"]),
);
