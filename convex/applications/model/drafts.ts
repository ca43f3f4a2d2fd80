/**
 * What strangers send: storing it, asking for its confirmation by mail, and confirming it. Every sender is answered
 * alike, whether the address is known or not, and whether the sender looks like a program or not.
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
import { fail, failOnFields } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { getSigningKey, isSignedHere, signText } from "../../platform/model/files/signatures";
import { spend, spendOrWait } from "../../platform/model/people/limits";
import { answerValidator } from "../tables/applications";
import { receive } from "./applications";
import { canMail, publicFormShape, reachForm, reachFormOf } from "./forms";
import { idIn, postLetter } from "./mails";

type Draft = Doc<"applicationDrafts">;

/** Returns what was sent, without the state of the draft. */
const sentOf = ({ kennelId, formVersion, sentAt, ...draft }: Draft) => {
  const { name, email, emailKey, phone, address, answers, consents, wishes } = draft;
  const person = { name, email, emailKey, phone, address };
  return { kennelId, formVersion, sentAt, ...person, answers, consents, wishes };
};

const timeText = (slug: string, time: string): string => `application.form.${slug}.${time}`;

/** Makes the signed time that a form carries; empty if the deployment has no secret. */
export async function signTime(slug: string, now: number): Promise<string> {
  const key = await getSigningKey();
  const time = now.toString(36);
  return key === null ? "" : `${time}.${await signText(key, timeText(slug, time))}`;
}

/** Lists what makes a sent form look like the work of a program. */
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

/** How many drafts of one address, or doubted ones of a kennel, are read. */
const DRAFTS_READ = 20;

/** Lists the newest drafts that look like the work of a program. */
export const doubtedDrafts = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Draft[]> =>
  await draftsIn(ctx, kennelId, "doubted").order("desc").take(DRAFTS_READ);

/** Makes room for one more draft by deleting a doubted one; throws RATE_LIMITED if there is none. */
async function makeRoom(ctx: MutationCtx, kennelId: Id<"kennels">, now: number): Promise<void> {
  if (((await getCounters(ctx, kennelId)).applicationDrafts ?? 0) < MAX_DRAFTS) return;
  const doubted = await draftsIn(ctx, kennelId, "doubted").first();
  if (doubted) return await ctx.db.delete("applicationDrafts", doubted._id);
  const first = (await draftsIn(ctx, kennelId, "waiting").first())?.sentAt ?? now;
  fail("RATE_LIMITED", { retryAfterSeconds: Math.max(60, Math.ceil((first + DRAFT_MS - now) / 1000)) });
}

/** Reads the drafts of one address in a kennel that wait for their confirmation, the newest first. */
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

/**
 * Stores what was sent by a form, and has its confirmation asked by mail. Throws NOT_FOUND, FORM_CLOSED,
 * VALIDATION_FAILED with messages by the names of the form's fields, or RATE_LIMITED. Only what is valid counts
 * against the limits, so that nobody is kept out for a typing mistake.
 */
export async function storeSent(
  ctx: MutationCtx,
  { slug, body, sender }: { slug: string; body: string; sender: string | null },
): Promise<null> {
  const reached = (await reachForm(ctx, slug)) ?? fail("NOT_FOUND");
  const { form, shown } = reached;
  const { kennelId } = form;
  if (!shown.isTaking) fail("FORM_CLOSED");
  const sent = readSent(body);
  const read = readApplication(form, sent);
  if ("faults" in read) {
    failOnFields(read.faults);
    return null;
  }
  if (sender !== null) {
    await spend(ctx, `sender ${sender}`, "sentApplications");
    await spend(ctx, `sender ${sender}`, "dailyApplications");
  }
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

/** What a confirmation is about: the form's kennel, and what was sent; null once it was confirmed. */
export const draftPageShape = v.union(
  v.object({
    form: publicFormShape,
    draft: v.union(v.object({ name: v.string(), answers: v.array(answerValidator) }), v.null()),
  }),
  v.null(),
);

async function draftOfToken(ctx: QueryCtx, token: string): Promise<Draft | null> {
  const id = await idIn("confirm", token);
  const draftId = id === null ? null : ctx.db.normalizeId("applicationDrafts", id);
  return draftId && (await ctx.db.get("applicationDrafts", draftId));
}

/** The newest of what the address sent counts: who sends a second time corrects the first. */
const newestOf = async (ctx: QueryCtx, draft: Draft): Promise<Draft> =>
  (await draftsOf(ctx, draft))[0] ?? draft;

/** Returns what a token confirms; null if it is not valid or too old. */
export async function describeDraft(ctx: QueryCtx, token: string): Promise<Infer<typeof draftPageShape>> {
  const draft = await draftOfToken(ctx, token);
  const reached = draft && (await reachFormOf(ctx, draft.kennelId));
  if (!reached) return null;
  if (draft.state === "confirmed") return { form: reached.shown, draft: null };
  const { name, answers } = await newestOf(ctx, draft);
  return { form: reached.shown, draft: { name, answers } };
}

export const confirmedShape = v.union(
  v.object({
    form: publicFormShape,
    /** Whether it was put on the waiting list, or waits for the kennel, perhaps because the list is full. */
    outcome: v.union(v.literal("received"), v.literal("listed"), v.literal("full"), v.literal("before")),
    applicationId: v.union(v.id("applications"), v.null()),
  }),
  v.null(),
);

/** Confirms what a token is about; null if the token is not valid or too old. */
export async function confirmDraft(ctx: MutationCtx, token: string): Promise<Infer<typeof confirmedShape>> {
  const draft = await draftOfToken(ctx, token);
  const isOver = draft && draft.sentAt + DRAFT_MS < Date.now();
  const reached = draft && !isOver && (await reachFormOf(ctx, draft.kennelId));
  if (!reached) return null;
  const { form, shown } = reached;
  if (draft.state === "confirmed") return { form: shown, outcome: "before", applicationId: null };
  const all = await draftsOf(ctx, draft);
  const received = await receive(ctx, { ...sentOf(all[0] ?? draft), isConfirmed: true }, form.admits);
  for (const row of all) if (row._id !== draft._id) await ctx.db.delete("applicationDrafts", row._id);
  // The row stays for a while without its contents, so that a second press finds what happened.
  await ctx.db.patch("applicationDrafts", draft._id, {
    state: "confirmed",
    ...{ name: "", email: "", emailKey: "", answers: [], consents: [], wishes: {} },
    ...{ phone: undefined, address: undefined },
  });
  return { form: shown, ...received };
}

/** Receives a doubted draft after all, marked as unconfirmed; throws NOT_FOUND if it was deleted. */
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

/** Deletes drafts of all kennels that are too old; returns whether there are more. */
export async function sweepDrafts(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("applicationDrafts")
    .withIndex("by_sent", (q) => q.lt("sentAt", now - DRAFT_MS))
    .take(BATCH);
  for (const { _id } of old) await ctx.db.delete("applicationDrafts", _id);
  return old.length === BATCH;
}
