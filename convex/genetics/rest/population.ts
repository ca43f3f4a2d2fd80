/** The REST calls of a breed's figures. Shares, coefficients and kinships are numbers from 0 to 1. */
import { fail } from "../../../domain/errors";
import { api } from "../../_generated/api";
import { get, one, type Endpoint } from "../../platform/rest/calls";
import { count, id } from "../../platform/rest/entities";
import { kennelDayQuery, pageQuery } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Genetics"];

const birthYear = (label: string, description: string) =>
  z.coerce
    .number({ error: `${label} must be a year such as 2018` })
    .int(`${label} must be a year such as 2018`)
    .optional()
    .openapi({ type: "integer", description, example: 2018 });

const query = z.object({
  ...kennelDayQuery.shape,
  breed: z.string().optional().openapi({
    description: "A breed of the kennel's dogs or ancestors; without it the breed of most of them",
    example: "Beagle",
  }),
  bornFrom: birthYear(
    "First year of birth",
    "The figures are about all dogs of the breed born since this year, dead or alive, instead of the living breeding dogs",
  ),
  bornTo: birthYear("Last year of birth", "The figures are about the dogs born until the end of this year"),
});

const share = (description: string, example = 0.05) =>
  z.number().openapi({ description: `${description}; from 0 to 1`, example });
const effective = (description: string, example = 12.5) =>
  z.number().nullable().openapi({ description, example });
const named = {
  id,
  name: z.string(),
  isExternal: z.boolean().openapi({ description: "Whether it is an ancestor from outside the kennel" }),
};
const breed = z.string().openapi({ example: "Beagle" });

const populationAnswer = z
  .object({
    breeds: z
      .array(z.object({ breed, dogs: count }))
      .openapi({ description: "The breeds of the kennel's dogs and ancestors, the most frequent first" }),
    breed,
    dogs: count.openapi({ description: "All recorded dogs and ancestors of the breed" }),
    reference: count.openapi({
      description:
        "The dogs that the figures are about: those of the years of birth that were asked for, or else the living breeding dogs, neither dead nor spayed, and marked as breeding dogs, or from outside, with offspring, and born within 8 years",
    }),
    born: z.object({ from: count.nullable(), to: count.nullable() }).nullable().openapi({
      description: "The years of birth of these dogs; null if they are the living breeding dogs",
    }),
    birthYears: z
      .object({ first: count, last: count })
      .nullable()
      .openapi({ description: "The first and last year of birth of all recorded dogs of the breed" }),
    completeness: z.array(z.number()).openapi({
      description:
        "For each of five generations, the mean share of ancestors that are known (MacCluer et al. 1983), from 0 to 1. Below 0.9, gaps make diversity look greater and inbreeding look lower than they are",
      example: [1, 0.98, 0.9, 0.7, 0.5],
    }),
    figures: z
      .object({
        meanInbreeding: share("The mean of Wright's coefficient of inbreeding over whole pedigrees"),
        meanKinship: share(
          "The mean kinship of all pairs, each dog with itself included (Ballou and Lacy 1995): the inbreeding that mating at random would give",
        ),
        geneDiversity: share("1 - mean kinship: what is left of the founders' diversity (Lacy 1995)", 0.95),
        founderGenomeEquivalents: effective(
          "1/(2 mean kinship): how many unrelated dogs would have the same diversity (Lacy 1995)",
        ),
        founders: count.openapi({ description: "Ancestors without known parents" }),
        unknownParents: count.openapi({
          description: "Unknown parents of dogs with one known parent, which count as founders too",
        }),
        effectiveFounders: effective(
          "1/sum of p², where p are the founders' shares in the genes (Lacy 1989; Boichard, Maignel and Verrier 1997)",
        ),
        effectiveKnownFounders: effective("The same over known founders, whose shares are scaled to 1"),
        equivalentGenerations: z.number().openapi({
          description:
            "How many generations are known: the sum of 1/2^g over known ancestors (Maignel et al. 1996)",
          example: 5.2,
        }),
      })
      .nullable()
      .openapi({ description: "null without dogs that they are about" }),
    founders: z
      .array(z.object({ ...named, share: share("Its share in the genes of these dogs") }))
      .openapi({ description: "The 20 founders with the largest shares" }),
    rank: z
      .object({
        page: count,
        pages: count,
        dogs: z.array(
          z.object({
            ...named,
            position: count,
            meanKinship: share("Its mean kinship with all these dogs, itself included"),
            coefficient: share("Its own coefficient of inbreeding"),
          }),
        ),
      })
      .openapi({ description: "These dogs, 25 a page, lowest mean kinship first: rare lines" }),
  })
  .openapi("Population");

