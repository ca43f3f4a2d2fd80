/** The REST calls of health records. */
import { HEALTH_RECORD_TYPES } from "../../../domain/health/rules";
import { fail } from "../../../domain/errors";
import { HEALTH_RECORD_FIELDS } from "../../../domain/health/record";
import { api } from "../../_generated/api";
import { get, idParam, oneOf, pageOf, type Endpoint } from "../../platform/rest/calls";
import {
  kennelReference,
  oneOrAll,
  pageQuery,
  readingDayQuery,
  searchQuery,
  writingDay,
} from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";
import { healthRecord, healthSummary } from "./healthEntities";

const tags = ["Health"];
const dogParams = z.object({ id: idParam("id", "The dog's id") });

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
  type: oneOrAll(HEALTH_RECORD_TYPES, "Empty means every type"),
  startDate: z.string().optional().openapi({ description: "The first day, YYYY-MM-DD" }),
  endDate: z.string().optional().openapi({ description: "The last day, YYYY-MM-DD" }),
  search: searchQuery(
    "Every word must be found in the dog's name, title, description, diagnosis, veterinarian or clinic",
  ),
};

export const healthFilterQuery = {
  kennelId: kennelReference,
  dogId: z.string().optional().openapi({ description: "The records of one dog" }),
  ...periodQuery,
};

const records = resource({
  path: "/health/records",
  tags,
  rights: "health",
  noun: "health record",
  id: "recordId",
  answer: healthRecord,
});

export const healthRecordEndpoints: Endpoint[] = [
  ...records.ordinary({
    functions: api.health.healthRecords,
    fields: HEALTH_RECORD_FIELDS,
    query: healthFilterQuery,
    writing: { today: writingDay },
    words: {
      list: "List a page of health records, the newest first",
      create: "Record an examination, treatment or other health event of a dog",
      remove: "Delete a health record with its attachments",
    },
    examples: { created: exampleRecord, changed: { diagnosis: "Mild gingivitis", cost: 120 } },
    refusals: { update: ["LIMIT_REACHED"], remove: ["STILL_MOVING"] },
  }),
  get("/dogs/{id}/health/records", {
    operationId: "listHealthRecordsOfDog",
    tags,
    permission: "health:read",
    summary: "List a page of a dog's health records, the newest first",
    params: dogParams,
    query: z.object({ ...pageQuery, ...periodQuery }),
    returns: pageOf(healthRecord, "A page of the dog's health records"),
    run: async ({ env, params, query }) =>
      (await env.runQuery(api.health.healthRecords.ofDog, { ...query, dogId: params.id })) ??
      fail("NOT_FOUND"),
  }),
  get("/dogs/{id}/health/summary", {
    operationId: "getHealthSummary",
    tags,
    permission: "health:read",
    summary: "Summarize a dog's health",
    params: dogParams,
    query: readingDayQuery,
    returns: oneOf(healthSummary, "The dog's health in numbers"),
    run: async ({ env, params, query }) =>
      (await env.runQuery(api.health.healthRecords.summary, { ...query, dogId: params.id })) ??
      fail("NOT_FOUND"),
  }),
];
