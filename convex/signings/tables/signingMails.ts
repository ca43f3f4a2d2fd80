/**
 * Mail to either side about documents for signing. Each mail is stored in the transaction that causes it, and sent
 * by signings/actions/documents.ts. Failed mails are sent again for about an hour. Written by
 * signings/model/signingMails.ts.
 *
 *   waiting ──▶ sent
 *      ▲└─────▶ failed       finally refused, or no attempts are left
 *      └ retry
 *   not_set_up               neither the kennel nor this server can send mail
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { SIGNING_MAIL_KINDS } from "../../../domain/signings/mail";
import { rows } from "../../platform/tables/rows";
import { partyValidator } from "./signings";

export const mailKindValidator = v.union(...SIGNING_MAIL_KINDS.map((kind) => v.literal(kind)));
export const mailStateValidator = v.union(
  v.literal("waiting"),
  v.literal("sent"),
  v.literal("failed"),
  v.literal("not_set_up"),
);

export const signingMails = rows(
  "log",
  defineTable({
    kennelId: v.id("kennels"),
    signingId: v.id("signings"),
    kind: mailKindValidator,
    to: v.string(),
    side: partyValidator,
    state: mailStateValidator,
    attempts: v.number(),
    answer: v.optional(v.string()),
    nextAt: v.optional(v.number()),
  })
    .index("by_kennel_and_signing", ["kennelId", "signingId"])
    // The sweep reads the waiting mails of all kennels.
    .index("by_next", ["nextAt"]),
  { onDelete: { signingId: { does: "cascade", by: "by_kennel_and_signing" } } },
);