const trendAnswer = z
  .object({
    breed,
    years: z
      .array(
        z.object({
          year: count,
          dogs: count,
          meanInbreeding: share("Of the dogs born in the year"),
          meanKinship: share("Of the dogs born in the year with each other, each with itself included"),
        }),
      )
      .openapi({ description: "The last twelve years of birth and this one; dogs with both parents known" }),
    generationInterval: effective(
      "Mean age in years of parents at the birth of offspring that became parents: the mean over sires of sires, sires of dams, dams of sires and dams of dams; by years of birth",
      4.2,
    ),
    ne: z
      .object({
        individual: effective(
          "By each dog's increase in inbreeding, 1 - (1 - F)^(1/(t - 1)), t its equivalent generations (Gutiérrez, Cervantes and Goyache 2009)",
          60,
        ),
        inbreedingByYear: effective(
          "By the slope of ln(1 - F) over years of birth times the generation interval (Leroy et al. 2013)",
          70,
        ),
        kinshipByYear: effective("By the slope of ln(1 - mean kinship of the year) likewise", 75),
      })
      .openapi({
        description:
          "Effective population size: how many dogs mating at random would lose diversity as fast. null where a figure does not rise",
      }),
    sires: z
      .array(
        z.object({
          year: count,
          dogs: count.openapi({ description: "Dogs born in the year whose sire is known" }),
          generations: z.array(z.array(z.object({ ...named, dogs: count }))).openapi({
            description:
              "For offspring, grand-offspring and great-grand-offspring: the 5 males from which most of these dogs descend, with their number",
          }),
        }),
      )
      .openapi({ description: "Popular sires by year of birth" }),
  })
  .openapi("PopulationTrend");

const ancestorsAnswer = z
  .object({
    breed,
    effective: z
      .object({ low: z.number(), high: z.number() })
      .nullable()
      .openapi({
        description:
          "Effective number of ancestors (Boichard, Maignel and Verrier 1997) within limits, which are equal if no more than 100 ancestors exist; null without dogs",
        example: { low: 9.1, high: 9.4 },
      }),
    explained: share("The share of the genes that the searched ancestors explain", 0.97),
    ancestors: z
      .array(z.object({ ...named, share: share("What it adds to the ancestors before it") }))
      .openapi({
        description: "The 20 most influential ancestors, founders or not, the largest share first",
      }),
  })
  .openapi("InfluentialAncestors");

/** The result is null without dogs. Throws STILL_CALCULATING while the pedigree is being calculated. */
function finished<Result, Converted>(
  { progress, result }: { progress: object | null; result: Result | null },
  convert: (result: Result) => Converted,
): Converted | null {
  if (progress) return fail("STILL_CALCULATING");
  return result && convert(result);
}

const toNamed = <Row extends { readonly _id: string }>({ _id, ...row }: Row) => ({ id: _id, ...row });

const WITHOUT_DOGS = "null for a kennel without dogs";

export const populationEndpoints: Endpoint[] = [
  get("/population", {
    operationId: "getPopulation",
    tags,
    permission: "dogs:read",
    summary:
      "Get the diversity of a breed's living breeding dogs or years of birth, with their rank by rare lines",
    query: query.extend({
      page: pageQuery.page,
    }),
    returns: one(populationAnswer.nullable(), `The figures; ${WITHOUT_DOGS}`),
    run: async ({ env, query }) =>
      finished(await env.runQuery(api.genetics.population.now, query), ({ founders, rank, ...rest }) => ({
        ...rest,
        founders: founders.map(toNamed),
        rank: { ...rank, dogs: rank.dogs.map(toNamed) },
      })),
  }),
  get("/population/trend", {
    operationId: "getPopulationTrend",
    tags,
    permission: "dogs:read",
    summary: "Get how a breed changed over years of birth, its effective size and its popular sires",
    query,
    returns: one(trendAnswer.nullable(), `The changes; ${WITHOUT_DOGS}`),
    run: async ({ env, query }) =>
      finished(await env.runQuery(api.genetics.population.trend, query), ({ sires, ...rest }) => ({
        ...rest,
        sires: sires.map(({ generations, ...year }) => ({
          ...year,
          generations: generations.map((rows) => rows.map(toNamed)),
        })),
      })),
  }),
  get("/population/ancestors", {
    operationId: "getPopulationAncestors",
    tags,
    permission: "dogs:read",
    summary: "Get the ancestors that explain most of a breed's living breeding dogs or years of birth",
    query,
    returns: one(ancestorsAnswer.nullable(), `The ancestors; ${WITHOUT_DOGS}`),
    run: async ({ env, query }) =>
      finished(await env.runQuery(api.genetics.population.ancestors, query), ({ ancestors, ...rest }) => ({
        ...rest,
        ancestors: ancestors.map(toNamed),
      })),
  }),
];
