/** The entity of a vaccine dose in REST responses. Shape: document 001 section 3, decision GAP-IMM-04. */
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { doses } from "../model/immunizations";
import { dogOfPatientShape, puppyOfPatientShape } from "../model/patientShape";
import { id } from "../../platform/rest/entities";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";

export const aboutPatient = {
  dogId: id.nullable().openapi({ description: "null for a puppy that is not one of the kennel's dogs" }),
  dog: answerOf(null, dogOfPatientShape, { about: { name: z.string().openapi({ example: "Bella" }) } }),
  puppy: answerOf(null, puppyOfPatientShape, {
    about: { name: z.string().openapi({ example: "Puppy 3" }) },
  }),
};

export const immunization = answerOf("Immunization", doses.shape, {
  fields: DOSE_FIELDS,
  about: {
    ...aboutPatient,
    isDueAutomatic: z.boolean().openapi({
      description: "Whether the next due date was calculated from vaccine and age, and so follows them",
    }),
    isNewest: z.boolean().openapi({
      description: "Whether it is the newest dose of its vaccine, the only one that can be due",
    }),
    dueOn: z.string().nullable().openapi({
      description: "The day that counts for the due state; null in history and for dogs sold or dead",
    }),
  },
});
