/**
 * Mail about people's accounts: a change of address to confirm, and other news for the owner of the account.
 * mail/model/accountMails.ts writes and updates rows and deletes old rows. The path of a link is stored only until
 * the mail is sent. The table belongs to no kennel, so its indexes do not begin with a kennel.
 *
 *   waiting ──▶ sent
 *      ▲└─────▶ failed       finally refused, or no attempts are left
 *      └ retry
 *   not_set_up               no mail can be sent; shown to its recipient, never sent
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
  /** Empty for an invited address, which may have no account. */
  tokenIdentifier: v.string(),
  ...accountMailFields,
  /** The name of a kennel or key. */
  about: v.optional(v.string()),
  /** The person who acted, if this may be another person than the recipient. */
  by: v.optional(v.string()),
  role: v.optional(roleValidator),
  dueOn: v.optional(v.string()),
  /** Stored only until the mail is sent. */
  code: v.optional(v.string()),
  state: accountMailStateValidator,
  attempts: v.number(),
  answer: v.optional(v.string()),
}).index("by_token_identifier", ["tokenIdentifier"]);
