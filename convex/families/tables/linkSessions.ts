/**
 * Browsers that opened a link. The browser keeps 32 random bytes, and this row their hash. A session ends with its
 * link, with the link's generation, and some time after its last use. Written by families/model/sessions.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const linkSessions = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    linkId: v.id("links"),
    secretHash: v.string(),
    generation: v.number(),
    /** Whether a code sent to the address on record was typed in this browser. */
    isConfirmed: v.boolean(),
    /** The code that was asked for last; its digits follow from its number and the deployment's secret. */
    code: v.optional(v.object({ number: v.number(), expiresAt: v.number(), tries: v.number() })),
    /** How many codes were asked for. */
    codes: v.number(),
    device: v.string(),
    expiresAt: v.number(),
    lastSeenAt: v.number(),
  })
    .index("by_kennel_and_link", ["kennelId", "linkId"])
    .index("by_secret_hash", ["secretHash"])
    // Across kennels: sessions that expire.
    .index("by_expiry", ["expiresAt"]),
  { onDelete: { linkId: { does: "cascade", by: "by_kennel_and_link" } } },
);
