/**
 * The REST calls of puppies and their health checks: contracts and handlers, each one call to the function the web app
 * uses. Money is dollars, weights are grams, temperatures degrees Fahrenheit. Sources: decisions GAP-PUP-01 to 05.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { PUPPY_STATUSES } from "../../../domain/constants/litters";
import {
  newPuppyCheckSchema,
  newPuppySchema,
  puppyCheckChangesSchema,
  reservationSchema,
  saleSchema,
} from "../../../domain/schemas/puppy";
import { api } from "../../_generated/api";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  paged,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { puppyAnswer, puppyCheckAnswer, toPuppyAnswer, toPuppyCheckAnswer } from "./litterEntities";
import { dollars, toCents } from "../../platform/rest/money";
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

const typed = newPuppySchema.shape;

const writtenFields = {
  order: typed.order,
  name: typed.name,
  gender: typed.gender,
  color: typed.color,
  markings: typed.markings,
  collarColor: typed.collarColor,
  microchipNumber: typed.microchipNumber,
  notes: typed.notes,
  bornAt: z.iso
    .datetime({ error: "bornAt must be a time such as 2025-03-05T03:20:00Z" })
    .nullish()
    .openapi({ description: "When it was born" }),
  birthWeight: typed.birthWeightGrams.optional().openapi({ description: "Grams", example: 312 }),
  presentation: typed.presentation,
  assistance: typed.assistance,
  price: dollars("Price"),
};

const newBody = z.object({ litterId: reference("Litter"), ...writtenFields, isStillborn: typed.isStillborn });
const changeBody = z.object({ ...writtenFields, updatedAt: savedVersion });

type Written = Zod.output<typeof changeBody>;

/** Brings a body's units into those the functions take. */
const toFields = ({ bornAt, birthWeight, price, ...fields }: Omit<Written, "updatedAt">) => ({
  ...fields,
  bornAt: typeof bornAt === "string" ? Date.parse(bornAt) : bornAt,
  birthWeightGrams: birthWeight,
  priceCents: toCents(price),
});

export const listPuppies = contract({
  operationId: "listPuppies",
  method: "get",
  path: "/puppies",
  tags,
  summary: "List a page of the kennel's puppies",
  "x-permission": "breeding:read",
  request: {
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      status: z
        .string()
        .optional()
        .openapi({ enum: ["", ...PUPPY_STATUSES], description: "Empty means every status" }),
    }),
  },
  responses: { 200: answer(paged(puppyAnswer), "A page of puppies"), ...REFUSALS },
});

