/**
 * Mail about people's accounts: a change of address to confirm, and what else their owner should know. Written once
 * by mail/model/accountMails.ts, which also moves it on and deletes it by age. The path of a link is kept only while the
 * mail is not sent. Belongs to no kennel, so its indexes do not begin with one.
 *
 *   waiting ──▶ sent
 *      ▲└─────▶ failed       refused for good, or the retries are used up
 *      └ retry
 *   not_set_up               there is no way to send mail; shown to its owner, never sent
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { roleValidator } from "../../platform/tables/shared";
import { ACCOUNT_MAIL_KINDS } from "../../../domain/mail/accounts";

export const accountMailKindValidator = v.union(...ACCOUNT_MAIL_KINDS.map((kind) => v.literal(kind)));
export const accountMailStateValidator = v.union(
  v.literal("waiting"),
  v.literal("sent"),
  v.literal("failed"),
  v.literal("not_set_up"),
);

/** What a mail is about and whom it goes to. */
export const accountMailFields = {
  kind: accountMailKindValidator,
  name: v.string(),
  to: v.string(),
  newEmail: v.union(v.string(), v.null()),
  path: v.union(v.string(), v.null()),
  device: v.union(v.string(), v.null()),
  address: v.union(v.string(), v.null()),
};

export const accountMails = defineTable({
  /** The account, as its tokens name it; empty for an invited address, which may have none. */
  tokenIdentifier: v.string(),
  ...accountMailFields,
  /** The name of the kennel or key that it is about. */
  about: v.optional(v.string()),
  /** Who did it, where that was another person or may have been. */
  by: v.optional(v.string()),
  /** The role that it offers. */
  role: v.optional(roleValidator),
  /** The day on which it happens. */
  dueOn: v.optional(v.string()),
  state: accountMailStateValidator,
  /** How often sending was tried. */
  attempts: v.number(),
  /** The provider's last answer. */
  answer: v.optional(v.string()),
}).index("by_token_identifier", ["tokenIdentifier"]);
