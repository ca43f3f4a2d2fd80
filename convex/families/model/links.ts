/**
 * The links of families: find, create, renew and end. An applicant, a placement and a contact share one link while
 * they belong to the same family and the same puppy. The family therefore keeps one address from the offer through
 * the reservation until the puppy lives with the family. A second puppy has its own link.
 */
import { v, type Infer } from "convex/values";
import { GOODBYE_DAYS, LINK_KINDS, MAX_LINK_SESSIONS, SHOWN_VISITS } from "../../../domain/families/rules";
import { foldText } from "../../../domain/text/text";
import { deviceLabel } from "../../../domain/text/device-label";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { followMerges } from "../../contacts/model/contacts";
import type { Access } from "../../platform/model/people/identity";
import { isOnList } from "../../litters/model/waitingList";
import { displayName } from "../../platform/model/paging/names";
import { getOrFail, requireRowOf } from "../../platform/model/paging/rows";
import { codeOf, familyLinkAddress } from "./linkAddresses";
import { isRunning } from "./subjects";

type Link = Doc<"links">;

const DAY_MS = 86_400_000;

/** A link belongs to these records. */
export interface FamilyOf {
  readonly applicantId?: Id<"waitingList"> | undefined;
  readonly placementId?: Id<"placements"> | undefined;
  readonly contactId?: Id<"contacts"> | undefined;
}

/** A contact has one link for each puppy. */
const MOST_OF_CONTACT = 100;

const isOpen = ({ endedAt }: Link): boolean => endedAt === undefined;

export const linksOfApplicant = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  applicantId: Id<"waitingList">,
) =>
  await ctx.db
    .query("links")
    .withIndex("by_kennel_and_applicant", (q) => q.eq("kennelId", kennelId).eq("applicantId", applicantId))
    .order("desc")
    .take(MOST_OF_CONTACT);

export const linksOfPlacement = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  placementId: Id<"placements">,
) =>
  await ctx.db
    .query("links")
    .withIndex("by_kennel_and_placement", (q) => q.eq("kennelId", kennelId).eq("placementId", placementId))
    .order("desc")
    .take(MOST_OF_CONTACT);

export const linksOfContact = async (ctx: QueryCtx, kennelId: Id<"kennels">, contactId: Id<"contacts">) =>
  await ctx.db
    .query("links")
    .withIndex("by_kennel_and_contact", (q) => q.eq("kennelId", kennelId).eq("contactId", contactId))
    .order("desc")
    .take(MOST_OF_CONTACT);

/** Follows a merge; returns undefined if the contact was deleted. */
export async function presentContact(
  ctx: QueryCtx,
  contactId: Id<"contacts"> | undefined,
): Promise<Id<"contacts"> | undefined> {
  const contact = contactId && (await ctx.db.get("contacts", contactId));
  return contact ? (await followMerges(ctx, contact))._id : undefined;
}

/** Returns null if the link has no current placement. */
async function runningPlacement(ctx: QueryCtx, { placementId }: Link): Promise<Doc<"placements"> | null> {
  const placement = placementId && (await ctx.db.get("placements", placementId));
  return placement && isRunning(placement) ? placement : null;
}

/** The link belongs to a placement that has not ended. */
export const isTaken = async (ctx: QueryCtx, link: Link): Promise<boolean> =>
  (await runningPlacement(ctx, link)) !== null;

interface Known {
  readonly contactId?: Id<"contacts"> | undefined;
  readonly name?: string | undefined;
}

/** If both records have a contact, the contacts are compared; otherwise the names. */
export async function areTwoFamilies(ctx: QueryCtx, one: Known, other: Known): Promise<boolean> {
  const [contact, otherContact] = [
    await presentContact(ctx, one.contactId),
    await presentContact(ctx, other.contactId),
  ];
  if (contact && otherContact) return contact !== otherContact;
  return !!one.name && !!other.name && foldText(one.name) !== foldText(other.name);
}

async function isOfAnother(
  ctx: QueryCtx,
  link: Link,
  { applicantId, placementId, contactId }: FamilyOf,
): Promise<boolean> {
  if (await areTwoFamilies(ctx, link, { contactId })) return true;
  const placement = await runningPlacement(ctx, link);
  // If a family with a puppy applies again, the family gets a second page.
  if (placement)
    return placementId === undefined ? link.applicantId !== applicantId : placement._id !== placementId;
  const applicant = link.applicantId && (await ctx.db.get("waitingList", link.applicantId));
  return applicantId !== undefined && !!applicant && applicant._id !== applicantId && isOnList(applicant);
}

/**
 * Searches first by placement, then by entry on the waiting list, then by contact. A contact's link must not belong
 * to another puppy.
 */
