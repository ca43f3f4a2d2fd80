/** The REST calls of pedigrees: the nested tree, the coefficient of inbreeding and the certificate. Shapes: decision GAP-ANC-01. */
import { z } from "@hono/zod-openapi";
import { GENDERS } from "../../../domain/dogs/rules";
import {
  CERTIFICATE_GENERATIONS,
  CERTIFICATE_PAPERS,
  DEFAULT_CERTIFICATE_GENERATIONS,
  DEFAULT_COEFFICIENT_GENERATIONS,
  DEFAULT_TREE_GENERATIONS,
  MAX_GENERATIONS,
  MIN_GENERATIONS,
} from "../../../domain/pedigree/rules";
import { fail } from "../../../domain/errors";
import { api } from "../../_generated/api";
import type { PedigreeAnswer } from "../model/ancestry";
import { one, fileOf, idParam, get, type Endpoint } from "../../platform/rest/calls";
import { sendMade } from "../../platform/rest/files";
import { count, textOrNull } from "../../platform/rest/entities";
import { readingDay } from "../../platform/rest/request";

const tags = ["Dogs"];
const params = z.object({ id: idParam("id", "The dog's id") });

const generationsQuery = (preset: number) =>
  z.coerce
    .number({ error: "Generations must be a whole number" })
    .int("Generations must be a whole number")
    .default(preset)
    .openapi({
      type: "integer",
      minimum: MIN_GENERATIONS,
      maximum: MAX_GENERATIONS,
      default: preset,
      description: "Rows of ancestors: 1 would be the parents, 3 ends with the great-grandparents",
    });

const branch = (role: string) =>
  z
    .looseObject({})
    .nullable()
    .openapi({
      description: `The ${role} in the same shape; null when unknown or above the generations`,
    });

const ancestryAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    callName: textOrNull,
    breed: z.string(),
    gender: z.enum(GENDERS),
    dateOfBirth: textOrNull,
    photo: textOrNull.openapi({ description: "The primary photo, fetched with GET /api{photo}" }),
    sire: branch("sire"),
    dam: branch("dam"),
  })
  .openapi("Ancestry");

export const completenessAnswer = z.array(
  z.object({ generation: count, known: count, possible: count, completeness: z.number() }),
);

export const ancestorLossAnswer = z
  .object({
    generations: count,
    possible: count.openapi({ description: "Places of these generations", example: 14 }),
    known: count.openapi({ description: "Places whose ancestor is known", example: 14 }),
    different: count.openapi({ description: "Different dogs at the known places", example: 13 }),
    coefficient: z.number().openapi({
      description:
        "Different ancestors by places, from 0 to 1, each unknown ancestor counted as a different one; German: Ahnenverlustkoeffizient (AVK)",
      example: 0.9286,
    }),
    coefficientOfKnown: z
      .number()
      .nullable()
      .openapi({ description: "The same over known places; null without any", example: 0.9286 }),
  })
  .nullable()
  .openapi({ description: "The ancestor loss over the same generations, at most 5 of the whole pedigree" });

const inbreedingAnswer = z
  .object({
    coefficient: z.number().openapi({ description: "From 0 to 1", example: 0.25 }),
    percentage: z.number().openapi({ example: 25 }),
    generations: z.number().int().nullable().openapi({ description: "null for the whole known pedigree" }),
    method: z.string(),
    commonAncestors: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        contribution: z
          .number()
          .openapi({ description: "Its contribution to the coefficient", example: 0.125 }),
        inbreeding: z.number().openapi({ description: "The ancestor's own coefficient", example: 0 }),
      }),
    ),
    further: z.number().openapi({
      description: "What further common ancestors contribute, beyond the 100 that are listed",
      example: 0,
    }),
    completeness: completenessAnswer,
    ancestorLoss: ancestorLossAnswer,
  })
  .openapi("Inbreeding");

const certificateGenerations = z.coerce
  .number({ error: "Generations must be a whole number" })
  .int("Generations must be a whole number")
  .default(DEFAULT_CERTIFICATE_GENERATIONS)
  .openapi({
    type: "integer",
    enum: [...CERTIFICATE_GENERATIONS],
    default: DEFAULT_CERTIFICATE_GENERATIONS,
    description: "Rows of ancestors; 4 are up to 2 + 4 + 8 + 16",
  });

