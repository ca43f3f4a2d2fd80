/** The REST calls of mates and planned litters. Shares, coefficients and kinships are numbers from 0 to 1. */
import { DNA_STATUSES } from "../../../domain/health/dna";
import { MATE_GROUPS, MATE_SORTS, REASONS_AGAINST, STANDINGS } from "../../../domain/genetics/mates";
import type { z as Zod } from "@hono/zod-openapi";
import type { Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import { api } from "../../_generated/api";
import { get, idParam, one, type Endpoint } from "../../platform/rest/calls";
import { count, id, textOrNull } from "../../platform/rest/entities";
import { pageQuery, readingDay } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";
import type { plannedLitterShape } from "../model/plannedLitter";

const tags = ["Genetics"];

const matesAnswer = z
  .object({
    name: z.string().openapi({ description: "The dog whose mates these are" }),
    reference: count.openapi({ description: "The living breeding dogs of its breed" }),
    meanInbreeding: z.number().openapi({ description: "The mean of their coefficients of inbreeding" }),
    limit: z.number().openapi({
      description:
        "The kennel's limit: mates whose puppies would have a higher coefficient come after the others",
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

const share = z.number().openapi({ description: "Of the puppies that are born, from 0 to 1", example: 0.25 });
const range = z.object({ low: share, high: share });
const copies = z.object({ none: range, one: range, all: range });
const status = z
  .enum(DNA_STATUSES)
  .nullable()
  .openapi({ description: "null without a result that is understood" });
const outlooks = z.array(
  z.object({ words: z.string().openapi({ example: "black and tan" }), chance: share }),
);
const loci = z.array(z.object({ locus: z.string(), sire: z.boolean(), dam: z.boolean() }));

const forecast = z.object({
  warnings: z
    .array(
      z.object({
        key: z.string(),
        severity: z.enum(["serious", "caution", "note"]),
        words: z.string(),
        confidence: z.enum(["established", "single source"]),
        source: z.string(),
      }),
    )
    .openapi({
      description: "Crosses that may harm the puppies, with their sources, the most serious first",
    }),
  diseases: z
    .array(
      z.object({
        variant: z.string(),
        name: z.string().openapi({ example: "prcd-PRA" }),
        sire: status,
        dam: status,
        disputed: z
          .array(z.enum(["sire", "dam"]))
          .openapi({ description: "Parents whose results disagree; the worse one counts" }),
        daughters: copies.openapi({
          description:
            "Shares with no copy, one copy, and two copies; low and high differ if a parent is not tested",
        }),
        sons: copies.openapi({
          description: "As daughters, but for variants on X, of which all is one copy",
        }),
        isSexLinked: z.boolean(),
        effect: z
          .enum(["recessive", "one copy", "unknown"])
          .openapi({ description: "Whether one copy is enough to harm; unknown if that is not known here" }),
      }),
    )
    .openapi({ description: "Diseases of which a parent carries a copy, by all results" }),
  colours: outlooks.nullable().openapi({
    description: "null if a locus that the words need is not tested in both parents",
  }),
  coats: outlooks,
  untested: loci.openapi({
    description: "Loci that would complete the forecast, and who is not tested there",
  }),
  disputed: loci.openapi({ description: "Loci that are left out because results disagree" }),
  inferred: z
    .array(z.object({ locus: z.string(), sire: textOrNull, dam: textOrNull }))
    .openapi({ description: "Genotypes that nobody tested and that follow from the family" }),
  lostBeforeBirth: z.number().openapi({ description: "The share of conceptions that die before birth" }),
});

export const plannedLitterAnswer = z
  .object({
    coefficient: z.number().openapi({
      description: "The puppies' coefficient of inbreeding over whole pedigrees",
      example: 0.031,
    }),
    limit: z.number().openapi({
      description: "The kennel's limit of the coefficient, which its settings name in percent",
      example: 0.0625,
    }),
    isOverLimit: z.boolean(),
    completeness: z.array(z.number()).openapi({
      description:
        "For each of five generations, the share of the puppies' ancestors that are known. Below 0.9, gaps make inbreeding look lower than it is",
      example: [1, 1, 0.9, 0.7, 0.5],
    }),
    puppies: count,
    reference: count.openapi({ description: "The living breeding dogs of the dam's breed" }),
    breed: z
      .object({
        puppyKinship: z.number().openapi({ description: "The puppies' mean kinship with these dogs" }),
        breedKinship: z.number().openapi({ description: "The mean kinship of these dogs" }),
        diversityChange: z.number().openapi({
          description:
            "By how much the litter raises the gene diversity of the breed, if all puppies are bred; screens say it from 0.0001 on, which is 0.01%",
          example: 0.0004,
        }),
      })
      .nullable()
      .openapi({ description: "null without living breeding dogs" }),
    forecast: forecast
      .nullable()
      .openapi({ description: "null for a caller who may not read health records (health:read)" }),
  })
  .openapi("PlannedLitter");

/** Throws STILL_CALCULATING while the pedigree is being calculated. */
export function toPlannedLitter({
  litter,
  forecast: predicted,
}: Infer<typeof plannedLitterShape>): Zod.input<typeof plannedLitterAnswer> {
  const found = (litter ?? fail("NOT_FOUND")).result ?? fail("STILL_CALCULATING");
  return { ...found, forecast: predicted };
}

export const plannedLitterQuery = z.object({
  today: readingDay,
  puppies: z.coerce
    .number({ error: "Puppies must be a whole number" })
    .int("Puppies must be a whole number")
    .optional()
    .openapi({ type: "integer", description: "The expected size of the litter; 6 if omitted", example: 6 }),
});

const dogReference = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .openapi({ description: `The ${label.toLowerCase()}'s id` });

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
  get("/breeding/planned-litter", {
    operationId: "getPlannedLitter",
    tags,
    permission: "dogs:read",
    summary: "Get what a litter of two dogs means: inbreeding, diversity of the breed, diseases, colors",
    query: plannedLitterQuery.extend({ sireId: dogReference("Sire"), damId: dogReference("Dam") }),
    returns: one(plannedLitterAnswer, "The planned litter"),
    run: async ({ env, query: { damId, ...query } }) =>
      toPlannedLitter(
        (await env.runQuery(api.genetics.mates.plan, { dogId: damId, ...query })) ?? fail("NOT_FOUND"),
      ),
  }),
];
