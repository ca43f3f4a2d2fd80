/**
 * Documents that a kennel and a family sign. Each step reads and writes the single row of its document. If two
 * steps happen at the same time, only the first step counts, and the second throws SIGNING_CLOSED. The file for
 * signing never changes (signings/actions/documents.ts creates it once).
 */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import { addDays } from "../../../domain/dates/calendar-days";
import { dayIn } from "../../../domain/dates/zones";
import { fail, failOnFields } from "../../../domain/errors";
import { formatDay } from "../../../domain/formatting/formatting";
import { extended, findBroken, type Happening } from "../../../domain/signings/chain";
import { finalName } from "../../../domain/signings/mail";
import {
  agreementOf,
  dueAt,
  EVENTS_TO_END,
  isOpen,
  isWord,
  LIFE_DAYS,
  lookAgainAt,
  MAX_EVENTS,
  MAX_REASON,
  MAX_SIGNINGS_PER_PLACEMENT,
  MAX_TYPED_NAME,
  nextSigner,
  REMIND_HOURS,
  REMINDER_DAYS,
  statusAfter,
  type Actor,
  type Party,
  type SigningStatus,
  type SigningStep,
} from "../../../domain/signings/rules";
import { isVisible, oneLine } from "../../../domain/text/text";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { eventValidator, partyValidator, statusValidator } from "../tables/signings";
import { mailKindValidator, mailStateValidator } from "../tables/signingMails";
import { nextVersion } from "../../platform/model/changes/edits";
import { AddressSigner, isSignedForReader } from "../../platform/model/files/photoAddresses";
import { displayName } from "../../platform/model/paging/names";
import { findRow, getOrFail } from "../../platform/model/paging/rows";
import type { Access } from "../../platform/model/people/identity";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { postSigningMail } from "./signingMails";

type Signing = Doc<"signings">;
type Event = Infer<typeof eventValidator>;

/** The file for signing, and the final file. */
export const FILES = ["document", "final"] as const;
export type SigningFile = (typeof FILES)[number];

const textOrNull = v.union(v.string(), v.null());
const namesShape = v.object({ kennel: v.string(), family: v.string() });

