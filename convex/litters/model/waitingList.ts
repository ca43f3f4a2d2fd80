/**
 * The waiting list of a kennel: who waits, for what, and in which order. Offers are in litters/model/puppyOffers.ts.
 */
import { puppyNameOf } from "../../platform/model/paging/names";
import { v, type Infer } from "convex/values";
import { MAX_APPLICANTS, SHOWN_FORMER_APPLICANTS } from "../../../domain/litters/rules";
import { fail } from "../../../domain/errors";
import type { APPLICANT_NEWS } from "../../../domain/permissions/confidential";
import { APPLICANT_FIELDS, APPLICANT_STATE } from "../../../domain/litters/record";
import { omitFields } from "../../../domain/records/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordChange } from "../../platform/model/changes/activities";
import { recordKind } from "../../platform/model/changes/recordKind";
import { saveRow } from "../../platform/model/changes/edits";

export const applicants = recordKind({
  table: "waitingList",
  fields: APPLICANT_FIELDS,
  state: omitFields(APPLICANT_STATE, ["puppyId"]),
  index: "by_kennel_and_active_and_rank",
  activity: {
    type: "breeding",
    noun: "Waiting list entry",
    added: "Put on the waiting list",
    isUnlinked: true,
    nameOf: ({ name }) => name,
  },
  more: {
    /** The puppy they are offered, or got, as long as it is recorded. */
    shape: {
      puppy: v.union(
        v.object({ _id: v.id("puppies"), litterId: v.id("litters"), name: v.string() }),
        v.null(),
      ),
    },
    reader: (ctx) => async (row) => {
      const puppy = row.puppyId && (await ctx.db.get("puppies", row.puppyId));
      return {
        puppy: puppy ? { _id: puppy._id, litterId: puppy.litterId, name: puppyNameOf(puppy) } : null,
      };
    },
  },
  // A new one comes behind the last.
  admit: async (ctx, { row, kennelId }) =>
    row ? {} : { status: "waiting", isActive: true, rank: await lastPlace(ctx, kennelId), offersDeclined: 0 },
});

export const applicantShape = applicants.shape;
export type Applicant = Infer<typeof applicantShape>;

export const waitingListShape = v.object({
  active: v.array(applicantShape),
  former: v.array(applicantShape),
});

/** Reads who stands on the list, in its order. */
export const activeApplicants = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"waitingList">[]> =>
  await ctx.db
    .query("waitingList")
    .withIndex("by_kennel_and_active_and_rank", (q) => q.eq("kennelId", kennelId).eq("isActive", true))
    .take(MAX_APPLICANTS);

/** Lists who waits, in order, and who has left, the latest first. */
export async function describeWaitingList(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Infer<typeof waitingListShape>> {
  const former = await ctx.db
    .query("waitingList")
    .withIndex("by_kennel_and_active_and_rank", (q) => q.eq("kennelId", kennelId).eq("isActive", false))
    .order("desc")
    .take(SHOWN_FORMER_APPLICANTS);
  const describe = applicants.answering(ctx);
  return {
    active: await Promise.all((await activeApplicants(ctx, kennelId)).map(describe)),
    former: await Promise.all(former.map(describe)),
  };
}

/** Throws LIMIT_REACHED when the list is full; returns the place behind its last. */
async function lastPlace(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number> {
  const rows = await activeApplicants(ctx, kennelId);
  if (rows.length >= MAX_APPLICANTS) fail("LIMIT_REACHED", { count: MAX_APPLICANTS });
  return (rows.at(-1)?.rank ?? 0) + 1;
}

/** Tells what became of somebody on the waiting list. */
export async function logApplicantActivity(
  ctx: MutationCtx,
  { kennelId, name }: Pick<Doc<"waitingList">, "kennelId" | "name">,
  title: (typeof APPLICANT_NEWS)[number],
): Promise<void> {
  await recordChange(ctx, kennelId, { type: "breeding", title, description: name });
}

/** Changes places with the one before or behind; at either end nothing happens. */
export async function moveApplicant(
  ctx: MutationCtx,
  applicant: Doc<"waitingList">,
  direction: "up" | "down",
): Promise<null> {
  const rows = await activeApplicants(ctx, applicant.kennelId);
  const index = rows.findIndex(({ _id }) => _id === applicant._id);
  const neighbour = index === -1 ? undefined : rows[index + (direction === "up" ? -1 : 1)];
  if (!neighbour) return null;
  await ctx.db.patch("waitingList", applicant._id, { rank: neighbour.rank });
  await ctx.db.patch("waitingList", neighbour._id, { rank: applicant.rank });
  await logApplicantActivity(ctx, applicant, "Waiting list reordered");
  return null;
}

/** Takes somebody off the list, who stays among the former ones. */
export async function withdrawApplicant(ctx: MutationCtx, applicant: Doc<"waitingList">): Promise<Applicant> {
  if (!applicant.isActive) return await applicants.describe(ctx, applicant);
  await saveRow(ctx, "waitingList", applicant, {
    status: "withdrawn",
    isActive: false,
    rank: Date.now(),
    leftRank: applicant.rank,
    puppyId: undefined,
    offerUntil: undefined,
  });
  await logApplicantActivity(ctx, applicant, "Left the waiting list");
  return await applicants.reread(ctx, applicant._id);
}

/**
 * Returns the place that somebody had, before whoever has it now; behind the last for one who left before places were
 * kept. Throws LIMIT_REACHED when the list is full.
 */
async function formerPlace(ctx: QueryCtx, { kennelId, leftRank }: Doc<"waitingList">): Promise<number> {
  const last = await lastPlace(ctx, kennelId);
  if (leftRank === undefined || leftRank >= last) return last;
  const ranks = (await activeApplicants(ctx, kennelId)).map(({ rank }) => rank);
  if (!ranks.includes(leftRank)) return leftRank;
  return (leftRank + Math.max(leftRank - 1, ...ranks.filter((rank) => rank < leftRank))) / 2;
}

/** Puts somebody who left back to their place on the list. */
export async function returnApplicant(ctx: MutationCtx, applicant: Doc<"waitingList">): Promise<Applicant> {
  if (applicant.isActive) return await applicants.describe(ctx, applicant);
  await saveRow(ctx, "waitingList", applicant, {
    status: "waiting",
    isActive: true,
    rank: await formerPlace(ctx, applicant),
    leftRank: undefined,
    puppyId: undefined,
    offerUntil: undefined,
  });
  await logApplicantActivity(ctx, applicant, "Back on the waiting list");
  return await applicants.reread(ctx, applicant._id);
}
