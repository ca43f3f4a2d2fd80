/** The REST calls of the vaccination schedule. */
import { BOOKING_FIELDS, BOOKING_STATE } from "../../../domain/vaccinations/record";
import { completionSchema, GIVEN_FIELDS, newBookingSchema } from "../../../domain/vaccinations/schemas";
import { api } from "../../_generated/api";
import { get, idParam, jsonBody, oneOf, one, pageOf, post, type Endpoint } from "../../platform/rest/calls";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import {
  kennelDayQuery,
  kennelReference,
  pageQuery,
  readingDayQuery,
  writingDayQuery,
} from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";
import { patientBody } from "./immunizations";
import {
  aheadAnswer,
  completedVaccination,
  scheduledVaccination,
  vaccineReminder,
} from "./vaccinationEntities";

const tags = ["Health"];

const bookingBody = z.object({ ...patientBody, ...recordBody(BOOKING_FIELDS, newBookingSchema.shape) });

const { dateAdministered, vaccineType, ...given } = completionSchema.shape;
const completionBody = z.object({ dateAdministered, vaccineType, ...recordBody(GIVEN_FIELDS, given) });

export const vaccinationEndpoints: Endpoint[] = [
  get("/dogs/{id}/health/immunization-schedule", {
    operationId: "getImmunizationSchedule",
    tags,
    permission: "health:read",
    summary: "List a dog's upcoming vaccinations, the earliest first",
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: readingDayQuery,
    returns: one(z.array(aheadAnswer), "The upcoming vaccinations"),
    run: async ({ env, params, query }) =>
      await env.runQuery(api.vaccinations.vaccinationSchedule.ahead, { dogId: params.id, ...query }),
  }),
  get("/health/vaccine-reminders", {
    operationId: "listVaccineReminders",
    tags,
    permission: "health:read",
    summary: "List a page of vaccinations overdue or due in the next 30 days, the earliest first",
    query: z.object({ ...pageQuery, ...kennelDayQuery.shape }),
    returns: pageOf(vaccineReminder, "A page of what is due"),
    run: async ({ env, query }) => {
      const { data, pagination } = await env.runQuery(api.health.healthAlerts.vaccineReminders, query);
      return { data: data.map((dose) => ({ ...dose, today: query.today })), pagination };
    },
  }),
  post("/health/schedule-vaccination", {
    operationId: "scheduleVaccination",
    tags,
    permission: "health:write",
    summary: "Schedule a vaccination, which makes a reminder",
    query: writingDayQuery,
    body: jsonBody(bookingBody, {
      dogId: "jd7f3k9m2",
      vaccineName: "Rabies",
      scheduledDate: "2025-07-01",
      veterinarianName: "Dr. Lee",
    }),
    returns: oneOf(scheduledVaccination, "The scheduled vaccination"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, query, body: { dogId, puppyId, ...written } }) =>
      await env.runMutation(api.vaccinations.vaccinationSchedule.schedule, {
        ...{ dogId, puppyId, ...toRecordFields(BOOKING_FIELDS, written) },
        ...query,
      }),
  }),
  get("/health/scheduled-vaccinations", {
    operationId: "listScheduledVaccinations",
    tags,
    permission: "health:read",
    summary: "List a page of scheduled vaccinations, the earliest first",
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      dogId: z.string().optional().openapi({ description: "Only of this dog" }),
      puppyId: z.string().optional().openapi({ description: "Only of this puppy" }),
      status: BOOKING_STATE.status.schema.default("scheduled"),
    }),
    returns: pageOf(scheduledVaccination, "A page of scheduled vaccinations"),
    run: async ({ env, query }) =>
      await env.runQuery(api.vaccinations.vaccinationSchedule.listScheduled, query),
  }),
  post("/health/scheduled-vaccinations/{id}/complete", {
    operationId: "completeScheduledVaccination",
    tags,
    permission: "health:write",
    summary: "Complete a scheduled vaccination: its dose is recorded and its reminder completed",
    params: z.object({ id: idParam("id", "The scheduled vaccination's id") }),
    query: writingDayQuery,
    body: jsonBody(completionBody, { dateAdministered: "2025-06-15", batchNumber: "R-4471" }),
    returns: oneOf(completedVaccination, "The scheduled vaccination and its dose"),
    refusals: ["BOOKING_CLOSED"],
    run: async ({ env, params, query, body: { dateAdministered: givenOn, vaccineType: type, ...written } }) =>
      await env.runMutation(api.vaccinations.vaccinationSchedule.complete, {
        ...{ dateAdministered: givenOn, vaccineType: type, ...toRecordFields(GIVEN_FIELDS, written) },
        ...{ scheduledVaccinationId: params.id, ...query },
      }),
  }),
];
