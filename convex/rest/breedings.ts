/** The REST calls of breedings. Entity shapes: document 001 section 3, decisions GAP-ANC-01 and GAP-LIT-05. */
import { BREEDING_ROLES, BREEDING_STATUSES, BREEDING_TYPES } from "../../domain/constants/breedings";
import { GENDERS } from "../../domain/constants/dogs";
import { fail } from "../../domain/errors";
import { api } from "../_generated/api";
import type { BreedingHistory } from "../model/breedingHistory";
import type { Breeding, Litter } from "../model/breedingShape";
import { answer, contract, endpoint, idParam, REFUSALS, wrapped, type Endpoint } from "./contract";
import { z } from "./zod";

const textOrNull = z.string().nullable();
const id = z.string().openapi({ example: "jd7f3k9m2" });
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
const day = z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example: "2025-01-01" });

const breedingAnswer = z
  .object({
    id,
    kennelId: id,
    sireId: id.nullable(),
    damId: id.nullable(),
    sireName: textOrNull.openapi({ description: "The sire's name, once its record is deleted" }),
    damName: textOrNull.openapi({ description: "The dam's name, once its record is deleted" }),
    breedingDate: day,
    expectedDueDate: day.nullable(),
    actualDueDate: day.nullable(),
    actualDeliveryDate: day.nullable().openapi({ description: "The same as actualDueDate" }),
    breedingType: z.enum(BREEDING_TYPES),
    status: z.enum(BREEDING_STATUSES),
    studFee: z.number().openapi({ description: "US dollars", example: 1500 }),
    contractTerms: textOrNull,
    notes: textOrNull,
    numberBorn: z.number().int().nullable(),
    numberAlive: z.number().int().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("Breeding");

const count = z.number().int();

const litterAnswer = z
  .object({
    id,
    breedingId: id,
    whelpingDate: day,
    birthDate: day.openapi({ description: "The same as whelpingDate" }),
    numberBorn: count,
    litterSize: count.openapi({ description: "The same as numberBorn" }),
    numberAlive: count,
    numberMales: count,
    numberFemales: count,
    notes: textOrNull,
    whelping: z.object({
      complications: textOrNull,
      assistanceRequired: z.boolean(),
      veterinarianPresent: z.boolean(),
      notes: textOrNull,
    }),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("Litter");

const historyAnswer = z
  .array(
    z.object({
      breeding: breedingAnswer,
      role: z.enum(["sire", "dam"]).openapi({ description: "What this dog was in the breeding" }),
      partner: z
        .object({
          id,
          name: z.string(),
          callName: textOrNull,
          breed: z.string(),
          gender: z.enum(GENDERS),
          registrationNumber: textOrNull,
          isExternal: z.boolean().openapi({ description: "A dog outside the kennel" }),
        })
        .nullable(),
      litters: z.array(litterAnswer),
    }),
  )
  .openapi("BreedingHistory");

const CENTS_PER_DOLLAR = 100;

const instants = ({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) => ({
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

const toBreedingAnswer = ({ _id, studFeeCents, ...breeding }: Breeding) => ({
  id: _id,
  ...breeding,
  studFee: studFeeCents / CENTS_PER_DOLLAR,
  actualDeliveryDate: breeding.actualDueDate,
  ...instants(breeding),
});

const toLitterAnswer = ({ _id, ...litter }: Litter) => ({
  id: _id,
  ...litter,
  birthDate: litter.whelpingDate,
  litterSize: litter.numberBorn,
  ...instants(litter),
});

function toPartnerAnswer(partner: BreedingHistory[number]["partner"]) {
  if (partner === null) return null;
  const { _id, ...rest } = partner;
  return { id: _id, ...rest };
}

export const getBreedingHistory = contract({
  operationId: "getBreedingHistory",
  method: "get",
  path: "/dogs/{id}/breeding-history",
  tags: ["Dogs"],
  summary: "List a dog's breedings with partner and litters, the newest first",
  "x-permission": "breeding:read",
  request: {
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: z.object({
      role: z
        .enum(BREEDING_ROLES, { error: "Role must be sire, dam or both" })
        .default("both")
        .openapi({ description: "Breedings in which the dog was the sire, the dam or either" }),
    }),
  },
  responses: { 200: answer(wrapped(historyAnswer), "The dog's breedings"), ...REFUSALS },
});

export const breedingEndpoints: Endpoint[] = [
  endpoint(getBreedingHistory, async (c) => {
    const { id: dogId } = c.req.valid("param");
    const history = await c.env.runQuery(api.breedings.history, { dogId, role: c.req.valid("query").role });
    const entries = (history ?? fail("NOT_FOUND")).map(({ breeding, role, partner, litters }) => ({
      breeding: toBreedingAnswer(breeding),
      role,
      partner: toPartnerAnswer(partner),
      litters: litters.map(toLitterAnswer),
    }));
    return c.json({ data: entries }, 200);
  }),
];
