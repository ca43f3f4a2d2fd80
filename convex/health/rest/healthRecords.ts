/** The REST calls of health records: contracts and handlers, each one call to the function the web app uses. */
import type { z as Zod } from "@hono/zod-openapi";
import { HEALTH_RECORD_TYPES } from "../../../domain/constants/health";
import { fail } from "../../../domain/errors";
import { healthRecordChangesSchema, newHealthRecordSchema } from "../../../domain/schemas/health-record";
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
import {
  healthRecordAnswer,
  healthSummaryAnswer,
  toHealthRecordAnswer,
  toHealthSummaryAnswer,
} from "./healthEntities";
import { dollars, toCents } from "../../platform/rest/money";
import {
  kennelOrDefault,
  kennelReference,
  pageQuery,
  savedVersion,
  todayForReading,
  todayForWriting,
  todayQuery,
  toVersion,
} from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];
const params = z.object({ id: idParam("id", "The health record's id") });
const dogParams = z.object({ id: idParam("id", "The dog's id") });

const cost = dollars("Cost");
const newBody = newHealthRecordSchema.omit({ costCents: true }).extend({ cost });
const changeBody = healthRecordChangesSchema
  .omit({ costCents: true })
  .extend({ cost, updatedAt: savedVersion });

/** Brings a body's dollars into what the functions take. */
const toFields = <Body extends { cost?: Zod.output<ReturnType<typeof dollars>> }>({
  cost,
  ...body
}: Body) => ({
  ...body,
  costCents: toCents(cost),
});

const exampleRecord = {
  dogId: "jd7f3k9m2",
  recordType: "examination",
  title: "Annual check",
  description: "Heart and lungs without findings",
  dateRecorded: "2025-06-10",
  veterinarian: "Dr. Lee",
  vetClinic: "Oak Hill Animal Clinic",
  followUpDate: "2025-07-10",
  cost: 85.5,
} as const;

const periodQuery = {
  type: z
    .string()
    .optional()
    .openapi({ enum: ["", ...HEALTH_RECORD_TYPES], description: "Empty means every type" }),
  startDate: z.string().optional().openapi({ description: "The first day, YYYY-MM-DD" }),
  endDate: z.string().optional().openapi({ description: "The last day, YYYY-MM-DD" }),
  search: z.string().optional().openapi({
    description:
      "Every word must be found in the dog's name, title, description, diagnosis, veterinarian or clinic",
  }),
};

/** Query parameters that narrow which records of a kennel are meant. */
export const healthFilterQuery = {
  kennelId: kennelReference,
  dogId: z.string().optional().openapi({ description: "The records of one dog" }),
  ...periodQuery,
};

export const listHealthRecords = contract({
  operationId: "listHealthRecords",
  method: "get",
  path: "/health/records",
  tags,
  summary: "List a page of health records, the newest first",
  "x-permission": "health:read",
  request: { query: z.object({ ...pageQuery, ...healthFilterQuery }) },
  responses: { 200: answer(paged(healthRecordAnswer), "A page of health records"), ...REFUSALS },
});

export const createHealthRecord = contract({
  operationId: "createHealthRecord",
  method: "post",
  path: "/health/records",
  tags,
  summary: "Record what was found or done with a dog",
  "x-permission": "health:write",
  request: { query: z.object({ today: todayQuery }), body: jsonBody(newBody, exampleRecord) },
  responses: {
    201: answer(wrapped(healthRecordAnswer), "The stored health record"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const getHealthRecord = contract({
  operationId: "getHealthRecord",
  method: "get",
  path: "/health/records/{id}",
  tags,
  summary: "Get a health record",
  "x-permission": "health:read",
  request: { params },
  responses: { 200: answer(wrapped(healthRecordAnswer), "The health record"), ...REFUSALS },
});

export const updateHealthRecord = contract({
  operationId: "updateHealthRecord",
  method: "put",
  path: "/health/records/{id}",
  tags,
  summary: "Change a health record; absent fields stay, null or empty ones are cleared",
  "x-permission": "health:write",
  request: {
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(changeBody, { diagnosis: "Mild gingivitis", cost: 120 }),
  },
  responses: {
    200: answer(wrapped(healthRecordAnswer), "The stored health record"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE", "LIMIT_REACHED"),
  },
});

export const deleteHealthRecord = contract({
  operationId: "deleteHealthRecord",
  method: "delete",
  path: "/health/records/{id}",
  tags,
  summary: "Delete a health record with its attachments",
  "x-permission": "health:write",
  request: { params },
  responses: {
    200: answer(deletedAnswer, "The health record is gone"),
    ...REFUSALS,
    409: refusal("STILL_MOVING"),
  },
});

export const listHealthRecordsOfDog = contract({
  operationId: "listHealthRecordsOfDog",
  method: "get",
  path: "/dogs/{id}/health/records",
  tags,
  summary: "List a page of a dog's health records, the newest first",
  "x-permission": "health:read",
  request: { params: dogParams, query: z.object({ ...pageQuery, ...periodQuery }) },
  responses: { 200: answer(paged(healthRecordAnswer), "A page of the dog's health records"), ...REFUSALS },
});

export const getHealthSummary = contract({
  operationId: "getHealthSummary",
  method: "get",
  path: "/dogs/{id}/health/summary",
  tags,
  summary: "Sum a dog's health up",
  "x-permission": "health:read",
  request: { params: dogParams, query: z.object({ today: todayQuery }) },
  responses: { 200: answer(wrapped(healthSummaryAnswer), "The dog's health in numbers"), ...REFUSALS },
});

export const healthRecordEndpoints: Endpoint[] = [
  endpoint(listHealthRecords, async (c) => {
    const { kennelId, ...query } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.health.healthRecords.list, {
      ...query,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: { data: data.map(toHealthRecordAnswer), pagination } }, 200);
  }),
  endpoint(createHealthRecord, async (c) => {
    const record = await c.env.runMutation(api.health.healthRecords.create, {
      ...toFields(c.req.valid("json")),
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: toHealthRecordAnswer(record) }, 201);
  }),
  endpoint(getHealthRecord, async (c) => {
    const record = await c.env.runQuery(api.health.healthRecords.get, { recordId: c.req.valid("param").id });
    return c.json({ data: toHealthRecordAnswer(record) }, 200);
  }),
  endpoint(updateHealthRecord, async (c) => {
    const { updatedAt, ...written } = c.req.valid("json");
    const record = await c.env.runMutation(api.health.healthRecords.update, {
      ...toFields(written),
      recordId: c.req.valid("param").id,
      expectedUpdatedAt: toVersion(updatedAt),
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: toHealthRecordAnswer(record) }, 200);
  }),
  endpoint(deleteHealthRecord, async (c) => {
    await c.env.runMutation(api.health.healthRecords.remove, { recordId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(listHealthRecordsOfDog, async (c) => {
    const { data, pagination } =
      (await c.env.runQuery(api.health.healthRecords.ofDog, {
        ...c.req.valid("query"),
        dogId: c.req.valid("param").id,
      })) ?? fail("NOT_FOUND");
    return c.json({ data: { data: data.map(toHealthRecordAnswer), pagination } }, 200);
  }),
  endpoint(getHealthSummary, async (c) => {
    const summary = await c.env.runQuery(api.health.healthRecords.summary, {
      dogId: c.req.valid("param").id,
      today: todayForReading(c.req.valid("query").today),
    });
    return c.json({ data: toHealthSummaryAnswer(summary ?? fail("NOT_FOUND")) }, 200);
  }),
];