export async function findFamilyLink(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { applicantId, placementId, contactId }: FamilyOf,
): Promise<Link | null> {
  const ofPlacement = placementId ? await linksOfPlacement(ctx, kennelId, placementId) : [];
  const own = [...ofPlacement, ...(applicantId ? await linksOfApplicant(ctx, kennelId, applicantId) : [])];
  const ofContact = contactId ? await linksOfContact(ctx, kennelId, contactId) : [];
  const isAsked = applicantId !== undefined || placementId !== undefined;
  for (const link of [...own, ...ofContact].filter(isOpen)) {
    if (!isAsked || !(await isOfAnother(ctx, link, { applicantId, placementId, contactId }))) return link;
  }
  return null;
}

/** All given records must belong to this kennel. Throws NOT_FOUND. */
async function kennelOf(ctx: QueryCtx, { applicantId, placementId, contactId }: FamilyOf) {
  const rows = [
    applicantId && (await getOrFail(ctx, "waitingList", applicantId)),
    placementId && (await getOrFail(ctx, "placements", placementId)),
    contactId && (await getOrFail(ctx, "contacts", contactId)),
  ].filter((row) => row !== undefined);
  const [first, ...others] = rows;
  if (!first || others.some(({ kennelId }) => kennelId !== first.kennelId)) return fail("NOT_FOUND");
  return first.kennelId;
}

/**
 * New details are added to an existing link, so an applicant's link becomes the link of the placement and the
 * contact. Throws NOT_FOUND if the given records do not belong to one kennel.
 */
export async function ensureFamilyLink(
  ctx: MutationCtx,
  { contactId: named, ...asked }: FamilyOf,
  madeBy?: Id<"users">,
): Promise<Link> {
  const contactId = await presentContact(ctx, named);
  const whose = { ...asked, contactId };
  const kennelId = await kennelOf(ctx, whose);
  const known = await findFamilyLink(ctx, kennelId, whose);
  if (known) {
    const added = Object.fromEntries(
      Object.entries(whose).filter(([name, id]) => id !== undefined && Reflect.get(known, name) !== id),
    );
    if (Object.keys(added).length > 0 || known.endsAt !== undefined) {
      await ctx.db.patch("links", known._id, { ...added, endsAt: undefined });
    }
    return await getOrFail(ctx, "links", known._id);
  }
  const given = Object.fromEntries(Object.entries(whose).filter(([, id]) => id !== undefined));
  const id = await ctx.db.insert("links", {
    ...{ kennelId, kind: "family", generation: 1, renewedAt: Date.now(), openings: 0 },
    ...given,
    ...(madeBy && { madeBy }),
  });
  return await getOrFail(ctx, "links", id);
}

/** Cancels the planned end of a link, and stores the records that the link now belongs to. */
export async function keepOpen(ctx: MutationCtx, link: Link, about: FamilyOf): Promise<void> {
  const hasChanged = Object.entries(about).some(([name, id]) => Reflect.get(link, name) !== id);
  if (!isOpen(link) || (!hasChanged && link.endsAt === undefined)) return;
  await ctx.db.patch("links", link._id, { ...about, endsAt: undefined });
}

/** The old address and its sessions end immediately. Throws LINK_OVER. */
export async function makeNewAddress(ctx: MutationCtx, link: Link): Promise<Link> {
  if (!isOpen(link)) fail("LINK_OVER");
  await ctx.db.patch("links", link._id, { generation: link.generation + 1, renewedAt: Date.now() });
  return await getOrFail(ctx, "links", link._id);
}

/** The end is permanent. Every open page notices immediately. */
export async function endLink(ctx: MutationCtx, link: Link, endedBy?: Id<"users">): Promise<Link> {
  if (isOpen(link))
    await ctx.db.patch("links", link._id, { endedAt: Date.now(), ...(endedBy && { endedBy }) });
  return await getOrFail(ctx, "links", link._id);
}

/** The offer or placement was canceled. Until the end of the link, its page shows a last message. */
export async function sayGoodbye(ctx: MutationCtx, link: Link): Promise<void> {
  if (isOpen(link) && link.endsAt === undefined)
    await ctx.db.patch("links", link._id, { endsAt: Date.now() + GOODBYE_DAYS * DAY_MS });
}

const openSessions = async (ctx: QueryCtx, { kennelId, _id, generation }: Link) =>
  (
    await ctx.db
      .query("linkSessions")
      .withIndex("by_kennel_and_link", (q) => q.eq("kennelId", kennelId).eq("linkId", _id))
      .order("desc")
      .take(MAX_LINK_SESSIONS)
  ).filter((session) => session.generation === generation);

const kindValidator = v.union(...LINK_KINDS.map((kind) => v.literal(kind)));

