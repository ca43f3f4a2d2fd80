/** The REST calls of genetic results and of the forecast of a litter. */
import { GENOTYPE_FIELDS } from "../../../domain/genetics/record";
import { fail } from "../../../domain/errors";
import { api } from "../../_generated/api";
import { get, idParam, listOf, oneOf, type Endpoint } from "../../platform/rest/calls";
import { searchQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { forecastShape } from "../model/forecast";
import { genotypes } from "../model/genotypes";

const tags = ["Genetics"];

const dogReference = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .openapi({ description: `The ${label.toLowerCase()}'s id` });

const genotype = answerOf("Genotype", genotypes.shape, { fields: GENOTYPE_FIELDS });

export const genotypeEndpoints: Endpoint[] = [
  ...resource({
    path: "/genotypes",
    tags,
    rights: "health",
    noun: "genetic result",
    operation: "Genotype",
    id: "genotypeId",
    answer: genotype,
  }).ordinary({
    functions: api.genetics.genotypes,
    fields: GENOTYPE_FIELDS,
    query: { search: searchQuery("Every word must be found in the locus or in the laboratory's words") },
    words: { create: "Record a genetic result of a dog" },
    examples: {
      created: {
        dogId: "jd7f3k9m2",
        locus: "E",
        genotype: "E/e",
        laboratory: "Laboklin",
        testedOn: "2025-05-01",
      },
      changed: { genotype: "e/e" },
    },
  }),
  get("/dogs/{id}/genotypes", {
    operationId: "listGenotypesOfDog",
    tags,
    permission: "health:read",
    summary: "List a dog's genetic results",
    params: z.object({ id: idParam("id", "The dog's id") }),
    returns: listOf(genotype, "The results, by locus"),
    run: async ({ env, params }) =>
      (await env.runQuery(api.genetics.genotypes.ofDog, { dogId: params.id })) ?? fail("NOT_FOUND"),
  }),
  get("/breeding/forecast", {
    operationId: "getLitterForecast",
    tags,
    permission: "health:read",
    summary: "Predict the colors and coats of a litter, and what may harm it",
    query: z.object({ sireId: dogReference("Sire"), damId: dogReference("Dam") }),
    returns: oneOf(answerOf("LitterForecast", forecastShape), "The forecast"),
    run: async ({ env, query: { sireId, damId } }) =>
      (await env.runQuery(api.genetics.genotypes.forecast, { dogId: damId, sireId })) ?? fail("NOT_FOUND"),
  }),
];
