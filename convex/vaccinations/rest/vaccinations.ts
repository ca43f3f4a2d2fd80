/** The REST calls of the vaccination schedule: contracts and handlers, each one call to the function the web app uses. */
import { SCHEDULED_STATUSES } from "../../../domain/constants/vaccines";
import { completionSchema, newBookingSchema } from "../../../domain/schemas/scheduled-vaccination";
import { api } from "../../_generated/api";
import {
  answer,
  contract,
  endpoint,
  idParam,
  jsonBody,
  paged,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { toImmunizationAnswer } from "./immunizationEntities";
import { patientBody } from "./immunizations";
import {
  kennelOrDefault,
  kennelReference,
  pageQuery,
  todayForReading,
  todayForWriting,
  todayQuery,
} from "../../platform/rest/request";
import {
  aheadAnswer,
  completedVaccinationAnswer,
  scheduledVaccinationAnswer,
  toScheduledVaccinationAnswer,
  toVaccineReminderAnswer,
  vaccineReminderAnswer,
} from "./vaccinationEntities";
import { z } from "../../platform/rest/zod";

const tags = ["Health"];

export const getImmunizationSchedule = contract({
  operationId: "getImmunizationSchedule",
  method: "get",
  path: "/dogs/{id}/health/immunization-schedule",
  tags,
  summary: "List the vaccinations that a dog is to get, the earliest first",
  "x-permission": "health:read",
  request: {
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: z.object({ today: todayQuery }),
  },
  responses: { 200: answer(wrapped(z.array(aheadAnswer)), "What lies ahead"), ...REFUSALS },
});

export const listVaccineReminders = contract({
  operationId: "listVaccineReminders",
  method: "get",
  path: "/health/vaccine-reminders",
  tags,
  summary: "List a page of vaccinations overdue or due in the next 30 days, the earliest first",
  "x-permission": "health:read",
  request: { query: z.object({ ...pageQuery, kennelId: kennelReference, today: todayQuery }) },
  responses: { 200: answer(paged(vaccineReminderAnswer), "A page of what is due"), ...REFUSALS },
});

export const scheduleVaccination = contract({
  operationId: "scheduleVaccination",
  method: "post",
  path: "/health/schedule-vaccination",
  tags,
  summary: "Schedule a vaccination, which makes a reminder",
  "x-permission": "health:write",
  request: {
    query: z.object({ today: todayQuery }),
    body: jsonBody(z.object({ ...patientBody, ...newBookingSchema.shape }), {
      dogId: "jd7f3k9m2",
      vaccineName: "Rabies",
      scheduledDate: "2025-07-01",
      veterinarianName: "Dr. Lee",
    }),
  },
  responses: {
    201: answer(wrapped(scheduledVaccinationAnswer), "The scheduled vaccination"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const listScheduledVaccinations = contract({
  operationId: "listScheduledVaccinations",
  method: "get",
  path: "/health/scheduled-vaccinations",
  tags,
  summary: "List a page of scheduled vaccinations, the earliest first",
  "x-permission": "health:read",
  request: {
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      dogId: z.string().optional().openapi({ description: "Of this dog alone" }),
      puppyId: z.string().optional().openapi({ description: "Of this puppy alone" }),
      status: z
        .enum(SCHEDULED_STATUSES, { error: `Status must be ${SCHEDULED_STATUSES.join(", ")}` })
        .default("scheduled"),
    }),
  },
  responses: { 200: answer(paged(scheduledVaccinationAnswer), "A page of them"), ...REFUSALS },
});

export const completeScheduledVaccination = contract({
  operationId: "completeScheduledVaccination",
  method: "post",
  path: "/health/scheduled-vaccinations/{id}/complete",
  tags,
  summary: "Complete a scheduled vaccination: its dose is recorded and its reminder done",
  "x-permission": "health:write",
  request: {
    params: z.object({ id: idParam("id", "The scheduled vaccination's id") }),
    query: z.object({ today: todayQuery }),
    body: jsonBody(completionSchema, { dateAdministered: "2025-06-15", batchNumber: "R-4471" }),
  },
  responses: {
    201: answer(wrapped(completedVaccinationAnswer), "The scheduled vaccination and its dose"),
    ...REFUSALS,
    409: refusal("BOOKING_CLOSED"),
  },
});

export const vaccinationEndpoints: Endpoint[] = [
  endpoint(getImmunizationSchedule, async (c) => {
    const ahead = await c.env.runQuery(api.vaccinations.vaccinationSchedule.ahead, {
      dogId: c.req.valid("param").id,
      today: todayForReading(c.req.valid("query").today),
    });
    return c.json({ data: ahead }, 200);
  }),
  endpoint(listVaccineReminders, async (c) => {
    const { kennelId, today: typed, ...query } = c.req.valid("query");
    const today = todayForReading(typed);
    const { data, pagination } = await c.env.runQuery(api.health.healthAlerts.vaccineReminders, {
      ...query,
      today,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    const reminders = data.map((dose) => toVaccineReminderAnswer(dose, today));
    return c.json({ data: { data: reminders, pagination } }, 200);
  }),
  endpoint(scheduleVaccination, async (c) => {
    const booking = await c.env.runMutation(api.vaccinations.vaccinationSchedule.schedule, {
      ...c.req.valid("json"),
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: toScheduledVaccinationAnswer(booking) }, 201);
  }),
  endpoint(listScheduledVaccinations, async (c) => {
    const { kennelId, ...query } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.vaccinations.vaccinationSchedule.listScheduled, {
      ...query,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: { data: data.map(toScheduledVaccinationAnswer), pagination } }, 200);
  }),
  endpoint(completeScheduledVaccination, async (c) => {
    const { scheduled, immunization } = await c.env.runMutation(
      api.vaccinations.vaccinationSchedule.complete,
      {
        ...c.req.valid("json"),
        scheduledVaccinationId: c.req.valid("param").id,
        today: todayForWriting(c.req.valid("query").today),
      },
    );
    const data = {
      scheduledVaccination: toScheduledVaccinationAnswer(scheduled),
      immunization: toImmunizationAnswer(immunization),
    };
    return c.json({ data }, 201);
  }),
];
