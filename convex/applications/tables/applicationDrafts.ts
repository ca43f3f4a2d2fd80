/**
 * What was sent by a form and not confirmed yet: nobody of the kennel sees it, no backup or export has it, and it
 * is deleted 48 hours after it was sent (applications/model/drafts.ts). A doubted one looks like the work of a
 * program: it gets no mail, but the kennel may keep it.
 *
 *   waiting ──button in the mail──▶ confirmed, without its contents
 *   doubted ──the kennel keeps it──▶ (an application that is marked as unconfirmed)
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
    /** When the mail with the button was written. */
    mailedAt: v.optional(v.number()),
  })
    .index("by_kennel_and_state_and_sent", ["kennelId", "state", "sentAt"])
    .index("by_kennel_and_email_key", ["kennelId", "emailKey"])
    // Old drafts of all kennels are deleted together.
    .index("by_sent", ["sentAt"]),
);
