/**
 * The drafts that strangers submit: storing, requesting confirmation by mail, and confirming. Every sender gets the
 * same response, which does not reveal whether the email address is known or whether the sender looks automated.
 */
import { v, type Infer } from "convex/values";
import {
  TIME_FIELD,
  TRAP_FIELD,
  readApplication,
  readSent,
  type Sent,
} from "../../../domain/applications/form";
import {
  DRAFT_MS,
  FASTEST_MS,
  MAIL_PAUSE_MS,
  MAX_DRAFTS,
  MAX_RECEIVED,
  SLOWEST_MS,
  type Doubt,
} from "../../../domain/applications/rules";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { getSigningKey, isSignedHere, signText } from "../../platform/model/files/signatures";
import { spend, spendOrWait, waitFor } from "../../platform/model/people/limits";
import { answerValidator } from "../tables/applications";
import { receive } from "./applications";
import { canMail, publicFormShape, reachForm, reachFormOf } from "./forms";
import { idIn, pathOf, postLetter } from "./mails";

type Draft = Doc<"applicationDrafts">;

/** The state of the draft is left out. */
const sentOf = ({ kennelId, formVersion, sentAt, ...draft }: Draft) => {
  const { name, email, emailKey, phone, address, answers, consents, wishes } = draft;
  const person = { name, email, emailKey, phone, address };
  return { kennelId, formVersion, sentAt, ...person, answers, consents, wishes };
};

const timeText = (slug: string, time: string): string => `application.form.${slug}.${time}`;

/** The form contains this signed timestamp; empty if the deployment has no secret. */
export async function signTime(slug: string, now: number): Promise<string> {
  const key = await getSigningKey();
  const time = now.toString(36);
  return key === null ? "" : `${time}.${await signText(key, timeText(slug, time))}`;
}

async function doubtsOf(slug: string, sent: Sent, now: number): Promise<Doubt[]> {
  const doubts: Doubt[] = [];
  if ((sent.get(TRAP_FIELD) ?? []).some((value) => value !== "")) doubts.push("hidden_field");
  const [time = "", signature = ""] = (sent.get(TIME_FIELD)?.[0] ?? "").split(".");
  if (!(await isSignedHere(timeText(slug, time), signature))) return [...doubts, "no_time"];
  const took = now - parseInt(time, 36);
  if (took < FASTEST_MS) doubts.push("too_fast");
  if (took > SLOWEST_MS) doubts.push("too_old");
  return doubts;
}

const draftsIn = (ctx: QueryCtx, kennelId: Id<"kennels">, state: Draft["state"]) =>
  ctx.db
    .query("applicationDrafts")
    .withIndex("by_kennel_and_state_and_sent", (q) => q.eq("kennelId", kennelId).eq("state", state));

/** Drafts are read for one email address, or among a kennel's suspicious drafts. */
const DRAFTS_READ = 20;

export const doubtedDrafts = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Draft[]> =>
  await draftsIn(ctx, kennelId, "doubted").order("desc").take(DRAFTS_READ);

/** Deletes a suspicious draft if the kennel has too many drafts. Throws RATE_LIMITED if no draft is suspicious. */
async function makeRoom(ctx: MutationCtx, kennelId: Id<"kennels">, now: number): Promise<void> {
  if (((await getCounters(ctx, kennelId)).applicationDrafts ?? 0) < MAX_DRAFTS) return;
  const doubted = await draftsIn(ctx, kennelId, "doubted").first();
  if (doubted) return await ctx.db.delete("applicationDrafts", doubted._id);
  const first = (await draftsIn(ctx, kennelId, "waiting").first())?.sentAt ?? now;
  fail("RATE_LIMITED", { retryAfterSeconds: Math.max(60, Math.ceil((first + DRAFT_MS - now) / 1000)) });
}

/** The newest draft is first. */
const draftsOf = async (
  ctx: QueryCtx,
  { kennelId, emailKey }: Pick<Draft, "kennelId" | "emailKey">,
): Promise<Draft[]> => {
  const rows = await ctx.db
    .query("applicationDrafts")
    .withIndex("by_kennel_and_email_key", (q) => q.eq("kennelId", kennelId).eq("emailKey", emailKey))
    .order("desc")
    .take(DRAFTS_READ);
  return rows.filter(({ state }) => state === "waiting");
};

