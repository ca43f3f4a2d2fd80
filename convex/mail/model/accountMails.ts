/**
 * Mail about accounts. A mail is stored in the transaction that receives it, and sent by an action. Failed mails
 * are sent again for about an hour. The recipient can read the mail in the app. If no mail can be sent, the mail is
 * only shown there.
 */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import { writeAccountMail } from "../../../domain/mail/accounts";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { env, type MutationCtx, type QueryCtx } from "../../_generated/server";
import { accountMailFields, accountMailStateValidator } from "../tables/accountMails";
import { isSetUp, notSetUpMessage, type outcomeShape } from "./channels";
import { appOrigin } from "../../platform/model/people/ownAddresses";
import { dropAllKeysOf } from "../../platform/model/people/apiKeyRows";
import { displayName } from "../../platform/model/paging/names";

const SHOWN = 20;
/** The pauses before each further attempt. */
const RETRIES_MS = [10_000, 60_000, 300_000, 900_000, 1_800_000];

export const newAccountMailArgs = {
  ...accountMailFields,
  /** The account's id in the local accounts. */
  userId: v.string(),
  /** The API keys of the account are revoked as well. */
  endsKeys: v.boolean(),
};

type NewAccountMail = {
  [Field in keyof typeof newAccountMailArgs]: Infer<(typeof newAccountMailArgs)[Field]>;
};

type Written = Omit<WithoutSystemFields<Doc<"accountMails">>, "attempts" | "state" | "answer">;

async function post(ctx: MutationCtx, mail: Written): Promise<null> {
  const canSend = isSetUp("email");
  const mailId = await ctx.db.insert("accountMails", {
    ...mail,
    attempts: 0,
    ...(canSend
      ? { state: "waiting" as const }
      : { state: "not_set_up" as const, answer: notSetUpMessage("email") }),
  });
  if (canSend) await ctx.scheduler.runAfter(0, internal.mail.actions.accountMail.send, { mailId });
  return null;
}

/** The API keys are also revoked if the mail requires that. */
export async function addAccountMail(
  ctx: MutationCtx,
  { userId, endsKeys, ...mail }: NewAccountMail,
): Promise<null> {
  const tokenIdentifier = `${env.LOCAL_AUTH_ISSUER ?? ""}|${userId}`;
  if (endsKeys) await dropAllKeysOf(ctx, tokenIdentifier);
  // A signed-in user does not see these mails. With the link of a password reset, the user would not need the
  // present password. The other mail contains no new information.
  const isForMailAlone = mail.kind === "reset-password" || mail.kind === "sign-up-taken";
  if (isForMailAlone && !isSetUp("email")) return null;
  return await post(ctx, { ...mail, tokenIdentifier });
}

type News = Pick<Written, "kind" | "about" | "by" | "dueOn">;

/** The mail is about the person's account or one of the person's kennels. */
export async function tellPerson(ctx: MutationCtx, user: Doc<"users">, news: News): Promise<null> {
  const { tokenIdentifier, email: to } = user;
  const nothing = { newEmail: null, path: null, device: null, address: null };
  return await post(ctx, { ...nothing, ...news, tokenIdentifier, to, name: displayName(user) });
}

type Invitation = Pick<
  Written,
  "kind" | "to" | "name" | "tokenIdentifier" | "path" | "about" | "by" | "role" | "dueOn"
>;

/**
 * Callers use this function only if mail is set up, because an invited person has no account in which the mail
 * could be shown.
 */
export async function mailInvitation(ctx: MutationCtx, invitation: Invitation): Promise<null> {
  return await post(ctx, { newEmail: null, device: null, address: null, ...invitation });
}

/** A family has no account, so callers use this function only if mail is set up. */
export async function mailLinkCode(
  ctx: MutationCtx,
  mail: { readonly to: string; readonly about: string; readonly code: string },
): Promise<null> {
  const nothing = { newEmail: null, path: null, device: null, address: null };
  return await post(ctx, { ...nothing, ...mail, kind: "link-code", name: "", tokenIdentifier: "" });
}

const messageOf = ({ path, ...mail }: Doc<"accountMails">) =>
  writeAccountMail({ ...mail, link: path === null ? null : appOrigin() + path });

export const outgoingShape = v.union(
  v.object({ to: v.string(), subject: v.string(), text: v.string(), html: v.string(), attempt: v.number() }),
  v.null(),
);

/** Returns null if the mail was sent, failed or was deleted. */
export async function readOutgoing(
  ctx: QueryCtx,
  mailId: Id<"accountMails">,
): Promise<Infer<typeof outgoingShape>> {
  const mail = await ctx.db.get("accountMails", mailId);
  if (mail?.state !== "waiting") return null;
  return { to: mail.to, attempt: mail.attempts + 1, ...messageOf(mail) };
}

/** Schedules another attempt if the failure may be temporary. */
export async function reportAccountMail(
  ctx: MutationCtx,
  mailId: Id<"accountMails">,
  { isSent, isFinal, message }: Infer<typeof outcomeShape>,
): Promise<null> {
  const mail = await ctx.db.get("accountMails", mailId);
  if (mail?.state !== "waiting") return null;
  const attempts = mail.attempts + 1;
  const delay = isFinal ? undefined : RETRIES_MS[mail.attempts];
  const state = isSent ? "sent" : delay === undefined ? "failed" : "waiting";
  await ctx.db.patch("accountMails", mailId, {
    attempts,
    state,
    answer: message,
    // Deletes the link, so that a later reader of the database finds no valid link.
    ...(state !== "waiting" && { path: null, code: undefined }),
  });
  if (state === "waiting" && delay !== undefined) {
    await ctx.scheduler.runAfter(delay, internal.mail.actions.accountMail.send, { mailId });
  }
  return null;
}

export const shownMailShape = v.object({
  _id: v.id("accountMails"),
  to: v.string(),
  subject: v.string(),
  createdAt: v.number(),
  state: accountMailStateValidator,
  answer: v.union(v.string(), v.null()),
  /** Null if the mail could be sent. */
  text: v.union(v.string(), v.null()),
});

export async function listAccountMails(
  ctx: QueryCtx,
  user: Doc<"users"> | null,
): Promise<Infer<typeof shownMailShape>[]> {
  if (user === null) return [];
  const mails = await ctx.db
    .query("accountMails")
    .withIndex("by_token_identifier", (q) => q.eq("tokenIdentifier", user.tokenIdentifier))
    .order("desc")
    .take(SHOWN);
  return mails.map((mail) => {
    const { subject, text } = messageOf(mail);
    const { _id, _creationTime, to, state, answer = null } = mail;
    const isShown = state === "not_set_up";
    return { _id, to, subject, createdAt: _creationTime, state, answer, text: isShown ? text : null };
  });
}
