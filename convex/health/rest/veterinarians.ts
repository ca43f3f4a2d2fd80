/** The REST calls of dogs' veterinarians: each is one call to the function the web app uses. */
import { VETERINARIAN_FIELDS } from "../../../domain/records/veterinarian";
import { newVeterinarianSchema, veterinarianChangesSchema } from "../../../domain/schemas/veterinarian";
import { api } from "../../_generated/api";
import { fail } from "../../../domain/errors";
import type { Veterinarian } from "../model/veterinaryShape";
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
import {
  recordResponses,
  recordBody,
  toRecordResponse,
  toRecordFields,
} from "../../platform/rest/recordResponses";
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
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });

export const veterinarianAnswer = z
  .object({
    id,
    kennelId: id,
    dog: z.object({ id, name: z.string(), callName: z.string().nullable() }).nullable(),
    ...recordResponses(VETERINARIAN_FIELDS),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("VeterinaryRecord");

const toAnswer = ({ _id, kennelId, dog, createdAt, updatedAt, ...veterinarian }: Veterinarian) => ({
  id: _id,
  kennelId,
  ...toRecordResponse(VETERINARIAN_FIELDS, veterinarian),
  dog: dog && { id: dog._id, name: dog.name, callName: dog.callName },
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

const newBody = z.object(recordBody(VETERINARIAN_FIELDS, newVeterinarianSchema.shape));
const changeBody = z.object({
  ...recordBody(VETERINARIAN_FIELDS, veterinarianChangesSchema.shape),
  updatedAt: savedVersion,
});

export const veterinarianEndpoints: Endpoint[] = [
  get("/health/veterinary-records", {
    operationId: "listVeterinaryRecords",
    tags,
    permission: "health:read",
    summary: "List a page of the kennel's veterinary records",
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      dogId: z.string().optional().openapi({ description: "Only of this dog" }),
      search: z
        .string()
        .optional()
        .openapi({ description: "Every word must be found in veterinarian, clinic or specialization" }),
    }),
    returns: pageOf(veterinarianAnswer, "A page of veterinary records"),
    run: async ({ env, query: { kennelId, ...query } }) => {
      const { data, pagination } = await env.runQuery(api.health.veterinaryRecords.list, {
        ...query,
        kennelId: await kennelOrDefault(env, kennelId),
      });
      return { data: data.map(toAnswer), pagination };
    },
  }),
  get("/health/veterinary-records/{id}", {
    operationId: "getVeterinaryRecord",
    tags,
    permission: "health:read",
    summary: "Get a veterinary record",
    params,
    returns: one(veterinarianAnswer, "The veterinary record"),
    run: async ({ env, params }) => {
      const record = await env.runQuery(api.health.veterinaryRecords.get, {
        veterinaryRecordId: params.id,
      });
      return toAnswer(record);
    },
  }),
  post("/health/veterinary-records", {
    operationId: "createVeterinaryRecord",
    tags,
    permission: "health:write",
    summary: "Add a veterinarian to a dog; the first one becomes its primary one",
    body: jsonBody(newBody, {
      dogId: "jd7f3k9m2",
      veterinarianName: "Dr. Lee",
      veterinaryClinic: "Hill Veterinary Clinic",
      clinicPhone: "555.123.4567",
      specialization: "Reproduction",
    }),
    returns: one(veterinarianAnswer, "The stored veterinary record"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, body }) => {
      const record = await env.runMutation(
        api.health.veterinaryRecords.create,
        toRecordFields(VETERINARIAN_FIELDS, body),
      );
      return toAnswer(record);
    },
  }),
  put("/health/veterinary-records/{id}", {
    operationId: "updateVeterinaryRecord",
    tags,
    permission: "health:write",
    summary: "Change a veterinary record; omitted fields stay unchanged, null or empty ones are cleared",
    params,
    body: jsonBody(changeBody, { clinicPhone: "5551234567", licenseNumber: "TX-1234" }),
    returns: one(veterinarianAnswer, "The stored veterinary record"),
    refusals: ["STALE_UPDATE", "LIMIT_REACHED"],
    run: async ({ env, params, body: { updatedAt, ...written } }) => {
      const record = await env.runMutation(api.health.veterinaryRecords.update, {
        ...toRecordFields(VETERINARIAN_FIELDS, written),
        veterinaryRecordId: params.id,
        expectedUpdatedAt: toVersion(updatedAt),
      });
      return toAnswer(record);
    },
  }),
  del("/health/veterinary-records/{id}", {
    operationId: "deleteVeterinaryRecord",
    tags,
    permission: "health:write",
    summary: "Delete a veterinary record; another one of the dog becomes primary",
    params,
    returns: gone("The veterinary record was deleted"),
    run: async ({ env, params }) => {
      await env.runMutation(api.health.veterinaryRecords.remove, {
        veterinaryRecordId: params.id,
      });
    },
  }),
  get("/dogs/{id}/health/veterinarians", {
    operationId: "listVeterinariansOfDog",
    tags,
    permission: "health:read",
    summary: "List a dog's veterinarians, the primary one first",
    params: z.object({ id: idParam("id", "The dog's id") }),
    returns: one(z.array(veterinarianAnswer), "The veterinarians"),
    run: async ({ env, params }) => {
      const records = await env.runQuery(api.health.veterinaryRecords.ofDog, {
        dogId: params.id,
      });
      return (records ?? fail("NOT_FOUND")).map(toAnswer);
    },
  }),
  patch("/dogs/{id}/health/veterinarians/{vetId}/primary", {
    operationId: "setPrimaryVeterinarian",
    tags,
    permission: "health:write",
    summary: "Make a veterinarian the dog's only primary one",
    params: z.object({
      id: idParam("id", "The dog's id"),
      vetId: idParam("vetId", "The veterinary record's id"),
    }),
    returns: one(veterinarianAnswer, "The primary veterinarian"),
    run: async ({ env, params: { id: dogId, vetId } }) => {
      const record = await env.runMutation(api.health.veterinaryRecords.setPrimary, {
        veterinaryRecordId: vetId,
        dogId,
      });
      return toAnswer(record);
    },
  }),
];
