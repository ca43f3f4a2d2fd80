/** The REST calls of vaccine doses: each is one call to the function the web app uses. */
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { doseChangesSchema, newDoseSchema } from "../../../domain/vaccinations/schemas";
import { api } from "../../_generated/api";
import { get, idParam, pageOf, type Endpoint } from "../../platform/rest/calls";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import { kennelReference, pageQuery, searchQuery, writingDay } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";
import { immunization } from "./immunizationEntities";

const tags = ["Health"];

/** Who gets something: a dog, or a puppy that is none of the kennel's dogs. */
export const patientBody = {
  dogId: z.string({ error: "dogId must be an id" }).optional().openapi({ example: "jd7f3k9m2" }),
  puppyId: z
    .string({ error: "puppyId must be an id" })
    .optional()
    .openapi({ description: "Instead of dogId, a puppy that is not one of the kennel's dogs" }),
};

const dayQuery = (description: string) =>
  z
    .string()
    .optional()
    .openapi({ description: `${description}, YYYY-MM-DD`, example: "2025-01-01" });

const rangeQuery = {
  startDate: dayQuery("Administered from this day"),
  endDate: dayQuery("Administered until this day"),
};

/** What narrows a kennel's doses, in its list and in its file. */
export const doseFilterQuery = {
  kennelId: kennelReference,
  dogId: z.string().optional().openapi({ description: "Only of this dog" }),
  search: searchQuery(
    "Every word must be found in dog, vaccine, manufacturer, batch number, veterinarian or clinic",
  ),
  ...rangeQuery,
};

const newBody = z.object({ ...patientBody, ...recordBody(DOSE_FIELDS, newDoseSchema.shape) });
const changeBody = z.object({
  ...patientBody,
  ...recordBody(DOSE_FIELDS, doseChangesSchema.shape),
  isDueAutomatic: doseChangesSchema.shape.isDueAutomatic,
});

const immunizations = resource({
  path: "/health/immunizations",
  tags,
  rights: "health",
  noun: "immunization",
  id: "immunizationId",
  answer: immunization,
});

export const immunizationEndpoints: Endpoint[] = [
  immunizations.list({
    summary: "List a page of immunizations, the newest first",
    query: {
      ...doseFilterQuery,
      puppyId: z.string().optional().openapi({ description: "Only of this puppy" }),
    },
    run: async (env, args) => await env.runQuery(api.vaccinations.immunizations.list, args),
  }),
  immunizations.get({
    summary: "Get an immunization",
    run: async (env, args) => await env.runQuery(api.vaccinations.immunizations.get, args),
  }),
  immunizations.create({
    summary:
      "Record an immunization; without nextDueDate, the next dose is due after 3 years for Rabies and DHPP, otherwise after one",
    query: { today: writingDay },
    body: newBody,
    example: {
      dogId: "jd7f3k9m2",
      vaccineName: "Rabies",
      vaccineType: "Core",
      dateAdministered: "2025-06-15",
      manufacturer: "Zoetis",
      batchNumber: "R-4471",
      veterinarianName: "Dr. Lee",
    },
    run: async (env, args, { dogId, puppyId, ...written }) =>
      await env.runMutation(api.vaccinations.immunizations.create, {
        ...{ dogId, puppyId, ...toRecordFields(DOSE_FIELDS, written) },
        ...args,
      }),
  }),
  immunizations.update({
    summary: "Change an immunization; omitted fields stay unchanged, null or empty ones are cleared",
    query: { today: writingDay },
    body: changeBody,
    example: { batchNumber: "R-4472", nextDueDate: "2026-06-15" },
    run: async (env, args, { dogId, puppyId, isDueAutomatic, ...written }) =>
      await env.runMutation(api.vaccinations.immunizations.update, {
        ...{ dogId, puppyId, isDueAutomatic, ...toRecordFields(DOSE_FIELDS, written) },
        ...args,
      }),
  }),
  immunizations.remove({
    summary: "Delete an immunization",
    run: async (env, args) => await env.runMutation(api.vaccinations.immunizations.remove, args),
  }),
  get("/dogs/{id}/health/immunizations", {
    operationId: "listImmunizationsOfDog",
    tags,
    permission: "health:read",
    summary: "List a page of a dog's immunizations, the newest first",
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: z.object({ ...pageQuery, ...rangeQuery }),
    returns: pageOf(immunization, "A page of immunizations"),
    run: async ({ env, params, query }) =>
      await env.runQuery(api.vaccinations.immunizations.ofDog, { ...query, dogId: params.id }),
  }),
];
