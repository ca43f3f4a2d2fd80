/**
 * The data that Studbook stores about a person, without the kennels that the person owns: identity, settings,
 * memberships, actions, invitations, transfers of ownership, API keys, plan, and messages to the person. Secrets,
 * such as push addresses and the keys themselves, are left out.
 */
import { v, type Infer } from "convex/values";
import {
  MAX_KENNELS_PER_USER,
  MAX_MEMBERSHIPS_PER_USER,
  MAX_PEOPLE_PER_KENNEL,
} from "../../../domain/kennels/rules";
import { foldEmail } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { ctxFor } from "../../platform/model/people/confidential";
import { getStanding } from "../../platform/model/people/identity";
import { keysOf } from "../../platform/model/people/apiKeyRows";
import { readWaiting } from "../../kennels/model/invitations";

const PAGE_SIZE = 250;

const MAX_DEVICES = 100;

export const personalPartValidator = v.union(
  v.literal("activities"),
  v.literal("deliveries"),
  v.literal("events"),
);
type PersonalPart = Infer<typeof personalPartValidator>;

/** Returns null if the package was discarded. */
async function findPerson(ctx: QueryCtx, exportId: Id<"dataExports">): Promise<Doc<"users"> | null> {
  const row = await ctx.db.get("dataExports", exportId);
  if (row?.state !== "writing" || row.kennelId !== undefined) return null;
  return await ctx.db.get("users", row.userId);
}

const instantOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/** Internal fields are left out. */
function own<Row extends { _id: string }>(row: Row | null): object | null {
  if (!row) return null;
  const { _id, ...facts } = row;
  return facts;
}

async function listMemberships(ctx: QueryCtx, userId: Id<"users">) {
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_MEMBERSHIPS_PER_USER);
  return await Promise.all(
    memberships.map(async ({ kennelId, role, permissions, _creationTime }) => ({
      kennelId,
      kennel: (await ctx.db.get("kennels", kennelId))?.name ?? null,
      role,
      permissions,
      since: new Date(_creationTime).toISOString(),
    })),
  );
}

/** The keys themselves are left out. */
async function listKeys(ctx: QueryCtx, userId: Id<"users">, kennelIds: readonly Id<"kennels">[]) {
  const keys = await Promise.all(kennelIds.map(async (kennelId) => await keysOf(ctx, kennelId, userId)));
  return keys.flat().map(({ kennelId, name, areas, hint, expiresAt, lastUsedAt, _creationTime }) => ({
    kennelId,
    name,
    areas,
    endsWith: hint,
    since: instantOf(_creationTime),
    expiresAt: instantOf(expiresAt),
    lastUsedAt: instantOf(lastUsedAt),
  }));
}

/** The mails are about the account and about kennels. Their links are left out. */
async function listMails(ctx: QueryCtx, { tokenIdentifier }: Doc<"users">) {
  const mails = await ctx.db
    .query("accountMails")
    .withIndex("by_token_identifier", (q) => q.eq("tokenIdentifier", tokenIdentifier))
    .order("desc")
    .take(PAGE_SIZE);
  return mails.map(({ kind, to, device, address, about, state, _creationTime }) => ({
    kind,
    to,
    at: instantOf(_creationTime),
    state,
    about: about ?? null,
    device,
    address,
  }));
}

/**
 * The list contains pending invitations to the person, and pending invitations that the person sent for their
 * kennels.
 */
async function listInvitations(ctx: QueryCtx, user: Doc<"users">, kennelIds: readonly Id<"kennels">[]) {
  const found = await readWaiting(ctx, user);
  for (const kennelId of kennelIds) {
    const rows = await ctx.db
      .query("invitations")
      .withIndex("by_kennel_and_email_key", (q) => q.eq("kennelId", kennelId))
      .take(2 * MAX_PEOPLE_PER_KENNEL);
    found.push(...rows.filter(({ invitedBy }) => invitedBy === user._id));
  }
  const each = new Map(found.map((row) => [row._id, row]));
  return await Promise.all(
    [...each.values()].map(
      async ({ kennelId, email, role, memberId, invitedBy, expiresAt, _creationTime }) => ({
        kennelId,
        kennel: (await ctx.db.get("kennels", kennelId))?.name ?? null,
        email,
        role,
        isOwnership: memberId !== undefined,
        isByYou: invitedBy === user._id,
        since: instantOf(_creationTime),
        expiresAt: instantOf(expiresAt),
      }),
    ),
  );
}

async function listPlans(ctx: QueryCtx, userId: Id<"users">) {
  const accounts = await ctx.db
    .query("billingAccounts")
    .withIndex("by_user_and_mode", (q) => q.eq("userId", userId))
    .take(MAX_KENNELS_PER_USER);
  return accounts.map(({ mode, stripeCustomerId, subscription }) => ({
    mode,
    stripeCustomerId,
    subscription,
  }));
}

