/** What the dose form starts with, and what of it is sent. */
import { joinKeys, keyOfPatient, patientArgs } from "@/features/health/patients";
import type { Dose } from "@/features/health/immunizations/types";
import { COMMON_VACCINES } from "@domain/constants/vaccines";
import { vaccineKeyOf } from "@domain/health/vaccines";
import type { DoseFormValues } from "@domain/schemas/dose-form";

/** What a new dose begins with: who it is for and of which vaccine; empty ones are still to be chosen. */
export type GivenDose = { patients: readonly string[]; vaccine: string };

/** Finds the common vaccine that a name means. */
export const commonVaccineOf = (name: string) =>
  COMMON_VACCINES.find((vaccine) => vaccineKeyOf(vaccine.name) === vaccineKeyOf(name));

/** The form of a new dose, given today. */
export const newDoseValues = ({ patients, vaccine }: GivenDose, today: string): DoseFormValues => ({
  patients: joinKeys(patients),
  vaccineName: vaccine,
  vaccineType: commonVaccineOf(vaccine)?.type ?? "",
  dateAdministered: today,
  isAutomatic: true,
  nextDueDate: "",
  expirationDate: "",
  manufacturer: "",
  batchNumber: "",
  veterinarianName: "",
  veterinaryClinic: "",
  notes: "",
});

/** Returns the form's values for a recorded dose. */
export function valuesOfDose(dose: Dose): DoseFormValues {
  return {
    patients: keyOfPatient(dose),
    vaccineName: dose.vaccineName,
    vaccineType: dose.vaccineType,
    dateAdministered: dose.dateAdministered,
    isAutomatic: dose.isDueAutomatic,
    nextDueDate: dose.isDueAutomatic ? "" : (dose.nextDueDate ?? ""),
    // An expiration date that equals the next due date is not one that somebody typed.
    expirationDate: dose.expirationDate === dose.nextDueDate ? "" : (dose.expirationDate ?? ""),
    manufacturer: dose.manufacturer ?? "",
    batchNumber: dose.batchNumber ?? "",
    veterinarianName: dose.veterinarianName ?? "",
    veterinaryClinic: dose.veterinaryClinic ?? "",
    notes: dose.notes ?? "",
  };
}

const fieldNames = Object.keys(newDoseValues({ patients: [], vaccine: "" }, ""));

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toDoseField(name: string): keyof DoseFormValues | null {
  if (["dogId", "puppyId", "dogIds", "puppyIds"].includes(name)) return "patients";
  return fieldNames.includes(name) ? (name as keyof DoseFormValues) : null; // one of the form's own names
}

/** Makes what the server takes of a dose, whoever got it; a next due date that is not sent is calculated there. */
export const toDoseFields = (values: DoseFormValues) => ({
  vaccineName: values.vaccineName,
  vaccineType: values.vaccineType,
  dateAdministered: values.dateAdministered,
  nextDueDate: values.isAutomatic ? undefined : values.nextDueDate || null,
  expirationDate: values.expirationDate || null,
  manufacturer: values.manufacturer || null,
  batchNumber: values.batchNumber || null,
  veterinarianName: values.veterinarianName || null,
  veterinaryClinic: values.veterinaryClinic || null,
  notes: values.notes || null,
});

type DoseFields = ReturnType<typeof toDoseFields>;

/**
 * Returns only what differs from the record the breeder began with, so that somebody else's change of another field
 * survives this save.
 */
export function changedDoseFields(
  values: DoseFormValues,
  begunWith: DoseFormValues,
): Partial<DoseFields> & { isDueAutomatic?: true; dogId?: string; puppyId?: string } {
  const before: Partial<DoseFields> = toDoseFields(begunWith);
  const changes = Object.entries(toDoseFields(values)).filter(
    ([name, value]) => before[name as keyof DoseFields] !== value, // names of the object itself
  );
  return {
    ...Object.fromEntries(changes),
    ...(values.isAutomatic && !begunWith.isAutomatic && { isDueAutomatic: true as const }),
    ...(values.patients !== begunWith.patients && patientArgs(values.patients)),
  };
}
