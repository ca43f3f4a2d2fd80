/**
 * Letters to applicants, who have no account. The texts are fixed (domain/applications/letters.ts), so a row
 * contains only the email address. Written by applications/model/mails.ts; old rows are deleted.
 *
 *   waiting ──▶ sent
 *      ▲└─────▶ failed       finally refused, or no attempts are left
 *      └ retry
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { LETTER_KINDS } from "../../../domain/applications/letters";
import { rows } from "../../platform/tables/rows";

export const letterKindValidator = v.union(...LETTER_KINDS.map((kind) => v.literal(kind)));

export const applicationMails = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    kind: letterKindValidator,
    to: v.string(),
    /** If the draft is deleted, the letter is no longer sent. */
    draftId: v.optional(v.id("applicationDrafts")),
    /** Undoing the application's decision cancels a waiting letter. */
    applicationId: v.optional(v.id("applications")),
    state: v.union(v.literal("waiting"), v.literal("sent"), v.literal("failed")),
    attempts: v.number(),
    answer: v.optional(v.string()),
    /** When the letter is sent or tried again. After the last attempt: when that attempt ended. */
    sendAt: v.number(),
  })
    .index("by_kennel_and_application", ["kennelId", "applicationId"])
    // The job that sends due letters reads all kennels together.
    .index("by_state_and_send_at", ["state", "sendAt"]),
);
