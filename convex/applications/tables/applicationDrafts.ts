/**
 * Submitted forms that are not confirmed yet. Members of the kennel cannot see drafts. Backups and exports do not
 * contain drafts. A draft is deleted 48 hours after it was submitted (applications/model/drafts.ts). A doubted
 * draft looks automated: no mail is sent for it, but the kennel may accept it.
 *   waiting ──button in the mail──▶ confirmed, without its contents
 *   doubted ──the kennel accepts──▶ (an application that is marked as unconfirmed)
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { DOUBTS } from "../../../domain/applications/rules";
import { rows } from "../../platform/tables/rows";
import { sentFields } from "./applications";

export const doubtValidator = v.union(...DOUBTS.map((doubt) => v.literal(doubt)));

export const applicationDrafts = rows(
  "personal",
  defineTable({
    kennelId: v.id("kennels"),
    state: v.union(v.literal("waiting"), v.literal("doubted"), v.literal("confirmed")),
    ...sentFields,
    doubts: v.array(doubtValidator),
    /** The mail has the button that confirms the draft. */
    mailedAt: v.optional(v.number()),
  })
    .index("by_kennel_and_state_and_sent", ["kennelId", "state", "sentAt"])
    .index("by_kennel_and_email_key", ["kennelId", "emailKey"])
    // The job that deletes old drafts reads all kennels together.
    .index("by_sent", ["sentAt"]),
);
