/** The words for doses on screen: their name, the next due date, and failures. */
import type { FunctionReturnType } from "convex/server";
import { serverTextOr } from "@/lib/failure-text";
import { nameOfPatient } from "@/entities/health/patients";
import type { api } from "@convex/_generated/api";
import { getErrorData } from "@domain/errors";
import type { TypedForm } from "@domain/records/typed-form";
import type { DOSE_FIELDS } from "@domain/vaccinations/record";
import { type DueState, dueStateOf } from "@domain/health/due-state";

/** Such as 'Rabies of Bella'. */
export const doseTitle = (dose: Dose): string => `${dose.vaccineName} of ${nameOfPatient(dose)}`;

/** Null for older doses, and if no dose is due. */
export const dueStateOfDose = ({ dueOn }: Dose, today: string): DueState | null =>
  dueOn === null ? null : dueStateOf(dueOn, today);

const SAVE_FAILURE = "Failed to save immunization. Please try again.";

/** The server's own message has priority. Source: rule IMM-18. */
export function saveFailureText(error: unknown): string {
  const fields = Object.keys(getErrorData(error)?.details.fields ?? {});
  // A field name with a position in a list belongs to a single dog.
  if (fields.some((name) => name.includes("."))) {
    return "Nothing was saved. Check the dogs with a message, or remove them.";
  }
  return serverTextOr(SAVE_FAILURE, error);
}

export type DosePage = FunctionReturnType<typeof api.vaccinations.immunizations.list>;
export type Dose = DosePage["data"][number];

/** The patients are a text of keys. */
export type DoseFormValues = TypedForm<typeof DOSE_FIELDS> & {
  patients: string;
  /** Whether the next due date is calculated from vaccine and date. */
  isAutomatic: boolean;
};

/** The keys are those of the patients. */
export type PatientErrors = Readonly<Record<string, string>>;
