/**
 * Offers a puppy to the applicants on the waiting list, one after another. If an applicant accepts, the puppy is
 * reserved with the applicant's address and deposit. If an applicant declines or the offer expires, the applicant
 * keeps their place.
 *
 *   waiting ── offered ── placed (the puppy is reserved)
 *      └── declined or expired ──┘
 */
import { v, type Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import { offerSchema } from "../../../domain/litters/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { mismatchesOf, MISMATCHES } from "../../../domain/litters/matching";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { trustedToday } from "../../platform/model/people/today";
import { reservePuppy } from "./puppySales";
import {
  activeApplicants,
  applicants,
  applicantShape,
  type Applicant,
  logApplicantActivity,
} from "./waitingList";
import { puppyName } from "../../../domain/litters/words";
import { saveRow } from "../../platform/model/changes/edits";
import { getOrFail, requireRowOf } from "../../platform/model/paging/rows";

export const candidatesShape = v.object({
  puppy: v.object({ _id: v.id("puppies"), name: v.string() }),
  candidates: v.array(
    applicantShape.extend({ mismatches: v.array(v.union(...MISMATCHES.map((each) => v.literal(each)))) }),
  ),
});

export const offeredPuppyShape = v.object({
  _id: v.id("puppies"),
  name: v.string(),
  gender: v.union(v.literal("male"), v.literal("female"), v.null()),
  color: v.union(v.string(), v.null()),
  breed: v.union(v.string(), v.null()),
  parents: v.string(),
  bornOn: v.string(),
  collarColor: v.union(v.string(), v.null()),
});

const MAX_CHOICES = 200;

/** These details are compared with applicants' wishes. */
async function factsOf(ctx: QueryCtx, puppy: Doc<"puppies">) {
  const litter = await getOrFail(ctx, "litters", puppy.litterId);
  const breeding = await getOrFail(ctx, "breedings", litter.breedingId);
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  const sire = breeding.sireId && (await ctx.db.get("dogs", breeding.sireId));
  return {
    gender: puppy.gender ?? null,
    color: puppy.color ?? null,
    breed: dam?.breed ?? sire?.breed ?? null,
    bornOn: litter.whelpingDate,
    parents: `${sire?.name ?? breeding.sireName ?? "Unknown"} × ${dam?.name ?? breeding.damName ?? "Unknown"}`,
  };
}

/** Applicants are in order, with the wishes that the puppy does not meet. */
export async function listCandidates(
  ctx: QueryCtx,
  puppy: Doc<"puppies">,
): Promise<Infer<typeof candidatesShape>> {
  const facts = await factsOf(ctx, puppy);
  const rows = await activeApplicants(ctx, puppy.kennelId);
  return {
    puppy: { _id: puppy._id, name: puppyName(puppy) },
    candidates: await Promise.all(
      rows.map(async (row) => {
        const applicant = await applicants.describe(ctx, row);
        return { ...applicant, mismatches: mismatchesOf(applicant, facts) };
      }),
    ),
  };
}

/** Puppies of the newest litter are first, in the order of the litter. */
export async function listOfferable(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Infer<typeof offeredPuppyShape>[]> {
  const rows = await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId).eq("status", "available"))
    .order("desc")
    .take(MAX_CHOICES);
  const puppies = await Promise.all(rows.map(async (puppy) => ({ puppy, facts: await factsOf(ctx, puppy) })));
  return puppies
    .toSorted(
      (one, other) =>
        other.facts.bornOn.localeCompare(one.facts.bornOn) ||
        one.puppy.litterId.localeCompare(other.puppy.litterId) ||
        one.puppy.order - other.puppy.order,
    )
    .map(({ puppy, facts }) => ({
      ...{ _id: puppy._id, name: puppyName(puppy), collarColor: puppy.collarColor ?? null },
      ...facts,
    }));
}

