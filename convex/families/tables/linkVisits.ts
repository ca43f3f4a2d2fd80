/** When a link was opened, on which device and from which network. Written by families/model/sessions.ts. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const linkVisits = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    linkId: v.id("links"),
    at: v.number(),
    /** /24 of IPv4, /48 of IPv6. */
    from: v.string(),
    device: v.string(),
  })
    .index("by_kennel_and_link_and_at", ["kennelId", "linkId", "at"])
    // The sweep reads the old visits of all kennels.
    .index("by_time", ["at"]),
  { onDelete: { linkId: { does: "cascade", by: "by_kennel_and_link_and_at" } } },
);
