/**
 * Kennels, the tenants. Written by kennels/model/kennels.ts; deleted, with all that belongs to them, by
 * kennels/model/kennelRemoval.ts. The logo is written by kennels/model/kennelLogos.ts; its file is the row's own and goes with it.
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
  /** The owner the kennel goes by; another owner takes over when this one leaves. */
  ownerId: v.id("users"),
  /** IANA name of the zone whose night the kennel's nightly work runs in. */
  timeZone: v.optional(v.string()),
  logo: v.optional(
    v.object({
      storageId: v.id("_storage"),
      type: logoTypeValidator,
      /** Part of the logo's address, which browsers keep: another logo has another one. */
      setAt: v.number(),
      /** Absent in logos that are older than the field, until they are measured. */
      bytes: v.optional(v.number()),
    }),
  ),
  updatedAt: v.number(),
}).index("by_logo", ["logo.storageId"]);

/** What the history tells of the kennel itself, whose table holds no rows of a kennel. */
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
