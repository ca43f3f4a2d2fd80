/** The REST calls of dogs' veterinarians: contracts and handlers, each one call to the function the web app uses. */
import { newVeterinarianSchema, veterinarianChangesSchema } from "../../../domain/schemas/veterinarian";
import { api } from "../../_generated/api";
import { fail } from "../../../domain/errors";
import type { Veterinarian } from "../model/veterinaryShape";
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
import {
  kennelOrDefault,
  kennelReference,
  pageQuery,
  savedVersion,
  toVersion,
} from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];
const params = z.object({ id: idParam("id", "The veterinary record's id") });

const id = z.string().openapi({ example: "jd7f3k9m2" });
const textOrNull = z.string().nullable();
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });

export const veterinarianAnswer = z
  .object({
    id,
    kennelId: id,
    dogId: id,
    dog: z.object({ id, name: z.string(), callName: textOrNull }).nullable(),
    veterinarianName: z.string().openapi({ example: "Dr. Lee" }),
    veterinaryClinic: z.string().openapi({ example: "Hill Veterinary Clinic" }),
    clinicAddress: textOrNull,
    clinicPhone: textOrNull.openapi({ example: "(555) 123-4567" }),
    licenseNumber: textOrNull,
    specialization: textOrNull.openapi({ example: "Reproduction" }),
    isPrimary: z.boolean().openapi({ description: "Exactly one veterinarian of a dog is" }),
    notes: textOrNull,
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("VeterinaryRecord");

const toAnswer = ({ _id, dog, ...veterinarian }: Veterinarian) => ({
  id: _id,
  ...veterinarian,
  dog: dog && { id: dog._id, name: dog.name, callName: dog.callName },
  createdAt: new Date(veterinarian.createdAt).toISOString(),
  updatedAt: new Date(veterinarian.updatedAt).toISOString(),
});

const newBody = z.object({
  dogId: z
    .string({ error: "Please select a dog." })
    .trim()
    .min(1, "Please select a dog.")
    .openapi({ example: "jd7f3k9m2" }),
  ...newVeterinarianSchema.shape,
});
const changeBody = z.object({
  dogId: z.string({ error: "dogId must be an id" }).optional(),
  ...veterinarianChangesSchema.shape,
  updatedAt: savedVersion,
});

export const listVeterinaryRecords = contract({
  operationId: "listVeterinaryRecords",
  method: "get",
  path: "/health/veterinary-records",
  tags,
  summary: "List a page of the kennel's veterinary records",
  "x-permission": "health:read",
  request: {
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      dogId: z.string().optional().openapi({ description: "Of this dog alone" }),
      search: z
        .string()
        .optional()
        .openapi({ description: "Every word must be found in veterinarian, clinic or specialization" }),
    }),
  },
  responses: { 200: answer(paged(veterinarianAnswer), "A page of veterinary records"), ...REFUSALS },
});

export const getVeterinaryRecord = contract({
  operationId: "getVeterinaryRecord",
  method: "get",
  path: "/health/veterinary-records/{id}",
  tags,
  summary: "Get a veterinary record",
  "x-permission": "health:read",
  request: { params },
  responses: { 200: answer(wrapped(veterinarianAnswer), "The veterinary record"), ...REFUSALS },
});

