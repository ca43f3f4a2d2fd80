/**
 * Addresses that show a page to people without an account, such as a family's page. An address contains the row's
 * id and generation, signed with the deployment's secret, and is not stored. A browser exchanges the address once
 * for a session. Written by families/model/links.ts.
 *
 *   open ──renewed (generation + 1)──► open ──ended or expired──► over
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
    /** Renewing the address increases this number, so that the former address and its sessions become invalid. */
    generation: v.number(),
    /** A family is an applicant until there is a placement. */
    applicantId: v.optional(v.id("waitingList")),
    placementId: v.optional(v.id("placements")),
    contactId: v.optional(v.id("contacts")),
    /** Absent if the link was created automatically. */
    madeBy: v.optional(v.id("users")),
    renewedAt: v.number(),
    /** Absent while the placement or entry is active. */
    endsAt: v.optional(v.number()),
    endedAt: v.optional(v.number()),
    endedBy: v.optional(v.id("users")),
    openings: v.number(),
    openedAt: v.optional(v.number()),
  })
    .index("by_kennel_and_kind", ["kennelId", "kind"])
    .index("by_kennel_and_placement", ["kennelId", "placementId"])
    .index("by_kennel_and_applicant", ["kennelId", "applicantId"])
    .index("by_kennel_and_contact", ["kennelId", "contactId"])
    // The sweep reads the expired links of all kennels.
    .index("by_end", ["endsAt"]),
  {
    // If a referenced record was deleted, it is no longer found. families/follows.ts then schedules the end of the
    // link.
    onDelete: {
      applicantId: { does: "stay" },
      placementId: { does: "stay" },
      contactId: { does: "stay" },
    },
  },
);
