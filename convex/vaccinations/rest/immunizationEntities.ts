/** The entity of a vaccine dose in REST answers. Shape: document 001 section 3, decision GAP-IMM-04. */
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import type { ImmunizationEntry } from "../model/immunizations";
import type { NamedPatient } from "../model/patientShape";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { answer } from "../../platform/rest/calls";
import { id, textOrNull, toNamedDog, toWritten, writtenFields } from "../../platform/rest/entities";
import { z } from "../../platform/rest/zod";

/** Who a dose or a booking is of, for other entities too. */
export const patientFields = {
  dogId: id.nullable().openapi({ description: "null for a puppy that is not one of the kennel's dogs" }),
  puppyId: id.nullable(),
  dog: z.object({ id, name: z.string().openapi({ example: "Bella" }), callName: textOrNull }).nullable(),
  puppy: z.object({ id, name: z.string().openapi({ example: "Puppy 3" }), litterId: id }).nullable(),
};

export const immunizationAnswer = z
  .object({
    id,
    kennelId: id,
    ...patientFields,
    ...recordResponses(DOSE_FIELDS),
    isDueAutomatic: z.boolean().openapi({
      description: "Whether the next due date was calculated from vaccine and age, and so follows them",
    }),
    isNewest: z.boolean().openapi({
      description: "Whether it is the newest dose of its vaccine, the only one that can be due",
    }),
    dueOn: z.string().nullable().openapi({
      description: "The day that counts for the due state; null in history and for dogs sold or dead",
    }),
    ...writtenFields,
  })
  .openapi("Immunization");

/** Makes the REST form of who a dose or a booking is of. */
export const toPatientAnswer = ({ dog, puppy }: NamedPatient) => ({
  dog: dog && toNamedDog(dog),
  puppy: puppy && { id: puppy._id, name: puppy.name, litterId: puppy.litterId },
});

/** Makes the REST response of a dose with who got it. */
export const toImmunizationAnswer = ({
  _id,
  kennelId,
  dogId,
  puppyId,
  dog,
  puppy,
  isDueAutomatic,
  isNewest,
  dueOn,
  ...dose
}: ImmunizationEntry) => ({
  id: _id,
  ...{ kennelId, dogId, puppyId, isDueAutomatic, isNewest, dueOn },
  ...toPatientAnswer({ dog, puppy }),
  ...toRecordResponse(DOSE_FIELDS, dose),
  ...toWritten(dose),
});

export const immunization = answer(immunizationAnswer, toImmunizationAnswer);
