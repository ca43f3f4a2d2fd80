/**
 * Letters to applicants. The transaction that causes a letter also stores it. An action sends the letter through
 * the kennel's own mail server or the deployment's mail server. Failed letters are sent again like messages about
 * reminders.
 */
import { v, type Infer } from "convex/values";
import { writeLetter, type LetterKind } from "../../../domain/applications/letters";
import { RETRY_MINUTES } from "../../../domain/deliveries/rules";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { outcomeShape } from "../../mail/model/channels";
import { getSigningKey, isSignedHere, signText } from "../../platform/model/files/signatures";
import { APPLY_PATH, siteOrigin } from "./forms";

type Draft = Id<"applicationDrafts">;

const MINUTE_MS = 60_000;
/** The time limit of an attempt. A letter that is overdue by more than this is sent again. */
const RUN_MS = 5 * MINUTE_MS;
const DAYS_KEPT = 30;
const BATCH = 50;

const signedTextOf = (purpose: "confirm" | "withdraw", id: string): string => `application.${purpose}.${id}`;

/** Returns null if the deployment has no secret. */
export async function pathOf(purpose: "confirm" | "withdraw", id: string): Promise<string | null> {
  const key = await getSigningKey();
  return key && `${APPLY_PATH}${purpose}/${id}-${await signText(key, signedTextOf(purpose, id))}`;
}

/** Returns null if the deployment has no secret. */
export async function addressOf(purpose: "confirm" | "withdraw", id: string): Promise<string | null> {
  const path = await pathOf(purpose, id);
  return path && `${siteOrigin()}${path}`;
}

/** Returns null if this deployment did not create the token. */
export async function idIn(purpose: "confirm" | "withdraw", token: string): Promise<string | null> {
  const [id = "", signature = "", ...more] = token.split("-");
  return more.length === 0 && (await isSignedHere(signedTextOf(purpose, id), signature)) ? id : null;
}

interface NewLetter {
  readonly kind: LetterKind;
  readonly kennelId: Id<"kennels">;
  readonly to: string;
  readonly draftId?: Draft;
  readonly applicationId?: Id<"applications">;
  /** During this time the letter can be canceled. */
  readonly waitMs?: number;
}

export async function postLetter(ctx: MutationCtx, { waitMs = 0, ...letter }: NewLetter): Promise<void> {
  const mailId = await ctx.db.insert("applicationMails", {
    ...letter,
    state: "waiting",
    attempts: 0,
    sendAt: Date.now() + waitMs,
  });
  await ctx.scheduler.runAfter(waitMs, internal.applications.actions.applicationMail.send, { mailId });
}

/** Only unsent letters about a decision can be canceled. */
export async function takeLettersBack(
  ctx: MutationCtx,
  { _id, kennelId }: Pick<Doc<"applications">, "_id" | "kennelId">,
): Promise<void> {
  const rows = await ctx.db
    .query("applicationMails")
    .withIndex("by_kennel_and_application", (q) => q.eq("kennelId", kennelId).eq("applicationId", _id))
    .take(BATCH);
  for (const row of rows) if (row.state === "waiting") await ctx.db.delete("applicationMails", row._id);
}

export const outgoingShape = v.union(
  v.object({
    kennelId: v.id("kennels"),
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    html: v.string(),
  }),
  v.null(),
);

/** Returns null if the letter was sent or canceled, or if its subject was deleted. */
export async function readLetter(
  ctx: QueryCtx,
  mailId: Id<"applicationMails">,
): Promise<Infer<typeof outgoingShape>> {
  const mail = await ctx.db.get("applicationMails", mailId);
  const kennel = mail && (await ctx.db.get("kennels", mail.kennelId));
  if (!kennel || mail.state !== "waiting") return null;
  if (mail.draftId && (await ctx.db.get("applicationDrafts", mail.draftId))?.state !== "waiting") return null;
  const link = mail.draftId ? await addressOf("confirm", mail.draftId) : null;
  if (mail.draftId && link === null) return null;
  return { kennelId: mail.kennelId, to: mail.to, ...writeLetter(mail.kind, kennel.name, link) };
}

/** Schedules another attempt if the failure may be temporary. */
export async function reportLetter(
  ctx: MutationCtx,
  mailId: Id<"applicationMails">,
  outcome: Infer<typeof outcomeShape> | null,
): Promise<null> {
  const mail = await ctx.db.get("applicationMails", mailId);
  if (mail?.state !== "waiting") return null;
  if (outcome === null) {
    await ctx.db.delete("applicationMails", mailId);
    return null;
  }
  const { isSent, isFinal, message, retryAfterMs = 0 } = outcome;
  const minutes = isSent || isFinal ? undefined : RETRY_MINUTES[mail.attempts];
  const waitMs = minutes === undefined ? 0 : Math.max(minutes * MINUTE_MS, retryAfterMs);
  await ctx.db.patch("applicationMails", mailId, {
    state: isSent ? "sent" : minutes === undefined ? "failed" : "waiting",
    attempts: mail.attempts + 1,
    answer: message,
    sendAt: Date.now() + waitMs,
  });
  if (minutes !== undefined)
    await ctx.scheduler.runAfter(waitMs, internal.applications.actions.applicationMail.send, { mailId });
  return null;
}

/** Resends letters whose action was interrupted, and deletes old letters; returns whether more of them remain. */
export async function sweepLetters(ctx: MutationCtx, now: number): Promise<boolean> {
  const stuck = await ctx.db
    .query("applicationMails")
    .withIndex("by_state_and_send_at", (q) => q.eq("state", "waiting").lt("sendAt", now - RUN_MS))
    .take(BATCH);
  for (const { _id: mailId } of stuck) {
    await ctx.db.patch("applicationMails", mailId, { sendAt: now });
    await ctx.scheduler.runAfter(0, internal.applications.actions.applicationMail.send, { mailId });
  }
  let isMore = stuck.length === BATCH;
  for (const state of ["sent", "failed"] as const) {
    const old = await ctx.db
      .query("applicationMails")
      .withIndex("by_state_and_send_at", (q) =>
        q.eq("state", state).lt("sendAt", now - DAYS_KEPT * 24 * 60 * MINUTE_MS),
      )
      .take(BATCH);
    for (const { _id } of old) await ctx.db.delete("applicationMails", _id);
    isMore ||= old.length === BATCH;
  }
  return isMore;
}
