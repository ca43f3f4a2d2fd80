/** The entities of the vaccination schedule in REST answers. Shapes: decisions GAP-HLT-11 and GAP-VAX-05. */
import { dueStateOf } from "../../../domain/health/due-state";
import { BOOKING_RECORD } from "../../../domain/records/booking";
import type { ImmunizationEntry } from "../model/immunizationShape";
import type { ScheduledVaccination } from "../model/scheduleShape";
import { immunizationAnswer, patientFields, toPatientAnswer } from "./immunizationEntities";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { z } from "../../platform/rest/zod";

const id = z.string().openapi({ example: "jd7f3k9m2" });
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
const day = z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example: "2025-07-01" });
const state = z.enum(["overdue", "due_soon", "current"]);

export const scheduledVaccinationAnswer = z
  .object({
    id,
    kennelId: id,
    ...patientFields,
    ...recordResponses(BOOKING_RECORD),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("ScheduledVaccination");

export const completedVaccinationAnswer = z
  .object({ scheduledVaccination: scheduledVaccinationAnswer, immunization: immunizationAnswer })
  .openapi("CompletedVaccination");

export const aheadAnswer = z
  .object({
    vaccineName: z.string().openapi({ example: "Rabies" }),
    dueDate: day,
    state,
    reason: z.enum(["dose", "puppy_schedule", "booking"]).openapi({
      description: "Due after the last dose, by the puppy schedule, or scheduled",
    }),
  })
  .openapi("VaccinationAhead");

export const vaccineReminderAnswer = z
  .object({
    immunizationId: id,
    ...patientFields,
    vaccineName: z.string().openapi({ example: "Rabies" }),
    dueDate: day,
    state,
  })
  .openapi("VaccineReminder");

const toInstant = (ms: number): string => new Date(ms).toISOString();

/** Makes the REST response of a booked vaccination. */
export const toScheduledVaccinationAnswer = ({
  _id,
  kennelId,
  dogId,
  puppyId,
  dog,
  puppy,
  createdAt,
  updatedAt,
  ...booking
}: ScheduledVaccination) => ({
  id: _id,
  ...{ kennelId, dogId, puppyId },
  ...toPatientAnswer({ dog, puppy }),
  ...toRecordResponse(BOOKING_RECORD, booking),
  createdAt: toInstant(createdAt),
  updatedAt: toInstant(updatedAt),
});

/** Makes the REST response of a dose that is due. */
export function toVaccineReminderAnswer(
  { _id, dogId, puppyId, dog, puppy, vaccineName, dueOn }: ImmunizationEntry,
  today: string,
) {
  // What is answered as due has a day.
  const dueDate = dueOn ?? today;
  return {
    immunizationId: _id,
    dogId,
    puppyId,
    ...toPatientAnswer({ dog, puppy }),
    vaccineName,
    dueDate,
    state: dueStateOf(dueDate, today).state,
  };
}