export const createVeterinaryRecord = contract({
  operationId: "createVeterinaryRecord",
  method: "post",
  path: "/health/veterinary-records",
  tags,
  summary: "Add a veterinarian to a dog; the first one is its primary one",
  "x-permission": "health:write",
  request: {
    body: jsonBody(newBody, {
      dogId: "jd7f3k9m2",
      veterinarianName: "Dr. Lee",
      veterinaryClinic: "Hill Veterinary Clinic",
      clinicPhone: "555.123.4567",
      specialization: "Reproduction",
    }),
  },
  responses: {
    201: answer(wrapped(veterinarianAnswer), "The stored veterinary record"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const updateVeterinaryRecord = contract({
  operationId: "updateVeterinaryRecord",
  method: "put",
  path: "/health/veterinary-records/{id}",
  tags,
  summary: "Change a veterinary record; absent fields stay, null or empty ones are cleared",
  "x-permission": "health:write",
  request: { params, body: jsonBody(changeBody, { clinicPhone: "5551234567", licenseNumber: "TX-1234" }) },
  responses: {
    200: answer(wrapped(veterinarianAnswer), "The stored veterinary record"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE", "LIMIT_REACHED"),
  },
});

export const deleteVeterinaryRecord = contract({
  operationId: "deleteVeterinaryRecord",
  method: "delete",
  path: "/health/veterinary-records/{id}",
  tags,
  summary: "Delete a veterinary record; another one of the dog becomes primary",
  "x-permission": "health:write",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The veterinary record is gone"), ...REFUSALS },
});

export const listVeterinariansOfDog = contract({
  operationId: "listVeterinariansOfDog",
  method: "get",
  path: "/dogs/{id}/health/veterinarians",
  tags,
  summary: "List a dog's veterinarians, the primary one first",
  "x-permission": "health:read",
  request: { params: z.object({ id: idParam("id", "The dog's id") }) },
  responses: { 200: answer(wrapped(z.array(veterinarianAnswer)), "The veterinarians"), ...REFUSALS },
});

export const setPrimaryVeterinarian = contract({
  operationId: "setPrimaryVeterinarian",
  method: "patch",
  path: "/dogs/{id}/health/veterinarians/{vetId}/primary",
  tags,
  summary: "Make a veterinarian the dog's primary one, and no other",
  "x-permission": "health:write",
  request: {
    params: z.object({
      id: idParam("id", "The dog's id"),
      vetId: idParam("vetId", "The veterinary record's id"),
    }),
  },
  responses: { 200: answer(wrapped(veterinarianAnswer), "The primary veterinarian"), ...REFUSALS },
});

export const veterinarianEndpoints: Endpoint[] = [
  endpoint(listVeterinaryRecords, async (c) => {
    const { kennelId, ...query } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.health.veterinaryRecords.list, {
      ...query,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: { data: data.map(toAnswer), pagination } }, 200);
  }),
  endpoint(getVeterinaryRecord, async (c) => {
    const record = await c.env.runQuery(api.health.veterinaryRecords.get, {
      veterinaryRecordId: c.req.valid("param").id,
    });
    return c.json({ data: toAnswer(record) }, 200);
  }),
  endpoint(createVeterinaryRecord, async (c) => {
    const record = await c.env.runMutation(api.health.veterinaryRecords.create, c.req.valid("json"));
    return c.json({ data: toAnswer(record) }, 201);
  }),
  endpoint(updateVeterinaryRecord, async (c) => {
    const { updatedAt, ...fields } = c.req.valid("json");
    const record = await c.env.runMutation(api.health.veterinaryRecords.update, {
      ...fields,
      veterinaryRecordId: c.req.valid("param").id,
      expectedUpdatedAt: toVersion(updatedAt),
    });
    return c.json({ data: toAnswer(record) }, 200);
  }),
  endpoint(deleteVeterinaryRecord, async (c) => {
    await c.env.runMutation(api.health.veterinaryRecords.remove, {
      veterinaryRecordId: c.req.valid("param").id,
    });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(listVeterinariansOfDog, async (c) => {
    const records = await c.env.runQuery(api.health.veterinaryRecords.ofDog, {
      dogId: c.req.valid("param").id,
    });
    return c.json({ data: (records ?? fail("NOT_FOUND")).map(toAnswer) }, 200);
  }),
  endpoint(setPrimaryVeterinarian, async (c) => {
    const { id: dogId, vetId } = c.req.valid("param");
    const record = await c.env.runMutation(api.health.veterinaryRecords.setPrimary, {
      veterinaryRecordId: vetId,
      dogId,
    });
    return c.json({ data: toAnswer(record) }, 200);
  }),
];
