/** The REST calls of dogs' veterinarians. */
import { fail } from "../../../domain/errors";
import { VETERINARIAN_FIELDS } from "../../../domain/health/record";
import { api } from "../../_generated/api";
import { get, idParam, listOf, oneOf, patch, type Endpoint } from "../../platform/rest/calls";
import { searchQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { veterinarians } from "../model/veterinaryRecords";

const tags = ["Health"];
const record = answerOf("VeterinaryRecord", veterinarians.shape, { fields: VETERINARIAN_FIELDS });

const records = resource({
  path: "/health/veterinary-records",
  tags,
  rights: "health",
  noun: "veterinary record",
  id: "veterinaryRecordId",
  answer: record,
});

export const veterinarianEndpoints: Endpoint[] = [
  ...records.ordinary({
    functions: api.health.veterinaryRecords,
    fields: VETERINARIAN_FIELDS,
    query: {
      dogId: z.string().optional().openapi({ description: "Only of this dog" }),
      search: searchQuery("Every word must be found in veterinarian, clinic or specialization"),
    },
    words: {
      create: "Add a veterinarian to a dog; the first one becomes its primary one",
      remove: "Delete a veterinary record; another one of the dog becomes primary",
    },
    examples: {
      created: {
        dogId: "jd7f3k9m2",
        veterinarianName: "Dr. Lee",
        veterinaryClinic: "Hill Veterinary Clinic",
        clinicPhone: "555.123.4567",
        specialization: "Reproduction",
      },
      changed: { clinicPhone: "5551234567", licenseNumber: "TX-1234" },
    },
    refusals: { update: ["LIMIT_REACHED"] },
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
