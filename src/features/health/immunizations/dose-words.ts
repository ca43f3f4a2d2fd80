/** How doses read on screen: what they are called, when the next one is due, and what failed. */
import type { FunctionReturnType } from "convex/server";
import { serverTextOr } from "@/features/health/health-words";
import { nameOfPatient } from "@/features/health/patients";
import type { api } from "@convex/_generated/api";
import { getErrorData } from "@domain/errors";
import { type DueState, dueStateOf } from "@domain/health/due-state";

/** Names a dose: 'Rabies of Bella'. */
export const doseTitle = (dose: Dose): string => `${dose.vaccineName} of ${nameOfPatient(dose)}`;

/** Returns when the next dose is due; null for history, and where none is due. */
export const dueStateOfDose = ({ dueOn }: Dose, today: string): DueState | null =>
  dueOn === null ? null : dueStateOf(dueOn, today);

const SAVE_FAILURE = "Failed to save immunization. Please try again.";

/** The text of a failed save: the server's message where it gave one. Source: rule IMM-18. */
export function saveFailureText(error: unknown): string {
  const fields = Object.keys(getErrorData(error)?.details.fields ?? {});
  // Names with a place in a list are those of single dogs.
  if (fields.some((name) => name.includes("."))) {
    return "Nothing was saved. Check the dogs with a message, or remove them.";
  }
  return serverTextOr(SAVE_FAILURE, error);
}

/** Doses as the server's functions answer them. */
export type DosePage = FunctionReturnType<typeof api.vaccinations.immunizations.list>;
export type Dose = DosePage["data"][number];
