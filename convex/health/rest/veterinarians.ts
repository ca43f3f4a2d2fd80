/** The REST calls of dogs' veterinarians: each is one call to the function the web app uses. */
import { VETERINARIAN_FIELDS } from "../../../domain/health/record";
import { newVeterinarianSchema, veterinarianChangesSchema } from "../../../domain/health/schemas";
import { api } from "../../_generated/api";
import { fail } from "../../../domain/errors";
import type { Veterinarian } from "../model/veterinaryShape";
import { answer, get, idParam, listOf, oneOf, patch, type Endpoint } from "../../platform/rest/calls";
import { id, textOrNull, toNamedDog, toWritten, writtenFields } from "../../platform/rest/entities";
import {
  recordResponses,
  recordBody,
  toRecordResponse,
  toRecordFields,
} from "../../platform/rest/recordResponses";
import { searchQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];

const veterinarianAnswer = z
  .object({
    id,
    kennelId: id,
    dog: z.object({ id, name: z.string(), callName: textOrNull }).nullable(),
    ...recordResponses(VETERINARIAN_FIELDS),
    ...writtenFields,
  })
  .openapi("VeterinaryRecord");

const record = answer(veterinarianAnswer, ({ _id, kennelId, dog, ...veterinarian }: Veterinarian) => ({
  id: _id,
  kennelId,
  ...toRecordResponse(VETERINARIAN_FIELDS, veterinarian),
  dog: dog && toNamedDog(dog),
  ...toWritten(veterinarian),
}));

const newBody = z.object(recordBody(VETERINARIAN_FIELDS, newVeterinarianSchema.shape));
const changeBody = z.object(recordBody(VETERINARIAN_FIELDS, veterinarianChangesSchema.shape));

const records = resource({
  path: "/health/veterinary-records",
  tags,
  rights: "health",
  noun: "veterinary record",
  id: "veterinaryRecordId",
  answer: record,
});

export const veterinarianEndpoints: Endpoint[] = [
  records.list({
    summary: "List a page of the kennel's veterinary records",
    query: {
      dogId: z.string().optional().openapi({ description: "Only of this dog" }),
      search: searchQuery("Every word must be found in veterinarian, clinic or specialization"),
    },
    run: async (env, args) => await env.runQuery(api.health.veterinaryRecords.list, args),
  }),
  records.get({
    summary: "Get a veterinary record",
    run: async (env, args) => await env.runQuery(api.health.veterinaryRecords.get, args),
  }),
  records.create({
    summary: "Add a veterinarian to a dog; the first one becomes its primary one",
    body: newBody,
    example: {
      dogId: "jd7f3k9m2",
      veterinarianName: "Dr. Lee",
      veterinaryClinic: "Hill Veterinary Clinic",
      clinicPhone: "555.123.4567",
      specialization: "Reproduction",
    },
    refusals: ["LIMIT_REACHED"],
    run: async (env, _, body) =>
      await env.runMutation(api.health.veterinaryRecords.create, toRecordFields(VETERINARIAN_FIELDS, body)),
  }),
  records.update({
    summary: "Change a veterinary record; omitted fields stay unchanged, null or empty ones are cleared",
    body: changeBody,
    example: { clinicPhone: "5551234567", licenseNumber: "TX-1234" },
    refusals: ["LIMIT_REACHED"],
    run: async (env, args, body) =>
      await env.runMutation(api.health.veterinaryRecords.update, {
        ...toRecordFields(VETERINARIAN_FIELDS, body),
        ...args,
      }),
  }),
  records.remove({
    summary: "Delete a veterinary record; another one of the dog becomes primary",
    run: async (env, args) => await env.runMutation(api.health.veterinaryRecords.remove, args),
  }),
  get("/dogs/{id}/health/veterinarians", {
    operationId: "listVeterinariansOfDog",
    tags,
    permission: "health:read",
    summary: "List a dog's veterinarians, the primary one first",
    params: z.object({ id: idParam("id", "The dog's id") }),
    returns: listOf(record, "The veterinarians"),
    run: async ({ env, params }) =>
      (await env.runQuery(api.health.veterinaryRecords.ofDog, { dogId: params.id })) ?? fail("NOT_FOUND"),
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
    returns: oneOf(record, "The primary veterinarian"),
    run: async ({ env, params: { id: dogId, vetId: veterinaryRecordId } }) =>
      await env.runMutation(api.health.veterinaryRecords.setPrimary, { veterinaryRecordId, dogId }),
  }),
];
