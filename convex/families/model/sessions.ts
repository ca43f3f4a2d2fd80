/**
 * The sessions of links: opening a link in a browser, its code, and its lifetime. Refused attempts are counted, so
 * these functions return a refusal. Throwing an error would undo the count.
 */
import { v, type Infer } from "convex/values";
import {
  LINK_CODE_MINUTES,
  LINK_CODE_TRIES,
  LINK_SESSION_DAYS,
  LINK_VISIT_DAYS,
  MAX_DEVICE_LENGTH,
  MAX_LINK_SESSIONS,
} from "../../../domain/families/rules";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { mailLinkCode } from "../../mail/model/accountMails";
import { isSetUp } from "../../mail/model/channels";
import { spendOrWait } from "../../platform/model/people/limits";
import { isLongPast } from "../../platform/model/changes/settledTime";
import { codeOf, findLinkByToken } from "./linkAddresses";
import { endLink } from "./links";
import { emailOnRecord } from "./subjects";

type Link = Doc<"links">;
type Session = Doc<"linkSessions">;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SESSION_MS = LINK_SESSION_DAYS * DAY_MS;
const SECRET_BYTES = 32;

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const hashOf = async (secret: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))));

const refusal = v.object({
  refused: v.union(
    v.literal("NOT_FOUND"),
    v.literal("LINK_OVER"),
    v.literal("RATE_LIMITED"),
    v.literal("CODE_WRONG"),
  ),
  retryAfterSeconds: v.optional(v.number()),
});

export const openedShape = v.union(v.object({ session: v.string() }), refusal);

/** Returns null if this deployment did not create the secret. */
export async function findSession(
  ctx: QueryCtx,
  secret: string,
): Promise<{ session: Session; link: Link } | null> {
  if (!/^[0-9a-f]{64}$/.test(secret)) return null;
  const secretHash = await hashOf(secret);
  const session = await ctx.db
    .query("linkSessions")
    .withIndex("by_secret_hash", (q) => q.eq("secretHash", secretHash))
    .unique();
  const link = session && (await ctx.db.get("links", session.linkId));
  return link ? { session, link } : null;
}

/** A renewed link has another address. */
export const isOfOpenLink = (session: Session, link: Link): boolean =>
  link.endedAt === undefined && session.generation === link.generation;

/** Only callers that may read the clock can use this function. */
export const isOver = ({ expiresAt }: Session, { endsAt = Infinity }: Link, now: number): boolean =>
  expiresAt < now || endsAt < now;

/** Sessions that were confirmed by a code are deleted last. */
async function makeRoom(ctx: MutationCtx, { kennelId, _id }: Link): Promise<void> {
  const sessions = await ctx.db
    .query("linkSessions")
    .withIndex("by_kennel_and_link", (q) => q.eq("kennelId", kennelId).eq("linkId", _id))
    .take(2 * MAX_LINK_SESSIONS);
  const byUse = [...sessions].sort(
    (one, other) => Number(other.isConfirmed) - Number(one.isConfirmed) || other.lastSeenAt - one.lastSeenAt,
  );
  for (const old of byUse.slice(MAX_LINK_SESSIONS - 1)) await ctx.db.delete("linkSessions", old._id);
}

interface Opening {
  readonly token: string;
  /** The key for counting a client's attempts, and the stored network. */
  readonly client: string;
  readonly network: string;
  readonly device: string;
  /** The browser may already have a session for this link. */
  readonly session?: string | undefined;
}

