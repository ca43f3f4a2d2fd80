/** The registered functions of the waiting list: the applicants, their order, and offers of puppies. */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
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
  applicants,
  applicantShape,
  describeWaitingList,
  moveApplicant,
  returnApplicant,
  waitingListShape,
  withdrawApplicant,
} from "./model/waitingList";

export const { get, create, update, remove, editsSince } = recordFunctions(applicants, {
  argument: "applicantId",
  owner: "kennelId",
  area: { read: "breeding:read & finances:read", write: "breeding:write & finances:write" },
});

/** Applicants on the list are in order and come before former applicants. */
export const list = kennelQuery({
  permission: "breeding:read & finances:read",
  args: {},
  returns: waitingListShape,
  handler: async (ctx) => await describeWaitingList(ctx, ctx.access.kennelId),
});

/** The applicants are in the order of the list. */
export const candidates = puppyQuery({
  permission: "breeding:read & finances:read",
  args: {},
  returns: candidatesShape,
  handler: async (ctx) => await listCandidates(ctx, ctx.puppy),
});

export const offerable = kennelQuery({
  permission: "breeding:read & finances:read",
  args: {},
  returns: v.array(offeredPuppyShape),
  handler: async (ctx) => await listOfferable(ctx, ctx.access.kennelId),
});

export const move = applicantMutation({
  permission: "breeding:write & finances:write",
  args: { direction: v.union(v.literal("up"), v.literal("down")) },
  returns: v.null(),
  handler: async (ctx, { direction }) => await moveApplicant(ctx, ctx.applicant, direction),
});

export const withdraw = applicantMutation({
  permission: "breeding:write & finances:write",
  args: {},
  returns: applicantShape,
  handler: async (ctx) => await withdrawApplicant(ctx, ctx.applicant),
});

/** The applicant waits again, at the earlier rank. An offer is taken back. */
export const revert = applicantMutation({
  permission: "breeding:write & finances:write",
  args: {},
  returns: applicantShape,
  handler: async (ctx) => await returnApplicant(ctx, ctx.applicant),
});

export const offer = applicantMutation({
  permission: "breeding:write & finances:write",
  args: { puppyId: v.string(), offerUntil: v.string(), today: v.string() },
  returns: applicantShape,
  handler: async (ctx, args) => await offerPuppy(ctx, ctx.applicant, args),
});

/** Accepting reserves the puppy. */
export const answerOffer = applicantMutation({
  permission: "breeding:write & finances:write",
  args: { isAccepted: v.boolean(), today: v.string() },
  returns: applicantShape,
  handler: async (ctx, args) => await takeAnswer(ctx, ctx, args),
});