export const createPuppy = contract({
  operationId: "createPuppy",
  method: "post",
  path: "/puppies",
  tags,
  summary: "Record a puppy of a litter, whose numbers follow",
  "x-permission": "breeding:write",
  request: {
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
  },
  responses: {
    201: answer(wrapped(puppyAnswer), "The stored puppy"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const getPuppy = contract({
  operationId: "getPuppy",
  method: "get",
  path: "/puppies/{id}",
  tags,
  summary: "Get a puppy",
  "x-permission": "breeding:read",
  request: { params },
  responses: { 200: answer(wrapped(puppyAnswer), "The puppy"), ...REFUSALS },
});

export const updatePuppy = contract({
  operationId: "updatePuppy",
  method: "put",
  path: "/puppies/{id}",
  tags,
  summary: "Change a puppy; absent fields stay, null or empty ones are cleared",
  "x-permission": "breeding:write",
  request: { params, body: jsonBody(changeBody, { name: "Mocha", birthWeight: 315 }) },
  responses: {
    200: answer(wrapped(puppyAnswer), "The stored puppy"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const deletePuppy = contract({
  operationId: "deletePuppy",
  method: "delete",
  path: "/puppies/{id}",
  tags,
  summary: "Delete a puppy that is not sold, with its weights and checks",
  "x-permission": "breeding:write",
  request: { params },
  responses: {
    200: answer(deletedAnswer, "The puppy is gone"),
    ...REFUSALS,
    409: refusal("HAS_SOLD_PUPPIES", "STILL_MOVING"),
  },
});

export const setPuppyStatus = contract({
  operationId: "setPuppyStatus",
  method: "patch",
  path: "/puppies/{id}/status",
  tags,
  summary: "Set a puppy's status; a sale can be undone on the day it was recorded",
  "x-permission": "breeding:write",
  request: {
    params,
    query: todayOnly,
    body: jsonBody(
      z.object({
        status: z.enum(PUPPY_STATUSES, { error: `Status must be ${PUPPY_STATUSES.join(", ")}` }),
      }),
      { status: "kept" },
    ),
  },
  responses: {
    200: answer(wrapped(puppyAnswer), "The stored puppy"),
    ...REFUSALS,
    409: refusal("PUPPY_STATUS"),
  },
});

const buyer = saleSchema.shape;

const reservationBody = z.object({
  buyerName: reservationSchema.shape.buyerName,
  buyerEmail: buyer.buyerEmail,
  buyerPhone: buyer.buyerPhone,
  buyerAddress: buyer.buyerAddress,
  deposit: dollars("Deposit"),
  price: dollars("Price"),
  reservedUntil: reservationSchema.shape.reservedUntil,
});

export const reservePuppy = contract({
  operationId: "reservePuppy",
  method: "post",
  path: "/puppies/{id}/reserve",
  tags,
  summary: "Reserve an available puppy",
  "x-permission": "breeding:write",
  request: {
    params,
    query: todayOnly,
    body: jsonBody(reservationBody, {
      buyerName: "Jane Miller",
      buyerEmail: "jane@example.com",
      deposit: 300,
      reservedUntil: "2025-05-01",
    }),
  },
  responses: {
    201: answer(wrapped(puppyAnswer), "The stored puppy"),
    ...REFUSALS,
    409: refusal("PUPPY_STATUS"),
  },
});

const saleBody = z.object({
  buyerName: buyer.buyerName
    .optional()
    .openapi({ description: "Not needed where the puppy is reserved for the buyer" }),
  buyerEmail: buyer.buyerEmail,
  buyerPhone: buyer.buyerPhone,
  buyerAddress: buyer.buyerAddress,
  deposit: dollars("Deposit"),
  price: dollars("Price"),
  saleDate: buyer.saleDate.optional().openapi({ description: "Without it, today" }),
});

export const sellPuppy = contract({
  operationId: "sellPuppy",
  method: "post",
  path: "/puppies/{id}/sell",
  tags,
  summary: "Sell an available or reserved puppy; the activity list tells of it",
  "x-permission": "breeding:write",
  request: {
    params,
    query: todayOnly,
    body: jsonBody(saleBody, { buyerName: "Jane Miller", price: 1800.5, saleDate: "2025-05-01" }),
  },
  responses: {
    201: answer(wrapped(puppyAnswer), "The stored puppy"),
    ...REFUSALS,
    409: refusal("PUPPY_STATUS"),
  },
});

export const listPuppyChecks = contract({
  operationId: "listPuppyHealthChecks",
  method: "get",
  path: "/puppies/{id}/health-checks",
  tags,
  summary: "List a puppy's health checks, the newest first",
  "x-permission": "breeding:read",
  request: { params },
  responses: { 200: answer(wrapped(z.array(puppyCheckAnswer)), "The checks"), ...REFUSALS },
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

export const createPuppyCheck = contract({
  operationId: "createPuppyHealthCheck",
  method: "post",
  path: "/puppies/health-checks",
  tags,
  summary: "Record a puppy's health check",
  "x-permission": "breeding:write",
  request: {
    query: todayOnly,
    body: jsonBody(newCheckBody, {
      puppyId: "jd7f3k9m2",
      checkDate: "2025-03-19",
      weight: 980,
      temperature: 100.4,
      veterinarian: "Dr. Vance",
    }),
  },
  responses: {
    201: answer(wrapped(puppyCheckAnswer), "The stored check"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const updatePuppyCheck = contract({
  operationId: "updatePuppyHealthCheck",
  method: "put",
  path: "/puppies/health-checks/{id}",
  tags,
  summary: "Change a health check; absent fields stay, null or empty ones are cleared",
  "x-permission": "breeding:write",
  request: { params: checkParams, query: todayOnly, body: jsonBody(checkChangeBody, { weight: 995 }) },
  responses: { 200: answer(wrapped(puppyCheckAnswer), "The stored check"), ...REFUSALS },
});

export const deletePuppyCheck = contract({
  operationId: "deletePuppyHealthCheck",
  method: "delete",
  path: "/puppies/health-checks/{id}",
  tags,
  summary: "Delete a health check",
  "x-permission": "breeding:write",
  request: { params: checkParams },
  responses: { 200: answer(deletedAnswer, "The check is gone"), ...REFUSALS },
});

export const puppyEndpoints: Endpoint[] = [
  endpoint(listPuppies, async (c) => {
    const { kennelId, ...query } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.litters.puppies.list, {
      ...query,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: { data: data.map(toPuppyAnswer), pagination } }, 200);
  }),
  endpoint(createPuppy, async (c) => {
    const { litterId, isStillborn, ...written } = c.req.valid("json");
    const fields = { litterId, isStillborn, ...toFields(written) };
    return c.json({ data: toPuppyAnswer(await c.env.runMutation(api.litters.puppies.create, fields)) }, 201);
  }),
  endpoint(getPuppy, async (c) => {
    const puppy = await c.env.runQuery(api.litters.puppies.get, { puppyId: c.req.valid("param").id });
    return c.json({ data: toPuppyAnswer(puppy) }, 200);
  }),
  endpoint(updatePuppy, async (c) => {
    const { updatedAt, ...written } = c.req.valid("json");
    const puppy = await c.env.runMutation(api.litters.puppies.update, {
      ...toFields(written),
      puppyId: c.req.valid("param").id,
      expectedUpdatedAt: toVersion(updatedAt),
    });
    return c.json({ data: toPuppyAnswer(puppy) }, 200);
  }),
  endpoint(deletePuppy, async (c) => {
    await c.env.runMutation(api.litters.puppies.remove, { puppyId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(setPuppyStatus, async (c) => {
    const puppy = await c.env.runMutation(api.litters.puppies.setStatus, {
      puppyId: c.req.valid("param").id,
      status: c.req.valid("json").status,
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: toPuppyAnswer(puppy) }, 200);
  }),
  endpoint(reservePuppy, async (c) => {
    const { deposit, price, ...fields } = c.req.valid("json");
    const puppy = await c.env.runMutation(api.litters.puppies.reserve, {
      ...fields,
      depositCents: toCents(deposit),
      priceCents: toCents(price),
      puppyId: c.req.valid("param").id,
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: toPuppyAnswer(puppy) }, 201);
  }),
  endpoint(sellPuppy, async (c) => {
    const { deposit, price, ...fields } = c.req.valid("json");
    const puppy = await c.env.runMutation(api.litters.puppies.sell, {
      ...fields,
      depositCents: toCents(deposit),
      priceCents: toCents(price),
      puppyId: c.req.valid("param").id,
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: toPuppyAnswer(puppy) }, 201);
  }),
  endpoint(listPuppyChecks, async (c) => {
    const checks = await c.env.runQuery(api.litters.puppyHealthChecks.list, {
      puppyId: c.req.valid("param").id,
    });
    return c.json({ data: checks.map(toPuppyCheckAnswer) }, 200);
  }),
  endpoint(createPuppyCheck, async (c) => {
    const { puppyId, checkDate, ...fields } = c.req.valid("json");
    const check = await c.env.runMutation(api.litters.puppyHealthChecks.create, {
      ...toCheckFields(fields),
      puppyId,
      checkDate,
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: toPuppyCheckAnswer(check) }, 201);
  }),
  endpoint(updatePuppyCheck, async (c) => {
    const check = await c.env.runMutation(api.litters.puppyHealthChecks.update, {
      ...toCheckFields(c.req.valid("json")),
      checkId: c.req.valid("param").id,
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: toPuppyCheckAnswer(check) }, 200);
  }),
  endpoint(deletePuppyCheck, async (c) => {
    await c.env.runMutation(api.litters.puppyHealthChecks.remove, { checkId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
];
