/** The REST calls of mates and planned litters. Shares, coefficients and kinships are numbers from 0 to 1. */
import { MATE_GROUPS, MATE_SORTS, REASONS_AGAINST, STANDINGS } from "../../../domain/genetics/mates";
import { fail } from "../../../domain/errors";
import { api } from "../../_generated/api";
import { get, idParam, one, type Endpoint } from "../../platform/rest/calls";
import { count, id, textOrNull } from "../../platform/rest/entities";
import { pageQuery, readingDay } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Genetics"];

const matesAnswer = z
  .object({
    name: z.string().openapi({ description: "The dog whose mates these are" }),
    reference: count.openapi({ description: "The living breeding dogs of its breed" }),
    meanInbreeding: z.number().openapi({ description: "The mean of their coefficients of inbreeding" }),
    limit: z.number().openapi({
      description: "Mates whose puppies would have a higher coefficient come after the others",
      example: 0.0625,
    }),
    gender: z.enum(["male", "female"]),
    isByTests: z.boolean().openapi({
      description: "Whether genetic results are part of the list, for which health:read is needed",
    }),
    carries: z.array(z.string()).openapi({
      description: "The diseases and harmful coat alleles that the dog carries, by any of its results",
      example: ["prcd-PRA"],
    }),
    isPartial: z.boolean().openapi({
      description: "Whether more results are recorded than are compared; other mates count as not tested",
    }),
    good: count.openapi({ description: "Mates against which nothing speaks" }),
    testFirst: count.openapi({
      description: "Mates without a result for something that the dog carries",
    }),
    notAdvised: count.openapi({ description: "Parents, offspring, full siblings, and harmful crosses" }),
    page: count,
    pages: count,
    mates: z.array(
      z.object({
        id,
        name: z.string(),
        isExternal: z.boolean(),
        dateOfBirth: textOrNull,
        offspring: count.openapi({ description: "Recorded offspring" }),
        coefficient: z.number().openapi({
          description: "The puppies' coefficient of inbreeding, which is the kinship of the two",
          example: 0.031,
        }),
        standing: z.enum(STANDINGS).openapi({
          description: "The puppies' coefficient against the middle half of the living breeding dogs",
        }),
        meanKinship: z.number().openapi({
          description: "The mate's mean kinship with the living breeding dogs; low for rare lines",
          example: 0.0087,
        }),
        position: count.openapi({ description: "Its place among them, the rarest lines first" }),
        completeness: z.number().openapi({
          description: "The share of its ancestors over five generations that are known",
          example: 0.98,
        }),
        group: z.enum(MATE_GROUPS),
        against: z.enum(REASONS_AGAINST).nullable(),
        harm: textOrNull.openapi({ description: "What a harmful cross does to the puppies" }),
        untested: z.array(z.string()).openapi({
          description: "What the dog carries and of which the mate has no result that is understood",
        }),
        carries: z
          .array(z.object({ name: z.string(), isAtRisk: z.boolean(), isOtherClear: z.boolean() }))
          .openapi({
            description: "What the mate carries and the dog does not; isOtherClear if a result says so",
          }),
      }),
    ),
  })
  .openapi("Mates");

const doubtAnswer = z
  .object({
    low: z.number().nullable(),
    high: z.number().nullable(),
    links: z.array(
      z.object({
        dog: z.object({ id, name: z.string() }),
        side: z.enum(["sire", "dam"]),
        proof: z.enum(["paper", "import", "hearsay"]),
      }),
    ),
  })
  .openapi("DoubtOfMating");

export const matesEndpoints: Endpoint[] = [
  get("/dogs/{id}/mates", {
    operationId: "getMates",
    tags,
    permission: "dogs:read",
    summary: "Get a dog's mates: living breeding dogs of its breed, 25 a page",
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: z.object({
      today: readingDay,
      page: pageQuery.page,
      notAdvised: z
        .enum(["true", "false"], { error: "notAdvised must be true or false" })
        .default("false")
        .openapi({ description: "true lists the mates that are not advised instead of the others" }),
      sort: z
        .enum(MATE_SORTS, { error: `sort must be ${MATE_SORTS.join(", ")}` })
        .default("advised")
        .openapi({
          description:
            "Within the groups, good ones first. advised: those under the limit first, then by low kinship to the breed, low inbreeding of the puppies, known pedigree, and youth",
        }),
    }),
    returns: one(matesAnswer, "The mates"),
    run: async ({ env, params, query: { notAdvised, ...query } }) => {
      const found = await env.runQuery(api.genetics.mates.list, {
        ...{ dogId: params.id, isNotAdvised: notAdvised === "true" },
        ...query,
      });
      const { mates, ...rest } = (found ?? fail("NOT_FOUND")).result ?? fail("STILL_CALCULATING");
      return { ...rest, mates: mates.map(({ _id, ...mate }) => ({ id: _id, ...mate })) };
    },
  }),
  get("/dogs/{id}/mates/{mateId}/doubt", {
    operationId: "getDoubtOfMating",
    tags,
    permission: "dogs:read",
    summary: "Get how far the puppies' coefficient may be off, if doubtful parents are the wrong ones",
    description:
      "The true coefficient lies between low and high with a probability of nine in ten. Links whose proof is " +
      "recorded count over six generations; hearsay is wrong in 10% of cases, an imported file in 3%, papers in 1%. " +
      "Both are null if no parent nearby is known by hearsay or from an imported file alone. The same pedigree gives " +
      "the same figures.",
    params: z.object({ id: idParam("id", "The dog's id"), mateId: idParam("mateId", "The mate's id") }),
    returns: one(doubtAnswer, "The interval"),
    run: async ({ env, params: { id: dogId, mateId } }) => {
      const { interval: found } =
        (await env.runQuery(api.genetics.mates.doubt, { dogId, mateId })) ?? fail("NOT_FOUND");
      const links = found?.links.map(({ dog: { _id, name }, ...rest }) => ({
        dog: { id: _id, name },
        ...rest,
      }));
      return { low: found?.low ?? null, high: found?.high ?? null, links: links ?? [] };
    },
  }),
];
