/**
 * The REST calls of puppies and their health checks: each is one call to the function the web app
 * uses. Money is dollars, weights are grams, temperatures degrees Fahrenheit. Sources: decisions GAP-PUP-01 to 05.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { PUPPY_STATUSES } from "../../../domain/constants/litters";
import { PUPPY_FORM_FIELDS, RESERVATION_FIELDS, SALE_FIELDS } from "../../../domain/records/puppy";
import {
  newPuppyCheckSchema,
  newPuppySchema,
  puppyCheckChangesSchema,
  puppyStatusSchema,
  reservationSchema,
  saleSchema,
} from "../../../domain/schemas/puppy";
import { api } from "../../_generated/api";
import {
  jsonBody,
  one,
  pageOf,
  gone,
  idParam,
  get,
  post,
  put,
  patch,
  del,
  type Endpoint,
} from "../../platform/rest/calls";
import { puppyAnswer, puppyCheckAnswer, toPuppyAnswer, toPuppyCheckAnswer } from "./litterEntities";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import {
  kennelOrDefault,
  kennelReference,
  pageQuery,
  savedVersion,
  todayForWriting,
  todayQuery,
  toVersion,
} from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Puppies"];
const params = z.object({ id: idParam("id", "The puppy's id") });
const checkParams = z.object({ id: idParam("id", "The health check's id") });
const todayOnly = z.object({ today: todayQuery });

const reference = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .openapi({ example: "jd7f3k9m2" });

const writtenFields = recordBody(PUPPY_FORM_FIELDS, newPuppySchema.shape);
const written = {
  ...writtenFields,
  bornAt: writtenFields.bornAt.openapi({ description: "When it was born" }),
};

const newBody = z.object({
  litterId: reference("Litter"),
  ...written,
  isStillborn: newPuppySchema.shape.isStillborn,
});
const changeBody = z.object({ ...written, updatedAt: savedVersion });

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

/** Brings a check's names into those the functions take. */
const toCheckFields = ({ weight, temperature, ...fields }: Zod.output<typeof checkChangeBody>) => ({
  ...fields,
  weightGrams: weight,
  temperatureFahrenheit: temperature,
});

