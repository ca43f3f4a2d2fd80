/** The entities of the vaccination schedule in REST responses. Shapes: decisions GAP-HLT-11 and GAP-VAX-05. */
import { v } from "convex/values";
import { dueStateOf } from "../../../domain/health/due-state";
import { BOOKING_RECORD } from "../../../domain/vaccinations/record";
import type { ImmunizationEntry } from "../model/immunizations";
import { patientShape } from "../model/patientShape";
import { bookings, type ScheduledVaccination } from "../model/scheduledVaccinations";
import { aboutPatient, immunization } from "./immunizationEntities";
import { answer } from "../../platform/rest/calls";
import { dayLike, id } from "../../platform/rest/entities";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";

const day = dayLike("2025-07-01");
const state = z.enum(["overdue", "due_soon", "current"]);

export const scheduledVaccination = answerOf("ScheduledVaccination", bookings.shape, {
  fields: BOOKING_RECORD,
  about: aboutPatient,
});

export const completedVaccination = answer(
  z
    .object({ scheduledVaccination: scheduledVaccination.schema, immunization: immunization.schema })
    .openapi("CompletedVaccination"),
  (done: { scheduled: ScheduledVaccination; immunization: ImmunizationEntry }) => ({
    scheduledVaccination: scheduledVaccination.toAnswer(done.scheduled),
    immunization: immunization.toAnswer(done.immunization),
  }),
);

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

const vaccineName = z.string().openapi({ example: "Rabies" });

export const vaccineReminder = answerOf(
  "VaccineReminder",
  v.object({ ...patientShape, vaccineName: v.string() }),
  {
    about: { ...aboutPatient, vaccineName },
    more: {
      shape: { immunizationId: id, dueDate: day, state },
      of: ({ _id, dueOn, today }: ImmunizationEntry & { today: string }) => {
        // A due dose always has a date.
        const dueDate = dueOn ?? today;
        return { immunizationId: _id, dueDate, state: dueStateOf(dueDate, today).state };
      },
    },
  },
);