/** The offer may have expired. */
const offerHolder = async (ctx: QueryCtx, puppy: Doc<"puppies">): Promise<Doc<"waitingList"> | null> =>
  (
    await ctx.db
      .query("waitingList")
      .withIndex("by_kennel_and_puppy", (q) => q.eq("kennelId", puppy.kennelId).eq("puppyId", puppy._id))
      .take(MAX_CHOICES)
  ).find(({ status }) => status === "offered") ?? null;

async function requirePuppy(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  puppyId: string,
): Promise<Doc<"puppies">> {
  return await requireRowOf(ctx, "puppies", puppyId, { kennelId });
}

/** The offer was not accepted. The applicant keeps the place on the list. */
async function endOffer(ctx: MutationCtx, applicant: Doc<"waitingList">): Promise<void> {
  await saveRow(ctx, "waitingList", applicant, {
    status: "waiting",
    puppyId: undefined,
    offerUntil: undefined,
    offersDeclined: applicant.offersDeclined + 1,
  });
}

/**
 * Another applicant must not have an unexpired offer of the puppy. Throws NOT_FOUND, VALIDATION_FAILED, or
 * PUPPY_STATUS with the reason.
 */
export async function offerPuppy(
  ctx: MutationCtx,
  applicant: Doc<"waitingList">,
  { puppyId, today, ...fields }: { puppyId: string; offerUntil: string; today: string },
): Promise<Applicant> {
  const day = trustedToday(today);
  const { offerUntil } = parseOrFail(offerSchema, fields);
  if (offerUntil < day)
    fail("VALIDATION_FAILED", { fields: { offerUntil: "Answer by cannot be in the past" } });
  const puppy = await requirePuppy(ctx, applicant.kennelId, puppyId);
  const refuse = (status: string) => fail("PUPPY_STATUS", { fields: { status } });
  if (!applicant.isActive) refuse(`${applicant.name} is no longer on the waiting list`);
  if (applicant.status === "offered") refuse(`${applicant.name} already has an offer`);
  if (puppy.status !== "available") refuse("Only an available puppy can be offered");
  const holder = await offerHolder(ctx, puppy);
  if (holder && (holder.offerUntil ?? "") >= day) refuse(`This puppy is offered to ${holder.name}`);
  if (holder) await endOffer(ctx, holder);
  await saveRow(ctx, "waitingList", applicant, {
    status: "offered",
    puppyId: puppy._id,
    offerUntil,
  });
  await logApplicantActivity(ctx, applicant, "Puppy offered");
  return await applicants.reread(ctx, applicant._id);
}

/** The puppy is reserved, and the applicant is removed from the list. */
async function acceptOffer(ctx: MutationCtx, applicant: Doc<"waitingList">, today: string): Promise<void> {
  const puppy = await requirePuppy(ctx, applicant.kennelId, applicant.puppyId ?? "");
  const reservation = {
    today,
    buyerName: applicant.name,
    buyerEmail: applicant.email,
    buyerPhone: applicant.phone,
    buyerAddress: applicant.address,
    buyerId: applicant.contactId,
    depositCents: applicant.depositCents,
  };
  await reservePuppy(ctx, { puppy }, reservation);
  await saveRow(ctx, "waitingList", applicant, {
    status: "placed",
    offerUntil: undefined,
  });
}

/** Throws PUPPY_STATUS if there is no offer, or if the puppy is no longer available. */
export async function answerOffer(
  ctx: MutationCtx,
  { applicant }: { applicant: Doc<"waitingList"> },
  { isAccepted, today }: { isAccepted: boolean; today: string },
): Promise<Applicant> {
  if (applicant.status !== "offered") {
    fail("PUPPY_STATUS", { fields: { status: `${applicant.name} has no offer` } });
  }
  if (isAccepted) await acceptOffer(ctx, applicant, trustedToday(today));
  else {
    await endOffer(ctx, applicant);
    await logApplicantActivity(ctx, applicant, "Puppy offer declined");
  }
  return await applicants.reread(ctx, applicant._id);
}
