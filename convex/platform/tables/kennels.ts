/**
 * Kennels, the tenants. Written by kennels/model/kennels.ts; deleted, with everything in them, by
 * kennels/model/kennelRemoval.ts. The logo is written by kennels/model/kennelLogos.ts; its file is the row's own
 * and is deleted with it.
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
  /** The owner whose plan counts; if they leave, another owner takes over. */
  ownerId: v.id("users"),
  /** IANA name of the zone whose night is used for the kennel's nightly jobs. */
  timeZone: v.optional(v.string()),
  logo: v.optional(
    v.object({
      storageId: v.id("_storage"),
      type: logoTypeValidator,
      /** Part of the logo's address, which browsers cache: another logo has another one. */
      setAt: v.number(),
      /** Absent for logos older than the field, until they are measured. */
      bytes: v.optional(v.number()),
    }),
  ),
  updatedAt: v.number(),
}).index("by_logo", ["logo.storageId"]);

/** The history's words for the kennel itself, which is not a row of a kennel. */
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
