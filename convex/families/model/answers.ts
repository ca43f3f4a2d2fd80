/**
 * The changes that a family makes on its page: the answer to an offer, its wishes, a pause, leaving the list, and
 * its own phone and address. Each change contains the version that the family saw. If somebody else has changed the
 * record since, the change throws STALE_UPDATE and the page shows the current record.
 */
import { v, type ObjectType } from "convex/values";
import { fail } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { contacts } from "../../contacts/model/contacts";
import { answerOffer } from "../../litters/model/puppyOffers";
import { applicants, isOnList, withdrawApplicant } from "../../litters/model/waitingList";
import { checkVersion } from "../../platform/model/changes/edits";
import { textOrNull } from "../../platform/tables/shared";
import type { Reached } from "./subjects";

/** Throws NOT_FOUND, or STALE_UPDATE if the version differs from the version that the family saw. */
async function ownEntry(
  ctx: MutationCtx,
  { subject }: Reached,
  expectedUpdatedAt: number,
): Promise<Doc<"waitingList">> {
  const entry = subject.applicantId && (await ctx.db.get("waitingList", subject.applicantId));
  if (!entry) return fail("NOT_FOUND");
  checkVersion(entry, expectedUpdatedAt);
  return entry;
}

/** The entry must still be on the list. Throws NOT_FOUND or STALE_UPDATE. */
async function listedEntry(ctx: MutationCtx, reached: Reached, expectedUpdatedAt: number) {
  const entry = await ownEntry(ctx, reached, expectedUpdatedAt);
  return isOnList(entry) ? entry : fail("STALE_UPDATE");
}

const version = { expectedUpdatedAt: v.number() };

export const answerArgs = { ...version, isAccepted: v.boolean(), today: v.string() };

/** Throws NOT_FOUND or STALE_UPDATE, and PUPPY_STATUS if the puppy is no longer available. */
export async function answerOwnOffer(
  ctx: MutationCtx,
  reached: Reached,
  { expectedUpdatedAt, ...answer }: ObjectType<typeof answerArgs>,
): Promise<null> {
  const applicant = await ownEntry(ctx, reached, expectedUpdatedAt);
  await answerOffer(ctx, { applicant }, answer);
  return null;
}

export const wishesArgs = {
  ...version,
  gender: v.optional(v.union(v.literal("male"), v.literal("female"), v.null())),
  color: v.optional(textOrNull),
  breed: v.optional(textOrNull),
  wantedFrom: v.optional(textOrNull),
  /** The family wants no offer until this day; null ends the pause. */
  pausedUntil: v.optional(textOrNull),
};

/** Throws NOT_FOUND, STALE_UPDATE or VALIDATION_FAILED. */
export async function changeWishes(
  ctx: MutationCtx,
  reached: Reached,
  { expectedUpdatedAt, ...wishes }: ObjectType<typeof wishesArgs>,
): Promise<null> {
  await applicants.update(ctx, await listedEntry(ctx, reached, expectedUpdatedAt), {
    ...{ ...wishes, expectedUpdatedAt },
  });
  return null;
}

export const leaveArgs = version;

export async function leaveList(
  ctx: MutationCtx,
  reached: Reached,
  { expectedUpdatedAt }: ObjectType<typeof leaveArgs>,
): Promise<null> {
  await withdrawApplicant(ctx, await listedEntry(ctx, reached, expectedUpdatedAt));
  return null;
}

export const ownContactArgs = { ...version, phone: v.optional(textOrNull), address: v.optional(textOrNull) };

/** Throws NOT_FOUND, STALE_UPDATE or VALIDATION_FAILED. */
export async function changeOwnContact(
  ctx: MutationCtx,
  { subject }: Reached,
  { expectedUpdatedAt, ...own }: ObjectType<typeof ownContactArgs>,
): Promise<null> {
  const [id] = subject.contactIds;
  const contact = id && (await ctx.db.get("contacts", id));
  if (!contact) return fail("NOT_FOUND");
  checkVersion(contact, expectedUpdatedAt);
  await contacts.update(ctx, contact, { ...own, expectedUpdatedAt });
  return null;
}
