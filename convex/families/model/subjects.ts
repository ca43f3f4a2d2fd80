/**
 * The records that the link of a family belongs to: its entry on the waiting list, its placement, puppy, litter and
 * contact. They are found again at each read, so a page shows an offer, a reservation and their undo immediately.
 */
import { isForFamily } from "../../../domain/families/record";
import type { BreedingStatus } from "../../../domain/breedings/rules";
import { SHOWN_DIARY_ENTRIES, SHOWN_PLANS } from "../../../domain/families/rules";
import { MAX_PAPERS } from "../../../domain/placements/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getKennelSettings } from "../../kennels/model/kennelSettings";
import { isOnList } from "../../litters/model/waitingList";
import { queryPapers } from "../../placements/model/placements";
import { followMerges, identitiesOf } from "../../contacts/model/contacts";

/** The link partly shows these records. */
export interface Subject {
  readonly kennelId: Id<"kennels">;
  readonly applicantId: Id<"waitingList"> | null;
  readonly placementId: Id<"placements"> | null;
  readonly contactIds: ReadonlySet<Id<"contacts">>;
  readonly puppyId: Id<"puppies"> | null;
  /** The dog that the puppy is recorded as, or the dog that was placed. */
  readonly dogId: Id<"dogs"> | null;
  readonly litterId: Id<"litters"> | null;
  readonly breedingId: Id<"breedings"> | null;
  readonly showsParents: boolean;
  readonly showsPlace: boolean;
  /** The parents of the litter and of planned breedings, if the kennel shows parents. */
  readonly parentIds: ReadonlySet<Id<"dogs">>;
  /** Empty unless the kennel shows planned litters and the family is on the list. */
  readonly planIds: ReadonlySet<Id<"breedings">>;
  /** The family has a puppy of the litter, and not only an offer. */
  readonly isOfLitter: boolean;
  /** Photos of diary entries that the family may read. */
  readonly diaryPhotoIds: ReadonlySet<Id<"photos">>;
  /** Files of documents that are attached to the placement. */
  readonly documentIds: ReadonlySet<Id<"breedingDocuments">>;
}

// This is not an interface, because the builders need an index signature.
export type Reached = {
  readonly link: Doc<"links">;
  readonly session: Doc<"linkSessions">;
  readonly subject: Subject;
};

/** The row must belong to the link's kennel. Returns null if it was deleted. */
async function ownRow<Table extends "waitingList" | "placements" | "contacts">(
  ctx: QueryCtx,
  table: Table,
  id: Id<Table> | undefined,
  kennelId: Id<"kennels">,
): Promise<Doc<Table> | null> {
  const row = id && (await ctx.db.get(table, id));
  return row && row.kennelId === kennelId ? row : null;
}

/** Follows a merge of the contact. */
async function ownContact(
  ctx: QueryCtx,
  { contactId, kennelId }: Doc<"links">,
): Promise<Doc<"contacts"> | null> {
  const contact = await ownRow(ctx, "contacts", contactId, kennelId);
  return contact && (await followMerges(ctx, contact));
}

export const isRunning = ({ endedAt }: Pick<Doc<"placements">, "endedAt">): boolean => endedAt === undefined;

/** The family may read these entries. The newest entry is first. */
async function sharedEntries(
  ctx: QueryCtx,
  { kennelId, _id: litterId }: Doc<"litters">,
  isOfLitter: boolean,
): Promise<Doc<"diaryEntries">[]> {
  const rows = await ctx.db
    .query("diaryEntries")
    .withIndex("by_kennel_and_litter_and_shared", (q) =>
      q.eq("kennelId", kennelId).eq("litterId", litterId).gt("sharedAt", 0),
    )
    .order("desc")
    .take(SHOWN_DIARY_ENTRIES);
  return rows.filter((row) => isForFamily(row, isOfLitter));
}

/** The litter of such a breeding is not born yet. */
const PLANNED = ["confirmed", "bred", "planned"] as const satisfies BreedingStatus[];

/** The latest breeding of each status is first. */
async function plannedBreedings(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"breedings">[]> {
  const found = await Promise.all(
    PLANNED.map(
      async (status) =>
        await ctx.db
          .query("breedings")
          .withIndex("by_kennel_and_status_and_date", (q) => q.eq("kennelId", kennelId).eq("status", status))
          .order("desc")
          .take(SHOWN_PLANS),
    ),
  );
  return found
    .flat()
    .filter(({ isCalledOff }) => !isCalledOff)
    .slice(0, SHOWN_PLANS);
}

export async function findSubject(ctx: QueryCtx, link: Doc<"links">): Promise<Subject> {
  const { kennelId } = link;
  const applicant = await ownRow(ctx, "waitingList", link.applicantId, kennelId);
  const placement = await ownRow(ctx, "placements", link.placementId, kennelId);
  const contact = await ownContact(ctx, link);
  const offeredId = applicant?.status === "offered" ? applicant.puppyId : undefined;
  const placedId = placement && isRunning(placement) ? placement.puppyId : undefined;
  const puppyId = placedId ?? offeredId;
  const puppy = puppyId === undefined ? null : await ctx.db.get("puppies", puppyId);
  const litter = puppy && (await ctx.db.get("litters", puppy.litterId));
  const breeding = litter && (await ctx.db.get("breedings", litter.breedingId));
  const isOfLitter = placedId !== undefined;
  const { showsParents, showsPlace, showsPlans } = (await getKennelSettings(ctx, kennelId)).familyPages;
  const plans = showsPlans && applicant && isOnList(applicant) ? await plannedBreedings(ctx, kennelId) : [];
  const entries = litter ? await sharedEntries(ctx, litter, isOfLitter) : [];
  const papers = placement && isRunning(placement) ? await queryPapers(ctx, placement).take(MAX_PAPERS) : [];
  const identities = contact ? await identitiesOf(ctx, contact) : [];
  const placedDogId = placement && isRunning(placement) ? placement.dogId : undefined;
  return {
    kennelId,
    applicantId: applicant?._id ?? null,
    placementId: placement?._id ?? null,
    contactIds: new Set(identities.map(({ _id }) => _id)),
    puppyId: puppy?._id ?? null,
    dogId: puppy?.dogId ?? placedDogId ?? null,
    litterId: litter?._id ?? null,
    breedingId: breeding?._id ?? null,
    ...{ showsParents, showsPlace },
    parentIds: new Set(
      showsParents
        ? [breeding, ...plans].flatMap((each) => [each?.sireId, each?.damId]).filter((id) => id !== undefined)
        : [],
    ),
    planIds: new Set(plans.map(({ _id }) => _id)),
    isOfLitter,
    diaryPhotoIds: new Set(entries.flatMap(({ photoIds }) => photoIds)),
    documentIds: new Set(papers.flatMap(({ documentId }) => documentId ?? [])),
  };
}

/** Returns null if no address is recorded. */
export async function emailOnRecord(ctx: QueryCtx, link: Doc<"links">): Promise<string | null> {
  const { kennelId } = link;
  const contact = await ownContact(ctx, link);
  if (contact?.email) return contact.email;
  const placement = await ownRow(ctx, "placements", link.placementId, kennelId);
  const puppy = placement?.puppyId && (await ctx.db.get("puppies", placement.puppyId));
  if (puppy?.buyer?.email) return puppy.buyer.email;
  return (await ownRow(ctx, "waitingList", link.applicantId, kennelId))?.email ?? null;
}
