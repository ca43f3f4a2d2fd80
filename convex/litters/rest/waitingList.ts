/** The REST calls of the waiting list. */
import { APPLICANT_FIELDS, APPLICANT_STATE } from "../../../domain/litters/record";
import { changeShape, newShape } from "../../../domain/records/record";
import { api } from "../../_generated/api";
import { get, oneOf, type Endpoint } from "../../platform/rest/calls";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import {
  kennelQuery,
  kennelReference,
  savedVersion,
  toVersion,
  writingDay,
} from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { dayLike } from "../../platform/rest/entities";
import { z } from "../../platform/rest/zod";
import { applicantShape, waitingListShape } from "../model/waitingList";

const rights = { read: "breeding:read & finances:read", write: "breeding:write & finances:write" } as const;
const tags = ["Waiting list"];

const applicant = answerOf("Applicant", applicantShape, {
  fields: { ...APPLICANT_FIELDS, ...APPLICANT_STATE },
  about: { puppy: answerOf(null, applicantShape.fields.puppy.members[0]) },
});

const list = resource({
  ...{ path: "/waiting-list", tags, rights, noun: "applicant", id: "applicantId", answer: applicant },
});
const today = { today: writingDay };

export const waitingListEndpoints: readonly Endpoint[] = [
  get("/waiting-list", {
    operationId: "getWaitingList",
    tags,
    permission: rights.read,
    summary: "Get the waiting list in its order, and those who are no longer on it, the latest first",
    query: kennelQuery,
    returns: oneOf(
      answerOf("WaitingList", waitingListShape, { about: { active: applicant, former: applicant } }),
      "The waiting list",
    ),
    run: async ({ env, query }) => await env.runQuery(api.litters.waitingList.list, query),
  }),
  list.get({
    summary: "Get an applicant",
    run: async (env, args) => await env.runQuery(api.litters.waitingList.get, args),
  }),
  list.create({
    summary: "Put somebody on the waiting list, at its end",
    body: z.object({
      ...recordBody(APPLICANT_FIELDS, newShape(APPLICANT_FIELDS).shape),
      kennelId: kennelReference,
    }),
    example: { name: "Anna Berg", email: "anna@example.com", gender: "female", wantedFrom: "2025-09-01" },
    refusals: ["LIMIT_REACHED"],
    run: async (env, _args, { kennelId, ...body }) =>
      await env.runMutation(api.litters.waitingList.create, {
        ...toRecordFields(APPLICANT_FIELDS, body),
        kennelId,
      }),
  }),
  list.step("patch", "", {
    operationId: "updateApplicant",
    summary: "Change an applicant; omitted fields stay unchanged, null or empty ones are cleared",
    body: z.object({
      ...recordBody(APPLICANT_FIELDS, changeShape(APPLICANT_FIELDS).shape),
      updatedAt: savedVersion,
    }),
    example: { color: "sable", deposit: 300 },
    refusals: ["STALE_UPDATE"],
    run: async (env, args, { updatedAt, ...body }) =>
      await env.runMutation(api.litters.waitingList.update, {
        ...toRecordFields(APPLICANT_FIELDS, body),
        ...{ ...args, expectedUpdatedAt: toVersion(updatedAt) },
      }),
  }),
  list.remove({
    summary: "Delete an applicant, with the application that they sent",
    run: async (env, args) => await env.runMutation(api.litters.waitingList.remove, args),
  }),
  list.step("post", "/move", {
    operationId: "moveApplicant",
    summary: "Move an applicant up or down by one place",
    body: z.object({ direction: z.enum(["up", "down"], { error: "Direction must be up or down" }) }),
    example: { direction: "up" },
    run: async (env, args, body) => {
      await env.runMutation(api.litters.waitingList.move, { ...args, ...body });
      return await env.runQuery(api.litters.waitingList.get, args);
    },
  }),
  list.step("post", "/withdraw", {
    operationId: "withdrawApplicant",
    summary: "Remove an applicant from the list; they stay among the former ones",
    body: z.object({}),
    example: {},
    run: async (env, args) => await env.runMutation(api.litters.waitingList.withdraw, args),
  }),
  list.step("post", "/return", {
    operationId: "returnApplicant",
    summary: "Put a former applicant back at their place, or take an offer back",
    body: z.object({}),
    example: {},
    refusals: ["LIMIT_REACHED"],
    run: async (env, args) => await env.runMutation(api.litters.waitingList.revert, args),
  }),
  list.step("post", "/offer", {
    operationId: "offerPuppy",
    summary: "Offer an available puppy to an applicant until a day",
    query: today,
    body: z.object({ puppyId: z.string(), offerUntil: dayLike("2025-06-22") }),
    example: { puppyId: "jd7f3k9m2", offerUntil: "2025-06-22" },
    refusals: ["PUPPY_STATUS"],
    run: async (env, args, body) =>
      await env.runMutation(api.litters.waitingList.offer, { ...args, ...body }),
  }),
  list.step("post", "/answer", {
    operationId: "answerOffer",
    summary: "Record the answer to an offer; accepting reserves the puppy",
    query: today,
    body: z.object({ isAccepted: z.boolean() }),
    example: { isAccepted: true },
    refusals: ["PUPPY_STATUS"],
    run: async (env, args, body) =>
      await env.runMutation(api.litters.waitingList.answerOffer, { ...args, ...body }),
  }),
];