/** An invalid form counts once more for each block of this many characters. */
const CHARACTERS_COUNTED = 50_000;
const MOST_COUNTED = 10;

/** The errors are by field. */
export const refusedShape = v.union(
  v.object({ faults: v.record(v.string(), v.string()) }),
  v.object({ retryAfterSeconds: v.number() }),
);

/**
 * Returns null if the form was stored. Throws NOT_FOUND, FORM_CLOSED or RATE_LIMITED. Invalid forms have a limit of
 * their own, so that a typing mistake locks nobody out and long invalid text cannot keep the server busy. If the
 * sender's network address is unknown, only the limits of the form and the mailbox count.
 */
export async function storeSent(
  ctx: MutationCtx,
  { slug, body, sender }: { slug: string; body: string; sender: string | null },
): Promise<Infer<typeof refusedShape> | null> {
  const reached = (await reachForm(ctx, slug)) ?? fail("NOT_FOUND");
  const { form, shown } = reached;
  const { kennelId } = form;
  if (!shown.isTaking) fail("FORM_CLOSED");
  const tries = `sender ${sender ?? form._id}` as const;
  // If the network address is unknown, all senders share one limit. That limit must not block a valid form.
  const early = sender === null ? null : await waitFor(ctx, tries, "invalidApplications");
  if (early !== null) return { retryAfterSeconds: early };
  const sent = readSent(body);
  const read = readApplication(form, sent);
  if ("faults" in read) {
    const count = Math.min(MOST_COUNTED, 1 + Math.floor(body.length / CHARACTERS_COUNTED));
    const wait = await spendOrWait(ctx, tries, "invalidApplications", count);
    return wait === null ? { faults: read.faults } : { retryAfterSeconds: wait };
  }
  const by =
    sender === null ? (`mailbox ${read.application.emailKey}` as const) : (`sender ${sender}` as const);
  await spend(ctx, by, "sentApplications");
  await spend(ctx, by, "dailyApplications");
  await spend(ctx, `form ${form._id}`, "formApplications");
  if (((await getCounters(ctx, kennelId)).applications ?? 0) >= MAX_RECEIVED) fail("FORM_CLOSED");
  const now = Date.now();
  const doubts = await doubtsOf(slug, sent, now);
  const { application } = read;
  const fields = { ...application, formVersion: form.version, sentAt: now };
  if (doubts.length === 0 && !(await canMail(ctx, kennelId))) {
    await receive(ctx, { kennelId, ...fields, isConfirmed: false }, form.admits);
    return null;
  }
  await makeRoom(ctx, kennelId, now);
  const earlier = await draftsOf(ctx, { kennelId, emailKey: application.emailKey });
  const isPaused = earlier.some(({ mailedAt = 0 }) => mailedAt > now - MAIL_PAUSE_MS);
  const isMailed =
    doubts.length === 0 &&
    !isPaused &&
    (await spendOrWait(ctx, `mailbox ${application.emailKey}`, "applicationMails")) === null;
  const draftId = await ctx.db.insert("applicationDrafts", {
    kennelId,
    ...fields,
    doubts,
    state: doubts.length === 0 ? "waiting" : "doubted",
    ...(isMailed && { mailedAt: now }),
  });
  if (isMailed) await postLetter(ctx, { kind: "confirm", kennelId, to: application.email, draftId });
  return null;
}

const readShape = v.object({ name: v.string(), answers: v.array(answerValidator) });

/** Null after the confirmation. */
export const draftPageShape = v.union(
  v.object({
    form: publicFormShape,
    draft: v.union(readShape, v.null()),
    /** Each draft has its own confirmation address. */
    others: v.array(readShape.extend({ isLater: v.boolean(), path: v.string() })),
  }),
  v.null(),
);

async function draftOfToken(ctx: QueryCtx, token: string): Promise<Draft | null> {
  const id = await idIn("confirm", token);
  const draftId = id === null ? null : ctx.db.normalizeId("applicationDrafts", id);
  return draftId && (await ctx.db.get("applicationDrafts", draftId));
}

