/** The REST calls of vaccine doses: each is one call to the function the web app uses. */
import { DOSE_FIELDS } from "../../../domain/records/dose";
import { doseChangesSchema, newDoseSchema } from "../../../domain/schemas/immunization";
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
  del,
  type Endpoint,
} from "../../platform/rest/calls";
import { immunizationAnswer, toImmunizationAnswer } from "./immunizationEntities";
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

const tags = ["Health"];
const params = z.object({ id: idParam("id", "The immunization's id") });
const dogParams = z.object({ id: idParam("id", "The dog's id") });

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
  search: z.string().optional().openapi({
    description:
      "Every word must be found in dog, vaccine, manufacturer, batch number, veterinarian or clinic",
  }),
  ...rangeQuery,
};

const newBody = z.object({ ...patientBody, ...recordBody(DOSE_FIELDS, newDoseSchema.shape) });
const changeBody = z.object({
  ...patientBody,
  ...recordBody(DOSE_FIELDS, doseChangesSchema.shape),
  isDueAutomatic: doseChangesSchema.shape.isDueAutomatic,
  updatedAt: savedVersion,
});

export const immunizationEndpoints: Endpoint[] = [
  get("/health/immunizations", {
    operationId: "listImmunizations",
    tags,
    permission: "health:read",
    summary: "List a page of immunizations, the newest first",
    query: z.object({
      ...pageQuery,
      ...doseFilterQuery,
      puppyId: z.string().optional().openapi({ description: "Only of this puppy" }),
    }),
    returns: pageOf(immunizationAnswer, "A page of immunizations"),
    run: async ({ env, query: { kennelId, ...query } }) => {
      const { data, pagination } = await env.runQuery(api.vaccinations.immunizations.list, {
        ...query,
        kennelId: await kennelOrDefault(env, kennelId),
      });
      return { data: data.map(toImmunizationAnswer), pagination };
    },
  }),
  get("/health/immunizations/{id}", {
    operationId: "getImmunization",
    tags,
    permission: "health:read",
    summary: "Get an immunization",
    params,
    returns: one(immunizationAnswer, "The immunization"),
    run: async ({ env, params }) => {
      const dose = await env.runQuery(api.vaccinations.immunizations.get, {
        immunizationId: params.id,
      });
      return toImmunizationAnswer(dose);
    },
  }),
  post("/health/immunizations", {
    operationId: "createImmunization",
    tags,
    permission: "health:write",
    summary:
      "Record an immunization; without nextDueDate, the next dose is due after 3 years for Rabies and DHPP, otherwise after one",
    query: z.object({ today: todayQuery }),
    body: jsonBody(newBody, {
      dogId: "jd7f3k9m2",
      vaccineName: "Rabies",
      vaccineType: "Core",
      dateAdministered: "2025-06-15",
      manufacturer: "Zoetis",
      batchNumber: "R-4471",
      veterinarianName: "Dr. Lee",
    }),
    returns: one(immunizationAnswer, "The stored immunization"),
    run: async ({ env, query, body: { dogId, puppyId, ...written } }) => {
      const dose = await env.runMutation(api.vaccinations.immunizations.create, {
        ...{ dogId, puppyId, ...toRecordFields(DOSE_FIELDS, written) },
        today: todayForWriting(query.today),
      });
      return toImmunizationAnswer(dose);
    },
  }),
  put("/health/immunizations/{id}", {
    operationId: "updateImmunization",
    tags,
    permission: "health:write",
    summary: "Change an immunization; omitted fields stay unchanged, null or empty ones are cleared",
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(changeBody, { batchNumber: "R-4472", nextDueDate: "2026-06-15" }),
    returns: one(immunizationAnswer, "The stored immunization"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, params, query, body: { updatedAt, dogId, puppyId, isDueAutomatic, ...written } }) => {
      const dose = await env.runMutation(api.vaccinations.immunizations.update, {
        ...{ dogId, puppyId, isDueAutomatic, ...toRecordFields(DOSE_FIELDS, written) },
        immunizationId: params.id,
        today: todayForWriting(query.today),
        expectedUpdatedAt: toVersion(updatedAt),
      });
      return toImmunizationAnswer(dose);
    },
  }),
  del("/health/immunizations/{id}", {
    operationId: "deleteImmunization",
    tags,
    permission: "health:write",
    summary: "Delete an immunization",
    params,
    returns: gone("The immunization was deleted"),
    run: async ({ env, params }) => {
      await env.runMutation(api.vaccinations.immunizations.remove, {
        immunizationId: params.id,
      });
    },
  }),
  get("/dogs/{id}/health/immunizations", {
    operationId: "listImmunizationsOfDog",
    tags,
    permission: "health:read",
    summary: "List a page of a dog's immunizations, the newest first",
    params: dogParams,
    query: z.object({ ...pageQuery, ...rangeQuery }),
    returns: pageOf(immunizationAnswer, "A page of immunizations"),
    run: async ({ env, params, query }) => {
      const { data, pagination } = await env.runQuery(api.vaccinations.immunizations.ofDog, {
        ...query,
        dogId: params.id,
      });
      return { data: data.map(toImmunizationAnswer), pagination };
    },
  }),
];
