/** The entities of the vaccination schedule in REST answers. Shapes: decisions GAP-HLT-11 and GAP-VAX-05. */
import { dueStateOf } from "../../../domain/health/due-state";
import { BOOKING_RECORD } from "../../../domain/vaccinations/record";
import type { ImmunizationEntry } from "../model/immunizations";
import type { ScheduledVaccination } from "../model/scheduledVaccinations";
import {
  immunizationAnswer,
  patientFields,
  toImmunizationAnswer,
  toPatientAnswer,
} from "./immunizationEntities";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { answer } from "../../platform/rest/calls";
import { dayLike, id, toWritten, writtenFields } from "../../platform/rest/entities";
import { z } from "../../platform/rest/zod";

const day = dayLike("2025-07-01");
const state = z.enum(["overdue", "due_soon", "current"]);

const scheduledVaccinationAnswer = z
  .object({
    id,
    kennelId: id,
    ...patientFields,
    ...recordResponses(BOOKING_RECORD),
    ...writtenFields,
  })
  .openapi("ScheduledVaccination");

const completedVaccinationAnswer = z
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

const vaccineReminderAnswer = z
  .object({
    immunizationId: id,
    ...patientFields,
    vaccineName: z.string().openapi({ example: "Rabies" }),
    dueDate: day,
    state,
  })
  .openapi("VaccineReminder");

const toScheduledVaccinationAnswer = ({
  _id,
  kennelId,
  dogId,
  puppyId,
  dog,
  puppy,
  ...booking
}: ScheduledVaccination) => ({
  id: _id,
  ...{ kennelId, dogId, puppyId },
  ...toPatientAnswer({ dog, puppy }),
  ...toRecordResponse(BOOKING_RECORD, booking),
  ...toWritten(booking),
});

function toVaccineReminderAnswer(
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

export const scheduledVaccination = answer(scheduledVaccinationAnswer, toScheduledVaccinationAnswer);

/** A booked vaccination that was completed, with its dose. */
export const completedVaccination = answer(
  completedVaccinationAnswer,
  (done: { scheduled: ScheduledVaccination; immunization: ImmunizationEntry }) => ({
    scheduledVaccination: toScheduledVaccinationAnswer(done.scheduled),
    immunization: toImmunizationAnswer(done.immunization),
  }),
);

/** A dose that is due, as it is on a day. */
export const vaccineReminder = answer(
  vaccineReminderAnswer,
  ({ dose, today }: { dose: ImmunizationEntry; today: string }) => toVaccineReminderAnswer(dose, today),
);