export const familyLinkShape = v.object({
  _id: v.id("links"),
  kind: kindValidator,
  /** Null if the deployment has no secret for signing, and for a link that has ended. */
  address: v.union(v.string(), v.null()),
  applicantId: v.union(v.id("waitingList"), v.null()),
  placementId: v.union(v.id("placements"), v.null()),
  contactId: v.union(v.id("contacts"), v.null()),
  /** Null if the link was created automatically. */
  madeBy: v.union(v.string(), v.null()),
  createdAt: v.number(),
  renewedAt: v.number(),
  endsAt: v.union(v.number(), v.null()),
  endedAt: v.union(v.number(), v.null()),
  openings: v.number(),
  openedAt: v.union(v.number(), v.null()),
  devices: v.array(
    v.object({
      device: v.string(),
      lastSeenAt: v.number(),
      isConfirmed: v.boolean(),
      /** The kennel can tell the code to the family by phone. */
      code: v.union(v.object({ digits: v.string(), expiresAt: v.number() }), v.null()),
    }),
  ),
});
export type FamilyLink = Infer<typeof familyLinkShape>;

export async function describeLink(ctx: QueryCtx, link: Link): Promise<FamilyLink> {
  const maker = link.madeBy && (await ctx.db.get("users", link.madeBy));
  const sessions = isOpen(link) ? await openSessions(ctx, link) : [];
  return {
    _id: link._id,
    kind: link.kind,
    address: isOpen(link) ? await familyLinkAddress(link) : null,
    applicantId: link.applicantId ?? null,
    placementId: link.placementId ?? null,
    contactId: link.contactId ?? null,
    madeBy: maker ? displayName(maker) : null,
    createdAt: link._creationTime,
    renewedAt: link.renewedAt,
    endsAt: link.endsAt ?? null,
    endedAt: link.endedAt ?? null,
    openings: link.openings,
    openedAt: link.openedAt ?? null,
    devices: await Promise.all(
      sessions.map(async (session) => ({
        device: deviceLabel(session.device),
        lastSeenAt: session.lastSeenAt,
        isConfirmed: session.isConfirmed,
        code: await pendingCode(session),
      })),
    ),
  };
}

async function pendingCode(session: Doc<"linkSessions">) {
  const digits = session.isConfirmed || !session.code ? null : await codeOf(session);
  return digits && session.code ? { digits, expiresAt: session.code.expiresAt } : null;
}

/** The ids come from a client. */
export const familyArgs = {
  applicantId: v.optional(v.string()),
  placementId: v.optional(v.string()),
  contactId: v.optional(v.string()),
};
type Named = { readonly [Name in keyof typeof familyArgs]?: string | undefined };

/** Finds the contact of the entry or placement. Throws NOT_FOUND. */
async function requireFamily(ctx: QueryCtx, kennelId: Id<"kennels">, named: Named): Promise<FamilyOf> {
  const applicant =
    named.applicantId !== undefined &&
    (await requireRowOf(ctx, "waitingList", named.applicantId, { kennelId }));
  const placement =
    named.placementId !== undefined &&
    (await requireRowOf(ctx, "placements", named.placementId, { kennelId }));
  const contact =
    named.contactId !== undefined && (await requireRowOf(ctx, "contacts", named.contactId, { kennelId }));
  if (!applicant && !placement && !contact) return fail("NOT_FOUND");
  const contactId = contact
    ? contact._id
    : ((placement ? placement.contactId : undefined) ?? (applicant ? applicant.contactId : undefined));
  return {
    ...(applicant && { applicantId: applicant._id }),
    ...(placement && { placementId: placement._id }),
    contactId: await presentContact(ctx, contactId),
  };
}

/** Returns null if there is no link or the link has ended. */
export async function getFamilyLink(
  ctx: QueryCtx,
  { kennelId }: Pick<Access, "kennelId">,
  named: Named,
): Promise<FamilyLink | null> {
  const link = await findFamilyLink(ctx, kennelId, await requireFamily(ctx, kennelId, named));
  return link && (await describeLink(ctx, link));
}

/** Returns an existing link. */
export async function makeFamilyLink(
  ctx: MutationCtx,
  { kennelId, user }: Pick<Access, "kennelId" | "user">,
  named: Named,
): Promise<FamilyLink> {
  const family = await requireFamily(ctx, kennelId, named);
  return await describeLink(ctx, await ensureFamilyLink(ctx, family, user._id));
}

export const linkVisitShape = v.object({ at: v.number(), from: v.string(), device: v.string() });

/** The latest time is first. */
export async function listVisits(ctx: QueryCtx, { kennelId, _id }: Link) {
  const visits = await ctx.db
    .query("linkVisits")
    .withIndex("by_kennel_and_link_and_at", (q) => q.eq("kennelId", kennelId).eq("linkId", _id))
    .order("desc")
    .take(SHOWN_VISITS);
  return visits.map(({ at, from, device }) => ({ at, from, device: deviceLabel(device) }));
}

const MOST_LISTED = 500;

/** The newest link is first. */
export async function listLinks(
  ctx: QueryCtx,
  { kennelId }: Pick<Access, "kennelId">,
): Promise<FamilyLink[]> {
  const rows = await ctx.db
    .query("links")
    .withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId).eq("kind", "family"))
    .order("desc")
    .take(MOST_LISTED);
  return await Promise.all(rows.filter(isOpen).map(async (row) => await describeLink(ctx, row)));
}
