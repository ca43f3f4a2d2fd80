/** The REST calls of vaccine doses: contracts and handlers, each one call to the function the web app uses. */
import { doseChangesSchema, newDoseSchema } from "../../../domain/schemas/immunization";
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
import { immunizationAnswer, toImmunizationAnswer } from "./immunizationEntities";
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
    .openapi({ description: "Instead of dogId, a puppy that is none of the kennel's dogs" }),
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
  dogId: z.string().optional().openapi({ description: "Of this dog alone" }),
  search: z.string().optional().openapi({
    description:
      "Every word must be found in dog, vaccine, manufacturer, batch number, veterinarian or clinic",
  }),
  ...rangeQuery,
};

const newBody = z.object({ ...patientBody, ...newDoseSchema.shape });
const changeBody = z.object({ ...patientBody, ...doseChangesSchema.shape, updatedAt: savedVersion });

export const listImmunizations = contract({
  operationId: "listImmunizations",
  method: "get",
  path: "/health/immunizations",
  tags,
  summary: "List a page of immunizations, the newest first",
  "x-permission": "health:read",
  request: {
    query: z.object({
      ...pageQuery,
      ...doseFilterQuery,
      puppyId: z.string().optional().openapi({ description: "Of this puppy alone" }),
    }),
  },
  responses: { 200: answer(paged(immunizationAnswer), "A page of immunizations"), ...REFUSALS },
});

export const getImmunization = contract({
  operationId: "getImmunization",
  method: "get",
  path: "/health/immunizations/{id}",
  tags,
  summary: "Get an immunization",
  "x-permission": "health:read",
  request: { params },
  responses: { 200: answer(wrapped(immunizationAnswer), "The immunization"), ...REFUSALS },
});

export const createImmunization = contract({
  operationId: "createImmunization",
  method: "post",
  path: "/health/immunizations",
  tags,
  summary: "Record an immunization; without nextDueDate it is 3 years on for Rabies and DHPP, otherwise one",
  "x-permission": "health:write",
  request: {
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
  },
  responses: { 201: answer(wrapped(immunizationAnswer), "The stored immunization"), ...REFUSALS },
});

export const updateImmunization = contract({
  operationId: "updateImmunization",
  method: "put",
  path: "/health/immunizations/{id}",
  tags,
  summary: "Change an immunization; absent fields stay, null or empty ones are cleared",
  "x-permission": "health:write",
  request: {
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(changeBody, { batchNumber: "R-4472", nextDueDate: "2026-06-15" }),
  },
  responses: {
    200: answer(wrapped(immunizationAnswer), "The stored immunization"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const deleteImmunization = contract({
  operationId: "deleteImmunization",
  method: "delete",
  path: "/health/immunizations/{id}",
  tags,
  summary: "Delete an immunization",
  "x-permission": "health:write",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The immunization is gone"), ...REFUSALS },
});

export const listImmunizationsOfDog = contract({
  operationId: "listImmunizationsOfDog",
  method: "get",
  path: "/dogs/{id}/health/immunizations",
  tags,
  summary: "List a page of a dog's immunizations, the newest first",
  "x-permission": "health:read",
  request: { params: dogParams, query: z.object({ ...pageQuery, ...rangeQuery }) },
  responses: { 200: answer(paged(immunizationAnswer), "A page of immunizations"), ...REFUSALS },
});

export const immunizationEndpoints: Endpoint[] = [
  endpoint(listImmunizations, async (c) => {
    const { kennelId, ...query } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.vaccinations.immunizations.list, {
      ...query,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: { data: data.map(toImmunizationAnswer), pagination } }, 200);
  }),
  endpoint(getImmunization, async (c) => {
    const dose = await c.env.runQuery(api.vaccinations.immunizations.get, {
      immunizationId: c.req.valid("param").id,
    });
    return c.json({ data: toImmunizationAnswer(dose) }, 200);
  }),
  endpoint(createImmunization, async (c) => {
    const dose = await c.env.runMutation(api.vaccinations.immunizations.create, {
      ...c.req.valid("json"),
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: toImmunizationAnswer(dose) }, 201);
  }),
  endpoint(updateImmunization, async (c) => {
    const { updatedAt, ...fields } = c.req.valid("json");
    const dose = await c.env.runMutation(api.vaccinations.immunizations.update, {
      ...fields,
      immunizationId: c.req.valid("param").id,
      today: todayForWriting(c.req.valid("query").today),
      expectedUpdatedAt: toVersion(updatedAt),
    });
    return c.json({ data: toImmunizationAnswer(dose) }, 200);
  }),
  endpoint(deleteImmunization, async (c) => {
    await c.env.runMutation(api.vaccinations.immunizations.remove, {
      immunizationId: c.req.valid("param").id,
    });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(listImmunizationsOfDog, async (c) => {
    const { data, pagination } = await c.env.runQuery(api.vaccinations.immunizations.ofDog, {
      ...c.req.valid("query"),
      dogId: c.req.valid("param").id,
    });
    return c.json({ data: { data: data.map(toImmunizationAnswer), pagination } }, 200);
  }),
];
