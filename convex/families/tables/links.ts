/**
 * Addresses that open something to people without an account, such as a family's page. An address contains the
 * row's id and generation, signed with the deployment's secret, and is stored nowhere. It is handed in once for a
 * session. Written by families/model/links.ts.
 *
 *   open ──renewed (generation + 1)──► open ──ended, or its time has passed──► over
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { LINK_KINDS } from "../../../domain/families/rules";
import { rows } from "../../platform/tables/rows";

export const linkKindValidator = v.union(...LINK_KINDS.map((kind) => v.literal(kind)));

export const links = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    kind: linkKindValidator,
    /** Rises when the address is renewed, so that the former address and its sessions become invalid. */
    generation: v.number(),
    /** Whose page it is; a family is an applicant until there is a placement. */
    applicantId: v.optional(v.id("waitingList")),
    placementId: v.optional(v.id("placements")),
    contactId: v.optional(v.id("contacts")),
    /** The user who made it; absent if it was made by itself. */
    madeBy: v.optional(v.id("users")),
    renewedAt: v.number(),
    /** When it ends by itself; absent while its placement or entry is kept. */
    endsAt: v.optional(v.number()),
    endedAt: v.optional(v.number()),
    endedBy: v.optional(v.id("users")),
    /** How often it was opened, and when last. */
    openings: v.number(),
    openedAt: v.optional(v.number()),
  })
    .index("by_kennel_and_kind", ["kennelId", "kind"])
    .index("by_kennel_and_placement", ["kennelId", "placementId"])
    .index("by_kennel_and_applicant", ["kennelId", "applicantId"])
    .index("by_kennel_and_contact", ["kennelId", "contactId"])
    // Across kennels: links that end by themselves.
    .index("by_end", ["endsAt"]),
  {
    // A record that is gone is found no more; families/follows.ts lets the link say goodbye.
    onDelete: {
      applicantId: { does: "stay" },
      placementId: { does: "stay" },
      contactId: { does: "stay" },
    },
  },
);