/** Returns null if the package was discarded. */
export async function readPerson(ctx: QueryCtx, exportId: Id<"dataExports">) {
  const user = await findPerson(ctx, exportId);
  if (!user) return null;
  const devices = await ctx.db
    .query("pushSubscriptions")
    .withIndex("by_user", (q) => q.eq("userId", user._id))
    .take(MAX_DEVICES);
  const settings = await ctx.db
    .query("userSettings")
    .withIndex("by_user", (q) => q.eq("userId", user._id))
    .unique();
  const dashboard = await ctx.db
    .query("dashboardPreferences")
    .withIndex("by_user", (q) => q.eq("userId", user._id))
    .unique();
  const dogViews = await ctx.db
    .query("dogViews")
    .withIndex("by_user", (q) => q.eq("userId", user._id))
    .take(MAX_MEMBERSHIPS_PER_USER);
  const memberships = await listMemberships(ctx, user._id);
  const kennelIds = memberships.map(({ kennelId }) => kennelId);
  return {
    tokenIdentifier: user.tokenIdentifier,
    pictureId: user.avatar?.storageId ?? null,
    profile: {
      email: user.email,
      firstName: user.firstName ?? null,
      lastName: user.lastName ?? null,
      timeZone: user.timeZone ?? null,
      since: new Date(user._creationTime).toISOString(),
    },
    settings: own(settings),
    dashboard: own(dashboard),
    dogViews: dogViews.map(own),
    devices: devices.map(({ label, _creationTime }) => ({
      label,
      since: new Date(_creationTime).toISOString(),
    })),
    memberships,
    apiKeys: await listKeys(ctx, user._id, kennelIds),
    invitations: await listInvitations(ctx, user, kennelIds),
    plans: await listPlans(ctx, user._id),
    accountMails: await listMails(ctx, user),
  };
}

interface Place {
  readonly exportId: Id<"dataExports">;
  readonly kennelId: Id<"kennels">;
  readonly part: PersonalPart;
  readonly cursor: string | null;
}

/** The event concerns the person or was caused by the person. */
const isOwnEvent = ({ by, event, title }: Doc<"changes">, user: Doc<"users">): boolean =>
  by === user._id ||
  event?.memberId === user._id ||
  (user.isEmailTrusted && title !== "" && foldEmail(title) === user.emailKey);

/** The names of other people are left out. */
const toOwnEvent = (
  { kennelId, at, by, title, event, fields }: Doc<"changes">,
  user: Doc<"users">,
): object => ({
  kennelId,
  at: instantOf(at),
  event: event?.what ?? null,
  isByYou: by === user._id,
  isAboutYou: event?.memberId === user._id || (user.isEmailTrusted && foldEmail(title) === user.emailKey),
  ...(title !== "" && { about: title }),
  ...(event?.role && { role: event.role }),
  ...(event?.counts && { counts: event.counts }),
  ...(fields && { fields }),
});

/**
 * The entries are the person's actions, messages to the person, or team events that concern the person. Returns
 * null if the package was discarded.
 */
export async function readPersonalRows(
  ctx: QueryCtx,
  { exportId, kennelId, part, cursor }: Place,
): Promise<{ rows: object[]; cursor: string | null } | null> {
  const user = await findPerson(ctx, exportId);
  if (!user) return null;
  const options = { numItems: PAGE_SIZE, cursor };
  if (part === "deliveries") {
    const page = await ctx.db
      .query("deliveries")
      .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId).eq("userId", user._id))
      .paginate(options);
    return {
      rows: page.page.flatMap((row) => own(row) ?? []),
      cursor: page.isDone ? null : page.continueCursor,
    };
  }
  if (part === "events") {
    const page = await ctx.db
      .query("changes")
      .withIndex("by_kennel_and_kind_and_at", (q) => q.eq("kennelId", kennelId).eq("kind", "noted"))
      .paginate(options);
    const rows = page.page.filter((row) => isOwnEvent(row, user)).map((row) => toOwnEvent(row, user));
    return { rows, cursor: page.isDone ? null : page.continueCursor };
  }
  const standing = await getStanding(ctx, kennelId, user._id);
  const page = await (standing ? ctxFor(ctx, standing) : ctx).db
    .query("activities")
    .withIndex("by_kennel_and_timestamp", (q) => q.eq("kennelId", kennelId))
    .paginate(options);
  const rows = page.page.filter(({ userId }) => userId === user._id);
  return { rows: rows.flatMap((row) => own(row) ?? []), cursor: page.isDone ? null : page.continueCursor };
}
