/** The REST calls of vaccine doses. */
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { doseChangesSchema } from "../../../domain/vaccinations/schemas";
import { api } from "../../_generated/api";
import { get, idParam, pageOf, type Endpoint } from "../../platform/rest/calls";
import { kennelReference, pageQuery, searchQuery, writingDay } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";
import { immunization } from "./immunizationEntities";

const tags = ["Health"];

/** A dog, or a puppy that is not recorded as a dog of the kennel. */
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

/** The list and the exported file have these filters. */
export const doseFilterQuery = {
  kennelId: kennelReference,
  dogId: z.string().optional().openapi({ description: "Only of this dog" }),
  search: searchQuery(
    "Every word must be found in dog, vaccine, manufacturer, batch number, veterinarian or clinic",
  ),
  ...rangeQuery,
};

const immunizations = resource({
  path: "/health/immunizations",
  tags,
  rights: "health",
  noun: "immunization",
  id: "immunizationId",
  answer: immunization,
});

export const immunizationEndpoints: Endpoint[] = [
  ...immunizations.ordinary({
    functions: api.vaccinations.immunizations,
    fields: DOSE_FIELDS,
    query: {
      ...doseFilterQuery,
      puppyId: z.string().optional().openapi({ description: "Only of this puppy" }),
    },
    writing: { today: writingDay },
    also: {
      created: patientBody,
      changed: { ...patientBody, isDueAutomatic: doseChangesSchema.shape.isDueAutomatic },
    },
    words: {
      list: "List a page of immunizations, the newest first",
      get: "Get an immunization",
      create:
        "Record an immunization; without nextDueDate, the next dose is due after 3 years for Rabies and DHPP, otherwise after one",
      update: "Change an immunization; omitted fields stay unchanged, null or empty ones are cleared",
      remove: "Delete an immunization",
    },
    examples: {
      created: {
        dogId: "jd7f3k9m2",
        vaccineName: "Rabies",
        vaccineType: "Core",
        dateAdministered: "2025-06-15",
        manufacturer: "Zoetis",
        batchNumber: "R-4471",
        veterinarianName: "Dr. Lee",
      },
      changed: { batchNumber: "R-4472", nextDueDate: "2026-06-15" },
    },
    refusals: { create: [] },
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
