/**
 * The REST call that advises on a planned mating. Shape: decision GAP-BRD-12, with the facts behind the advice.
 */
import { SEVERITIES } from "../../../domain/breedings/findings";
import { fail } from "../../../domain/errors";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import { api } from "../../_generated/api";
import { one, get, type Endpoint } from "../../platform/rest/calls";
import { readingDay } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";
import { ancestorLossAnswer, completenessAnswer } from "../../pedigree/rest/ancestry";

const dogReference = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .openapi({ example: "jd7f3k9m2" });

const compatibilityAnswer = z
  .object({
    score: z
      .number()
      .int()
      .openapi({ description: "From 0 to 100; it ranks pairs and blocks nothing", example: 90 }),
    inbreedingCoefficient: z
      .number()
      .openapi({ description: "Expected of the litter, from 0 to 1", example: 0.0625 }),
    relationship: z.number().openapi({ description: "Wright's coefficient of relationship of the two" }),
    method: z.string(),
    warnings: z
      .array(z.string())
      .openapi({ description: "The messages of the findings, the most serious first" }),
    findings: z.array(
      z.object({
        code: z.string().openapi({ example: "recent_litter" }),
        severity: z.enum(SEVERITIES),
        message: z.string(),
        source: z.string().nullable().openapi({ description: "Who publishes the rule, where there is one" }),
      }),
    ),
    completeness: completenessAnswer,
    ancestorLoss: ancestorLossAnswer,
    commonAncestors: z.array(
      z.object({ id: z.string(), name: z.string(), contribution: z.number(), inbreeding: z.number() }),
    ),
    further: z
      .number()
      .openapi({ description: "What further common ancestors contribute, beyond the 100 that are listed" }),
    damLitters: z.object({
      count: z.number().int().openapi({ description: "Litters of the dam before the mating" }),
      lastOn: z
        .string()
        .nullable()
        .openapi({ description: "The day of the last one", example: "2024-03-05" }),
    }),
  })
  .openapi("Compatibility");

export const compatibilityEndpoints: Endpoint[] = [
  get("/breeding/compatibility", {
    operationId: "getCompatibility",
    tags: ["Breeding"],
    permission: "breeding:read",
    summary: "Get advice on mating two dogs of one kennel",
    query: z.object({
      sireId: dogReference("Sire"),
      damId: dogReference("Dam"),
      breedingDate: z
        .string()
        .refine(isCalendarDay, "Mating date must be a date such as 2025-06-15")
        .optional()
        .openapi({ description: "The planned day of mating; today without one", example: "2025-06-15" }),
      today: readingDay,
    }),
    returns: one(compatibilityAnswer, "The advice"),
    run: async ({ env, query: { sireId, damId, breedingDate, today } }) => {
      const advice = await env.runQuery(api.breedings.breedings.compatibility, {
        dogId: damId,
        sireId,
        breedingDate,
        today,
      });
      const { score, findings, mating, damLitters } = advice ?? fail("NOT_FOUND");
      const { coefficient, relationship, method, completeness, ancestorLoss, further } = mating;
      if (coefficient === null || relationship === null) return fail("STILL_CALCULATING");
      const commonAncestors = mating.commonAncestors.map(({ _id, ...ancestor }) => ({
        id: _id,
        ...ancestor,
      }));
      return {
        score,
        inbreedingCoefficient: coefficient,
        relationship,
        method,
        warnings: findings.map(({ message }) => message),
        findings,
        completeness,
        ancestorLoss,
        commonAncestors,
        further,
        damLitters,
      };
    },
  }),
];
