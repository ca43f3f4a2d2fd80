/** The REST calls of genetic results and of the forecast for a litter. */
import { GENETIC_FILE_FIELDS, GENOTYPE_FIELDS } from "../../../domain/genetics/record";
import { changeShape, newShape } from "../../../domain/records/record";
import { fail } from "../../../domain/errors";
import { api } from "../../_generated/api";
import { get, idParam, listOf, oneOf, type Endpoint } from "../../platform/rest/calls";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import { searchQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { inferredShape } from "../model/families";
import { forecastShape } from "../model/forecast";
import { geneticFiles } from "../model/geneticFiles";
import { genotypes } from "../model/genotypes";

const tags = ["Genetics"];

const dogReference = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .openapi({ description: `The ${label.toLowerCase()}'s id` });

const genotype = answerOf("Genotype", genotypes.shape, { fields: GENOTYPE_FIELDS });

const geneticFile = answerOf("GeneticFile", geneticFiles.shape, { fields: GENETIC_FILE_FIELDS });

const fileLines = z
  .array(z.object({ category: z.string(), name: z.string(), value: z.string() }))
  .openapi({ description: "The lines of the file, in its own words" });

const files = resource({
  path: "/genetic-files",
  tags,
  rights: "health",
  noun: "genetic file",
  id: "geneticFileId",
  answer: geneticFile,
});

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
  get("/dogs/{id}/inferred-genotypes", {
    operationId: "listInferredGenotypesOfDog",
    tags,
    permission: "health:read",
    summary: "List what follows about a dog from the results of its parents and offspring",
    description:
      "Only what is certain, and only where the dog has no result. x is the variant of a disease, N its absence. " +
      "Parents that are known by hearsay alone are left out.",
    params: z.object({ id: idParam("id", "The dog's id") }),
    returns: listOf(answerOf("InferredGenotype", inferredShape), "What follows, by locus or disease"),
    run: async ({ env, params }) =>
      (await env.runQuery(api.genetics.genotypes.inferred, { dogId: params.id })) ?? fail("NOT_FOUND"),
  }),
  get("/dogs/{id}/genetic-files", {
    operationId: "listGeneticFilesOfDog",
    tags,
    permission: "health:read",
    summary: "List the files of results that were imported for a dog",
    params: z.object({ id: idParam("id", "The dog's id") }),
    returns: listOf(geneticFile, "The files with their results"),
    run: async ({ env, params }) =>
      (await env.runQuery(api.genetics.geneticFiles.ofDog, { dogId: params.id })) ?? fail("NOT_FOUND"),
  }),
  files.get({
    summary: "Get an imported file with its results",
    run: async (env, args) => await env.runQuery(api.genetics.geneticFiles.get, args),
  }),
  files.create({
    summary: "Import Embark's file of results for a dog",
    description:
      "A file about a dog of the other sex, or with a sample that was already imported, is refused. What is not " +
      "understood is kept as printed and never read as clear. Deleting the file takes the whole import back.",
    body: z.object({
      ...recordBody(GENETIC_FILE_FIELDS, newShape(GENETIC_FILE_FIELDS).shape),
      lines: fileLines,
    }),
    example: {
      ...{ dogId: "jd7f3k9m2", testedOn: "2025-05-01" },
      lines: [{ category: "Trait", name: "E Locus (MC1R)", value: "Ee" }],
    },
    refusals: ["LIMIT_REACHED"],
    run: async (env, _, { lines, ...body }) =>
      await env.runMutation(api.genetics.geneticFiles.create, {
        ...(toRecordFields(GENETIC_FILE_FIELDS, body) as { dogId: string }),
        lines,
      }),
  }),
  files.update({
    summary: "Change the date or the notes of an imported file",
    body: z.object(recordBody(GENETIC_FILE_FIELDS, changeShape(GENETIC_FILE_FIELDS).shape)),
    example: { testedOn: "2025-05-02" },
    run: async (env, args, body) =>
      await env.runMutation(api.genetics.geneticFiles.update, {
        ...toRecordFields(GENETIC_FILE_FIELDS, body),
        ...args,
      }),
  }),
  files.remove({
    summary: "Take the import of a file back",
    run: async (env, args) => await env.runMutation(api.genetics.geneticFiles.remove, args),
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
