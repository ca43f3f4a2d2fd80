/**
 * Mail about people's accounts: a change of address to confirm, and other things that the owner should know.
 * Written, updated and deleted by age by mail/model/accountMails.ts. The path of a link is stored only until the
 * mail is sent. Belongs to no kennel, so its indexes do not begin with one.
 *
 *   waiting ──▶ sent
 *      ▲└─────▶ failed       refused for good, or no attempts are left
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

/** The subject of a mail and its recipient. */
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
  /** The account, as in its tokens; empty for an invited address, which may have none. */
  tokenIdentifier: v.string(),
  ...accountMailFields,
  /** The name of the kennel or key in its text. */
  about: v.optional(v.string()),
  /** Who did it, if it may have been another person. */
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
