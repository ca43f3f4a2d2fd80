/**
 * Browsers that opened a link. The browser stores 32 random bytes, and this row stores their hash. A session ends
 * with its link, with the link's generation, and some time after its last use. Written by
 * families/model/sessions.ts.
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
    /** A code that was sent to the recorded address was typed in this browser. */
    isConfirmed: v.boolean(),
    /** The digits are calculated from the code's number and the deployment's secret. */
    code: v.optional(v.object({ number: v.number(), expiresAt: v.number(), tries: v.number() })),
    codes: v.number(),
    device: v.string(),
    expiresAt: v.number(),
    lastSeenAt: v.number(),
  })
    .index("by_kennel_and_link", ["kennelId", "linkId"])
    .index("by_secret_hash", ["secretHash"])
    // The sweep reads the expired sessions of all kennels.
    .index("by_expiry", ["expiresAt"]),
  { onDelete: { linkId: { does: "cascade", by: "by_kennel_and_link" } } },
);
