/**
 * A kennel's waiting list: the applicants, their wishes and their order. Offers are in
 * litters/model/puppyOffers.ts.
 */
import { puppyName } from "../../../domain/litters/words";
import { v, type Infer } from "convex/values";
import { MAX_APPLICANTS, SHOWN_FORMER_APPLICANTS } from "../../../domain/litters/rules";
import { PLACES } from "../../../domain/contacts/naming";
import { checkLimit } from "../../../domain/errors";
import type { APPLICANT_NEWS } from "../../../domain/permissions/confidential";
import { APPLICANT_FIELDS, APPLICANT_STATE } from "../../../domain/litters/record";
import { omitFields } from "../../../domain/records/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { admitPeople } from "../../contacts/model/naming";
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
    /** The puppy that was offered to the applicant or that the applicant got; null if its record was deleted. */
    shape: {
      puppy: v.union(
        v.object({ _id: v.id("puppies"), litterId: v.id("litters"), name: v.string() }),
        v.null(),
      ),
    },
    reader: (ctx) => async (row) => {
      const puppy = row.puppyId && (await ctx.db.get("puppies", row.puppyId));
      return {
        puppy: puppy ? { _id: puppy._id, litterId: puppy.litterId, name: puppyName(puppy) } : null,
      };
    },
  },
  // A new applicant gets the last rank.
  admit: async (ctx, { row, kennelId, values }) => {
    if (!row) await checkListRoom(ctx, kennelId);
    const people = await admitPeople(ctx, PLACES.waitingList, kennelId, { values, former: row });
    const own = Object.fromEntries(Object.entries(people).map(([name, value]) => [name, value ?? undefined]));
    if (row) return own;
    const rank = (await lastRank(ctx, kennelId)) + 1;
    return { ...own, status: "waiting", isActive: true, rank, offersDeclined: 0 };
  },
});

export const applicantShape = applicants.shape;
export type Applicant = Infer<typeof applicantShape>;

export const waitingListShape = v.object({
  active: v.array(applicantShape),
  former: v.array(applicantShape),
});

export const isOnList = ({ status }: Pick<Doc<"waitingList">, "status">): boolean =>
  status === "waiting" || status === "offered";

const activeRows = (ctx: QueryCtx, kennelId: Id<"kennels">) =>
  ctx.db
    .query("waitingList")
    .withIndex("by_kennel_and_active_and_rank", (q) => q.eq("kennelId", kennelId).eq("isActive", true));

export const activeApplicants = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"waitingList">[]> => await activeRows(ctx, kennelId).take(MAX_APPLICANTS);

/** Applicants on the list are in order. Former applicants come afterwards, the latest first. */
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

type Applied = Doc<"waitingList">;

/** Throws LIMIT_REACHED. `but` is an applicant who may already be on the list, and is not counted. */
export async function checkListRoom(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  but?: Id<"waitingList">,
): Promise<void> {
  const rows = await activeRows(ctx, kennelId).take(MAX_APPLICANTS + 1);
  checkLimit(rows.filter(({ _id }) => _id !== but).length, MAX_APPLICANTS);
}

/**
 * Returns the last rank on the list, or the last rank before a given rank. One applicant is ignored. Returns zero
 * if there is no such rank.
 */
async function lastRank(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { but, below = Infinity }: { but?: Id<"waitingList">; below?: number } = {},
): Promise<number> {
  const rows = await ctx.db
    .query("waitingList")
    .withIndex("by_kennel_and_active_and_rank", (q) =>
      q.eq("kennelId", kennelId).eq("isActive", true).lt("rank", below),
    )
    .order("desc")
    .take(2);
  return rows.find(({ _id }) => _id !== but)?.rank ?? Math.min(0, below - 1);
}

async function isTaken(ctx: QueryCtx, { kennelId, _id }: Applied, rank: number): Promise<boolean> {
  const rows = await ctx.db
    .query("waitingList")
    .withIndex("by_kennel_and_active_and_rank", (q) =>
      q.eq("kennelId", kennelId).eq("isActive", true).eq("rank", rank),
    )
    .take(2);
  return rows.some((other) => other._id !== _id);
}

/**
 * The rank is directly before the applicant at the given place. If no place is given, it is after the last
 * applicant.
 */
export async function rankAt(ctx: QueryCtx, applicant: Applied, place: number | undefined): Promise<number> {
  const { kennelId, _id: but } = applicant;
  if (place === undefined) return (await lastRank(ctx, kennelId, { but })) + 1;
  if (!(await isTaken(ctx, applicant, place))) return place;
  return (place + (await lastRank(ctx, kennelId, { but, below: place }))) / 2;
}

export async function logApplicantActivity(
  ctx: MutationCtx,
  { kennelId, name }: Pick<Doc<"waitingList">, "kennelId" | "name">,
  title: (typeof APPLICANT_NEWS)[number],
): Promise<void> {
  await recordChange(ctx, kennelId, { type: "breeding", title, description: name });
}

/** Exchanges the ranks of the two applicants. At the end of the list, nothing changes. */
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

/** The applicant is then one of the former applicants. */
export async function withdrawApplicant(ctx: MutationCtx, applicant: Doc<"waitingList">): Promise<Applicant> {
  if (!applicant.isActive) return await applicants.describe(ctx, applicant);
  await saveRow(ctx, "waitingList", applicant, {
    status: "withdrawn",
    puppyId: undefined,
    offerUntil: undefined,
  });
  await logApplicantActivity(ctx, applicant, "Left the waiting list");
  return await applicants.reread(ctx, applicant._id);
}

/**
 * The applicant waits again, at the earlier rank. An offer is taken back, which does not count as declined. Throws
 * LIMIT_REACHED if the list is full.
 */
export async function returnApplicant(ctx: MutationCtx, applicant: Doc<"waitingList">): Promise<Applicant> {
  const { isActive, status } = applicant;
  if (isActive && status !== "offered") return await applicants.describe(ctx, applicant);
  if (!isActive) await checkListRoom(ctx, applicant.kennelId);
  await saveRow(ctx, "waitingList", applicant, {
    status: "waiting",
    puppyId: undefined,
    offerUntil: undefined,
  });
  await logApplicantActivity(ctx, applicant, isActive ? "Puppy offer withdrawn" : "Back on the waiting list");
  return await applicants.reread(ctx, applicant._id);
}
