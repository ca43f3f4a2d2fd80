/** The registered functions of the waiting list: who waits, their order, and offers of puppies. */
import { v } from "convex/values";
import { kennelMutation, kennelQuery } from "../platform/functions";
import { applicantMutation, puppyQuery } from "./builders";
import {
  answerOffer as takeAnswer,
  candidatesShape,
  listCandidates,
  listOfferable,
  offeredPuppyShape,
  offerPuppy,
} from "./model/puppyOffers";
import {
  applicantChangeArgs,
  applicantShape,
  createApplicant,
  describeWaitingList,
  moveApplicant,
  newApplicantArgs,
  removeApplicant,
  returnApplicant,
  updateApplicant,
  waitingListShape,
  withdrawApplicant,
} from "./model/waitingList";

/** Lists who waits, in order, and who has left the list. */
export const list = kennelQuery({
  permission: "breeding:read & finances:read",
  args: {},
  returns: waitingListShape,
  handler: async (ctx) => await describeWaitingList(ctx, ctx.access.kennelId),
});

/** Lists who a puppy may be offered to, in order. */
export const candidates = puppyQuery({
  permission: "breeding:read & finances:read",
  args: {},
  returns: candidatesShape,
  handler: async (ctx) => await listCandidates(ctx, ctx.puppy),
});

/** Lists the puppies that may be offered. */
export const offerable = kennelQuery({
  permission: "breeding:read & finances:read",
  args: {},
  returns: v.array(offeredPuppyShape),
  handler: async (ctx) => await listOfferable(ctx, ctx.access.kennelId),
});

/** Puts somebody at the end of the list. */
export const create = kennelMutation({
  permission: "breeding:write & finances:write",
  args: newApplicantArgs,
  returns: applicantShape,
  handler: async (ctx, args) => await createApplicant(ctx, ctx.access.kennelId, args),
});

/** Changes an applicant; omitted fields stay unchanged, null or empty ones are cleared. */
export const update = applicantMutation({
  permission: "breeding:write & finances:write",
  args: { ...applicantChangeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: applicantShape,
  handler: async (ctx, args) => await updateApplicant(ctx, ctx.applicant, args),
});

/** Moves somebody one place. */
export const move = applicantMutation({
  permission: "breeding:write & finances:write",
  args: { direction: v.union(v.literal("up"), v.literal("down")) },
  returns: v.null(),
  handler: async (ctx, { direction }) => await moveApplicant(ctx, ctx.applicant, direction),
});

/** Takes somebody off the list. */
export const withdraw = applicantMutation({
  permission: "breeding:write & finances:write",
  args: {},
  returns: applicantShape,
  handler: async (ctx) => await withdrawApplicant(ctx, ctx.applicant),
});

/** Puts somebody who left back to their place on the list. */
export const revert = applicantMutation({
  permission: "breeding:write & finances:write",
  args: {},
  returns: applicantShape,
  handler: async (ctx) => await returnApplicant(ctx, ctx.applicant),
});

/** Deletes an applicant for good. */
export const remove = applicantMutation({
  permission: "breeding:write & finances:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeApplicant(ctx, ctx.applicant),
});

/** Offers a puppy to somebody. */
export const offer = applicantMutation({
  permission: "breeding:write & finances:write",
  args: { puppyId: v.string(), offerUntil: v.string(), today: v.string() },
  returns: applicantShape,
  handler: async (ctx, args) => await offerPuppy(ctx, ctx.applicant, args),
});

/** Records the answer to an offer; accepting it reserves the puppy. */
export const answerOffer = applicantMutation({
  permission: "breeding:write & finances:write",
  args: { isAccepted: v.boolean(), today: v.string() },
  returns: applicantShape,
  handler: async (ctx, args) => await takeAnswer(ctx, ctx, args),
});
