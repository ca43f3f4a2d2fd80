/**
 * A kennel's settings: tax ID, business license, branding, the content of families' pages, and the limit of
 * inbreeding. Without a row all settings have their defaults, and an absent field has its own default. Written by
 * kennels/model/kennelSettings.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { flag, percent, text } from "../../../domain/history/describing";
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
    showsParents: v.optional(v.boolean()),
    showsPlace: v.optional(v.boolean()),
    showsPlans: v.optional(v.boolean()),
    /** The highest acceptable coefficient of the puppies. */
    inbreedingLimitPercent: v.optional(v.number()),
    updatedAt: v.number(),
  }).index("by_kennel", ["kennelId"]),
  {
    onDelete: {},
    history: {
      place: 270,
      label: "Kennel settings",
      plural: "Kennel settings",
      area: "settings",
      titles: [],
      isAlwaysThere: true,
      fields: {
        taxId: text("Tax ID"),
        businessLicense: text("Business license"),
        primaryColor: text("Primary color"),
        accentColor: text("Accent color"),
        footerText: text("Footer text"),
        showLogo: flag("Logo on documents"),
        showsParents: flag("Families see the parents"),
        showsPlace: flag("Families see their place"),
        showsPlans: flag("Families see planned litters"),
        inbreedingLimitPercent: percent("Inbreeding limit"),
      },
      unkept: ["updatedAt"],
    },
    export: {
      place: 260,
      printed: [
        ...["taxId", "businessLicense", "primaryColor", "accentColor", "footerText", "showLogo"],
        ...["showsParents", "showsPlace", "showsPlans", "inbreedingLimitPercent"],
      ],
    },
  },
);
