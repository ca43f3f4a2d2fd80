/**
 * What the dose form starts with, how it is checked, what of it is sent, and at which dogs the server's refusals
 * stand.
 */
import { z } from "zod";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import type { Dose } from "@/features/health/immunizations/dose-words";
import { joinKeys, keyOfDog, keyOfPatient, keyOfPuppy, patientArgs } from "@/features/health/patients";
import { COMMON_VACCINES, PATIENT_MISSING } from "@domain/vaccinations/rules";
import { getErrorData } from "@domain/errors";
import { vaccineKeyOf } from "@domain/vaccinations/vaccines";
import { DOSE_FIELDS } from "@domain/vaccinations/record";
import { type TypedForm, differing, emptyTypedForm, sentFields, typedForm } from "@domain/records/typed-form";
import { newDoseSchema } from "@domain/vaccinations/schemas";

/** The form in which doses are recorded; who got it is a text of patients' keys. */
export type DoseFormValues = TypedForm<typeof DOSE_FIELDS> & {
  patients: string;
  /** Whether the next due date follows from vaccine and date. */
  isAutomatic: boolean;
};

/** What a new dose begins with: who it is for and of which vaccine; empty ones are still to be chosen. */
export type GivenDose = { patients: readonly string[]; vaccine: string };

/** Finds the common vaccine that a name means. */
const commonVaccineOf = (name: string) =>
  COMMON_VACCINES.find((vaccine) => vaccineKeyOf(vaccine.name) === vaccineKeyOf(name));

/** The form of a new dose, given today. */
export const newDoseValues = ({ patients, vaccine }: GivenDose, today: string): DoseFormValues => ({
  ...emptyTypedForm(DOSE_FIELDS),
  patients: joinKeys(patients),
  vaccineName: vaccine,
  vaccineType: commonVaccineOf(vaccine)?.type ?? "",
  dateAdministered: today,
  isAutomatic: true,
});

/** Returns the form's values for a recorded dose. */
export function valuesOfDose(dose: Dose): DoseFormValues {
  const { isDueAutomatic: isAutomatic, nextDueDate, expirationDate } = dose;
  return {
    ...typedForm(DOSE_FIELDS, dose),
    patients: keyOfPatient(dose),
    isAutomatic,
    nextDueDate: isAutomatic ? "" : (nextDueDate ?? ""),
    // An expiration date that equals the next due date is not one that somebody typed.
    expirationDate: expirationDate === nextDueDate ? "" : (expirationDate ?? ""),
  };
}

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toDoseField(name: string): keyof DoseFormValues | null {
  if (["dogId", "puppyId", "dogIds", "puppyIds"].includes(name)) return "patients";
  return Object.hasOwn(DOSE_FIELDS, name) ? (name as keyof DoseFormValues) : null; // one of the form's own names
}

/** Makes what the server takes of a dose, whoever got it; a next due date that is not sent is calculated there. */
export function toDoseFields(values: DoseFormValues) {
  const sent = sentFields(DOSE_FIELDS, values);
  return { ...sent, nextDueDate: values.isAutomatic ? undefined : sent.nextDueDate };
}

/** Checks what is typed of a dose. */
export const doseResolver = schemaResolver({
  schema: newDoseSchema.extend({ patients: z.string().min(1, PATIENT_MISSING) }),
  toServer: (values: DoseFormValues) => ({ ...toDoseFields(values), patients: values.patients }),
  toField: (name) => (name === "patients" ? name : toDoseField(name)),
});

/**
 * Returns only what differs from the record the breeder began with, so that somebody else's change of another field
 * survives this save.
 */
export const changedDoseFields = (
  values: DoseFormValues,
  begunWith: DoseFormValues,
): Partial<ReturnType<typeof toDoseFields>> & {
  isDueAutomatic?: true;
  dogId?: string;
  puppyId?: string;
} => ({
  ...differing(toDoseFields(values), toDoseFields(begunWith)),
  ...(values.isAutomatic && !begunWith.isAutomatic && { isDueAutomatic: true as const }),
  ...(values.patients !== begunWith.patients && patientArgs(values.patients)),
});

/** Messages by the patient's key. */
export type PatientErrors = Readonly<Record<string, string>>;

/** The server names a dog or puppy of a batch by its list and its id. */
const LISTS: readonly [prefix: string, keyOf: (id: string) => string][] = [
  ["dogIds.", keyOfDog],
  ["puppyIds.", keyOfPuppy],
];

/** Reads the messages that the server gave for single dogs and puppies. */
export function errorsByPatient(error: unknown): PatientErrors {
  const fields = getErrorData(error)?.details.fields ?? {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) =>
      LISTS.filter(([prefix]) => name.startsWith(prefix)).map(([prefix, keyOf]) => [
        keyOf(name.slice(prefix.length)),
        message,
      ]),
    ),
  );
}
