/**
 * Kennels, the tenants. Written by kennels/model/kennels.ts. kennels/model/kennelRemoval.ts deletes a kennel with
 * all its data. kennels/model/kennelLogos.ts writes the logo. The logo's file belongs only to this row and is
 * deleted with it.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { text, type HistoryDescription } from "../../../domain/history/describing";
import { STORED_LOGO_TYPES } from "../../../domain/kennels/rules";

export const logoTypeValidator = v.union(...STORED_LOGO_TYPES.map((type) => v.literal(type)));

export const kennels = defineTable({
  name: v.string(),
  prefix: v.optional(v.string()),
  address: v.optional(v.string()),
  phone: v.optional(v.string()),
  email: v.optional(v.string()),
  website: v.optional(v.string()),
  /** The owner whose plan counts. When this owner leaves the kennel, another owner's plan counts. */
  ownerId: v.id("users"),
  /** IANA name. Nightly jobs run during the night of this time zone. */
  timeZone: v.optional(v.string()),
  logo: v.optional(
    v.object({
      storageId: v.id("_storage"),
      type: logoTypeValidator,
      /** The time is part of the logo's address, so that a new logo is not taken from the browser's cache. */
      setAt: v.number(),
      /** Absent for logos from before this field existed, until their size is measured. */
      bytes: v.optional(v.number()),
    }),
  ),
  updatedAt: v.number(),
}).index("by_logo", ["logo.storageId"]);

/** The kennel's own row is not a row of one of its tables. */
export const kennelHistory: HistoryDescription = {
  place: 260,
  label: "Kennel",
  plural: "Kennel",
  area: "settings",
  titles: ["name"],
  fields: {
    name: text("Name"),
    prefix: text("Prefix"),
    address: text("Address"),
    phone: text("Phone"),
    email: text("Email"),
    website: text("Website"),
    timeZone: text("Time zone"),
  },
  unkept: ["ownerId", "logo.storageId", "logo.type", "logo.setAt", "logo.bytes", "updatedAt"],
};
