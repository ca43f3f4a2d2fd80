/** Mail about documents for signing: stores a mail, creates its text, and saves the result of each attempt. */
import { v, type Infer } from "convex/values";
import { finalName, writeSigningMail, type SigningMailKind } from "../../../domain/signings/mail";
import type { Party } from "../../../domain/signings/rules";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { findOwnMail } from "../../connections/model/connections";
import { findFamilyLink } from "../../families/model/links";
import { familyLinkAddress } from "../../families/model/linkAddresses";
import { isSetUp, type outcomeShape } from "../../mail/model/channels";
import { requireKennel } from "../../platform/model/people/kennels";
import { appOrigin } from "../../platform/model/people/ownAddresses";

type Signing = Doc<"signings">;

/** The pauses before each further attempt. */
const RETRIES_MS = [10_000, 60_000, 300_000, 900_000, 1_800_000];

/** If the action of a mail ended without a result, the mail is sent again after this time. */
const LOST_MS = 600_000;

const MAILS_AT_ONCE = 50;

/** The kennel uses its own mail server or this deployment's. */
export const canMail = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> =>
  isSetUp("email") || (await findOwnMail(ctx, kennelId)) !== null;

/** The kennel's own address, or otherwise the address of its current owner. */
export async function kennelMailbox(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<string | undefined> {
  const { email, ownerId } = await requireKennel(ctx, kennelId);
  return email ?? (await ctx.db.get("users", ownerId))?.email;
}

/**
 * If there is no address, nothing is stored. The kennel's address is looked up each time, because the person who
 * sent the document may have left since.
 */
export async function postSigningMail(
  ctx: MutationCtx,
  { kennelId, _id: signingId, parties }: Pick<Signing, "kennelId" | "_id" | "parties">,
  side: Party,
  kind: SigningMailKind,
): Promise<void> {
  const to = side === "kennel" ? await kennelMailbox(ctx, kennelId) : parties.family.email;
  if (to === undefined) return;
  const row = { kennelId, signingId, kind, to, side, attempts: 0 };
  if (!(await canMail(ctx, kennelId))) {
    await ctx.db.insert("signingMails", { ...row, state: "not_set_up" });
    return;
  }
  const nextAt = Date.now() + LOST_MS;
  const mailId = await ctx.db.insert("signingMails", { ...row, state: "waiting", nextAt });
  await ctx.scheduler.runAfter(0, internal.signings.actions.documents.sendMail, { mailId });
}

export const outgoingShape = v.union(
  v.object({
    kennelId: v.id("kennels"),
    to: v.string(),
    message: v.object({
      subject: v.string(),
      text: v.string(),
      html: v.string(),
      sms: v.string(),
      push: v.string(),
    }),
    link: v.string(),
    attachment: v.union(v.object({ storageId: v.id("_storage"), fileName: v.string() }), v.null()),
  }),
  v.null(),
);

/** A mail opens the family's page, or the kennel's web app. */
async function linkOf(ctx: QueryCtx, { kennelId, placementId, contactId }: Signing, side: Party) {
  if (side === "kennel") return appOrigin();
  const link = await findFamilyLink(ctx, kennelId, { placementId, contactId });
  return link && (await familyLinkAddress(link));
}

/** Returns null if the mail was sent or failed, or if its document was deleted. */
export async function readOutgoing(
  ctx: QueryCtx,
  mailId: Id<"signingMails">,
): Promise<Infer<typeof outgoingShape>> {
  const mail = await ctx.db.get("signingMails", mailId);
  const signing = mail && (await ctx.db.get("signings", mail.signingId));
  if (!signing || mail.state !== "waiting") return null;
  const { kennelId, title, parties, sha256, finalSha256, expiresOn, finalStorageId, fileName } = signing;
  const { kind, side, to } = mail;
  const link = await linkOf(ctx, signing, side);
  const names = { kennel: parties.kennel.name, family: parties.family.name };
  const message = writeSigningMail({ kind, side, title, ...names, sha256, finalSha256, expiresOn, link });
  const isWhole = kind === "complete" && finalStorageId !== undefined;
  return {
    kennelId,
    to,
    message,
    link: link ?? "",
    attachment: isWhole ? { storageId: finalStorageId, fileName: finalName(fileName) } : null,
  };
}

/** Schedules another attempt if the failure may be temporary. */
export async function reportSigningMail(
  ctx: MutationCtx,
  mailId: Id<"signingMails">,
  { isSent, isFinal, message, retryAfterMs }: Infer<typeof outcomeShape>,
): Promise<null> {
  const mail = await ctx.db.get("signingMails", mailId);
  if (mail?.state !== "waiting") return null;
  const usual = isFinal ? undefined : RETRIES_MS[mail.attempts];
  const delay = usual === undefined ? undefined : Math.max(usual, retryAfterMs ?? 0);
  const state = isSent ? "sent" : delay === undefined ? "failed" : "waiting";
  const isWaiting = state === "waiting" && delay !== undefined;
  await ctx.db.patch("signingMails", mailId, {
    attempts: mail.attempts + 1,
    state,
    answer: message,
    nextAt: isWaiting ? Date.now() + delay + LOST_MS : undefined,
  });
  if (isWaiting)
    await ctx.scheduler.runAfter(delay, internal.signings.actions.documents.sendMail, { mailId });
  return null;
}

/** Mails that have waited longer than any attempt can take are sent again. */
export async function resumeMails(ctx: MutationCtx, now: number): Promise<void> {
  const lost = await ctx.db
    .query("signingMails")
    .withIndex("by_next", (q) => q.gt("nextAt", 0).lt("nextAt", now))
    .take(MAILS_AT_ONCE);
  for (const { _id: mailId } of lost) {
    await ctx.db.patch("signingMails", mailId, { nextAt: now + LOST_MS });
    await ctx.scheduler.runAfter(0, internal.signings.actions.documents.sendMail, { mailId });
  }
}