type Ancestry = z.input<typeof ancestryAnswer>;

/** A pedigree lists each dog once. In the tree, a dog may occur several times. */
function nestPedigree({ dogs, generations }: PedigreeAnswer): Ancestry | null {
  const byId = new Map<string, PedigreeAnswer["dogs"][number]>(dogs.map((dog) => [dog._id, dog]));
  const nest = (id: string | null, left: number): Ancestry | null => {
    const dog = id === null || left < 0 ? undefined : byId.get(id);
    if (!dog) return null;
    const { _id, name, callName, breed, gender, dateOfBirth, photos, sireId, damId } = dog;
    const photo = photos[0]?.filePath ?? null;
    const parents = { sire: nest(sireId, left - 1), dam: nest(damId, left - 1) };
    return { id: _id, name, callName, breed, gender, dateOfBirth, photo, ...parents };
  };
  return nest(dogs[0]?._id ?? null, generations);
}

export const ancestryEndpoints: Endpoint[] = [
  get("/dogs/{id}/ancestry", {
    operationId: "getAncestry",
    tags,
    permission: "dogs:read",
    summary: "Get a dog's pedigree as a tree",
    params,
    query: z.object({ generations: generationsQuery(DEFAULT_TREE_GENERATIONS) }),
    returns: one(ancestryAnswer, "The dog with its ancestors"),
    run: async ({ env, params, query }) => {
      const pedigree = await env.runQuery(api.pedigree.ancestry.tree, {
        dogId: params.id,
        generations: query.generations,
      });
      return (pedigree && nestPedigree(pedigree)) ?? fail("NOT_FOUND");
    },
  }),
  get("/dogs/{id}/coefficient-of-inbreeding", {
    operationId: "getCoefficientOfInbreeding",
    tags,
    permission: "dogs:read",
    summary: "Get a dog's coefficient of inbreeding, Wright's",
    params,
    query: z.object({
      generations: z
        .union(
          [z.literal("all").transform(() => null), generationsQuery(DEFAULT_COEFFICIENT_GENERATIONS)],
          "Generations must be a whole number or all",
        )
        .openapi({
          type: "string",
          default: String(DEFAULT_COEFFICIENT_GENERATIONS),
          description: `Rows of ancestors from ${MIN_GENERATIONS} to ${MAX_GENERATIONS}, or all for the whole known pedigree`,
        }),
    }),
    returns: one(inbreedingAnswer, "The coefficient"),
    run: async ({ env, params, query }) => {
      const answered = await env.runQuery(api.pedigree.ancestry.inbreeding, {
        dogId: params.id,
        generations: query.generations,
      });
      const {
        kennelId: _,
        progress: __,
        commonAncestors,
        coefficient,
        percentage,
        ...rest
      } = answered ?? fail("NOT_FOUND");
      if (coefficient === null || percentage === null) return fail("STILL_CALCULATING");
      const named = commonAncestors.map(({ _id, ...ancestor }) => ({ id: _id, ...ancestor }));
      return { ...rest, coefficient, percentage, commonAncestors: named };
    },
  }),
  get("/dogs/{id}/pedigree", {
    operationId: "getPedigree",
    tags,
    permission: "dogs:read",
    summary: "Get a dog's pedigree certificate, one landscape page as PDF",
    params,
    query: z.object({
      generations: certificateGenerations,
      paper: z
        .enum(CERTIFICATE_PAPERS, { error: "paper must be a4 or letter" })
        .default("a4")
        .openapi({ description: "The sheet it is laid out for" }),
      today: readingDay,
    }),
    returns: fileOf("The certificate", "application/pdf"),
    run: async ({ env, params, query: { generations, paper, today } }, c) => {
      const file = await env.runAction(api.pedigree.actions.pedigreeCertificate.make, {
        dogId: params.id,
        generations,
        paper,
        today,
      });
      return sendMade(c, { ...file, type: "application/pdf" }, true);
    },
  }),
];