export async function openLink(
  ctx: MutationCtx,
  { token, client, network, device, session: former }: Opening,
): Promise<Infer<typeof openedShape>> {
  const link = await findLinkByToken(ctx, token);
  // If the network address is unknown, attempts are counted per link. All forged addresses share one count.
  const unknown =
    link === null || link === "over" ? ("client unknown" as const) : (`row ${link._id}` as const);
  const who = client !== "" ? (`client ${client}` as const) : unknown;
  const wait = await spendOrWait(ctx, who, "linkOpenings");
  if (wait !== null) return { refused: "RATE_LIMITED", retryAfterSeconds: wait };
  if (link === null) return { refused: "NOT_FOUND" };
  if (link === "over" || (link.endsAt ?? Infinity) < Date.now()) return { refused: "LINK_OVER" };
  const known = former === undefined ? null : await findSession(ctx, former);
  const now = Date.now();
  const isKnown = known?.link._id === link._id && isOfOpenLink(known.session, link);
  if (former !== undefined && isKnown && known.session.expiresAt >= now) {
    await touchSession(ctx, known.session);
    return { session: former };
  }
  await makeRoom(ctx, link);
  const secret = toHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const { kennelId, _id: linkId, generation } = link;
  const named = device.slice(0, MAX_DEVICE_LENGTH);
  await ctx.db.insert("linkSessions", {
    ...{ kennelId, linkId, generation, secretHash: await hashOf(secret), isConfirmed: false, codes: 0 },
    ...{ device: named, expiresAt: now + SESSION_MS, lastSeenAt: now },
  });
  await ctx.db.insert("linkVisits", { kennelId, linkId, at: now, from: network, device: named });
  await ctx.db.patch("links", linkId, { openings: link.openings + 1, openedAt: now });
  return { session: secret };
}

/** The time is written at most once an hour. */
export async function touchSession(ctx: MutationCtx, session: Session): Promise<null> {
  if (!isLongPast(session.lastSeenAt, HOUR_MS)) return null;
  const now = Date.now();
  await ctx.db.patch("linkSessions", session._id, { lastSeenAt: now, expiresAt: now + SESSION_MS });
  const { kennelId, linkId, device } = session;
  const link = await ctx.db.get("links", linkId);
  if (!link) return null;
  await ctx.db.insert("linkVisits", { kennelId, linkId, at: now, from: "", device });
  await ctx.db.patch("links", linkId, { openings: link.openings + 1, openedAt: now });
  return null;
}

export const codeSentShape = v.union(
  v.object({
    /** If the code was not mailed, the kennel must tell the code to the family. */
    isMailed: v.boolean(),
    expiresAt: v.number(),
  }),
  refusal,
);

/** Returns the refusal if the session is not open. */
async function reach(ctx: MutationCtx, secret: string) {
  const found = await findSession(ctx, secret);
  if (!found || found.session.expiresAt < Date.now()) return { refused: "NOT_FOUND" as const };
  const { session, link } = found;
  const isOpen = isOfOpenLink(session, link) && !isOver(session, link, Date.now());
  return isOpen ? found : { refused: "LINK_OVER" as const };
}

/**
 * Mails the code to the recorded email address. `client` is the key for counting a client's attempts, and empty if
 * the host does not provide a network address. After too many mails, the kennel must tell the code to the family.
 */
export async function sendCode(
  ctx: MutationCtx,
  { session: secret, client }: { session: string; client: string },
): Promise<Infer<typeof codeSentShape>> {
  const found = await reach(ctx, secret);
  if ("refused" in found) return found;
  const { session, link } = found;
  const wait =
    (await spendOrWait(ctx, `row ${session._id}`, "linkCodes")) ??
    (client === "" ? null : await spendOrWait(ctx, `row ${link._id} from ${client}`, "linkCodesFrom"));
  if (wait !== null) return { refused: "RATE_LIMITED", retryAfterSeconds: wait };
  const expiresAt = Date.now() + LINK_CODE_MINUTES * 60_000;
  const code = { number: session.codes + 1, expiresAt, tries: 0 };
  await ctx.db.patch("linkSessions", session._id, { code, codes: code.number });
  const digits = await codeOf({ ...session, code });
  const to = await emailOnRecord(ctx, link);
  const isMailed =
    isSetUp("email") &&
    to !== null &&
    digits !== null &&
    (await spendOrWait(ctx, `row ${link._id}`, "linkCodeMails")) === null;
  if (isMailed) {
    const kennel = await ctx.db.get("kennels", link.kennelId);
    await mailLinkCode(ctx, { to, about: kennel?.name ?? "", code: digits });
  }
  return { isMailed, expiresAt };
}

