/** The REST calls of health records: each is one call to the function the web app uses. */
import { HEALTH_RECORD_TYPES } from "../../../domain/constants/health";
import { fail } from "../../../domain/errors";
import { HEALTH_RECORD_FIELDS } from "../../../domain/records/health-record";
import { healthRecordChangesSchema, newHealthRecordSchema } from "../../../domain/schemas/health-record";
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
import {
  healthRecordAnswer,
  healthSummaryAnswer,
  toHealthRecordAnswer,
  toHealthSummaryAnswer,
} from "./healthEntities";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
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

const newBody = z.object(recordBody(HEALTH_RECORD_FIELDS, newHealthRecordSchema.shape));
const changeBody = z.object({
  ...recordBody(HEALTH_RECORD_FIELDS, healthRecordChangesSchema.shape),
  updatedAt: savedVersion,
});

const exampleRecord = {
  dogId: "jd7f3k9m2",
  recordType: "examination",
  title: "Annual check",
  description: "Heart and lungs normal",
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

export const healthRecordEndpoints: Endpoint[] = [
  get("/health/records", {
    operationId: "listHealthRecords",
    tags,
    permission: "health:read",
    summary: "List a page of health records, the newest first",
    query: z.object({ ...pageQuery, ...healthFilterQuery }),
    returns: pageOf(healthRecordAnswer, "A page of health records"),
    run: async ({ env, query: { kennelId, ...query } }) => {
      const { data, pagination } = await env.runQuery(api.health.healthRecords.list, {
        ...query,
        kennelId: await kennelOrDefault(env, kennelId),
      });
      return { data: data.map(toHealthRecordAnswer), pagination };
    },
  }),
  post("/health/records", {
    operationId: "createHealthRecord",
    tags,
    permission: "health:write",
    summary: "Record an examination, treatment or other health event of a dog",
    query: z.object({ today: todayQuery }),
    body: jsonBody(newBody, exampleRecord),
    returns: one(healthRecordAnswer, "The stored health record"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, query, body }) => {
      const record = await env.runMutation(api.health.healthRecords.create, {
        ...toRecordFields(HEALTH_RECORD_FIELDS, body),
        today: todayForWriting(query.today),
      });
      return toHealthRecordAnswer(record);
    },
  }),
  get("/health/records/{id}", {
    operationId: "getHealthRecord",
    tags,
    permission: "health:read",
    summary: "Get a health record",
    params,
    returns: one(healthRecordAnswer, "The health record"),
    run: async ({ env, params }) => {
      const record = await env.runQuery(api.health.healthRecords.get, { recordId: params.id });
      return toHealthRecordAnswer(record);
    },
  }),
  put("/health/records/{id}", {
    operationId: "updateHealthRecord",
    tags,
    permission: "health:write",
    summary: "Change a health record; omitted fields stay unchanged, null or empty ones are cleared",
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(changeBody, { diagnosis: "Mild gingivitis", cost: 120 }),
    returns: one(healthRecordAnswer, "The stored health record"),
    refusals: ["STALE_UPDATE", "LIMIT_REACHED"],
    run: async ({ env, params, query, body: { updatedAt, ...written } }) => {
      const record = await env.runMutation(api.health.healthRecords.update, {
        ...toRecordFields(HEALTH_RECORD_FIELDS, written),
        recordId: params.id,
        expectedUpdatedAt: toVersion(updatedAt),
        today: todayForWriting(query.today),
      });
      return toHealthRecordAnswer(record);
    },
  }),
  del("/health/records/{id}", {
    operationId: "deleteHealthRecord",
    tags,
    permission: "health:write",
    summary: "Delete a health record with its attachments",
    params,
    returns: gone("The health record was deleted"),
    refusals: ["STILL_MOVING"],
    run: async ({ env, params }) => {
      await env.runMutation(api.health.healthRecords.remove, { recordId: params.id });
    },
  }),
  get("/dogs/{id}/health/records", {
    operationId: "listHealthRecordsOfDog",
    tags,
    permission: "health:read",
    summary: "List a page of a dog's health records, the newest first",
    params: dogParams,
    query: z.object({ ...pageQuery, ...periodQuery }),
    returns: pageOf(healthRecordAnswer, "A page of the dog's health records"),
    run: async ({ env, params, query }) => {
      const { data, pagination } =
        (await env.runQuery(api.health.healthRecords.ofDog, {
          ...query,
          dogId: params.id,
        })) ?? fail("NOT_FOUND");
      return { data: data.map(toHealthRecordAnswer), pagination };
    },
  }),
  get("/dogs/{id}/health/summary", {
    operationId: "getHealthSummary",
    tags,
    permission: "health:read",
    summary: "Summarize a dog's health",
    params: dogParams,
    query: z.object({ today: todayQuery }),
    returns: one(healthSummaryAnswer, "The dog's health in numbers"),
    run: async ({ env, params, query }) => {
      const summary = await env.runQuery(api.health.healthRecords.summary, {
        dogId: params.id,
        today: todayForReading(query.today),
      });
      return toHealthSummaryAnswer(summary ?? fail("NOT_FOUND"));
    },
  }),
];
