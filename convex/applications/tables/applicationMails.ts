/**
 * Letters to people who applied, which have no account. Their words are fixed (domain/applications/letters.ts), so
 * a row has only the address. Written by applications/model/mails.ts, deleted by age.
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
    /** The draft that a confirmation is about; without it the letter is no longer sent. */
    draftId: v.optional(v.id("applicationDrafts")),
    /** The application whose decision a letter tells; undoing the decision takes a waiting letter back. */
    applicationId: v.optional(v.id("applications")),
    state: v.union(v.literal("waiting"), v.literal("sent"), v.literal("failed")),
    /** How often sending was tried, and the provider's last answer. */
    attempts: v.number(),
    answer: v.optional(v.string()),
    /** When it is sent, or tried again; afterwards, when it ended. */
    sendAt: v.number(),
  })
    .index("by_kennel_and_application", ["kennelId", "applicationId"])
    // Due letters of all kennels are sent together.
    .index("by_state_and_send_at", ["state", "sendAt"]),
);
