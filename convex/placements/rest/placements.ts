/** The REST calls of placements and their documents. */
import { PAPER_FIELDS, PLACEMENT_FIELDS, PLACEMENT_STATE } from "../../../domain/placements/record";
import { changeShape, newShape } from "../../../domain/records/record";
import { api } from "../../_generated/api";
import type { Endpoint } from "../../platform/rest/calls";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import { searchQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { papers as paperKind, placements as placementKind } from "../model/placements";

const shared = {
  tags: ["Placements"],
  rights: { read: "breeding:read & finances:read", write: "breeding:write & finances:write" },
} as const;

const paper = answerOf("PlacementPaper", paperKind.shape, { fields: PAPER_FIELDS });

const placements = resource({
  ...shared,
  path: "/placements",
  noun: "placement",
  id: "placementId",
  answer: answerOf("Placement", placementKind.shape, {
    fields: { ...PLACEMENT_STATE, ...PLACEMENT_FIELDS },
    about: { papers: paper },
  }),
});

const papers = resource({
  ...shared,
  path: "/placements/papers",
  noun: "paper",
  operation: "PlacementPaper",
  id: "paperId",
  answer: paper,
});

const handed = newShape(PAPER_FIELDS).shape;

export const placementEndpoints: Endpoint[] = [
  // Must come before /placements/{id}, which would otherwise take the last part of this path for an id.
  ...papers.ordinary({
    functions: api.placements.papers,
    fields: PAPER_FIELDS,
    words: { create: "Record a paper that was handed over" },
    examples: {
      created: { placementId: "jd7f3k9m2", paper: "pedigree", handedOn: "2025-05-01", number: "HP61234501" },
      changed: { number: "HP61234502" },
    },
    isOfKennel: true,
  }),
  placements.list({
    summary: "List a page of the kennel's placements, the newest first",
    description: "Reserving, selling and the status of a dog make them; releasing and undoing end them.",
    query: {
      puppyId: searchQuery("Only this puppy's"),
      dogId: searchQuery("Only this dog's"),
      contactId: searchQuery("Only those with this contact"),
    },
    run: async (env, args) => await env.runQuery(api.placements.placements.list, args),
  }),
  placements.get({
    summary: "Get a placement",
    run: async (env, args) => await env.runQuery(api.placements.placements.get, args),
  }),
  placements.update({
    summary: "Change a placement; omitted fields stay unchanged, null or empty ones are cleared",
    description: "The amounts of a puppy are those of its reservation or sale.",
    body: z.object(recordBody(PLACEMENT_FIELDS, changeShape(PLACEMENT_FIELDS).shape)),
    example: { kind: "co_ownership", handedOverOn: "2025-05-01" },
    run: async (env, args, body) =>
      await env.runMutation(api.placements.placements.update, {
        ...{ ...toRecordFields(PLACEMENT_FIELDS, body), ...args },
      }),
  }),
  placements.step("post", "/hand-over", {
    operationId: "handOverPlacement",
    summary: "Record that a puppy or dog left, and the papers that went along",
    body: z.object({
      on: handed.handedOn,
      papers: z
        .array(z.object({ paper: handed.paper, number: handed.number, documentId: handed.documentId }))
        .default([]),
    }),
    example: { on: "2025-05-01", papers: [{ paper: "pedigree", number: "HP61234501" }] },
    refusals: ["LIMIT_REACHED"],
    run: async (env, args, body) =>
      await env.runMutation(api.placements.placements.handOver, { ...args, ...body }),
  }),
];