export const codeCheckedShape = v.union(v.object({ isConfirmed: v.literal(true) }), refusal);

/** The correct code confirms the browser. */
export async function checkCode(
  ctx: MutationCtx,
  { session: secret, code: typed }: { session: string; code: string },
): Promise<Infer<typeof codeCheckedShape>> {
  const found = await reach(ctx, secret);
  if ("refused" in found) return found;
  const { session, link } = found;
  const wait =
    (await spendOrWait(ctx, `row ${session._id}`, "linkCodeTries")) ??
    (await spendOrWait(ctx, `row ${link._id}`, "linkTries"));
  if (wait !== null) return { refused: "RATE_LIMITED", retryAfterSeconds: wait };
  const { code } = session;
  if (!code || code.expiresAt < Date.now() || code.tries >= LINK_CODE_TRIES) return { refused: "CODE_WRONG" };
  if (typed.replaceAll(/\s/g, "") !== (await codeOf(session))) {
    await ctx.db.patch("linkSessions", session._id, { code: { ...code, tries: code.tries + 1 } });
    return { refused: "CODE_WRONG" };
  }
  await ctx.db.patch("linkSessions", session._id, { isConfirmed: true, code: undefined });
  return { isConfirmed: true };
}

const BATCH = 200;

/**
 * Expired sessions and old visits are also deleted. Returns whether more of them remain. Queries do not read the
 * clock, so an open page notices the end because its session or link changes.
 */
export async function endDue(ctx: MutationCtx): Promise<boolean> {
  const now = Date.now();
  const due = await ctx.db
    .query("links")
    .withIndex("by_end", (q) => q.gt("endsAt", 0).lt("endsAt", now))
    .take(BATCH);
  for (const link of due) {
    await endLink(ctx, link);
    await ctx.db.patch("links", link._id, { endsAt: undefined });
  }
  const expired = await ctx.db
    .query("linkSessions")
    .withIndex("by_expiry", (q) => q.lt("expiresAt", now))
    .take(BATCH);
  for (const { _id } of expired) await ctx.db.delete("linkSessions", _id);
  const old = await ctx.db
    .query("linkVisits")
    .withIndex("by_time", (q) => q.lt("at", now - LINK_VISIT_DAYS * DAY_MS))
    .take(BATCH);
  for (const { _id } of old) await ctx.db.delete("linkVisits", _id);
  return [due, expired, old].some(({ length }) => length === BATCH);
}

/** Each end within this time is scheduled exactly. The sweep runs every hour and also handles missed ends. */
const AHEAD_MS = 2 * HOUR_MS;
const MOST_AHEAD = 500;

/** If a session or link was extended, the scheduled call changes nothing. */
export async function planEnds(ctx: MutationCtx): Promise<void> {
  const now = Date.now();
  const sessions = await ctx.db
    .query("linkSessions")
    .withIndex("by_expiry", (q) => q.gte("expiresAt", now).lt("expiresAt", now + AHEAD_MS))
    .take(MOST_AHEAD);
  const links = await ctx.db
    .query("links")
    .withIndex("by_end", (q) => q.gte("endsAt", now).lt("endsAt", now + AHEAD_MS))
    .take(MOST_AHEAD);
  const moments = [
    ...sessions.map(({ expiresAt }) => expiresAt),
    ...links.flatMap(({ endsAt }) => endsAt ?? []),
  ];
  for (const at of new Set(moments)) await ctx.scheduler.runAt(at + 1, internal.families.links.endDue, {});
}