export const signingShape = v.object({
  _id: v.id("signings"),
  placementId: v.id("placements"),
  title: v.string(),
  status: statusValidator,
  signedBy: v.array(partyValidator),
  /** Null if nobody can sign. */
  next: v.union(partyValidator, v.null()),
  parties: namesShape,
  familyEmail: textOrNull,
  sha256: v.string(),
  finalSha256: textOrNull,
  fileName: v.string(),
  /** The path begins with /api and is valid for at least half a day. */
  filePath: v.string(),
  finalPath: textOrNull,
  declineReason: textOrNull,
  sentAt: v.union(v.number(), v.null()),
  expiresOn: textOrNull,
  replacesId: v.union(v.id("signings"), v.null()),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type SigningAnswer = Infer<typeof signingShape>;

const signedText = (signingId: string, file: SigningFile): string => `signings/${signingId}/${file}`;

const pathOf = async (signer: AddressSigner, { _id }: Signing, file: SigningFile): Promise<string> =>
  `/signings/${_id}/file?which=${file}&signature=${await signer.signForCaller(signedText(_id, file))}`;

export const namesOf = ({ parties }: Pick<Signing, "parties">) => ({
  kennel: parties.kennel.name,
  family: parties.family.name,
});

async function toAnswer(row: Signing, signer: AddressSigner): Promise<SigningAnswer> {
  const { _id, placementId, title, status, signedBy, parties, sha256, fileName, updatedAt } = row;
  return {
    ...{ _id, placementId, title, status, signedBy, sha256, fileName, updatedAt },
    next: nextSigner(row),
    parties: namesOf(row),
    familyEmail: parties.family.email ?? null,
    finalSha256: row.finalSha256 ?? null,
    filePath: await pathOf(signer, row, "document"),
    finalPath: row.finalStorageId ? await pathOf(signer, row, "final") : null,
    declineReason: row.events.find(({ what }) => what === "declined")?.reason ?? null,
    sentAt: row.sentAt ?? null,
    expiresOn: row.expiresOn ?? null,
    replacesId: row.replacesId ?? null,
    createdAt: row._creationTime,
  };
}

export const describeSigning = async (ctx: QueryCtx, row: Signing): Promise<SigningAnswer> =>
  await toAnswer(row, new AddressSigner(ctx));

const describe = async (ctx: QueryCtx, id: Id<"signings">): Promise<SigningAnswer> =>
  await describeSigning(ctx, await getOrFail(ctx, "signings", id));

export const signingsOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"placements">, "kennelId" | "_id">,
): Promise<Signing[]> =>
  await ctx.db
    .query("signings")
    .withIndex("by_kennel_and_placement", (q) => q.eq("kennelId", kennelId).eq("placementId", _id))
    .order("desc")
    .take(MAX_SIGNINGS_PER_PLACEMENT);

/** The newest document is first. */
export async function listSignings(ctx: QueryCtx, placement: Doc<"placements">): Promise<SigningAnswer[]> {
  const signer = new AddressSigner(ctx);
  return await Promise.all((await signingsOf(ctx, placement)).map((row) => toAnswer(row, signer)));
}

export const eventsShape = v.object({
  events: v.array(eventValidator),
  /** The number of the first event that does not fit into the chain; null if all events fit. */
  brokenAt: v.union(v.number(), v.null()),
  mails: v.array(
    v.object({
      kind: mailKindValidator,
      side: partyValidator,
      to: v.string(),
      at: v.number(),
      state: mailStateValidator,
      answer: textOrNull,
    }),
  ),
});

const SHOWN_MAILS = 50;

/** The mails about the document are included. */
export async function listEvents(ctx: QueryCtx, row: Signing): Promise<Infer<typeof eventsShape>> {
  const mails = await ctx.db
    .query("signingMails")
    .withIndex("by_kennel_and_signing", (q) => q.eq("kennelId", row.kennelId).eq("signingId", row._id))
    .order("desc")
    .take(SHOWN_MAILS);
  return {
    events: row.events,
    brokenAt: await findBroken(row.events, row.sha256),
    mails: mails.map(({ kind, side, to, _creationTime: at, state, answer = null }) => ({
      ...{ kind, side, to, at, state, answer },
    })),
  };
}

export const whereArgs = { from: v.string(), device: v.string() };
interface Where {
  readonly from: string;
  readonly device: string;
}

const MAX_DEVICE = 300;
const whereOf = ({ from, device }: Where) => ({
  ...(from !== "" && { from }),
  ...(device !== "" && { device: device.slice(0, MAX_DEVICE) }),
});

const CLOSED_WORDS: Readonly<Partial<Record<Event["what"], string>>> = {
  signed: "signed",
  declined: "declined",
  withdrawn: "withdrew",
};

/** Names the person for a reader of one side. */
async function closedBy(ctx: QueryCtx, row: Signing, reader: Actor): Promise<string> {
  const last = row.events.findLast(({ what }) =>
    ["signed", "declined", "withdrawn", "expired"].includes(what),
  );
  if (!last) return "It has not been sent yet.";
  const { actor, name, at, what } = last;
  const side = actor === "studbook" ? "Studbook" : namesOf(row)[actor];
  // A family does not learn which person of the kennel acted.
  const who = reader === "kennel" && actor === "kennel" ? (name ?? side) : side;
  const on = formatDay(dayIn(await timeZoneOf(ctx, row.kennelId), at));
  if (what === "expired") return `It expired on ${on}.`;
  return `${who} ${CLOSED_WORDS[what] ?? what} it on ${on}.`;
}

const refuse = async (ctx: QueryCtx, row: Signing, by: Actor): Promise<never> =>
  fail("SIGNING_CLOSED", { because: await closedBy(ctx, row, by) });

/** The last day for signing the document has ended. */
const isOver = async (ctx: QueryCtx, { kennelId, expiresOn }: Signing): Promise<boolean> =>
  expiresOn !== undefined && dayIn(await timeZoneOf(ctx, kennelId), Date.now()) > expiresOn;

const remindersOf = (events: readonly Event[]): number =>
  events.filter(({ what, actor }) => what === "reminded" && actor === "studbook").length;

/** Adds the step's events and saves the next state. Throws SIGNING_CLOSED if the step is not allowed. */
async function step(
  ctx: MutationCtx,
  row: Signing,
  name: SigningStep,
  by: Actor,
  happenings: readonly Happening[],
  changes: Partial<Signing> = {},
): Promise<Signing> {
  const status = statusAfter(row, name, by);
  if (status === null) return await refuse(ctx, row, by);
  const events = await extended(row.events, row.sha256, happenings);
  const signedBy = name === "sign" && by !== "studbook" ? [...row.signedBy, by] : row.signedBy;
  const sentAt = changes.sentAt ?? row.sentAt ?? Date.now();
  const pending = { status, signedBy, sentAt, reminders: remindersOf(events) };
  await ctx.db.patch("signings", row._id, {
    ...changes,
    ...{ status, signedBy, events, updatedAt: nextVersion(row) },
    dueAt: status === "complete" ? Date.now() + FINISH_MS : (dueAt(pending) ?? undefined),
  });
  return await getOrFail(ctx, "signings", row._id);
}

/** After this time, another attempt at the final file is made. */
const FINISH_MS = 120_000;

type Person = Pick<Access, "user">;
const byPerson = ({ user }: Person): Pick<Happening, "actor" | "name"> => ({
  actor: "kennel",
  name: displayName(user),
});

type New = Omit<
  WithoutSystemFields<Signing>,
  "status" | "signedBy" | "events" | "updatedAt" | "finalStorageId" | "finalSha256" | "finalSize"
> & { readonly replacedSha256?: string };

/** If the document replaces another document, the first event contains the fingerprint of that document. */
export async function addSigning(
  ctx: MutationCtx,
  person: Person,
  { replacedSha256, ...fields }: New,
): Promise<Signing> {
  const at = Date.now();
  const reason = replacedSha256 === undefined ? {} : { reason: `Replaces ${replacedSha256}` };
  const events = await extended([], fields.sha256, [{ what: "made", at, ...byPerson(person), ...reason }]);
  const row = { ...fields, status: "draft" as const, signedBy: [], events, updatedAt: at };
  return await getOrFail(ctx, "signings", await ctx.db.insert("signings", row));
}

export async function sendSigning(ctx: MutationCtx, person: Person, row: Signing): Promise<SigningAnswer> {
  const at = Date.now();
  const expiresOn = addDays(dayIn(await timeZoneOf(ctx, row.kennelId), at), LIFE_DAYS);
  const sent = await step(ctx, row, "send", "kennel", [{ what: "sent", at, ...byPerson(person) }], {
    sentAt: at,
    expiresOn,
  });
  await postSigningMail(ctx, sent, "family", "sign");
  return await describe(ctx, row._id);
}

interface Withdrawal {
  /** The state that the person saw. If somebody signed since, the document is not withdrawn. */
  readonly seen?: SigningStatus | undefined;
  /** The title of the document that replaces this document. */
  readonly replacedBy?: string;
}

/** If the family was notified of the document, it is also notified of the withdrawal. */
export async function withdrawSigning(
  ctx: MutationCtx,
  person: Person,
  row: Signing,
  { seen, replacedBy }: Withdrawal = {},
): Promise<SigningAnswer> {
  if (seen !== undefined && seen !== row.status) return await refuse(ctx, row, "kennel");
  const reason = replacedBy === undefined ? {} : { reason: `Replaced by ${replacedBy}` };
  const happening = { what: "withdrawn" as const, at: Date.now(), ...byPerson(person), ...reason };
  await step(ctx, row, "withdraw", "kennel", [happening]);
  const isTold = row.status !== "draft" && replacedBy === undefined;
  if (isTold) await postSigningMail(ctx, row, "family", "withdrawn");
  return await describe(ctx, row._id);
}

/** Throws RATE_LIMITED if the document was sent, or the family was reminded, shortly before. */
export async function remindFamily(ctx: MutationCtx, person: Person, row: Signing): Promise<SigningAnswer> {
  const last = row.events.findLast(({ what }) => what === "reminded" || what === "sent");
  const wait = last === undefined ? 0 : last.at + REMIND_HOURS * HOUR_MS - Date.now();
  if (statusAfter(row, "remind", "kennel") === null) return await refuse(ctx, row, "kennel");
  if (await isCalledOff(ctx, row)) fail("SIGNING_CLOSED", { because: CALLED_OFF });
  if (row.events.length >= MAX_EVENTS - EVENTS_TO_END) fail("LIMIT_REACHED", { count: MAX_EVENTS });
  if (last?.what === "reminded" && wait > 0)
    fail("RATE_LIMITED", { retryAfterSeconds: Math.ceil(wait / 1000) });
  const sent = await step(ctx, row, "remind", "kennel", [
    { what: "reminded", at: Date.now(), ...byPerson(person) },
  ]);
  await postSigningMail(ctx, sent, "family", "reminder");
  return await describe(ctx, row._id);
}

const HOUR_MS = 3_600_000;

/** Throws VALIDATION_FAILED. */
function typedNameOf(typed: string): string {
  const name = oneLine(typed);
  if (!isVisible(name)) failOnFields({ name: "Name is required" });
  if (name.length > MAX_TYPED_NAME)
    failOnFields({ name: `Name must be at most ${MAX_TYPED_NAME} characters` });
  return name;
}

/** Notifies the other side. The second signature completes the document. */
async function sign(
  ctx: MutationCtx,
  row: Signing,
  party: Party,
  happenings: readonly Happening[],
): Promise<Signing> {
  if (isOpen(row) && (await isCalledOff(ctx, row))) fail("SIGNING_CLOSED", { because: CALLED_OFF });
  if (await isOver(ctx, row))
    fail("SIGNING_CLOSED", { because: `It expired on ${formatDay(row.expiresOn ?? "")}.` });
  const saved = await step(ctx, row, "sign", party, happenings);
  if (saved.status === "complete")
    await ctx.scheduler.runAfter(0, internal.signings.actions.documents.finish, { signingId: row._id });
  else if (party === "family") await postSigningMail(ctx, saved, "kennel", "your_turn");
  return saved;
}

const CALLED_OFF = "What it is about was called off.";

/** The document's reservation or sale was canceled. */
const isCalledOff = async (ctx: QueryCtx, { placementId }: Signing): Promise<boolean> =>
  (await ctx.db.get("placements", placementId))?.endedAt !== undefined;

/** Throws FORBIDDEN for an API key, because a person must sign. */
export async function signForKennel(
  ctx: MutationCtx,
  access: Access,
  row: Signing,
  { name, ...where }: { name: string } & Where,
): Promise<SigningAnswer> {
  if (access.apiKeyId !== undefined) fail("FORBIDDEN");
  const typedName = typedNameOf(name);
  const agreedTo = agreementOf(row.parties.kennel.name)[0];
  const happening = { what: "signed" as const, at: Date.now(), ...byPerson(access), ...whereOf(where) };
  await sign(ctx, row, "kennel", [{ ...happening, typedName, agreedTo }]);
  return await describe(ctx, row._id);
}

const FAMILY = { actor: "family" } as const;

/** The first time, also records the code that confirmed the browser. */
export async function noteOpened(ctx: MutationCtx, row: Signing, where: Where): Promise<null> {
  const seen = whereOf(where);
  const isKnown = row.events.some(
    (event) => event.what === "opened" && event.from === seen.from && event.device === seen.device,
  );
  if (
    isKnown ||
    row.events.length >= MAX_EVENTS - EVENTS_TO_END ||
    statusAfter(row, "open", "family") === null
  )
    return null;
  const at = Date.now();
  await step(ctx, row, "open", "family", [
    { what: "code_confirmed", at, ...FAMILY, ...seen },
    { what: "opened", at, ...FAMILY, ...seen },
  ]);
  return null;
}

/** The family types the word on the last page and the full name. */
export async function signForFamily(
  ctx: MutationCtx,
  row: Signing,
  { name, word, ...where }: { name: string; word: string } & Where,
): Promise<null> {
  if (statusAfter(row, "sign", "family") === null) return await refuse(ctx, row, "family");
  if (!isWord(word, row.word)) failOnFields({ word: "This is not the word on the last page" });
  const typedName = typedNameOf(name);
  const agreedTo = agreementOf(row.parties.kennel.name).join(" ");
  const seen = { at: Date.now(), ...FAMILY, ...whereOf(where) };
  const confirmed = row.events.some(({ what }) => what === "code_confirmed");
  await sign(ctx, row, "family", [
    ...(confirmed ? [] : [{ what: "code_confirmed" as const, ...seen }]),
    { what: "agreed_to_electronic", ...seen, agreedTo },
    { what: "signed", ...seen, typedName, agreedTo },
  ]);
  return null;
}

/** The reason is shown on the kennel's screen and never mailed. */
export async function declineForFamily(
  ctx: MutationCtx,
  row: Signing,
  { reason, ...where }: { reason: string } & Where,
): Promise<null> {
  const said = reason.trim();
  if (!isVisible(said)) failOnFields({ reason: "Reason is required" });
  if (said.length > MAX_REASON) failOnFields({ reason: `Reason must be at most ${MAX_REASON} characters` });
  const happening = { what: "declined" as const, at: Date.now(), ...FAMILY, ...whereOf(where), reason: said };
  const saved = await step(ctx, row, "decline", "family", [happening]);
  await postSigningMail(ctx, saved, "kennel", "declined");
  return null;
}

/** Lets a document expire, reminds the family, or requests the final file again. */
async function lookAt(ctx: MutationCtx, row: Signing, now: number): Promise<void> {
  if (row.status === "complete" && row.finalStorageId === undefined) {
    await ctx.db.patch("signings", row._id, { dueAt: now + FINISH_MS });
    await ctx.scheduler.runAfter(0, internal.signings.actions.documents.finish, { signingId: row._id });
    return;
  }
  if (!isOpen(row)) return await ctx.db.patch("signings", row._id, { dueAt: undefined });
  const byStudbook = { actor: "studbook" as const, at: now };
  if (await isOver(ctx, row)) {
    const saved = await step(ctx, row, "expire", "studbook", [{ what: "expired", ...byStudbook }]);
    await postSigningMail(ctx, saved, "kennel", "expired");
    return;
  }
  const due = dueAt({ ...row, sentAt: row.sentAt ?? now, reminders: remindersOf(row.events) });
  const mayRemind =
    statusAfter(row, "remind", "studbook") !== null && remindersOf(row.events) < REMINDER_DAYS.length;
  // Nobody is reminded to sign after a cancellation. The document expires, unless the reservation is restored.
  if (mayRemind && due !== null && due <= now && !(await isCalledOff(ctx, row))) {
    const saved = await step(ctx, row, "remind", "studbook", [{ what: "reminded", ...byStudbook }]);
    await postSigningMail(ctx, saved, "family", "reminder");
    return;
  }
  await ctx.db.patch("signings", row._id, { dueAt: Math.max(due ?? 0, lookAgainAt(now)) });
}

/** Each document may have up to half a megabyte. */
const SWEEP_BATCH = 10;

/** Returns whether more documents with a due task may remain. */
export async function sweepDue(ctx: MutationCtx): Promise<boolean> {
  const now = Date.now();
  const due = await ctx.db
    .query("signings")
    .withIndex("by_due", (q) => q.gt("dueAt", 0).lte("dueAt", now))
    .take(SWEEP_BATCH);
  for (const row of due) await lookAt(ctx, row, now);
  return due.length === SWEEP_BATCH;
}

export const fileShape = v.object({ storageId: v.id("_storage"), fileName: v.string() });

/** Throws NOT_FOUND if there is no final file yet. */
export function fileOf(row: Signing, which: SigningFile): Infer<typeof fileShape> {
  if (which === "document") return { storageId: row.storageId, fileName: row.fileName };
  return row.finalStorageId
    ? { storageId: row.finalStorageId, fileName: finalName(row.fileName) }
    : fail("NOT_FOUND");
}

/** Returns null if the signature is invalid, or if the person may no longer read the file. */
export async function findSignedFile(
  ctx: QueryCtx,
  { signingId, which, signature }: { signingId: string; which: SigningFile; signature: string },
): Promise<Infer<typeof fileShape> | null> {
  const row = await findRow(ctx, "signings", signingId);
  if (!row || (which === "final" && !row.finalStorageId)) return null;
  const shown = { kennelId: row.kennelId, areas: ["breeding"], isConfidential: true } as const;
  const isSigned = await isSignedForReader(ctx, shown, signedText(row._id, which), signature);
  return isSigned ? fileOf(row, which) : null;
}
