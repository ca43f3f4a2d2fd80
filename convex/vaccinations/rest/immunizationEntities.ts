/** The entity of a vaccine dose in REST answers. Shape: document 001 section 3, decision GAP-IMM-04. */
import type { Immunization, ImmunizationEntry } from "../model/immunizationShape";
import type { NamedPatient } from "../../platform/model/patientShape";
import { z } from "../../platform/rest/zod";

const textOrNull = z.string().nullable();
const id = z.string().openapi({ example: "jd7f3k9m2" });
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
const dayOrNull = z.string().nullable().openapi({ description: "Calendar day, YYYY-MM-DD" });

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
    vaccineName: z.string().openapi({ example: "Rabies" }),
    vaccineType: z.string().openapi({ example: "Core" }),
    manufacturer: textOrNull,
    batchNumber: textOrNull,
    dateAdministered: z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example: "2025-06-15" }),
    expirationDate: dayOrNull,
    nextDueDate: dayOrNull,
    isDueAutomatic: z.boolean().openapi({
      description: "Whether the next due date was calculated from vaccine and age, and so follows them",
    }),
    veterinarianName: textOrNull,
    veterinaryClinic: textOrNull,
    notes: textOrNull,
    isNewest: z.boolean().openapi({
      description: "Whether it is the newest dose of its vaccine, the only one that can be due",
    }),
    dueOn: dayOrNull.openapi({
      description: "The day that counts for the due state; null in history and for dogs sold or dead",
    }),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("Immunization");

const toInstant = (ms: number): string => new Date(ms).toISOString();

/** Makes the REST form of who a dose or a booking is of. */
export const toPatientAnswer = ({ dog, puppy }: NamedPatient) => ({
  dog: dog && { id: dog._id, name: dog.name, callName: dog.callName },
  puppy: puppy && { id: puppy._id, name: puppy.name, litterId: puppy.litterId },
});

const toDoseAnswer = ({ _id, ...dose }: Immunization) => ({
  id: _id,
  ...dose,
  createdAt: toInstant(dose.createdAt),
  updatedAt: toInstant(dose.updatedAt),
});

/** Makes the REST answer of a dose with who got it. */
export const toImmunizationAnswer = ({ dog, puppy, ...dose }: ImmunizationEntry) => ({
  ...toDoseAnswer(dose),
  ...toPatientAnswer({ dog, puppy }),
});
