/**
 * The REST calls of puppies and their health checks. Amounts are dollars, weights are grams, and temperatures are
 * degrees Fahrenheit. Sources: decisions GAP-PUP-01 to 05.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { PUPPY_STATUSES } from "../../../domain/litters/rules";
import { PUPPY_FORM_FIELDS, RESERVATION_FIELDS, SALE_FIELDS } from "../../../domain/litters/record";
import {
  newPuppyCheckSchema,
  newPuppySchema,
  puppyCheckChangesSchema,
  puppyStatusSchema,
  reservationSchema,
  saleSchema,
} from "../../../domain/litters/schemas";
import { api } from "../../_generated/api";
import { get, idParam, listOf, type Endpoint } from "../../platform/rest/calls";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import { oneOrAll, writingDay } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";
import { puppy, puppyCheck, steppedPuppy } from "./litterEntities";

const tags = ["Puppies"];
const today = { today: writingDay };

const reference = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .openapi({ example: "jd7f3k9m2" });

const reservationBody = z.object(recordBody(RESERVATION_FIELDS, reservationSchema.shape));

const sale = recordBody(SALE_FIELDS, saleSchema.shape);
const saleBody = z.object({
  ...sale,
  buyerName: sale.buyerName
    .optional()
    .openapi({ description: "Not needed if the puppy is reserved for the buyer" }),
  saleDate: sale.saleDate.optional().openapi({ description: "Today if omitted" }),
});

const checkFields = {
  weight: newPuppyCheckSchema.shape.weightGrams.optional().openapi({ description: "Grams", example: 980 }),
  temperature: newPuppyCheckSchema.shape.temperatureFahrenheit.optional().openapi({
    description: "Degrees Fahrenheit",
    example: 100.4,
  }),
  notes: newPuppyCheckSchema.shape.notes,
  veterinarian: newPuppyCheckSchema.shape.veterinarian,
};
const newCheckBody = z.object({
  puppyId: reference("Puppy"),
  checkDate: newPuppyCheckSchema.shape.checkDate,
  ...checkFields,
});
const checkChangeBody = z.object({ checkDate: puppyCheckChangesSchema.shape.checkDate, ...checkFields });

const toCheckFields = ({ weight, temperature, ...fields }: Zod.output<typeof checkChangeBody>) => ({
  ...fields,
  weightGrams: weight,
  temperatureFahrenheit: temperature,
});

const puppies = resource({
  path: "/puppies",
  tags,
  rights: "breeding",
  noun: "puppy",
  plural: "puppies",
  id: "puppyId",
  answer: puppy,
});

const checks = resource({
  path: "/puppies/health-checks",
  tags,
  rights: "breeding",
  noun: "check",
  operation: "PuppyHealthCheck",
  id: "checkId",
  idDescription: "The health check's id",
  answer: puppyCheck,
});

export const puppyEndpoints: Endpoint[] = [
  ...puppies.ordinary({
    functions: api.litters.puppies,
    fields: PUPPY_FORM_FIELDS,
    query: { status: oneOrAll(PUPPY_STATUSES, "Empty means every status") },
    also: {
      created: { litterId: reference("Litter"), isStillborn: newPuppySchema.shape.isStillborn },
    },
    words: {
      create: "Record a puppy of a litter; the litter's numbers follow",
      remove: "Delete a puppy that is not sold, with its weights and checks",
    },
    examples: {
      created: {
        litterId: "jd7f3k9m2",
        gender: "female",
        color: "Tricolor",
        collarColor: "Red",
        birthWeight: 312,
        bornAt: "2025-03-05T03:20:00Z",
        presentation: "head_first",
        price: 1500,
      },
      changed: { name: "Mocha", birthWeight: 315 },
    },
    refusals: { remove: ["HAS_SOLD_PUPPIES", "STILL_MOVING"] },
  }),
  puppies.step("patch", "/status", {
    operationId: "setPuppyStatus",
    summary: "Set a puppy's status; a sale can be undone on the day it was recorded",
    answer: steppedPuppy,
    query: today,
    body: puppyStatusSchema.extend({
      diedOn: puppyStatusSchema.shape.diedOn
        .optional()
        .openapi({ description: "The day of a death; today if omitted" }),
    }),
    example: { status: "kept" },
    refusals: ["PUPPY_STATUS"],
    run: async (env, args, { diedOn, ...step }) =>
      await env.runMutation(api.litters.puppies.setStatus, { ...step, ...(diedOn && { diedOn }), ...args }),
  }),
  puppies.step("post", "/reserve", {
    operationId: "reservePuppy",
    permission: "breeding:write & finances:write",
    summary: "Reserve an available puppy",
    query: today,
    body: reservationBody,
    example: {
      buyerName: "Jane Miller",
      buyerEmail: "jane@example.com",
      deposit: 300,
      reservedUntil: "2025-05-01",
    },
    refusals: ["PUPPY_STATUS"],
    run: async (env, args, body) =>
      await env.runMutation(api.litters.puppies.reserve, {
        ...toRecordFields(RESERVATION_FIELDS, body),
        ...args,
      }),
  }),
  puppies.step("post", "/sell", {
    operationId: "sellPuppy",
    permission: "breeding:write & finances:write",
    summary: "Sell an available or reserved puppy; the activity list shows it",
    description: "A puppy younger than 8 weeks is sold with a warning.",
    answer: steppedPuppy,
    query: today,
    body: saleBody,
    example: { buyerName: "Jane Miller", price: 1800.5, saleDate: "2025-05-01" },
    refusals: ["PUPPY_STATUS"],
    run: async (env, args, body) =>
      await env.runMutation(api.litters.puppies.sell, { ...toRecordFields(SALE_FIELDS, body), ...args }),
  }),
  get("/puppies/{id}/health-checks", {
    operationId: "listPuppyHealthChecks",
    tags,
    permission: "breeding:read",
    summary: "List a puppy's health checks, the newest first",
    params: z.object({ id: idParam("id", "The puppy's id") }),
    returns: listOf(puppyCheck, "The checks"),
    run: async ({ env, params }) =>
      await env.runQuery(api.litters.puppyHealthChecks.list, { puppyId: params.id }),
  }),
  checks.create({
    summary: "Record a puppy's health check",
    query: today,
    body: newCheckBody,
    example: {
      puppyId: "jd7f3k9m2",
      checkDate: "2025-03-19",
      weight: 980,
      temperature: 100.4,
      veterinarian: "Dr. Vance",
    },
    refusals: ["LIMIT_REACHED"],
    run: async (env, args, { puppyId, checkDate, ...fields }) =>
      await env.runMutation(api.litters.puppyHealthChecks.create, {
        ...{ ...toCheckFields(fields), puppyId, checkDate },
        ...args,
      }),
  }),
  checks.step("put", "", {
    operationId: "updatePuppyHealthCheck",
    summary: "Change a health check; omitted fields stay unchanged, null or empty ones are cleared",
    query: today,
    body: checkChangeBody,
    example: { weight: 995 },
    run: async (env, args, body) =>
      await env.runMutation(api.litters.puppyHealthChecks.update, { ...toCheckFields(body), ...args }),
  }),
  checks.remove({
    summary: "Delete a health check",
    run: async (env, args) => await env.runMutation(api.litters.puppyHealthChecks.remove, args),
  }),
];
