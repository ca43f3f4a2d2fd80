/** The REST calls of contradictions and of the kennel's notes about them. */
import { KNOWN_CONTRADICTION_FIELDS } from "../../../domain/genetics/record";
import { fail } from "../../../domain/errors";
import { api } from "../../_generated/api";
import { get, idParam, listOf, type Endpoint } from "../../platform/rest/calls";
import { searchQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { contradictionShape, knownContradictions } from "../model/contradictions";

const tags = ["Genetics"];

export const contradictionEndpoints: Endpoint[] = [
  get("/dogs/{id}/contradictions", {
    operationId: "listContradictionsOfDog",
    tags,
    permission: "dogs:read",
    summary: "List what cannot be true in the records of a dog, its parents and up to 200 offspring",
    description:
      "Results of tests are compared for a caller with health:read. Each names the dogs and what would solve it; " +
      "known says what the kennel knows of it.",
    params: z.object({ id: idParam("id", "The dog's id") }),
    returns: listOf(answerOf("Contradiction", contradictionShape), "The contradictions"),
    run: async ({ env, params }) =>
      (await env.runQuery(api.genetics.contradictions.ofDog, { dogId: params.id })) ?? fail("NOT_FOUND"),
  }),
  ...resource({
    path: "/known-contradictions",
    tags,
    rights: "health",
    noun: "known contradiction",
    id: "knownContradictionId",
    answer: answerOf("KnownContradiction", knownContradictions.shape, { fields: KNOWN_CONTRADICTION_FIELDS }),
  }).ordinary({
    functions: api.genetics.contradictions,
    fields: KNOWN_CONTRADICTION_FIELDS,
    query: { search: searchQuery("Every word must be found in what is known or in who knows it") },
    words: { create: "Record that the kennel knows of a contradiction between two dogs" },
    examples: {
      created: {
        dogId: "jd7f3k9m2",
        otherId: "jd7f3k9m3",
        kind: "genotype",
        locus: "E",
        notes: "The sample was mixed up, a new one is on its way",
      },
      changed: { notes: "The new sample confirms the sire" },
    },
  }),
];