const contentOf = ({ name, phone, address, answers, consents }: Draft): string =>
  JSON.stringify([name, phone, address, answers, consents]);

const SHOWN_OTHERS = 5;

/**
 * Somebody else may have typed the address, so each draft is confirmed separately. A later draft never replaces an
 * earlier draft.
 */
async function othersOf(ctx: QueryCtx, draft: Draft): Promise<Draft[]> {
  const seen = new Set([contentOf(draft)]);
  return (await draftsOf(ctx, draft))
    .filter((other) => {
      const content = contentOf(other);
      const isNew = other._id !== draft._id && !seen.has(content);
      seen.add(content);
      return isNew;
    })
    .slice(0, SHOWN_OTHERS);
}

/** Returns null if the token is invalid or too old. */
export async function describeDraft(ctx: QueryCtx, token: string): Promise<Infer<typeof draftPageShape>> {
  const draft = await draftOfToken(ctx, token);
  const reached = draft && (await reachFormOf(ctx, draft.kennelId));
  if (!reached) return null;
  if (draft.state === "confirmed") return { form: reached.shown, draft: null, others: [] };
  const others = [];
  for (const { _id, name, answers, sentAt } of await othersOf(ctx, draft)) {
    const path = await pathOf("confirm", _id);
    if (path) others.push({ name, answers, isLater: sentAt >= draft.sentAt, path });
  }
  const { name, answers } = draft;
  return { form: reached.shown, draft: { name, answers }, others };
}

export const confirmedShape = v.union(
  v.object({
    form: publicFormShape,
    /**
     * `listed`: the application was added to the waiting list. `received`: it waits for the kennel. `full`: it
     * waits because the list is full. `before`: it had already been confirmed.
     */
    outcome: v.union(v.literal("received"), v.literal("listed"), v.literal("full"), v.literal("before")),
    applicationId: v.union(v.id("applications"), v.null()),
  }),
  v.null(),
);

/** Returns null if the token is invalid or too old. */
export async function confirmDraft(ctx: MutationCtx, token: string): Promise<Infer<typeof confirmedShape>> {
  const draft = await draftOfToken(ctx, token);
  const isOver = draft && draft.sentAt + DRAFT_MS < Date.now();
  const reached = draft && !isOver && (await reachFormOf(ctx, draft.kennelId));
  if (!reached) return null;
  const { form, shown } = reached;
  if (draft.state === "confirmed") return { form: shown, outcome: "before", applicationId: null };
  const received = await receive(ctx, { ...sentOf(draft), isConfirmed: true }, form.admits);
  // If the same answers are submitted twice, they become one application.
  for (const other of await draftsOf(ctx, draft))
    if (other._id !== draft._id && contentOf(other) === contentOf(draft))
      await ctx.db.delete("applicationDrafts", other._id);
  // The row remains for a while without its contents, so that a second press of the button shows the same result.
  await ctx.db.patch("applicationDrafts", draft._id, {
    state: "confirmed",
    ...{ name: "", email: "", emailKey: "", answers: [], consents: [], wishes: {} },
    ...{ phone: undefined, address: undefined },
  });
  return { form: shown, ...received };
}

/** The application is marked as unconfirmed. Throws NOT_FOUND if the draft was deleted. */
export async function keepDoubted(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  draftId: string,
): Promise<Id<"applications">> {
  const id = ctx.db.normalizeId("applicationDrafts", draftId);
  const draft = id && (await ctx.db.get("applicationDrafts", id));
  if (!draft || draft.kennelId !== kennelId || draft.state !== "doubted") return fail("NOT_FOUND");
  await ctx.db.delete("applicationDrafts", draft._id);
  return (await receive(ctx, { ...sentOf(draft), isConfirmed: false }, "to_review")).applicationId;
}

const BATCH = 100;

/** The sweep covers all kennels. Returns whether more expired drafts remain. */
export async function sweepDrafts(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("applicationDrafts")
    .withIndex("by_sent", (q) => q.lt("sentAt", now - DRAFT_MS))
    .take(BATCH);
  for (const { _id } of old) await ctx.db.delete("applicationDrafts", _id);
  return old.length === BATCH;
}
