/**
 * Updates the links of families when records change. The first offer or reservation creates a link. If the offer or
 * reservation is canceled, the link shows a last message and then ends. If contacts are merged, the newer of two
 * links is kept.
 */
import type { FollowedChange, Follower } from "../changes/describing";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isOnList } from "../litters/model/waitingList";
import {
  areTwoFamilies,
  endLink,
  ensureFamilyLink,
  isTaken,
  keepOpen,
  linksOfApplicant,
  linksOfContact,
  linksOfPlacement,
  presentContact,
  sayGoodbye,
} from "./model/links";
import { isRunning } from "./model/subjects";

interface Change<Table extends "waitingList" | "placements" | "contacts"> {
  readonly before: Doc<Table> | null;
  readonly after: Doc<Table> | null;
}

const following = <Table extends "waitingList" | "placements" | "contacts">(
  table: Table,
  follow: (ctx: MutationCtx, change: Change<Table>) => Promise<void>,
): Follower => ({
  table,
  begin: () => ({
    admit: async (row) => await Promise.resolve(row),
    follow: async (ctx, changes: readonly FollowedChange[]) => {
      // The table determines the type of the rows.
      for (const change of changes as unknown as readonly Change<Table>[]) await follow(ctx, change);
    },
  }),
});

/** An offer creates a link. If the family leaves the list, its link shows a last message and then ends. */
async function followApplicant(ctx: MutationCtx, { before, after }: Change<"waitingList">): Promise<void> {
  const row = after ?? before;
  if (!row) return;
  if (after?.status === "offered" && before?.status !== "offered") {
    await ensureFamilyLink(ctx, { applicantId: after._id, contactId: after.contactId });
  }
  const isListed = after !== null && isOnList(after);
  if (after && isListed) await partFromFormer(ctx, after);
  for (const link of await linksOfApplicant(ctx, row.kennelId, row._id)) {
    const isOfPuppy = await isTaken(ctx, link);
    if (isListed) {
      const [known, named] = [link.contactId, after.contactId];
      await keepOpen(ctx, link, { contactId: isOfPuppy ? (known ?? named) : (named ?? known) });
    } else if (!isOfPuppy && after?.status !== "placed") await sayGoodbye(ctx, link);
  }
}

/**
 * If an entry gets another contact, the links of the former contact end. The former family must not see a page
 * about the new family, and the new family gets its own link.
 */
async function partFromFormer(ctx: MutationCtx, applicant: Doc<"waitingList">): Promise<void> {
  const named = await presentContact(ctx, applicant.contactId);
  if (!named) return;
  let hasParted = false;
  for (const link of await linksOfApplicant(ctx, applicant.kennelId, applicant._id)) {
    const known = await presentContact(ctx, link.contactId);
    if (link.endedAt !== undefined || !known || known === named || (await isTaken(ctx, link))) continue;
    await endLink(ctx, link);
    hasParted = true;
  }
  if (hasParted) await ensureFamilyLink(ctx, { applicantId: applicant._id, contactId: named });
}

const personOf = ({ contactId, toName: name }: Doc<"placements">) => ({ contactId, name });

/** The puppy may have gone to somebody else than the applicant. */
async function applicantOf(
  ctx: QueryCtx,
  placement: Doc<"placements">,
): Promise<Id<"waitingList"> | undefined> {
  const { kennelId, puppyId } = placement;
  if (!puppyId) return undefined;
  const rows = await ctx.db
    .query("waitingList")
    .withIndex("by_kennel_and_puppy", (q) => q.eq("kennelId", kennelId).eq("puppyId", puppyId))
    .order("desc")
    .take(20);
  const placed = rows.find(({ status }) => status === "placed");
  return placed && !(await areTwoFamilies(ctx, placed, personOf(placement))) ? placed._id : undefined;
}

/**
 * A reserved or sold puppy creates a link. If the placement is canceled, the link shows a last message and then
 * ends.
 */
async function followPlacement(ctx: MutationCtx, { before, after }: Change<"placements">): Promise<void> {
  const row = after ?? before;
  if (!row) return;
  if (after && isRunning(after)) {
    // The former family must not see a page about another family's puppy.
    if (before && (await areTwoFamilies(ctx, personOf(before), personOf(after))))
      for (const link of await linksOfPlacement(ctx, row.kennelId, row._id)) await endLink(ctx, link);
    const isNew = !before || !isRunning(before) || before.contactId !== after.contactId;
    // Dogs that were sold earlier have no page until a user creates one.
    if (!isNew || (!after.puppyId && (await linksOfPlacement(ctx, row.kennelId, row._id)).length === 0))
      return;
    const applicantId = await applicantOf(ctx, after);
    await ensureFamilyLink(ctx, { applicantId, placementId: after._id, contactId: after.contactId });
    return;
  }
  for (const link of await linksOfPlacement(ctx, row.kennelId, row._id)) {
    const applicant = link.applicantId && (await ctx.db.get("waitingList", link.applicantId));
    if (applicant && isOnList(applicant)) await keepOpen(ctx, link, { placementId: undefined });
    else await sayGoodbye(ctx, link);
  }
}

/** If the merge of two contacts is undone, the contact gets its former links again. */
async function partAgain(
  ctx: MutationCtx,
  { kennelId, _id }: Doc<"contacts">,
  mergedInto: Id<"contacts">,
): Promise<void> {
  for (const link of await linksOfContact(ctx, kennelId, mergedInto)) {
    const placement = link.placementId && (await ctx.db.get("placements", link.placementId));
    const applicant = link.applicantId && (await ctx.db.get("waitingList", link.applicantId));
    const named =
      (placement ? placement.contactId : undefined) ?? (applicant ? applicant.contactId : undefined);
    if ((await presentContact(ctx, named)) === _id) await keepOpen(ctx, link, { contactId: _id });
  }
}

/** If two links do not concern different puppies, only the newer link is kept. */
async function followContact(ctx: MutationCtx, { before, after }: Change<"contacts">): Promise<void> {
  if (after && !after.mergedInto && before?.mergedInto) return await partAgain(ctx, after, before.mergedInto);
  if (!after?.mergedInto || before?.mergedInto === after.mergedInto) return;
  const { kennelId, mergedInto } = after;
  const links = [
    ...(await linksOfContact(ctx, kennelId, after._id)),
    ...(await linksOfContact(ctx, kennelId, mergedInto)),
  ]
    .filter(({ endedAt }) => endedAt === undefined)
    .sort((one, other) => other._creationTime - one._creationTime);
  const [newest, ...others] = links;
  if (!newest) return;
  await keepOpen(ctx, newest, { contactId: mergedInto });
  for (const link of others) {
    const isFree = !link.placementId && !(link.applicantId && newest.applicantId);
    if (!isFree) await keepOpen(ctx, link, { contactId: mergedInto });
    else {
      if (link.applicantId) await keepOpen(ctx, newest, { applicantId: link.applicantId });
      await endLink(ctx, link);
    }
  }
}

export const familyFollowers: readonly Follower[] = [
  following("waitingList", followApplicant),
  following("placements", followPlacement),
  following("contacts", followContact),
];