export const puppyEndpoints: Endpoint[] = [
  get("/puppies", {
    operationId: "listPuppies",
    tags,
    permission: "breeding:read",
    summary: "List a page of the kennel's puppies",
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      status: z
        .string()
        .optional()
        .openapi({ enum: ["", ...PUPPY_STATUSES], description: "Empty means every status" }),
    }),
    returns: pageOf(puppyAnswer, "A page of puppies"),
    run: async ({ env, query: { kennelId, ...query } }) => {
      const { data, pagination } = await env.runQuery(api.litters.puppies.list, {
        ...query,
        kennelId: await kennelOrDefault(env, kennelId),
      });
      return { data: data.map(toPuppyAnswer), pagination };
    },
  }),
  post("/puppies", {
    operationId: "createPuppy",
    tags,
    permission: "breeding:write",
    summary: "Record a puppy of a litter; the litter's numbers follow",
    body: jsonBody(newBody, {
      litterId: "jd7f3k9m2",
      gender: "female",
      color: "Tricolor",
      collarColor: "Red",
      birthWeight: 312,
      bornAt: "2025-03-05T03:20:00Z",
      presentation: "head_first",
      price: 1500,
    }),
    returns: one(puppyAnswer, "The stored puppy"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, body: { litterId, isStillborn, ...body } }) => {
      const fields = { litterId, isStillborn, ...toRecordFields(PUPPY_FORM_FIELDS, body) };
      return toPuppyAnswer(await env.runMutation(api.litters.puppies.create, fields));
    },
  }),
  get("/puppies/{id}", {
    operationId: "getPuppy",
    tags,
    permission: "breeding:read",
    summary: "Get a puppy",
    params,
    returns: one(puppyAnswer, "The puppy"),
    run: async ({ env, params }) => {
      const puppy = await env.runQuery(api.litters.puppies.get, { puppyId: params.id });
      return toPuppyAnswer(puppy);
    },
  }),
  put("/puppies/{id}", {
    operationId: "updatePuppy",
    tags,
    permission: "breeding:write",
    summary: "Change a puppy; omitted fields stay unchanged, null or empty ones are cleared",
    params,
    body: jsonBody(changeBody, { name: "Mocha", birthWeight: 315 }),
    returns: one(puppyAnswer, "The stored puppy"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, params, body: { updatedAt, ...body } }) => {
      const puppy = await env.runMutation(api.litters.puppies.update, {
        ...toRecordFields(PUPPY_FORM_FIELDS, body),
        puppyId: params.id,
        expectedUpdatedAt: toVersion(updatedAt),
      });
      return toPuppyAnswer(puppy);
    },
  }),
  del("/puppies/{id}", {
    operationId: "deletePuppy",
    tags,
    permission: "breeding:write",
    summary: "Delete a puppy that is not sold, with its weights and checks",
    params,
    returns: gone("The puppy was deleted"),
    refusals: ["HAS_SOLD_PUPPIES", "STILL_MOVING"],
    run: async ({ env, params }) => {
      await env.runMutation(api.litters.puppies.remove, { puppyId: params.id });
    },
  }),
  patch("/puppies/{id}/status", {
    operationId: "setPuppyStatus",
    tags,
    permission: "breeding:write",
    summary: "Set a puppy's status; a sale can be undone on the day it was recorded",
    params,
    query: todayOnly,
    body: jsonBody(
      z.object({
        status: puppyStatusSchema.shape.status,
        diedOn: puppyStatusSchema.shape.diedOn
          .optional()
          .openapi({ description: "The day of a death; today if omitted" }),
      }),
      { status: "kept" },
    ),
    returns: one(puppyAnswer, "The stored puppy"),
    refusals: ["PUPPY_STATUS"],
    run: async ({ env, params, query, body }) => {
      const puppy = await env.runMutation(api.litters.puppies.setStatus, {
        puppyId: params.id,
        status: body.status,
        ...(body.diedOn && { diedOn: body.diedOn }),
        today: todayForWriting(query.today),
      });
      return toPuppyAnswer(puppy);
    },
  }),
  post("/puppies/{id}/reserve", {
    operationId: "reservePuppy",
    tags,
    permission: "breeding:write & finances:write",
    summary: "Reserve an available puppy",
    params,
    query: todayOnly,
    body: jsonBody(reservationBody, {
      buyerName: "Jane Miller",
      buyerEmail: "jane@example.com",
      deposit: 300,
      reservedUntil: "2025-05-01",
    }),
    returns: one(puppyAnswer, "The stored puppy"),
    refusals: ["PUPPY_STATUS"],
    run: async ({ env, params, query, body }) => {
      const puppy = await env.runMutation(api.litters.puppies.reserve, {
        ...toRecordFields(RESERVATION_FIELDS, body),
        puppyId: params.id,
        today: todayForWriting(query.today),
      });
      return toPuppyAnswer(puppy);
    },
  }),
  post("/puppies/{id}/sell", {
    operationId: "sellPuppy",
    tags,
    permission: "breeding:write & finances:write",
    summary: "Sell an available or reserved puppy; the activity list shows it",
    params,
    query: todayOnly,
    body: jsonBody(saleBody, { buyerName: "Jane Miller", price: 1800.5, saleDate: "2025-05-01" }),
    returns: one(puppyAnswer, "The stored puppy"),
    refusals: ["PUPPY_STATUS"],
    run: async ({ env, params, query, body }) => {
      const puppy = await env.runMutation(api.litters.puppies.sell, {
        ...toRecordFields(SALE_FIELDS, body),
        puppyId: params.id,
        today: todayForWriting(query.today),
      });
      return toPuppyAnswer(puppy);
    },
  }),
  get("/puppies/{id}/health-checks", {
    operationId: "listPuppyHealthChecks",
    tags,
    permission: "breeding:read",
    summary: "List a puppy's health checks, the newest first",
    params,
    returns: one(z.array(puppyCheckAnswer), "The checks"),
    run: async ({ env, params }) => {
      const checks = await env.runQuery(api.litters.puppyHealthChecks.list, {
        puppyId: params.id,
      });
      return checks.map(toPuppyCheckAnswer);
    },
  }),
  post("/puppies/health-checks", {
    operationId: "createPuppyHealthCheck",
    tags,
    permission: "breeding:write",
    summary: "Record a puppy's health check",
    query: todayOnly,
    body: jsonBody(newCheckBody, {
      puppyId: "jd7f3k9m2",
      checkDate: "2025-03-19",
      weight: 980,
      temperature: 100.4,
      veterinarian: "Dr. Vance",
    }),
    returns: one(puppyCheckAnswer, "The stored check"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, query, body: { puppyId, checkDate, ...fields } }) => {
      const check = await env.runMutation(api.litters.puppyHealthChecks.create, {
        ...toCheckFields(fields),
        puppyId,
        checkDate,
        today: todayForWriting(query.today),
      });
      return toPuppyCheckAnswer(check);
    },
  }),
  put("/puppies/health-checks/{id}", {
    operationId: "updatePuppyHealthCheck",
    tags,
    permission: "breeding:write",
    summary: "Change a health check; omitted fields stay unchanged, null or empty ones are cleared",
    params: checkParams,
    query: todayOnly,
    body: jsonBody(checkChangeBody, { weight: 995 }),
    returns: one(puppyCheckAnswer, "The stored check"),
    run: async ({ env, params, query, body }) => {
      const check = await env.runMutation(api.litters.puppyHealthChecks.update, {
        ...toCheckFields(body),
        checkId: params.id,
        today: todayForWriting(query.today),
      });
      return toPuppyCheckAnswer(check);
    },
  }),
  del("/puppies/health-checks/{id}", {
    operationId: "deletePuppyHealthCheck",
    tags,
    permission: "breeding:write",
    summary: "Delete a health check",
    params: checkParams,
    returns: gone("The check was deleted"),
    run: async ({ env, params }) => {
      await env.runMutation(api.litters.puppyHealthChecks.remove, { checkId: params.id });
    },
  }),
];
