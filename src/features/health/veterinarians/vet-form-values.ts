/** What the form of a dog's veterinarian starts with, how it is checked, and what of it is sent. */
import type { Resolver } from "react-hook-form";
import type { Veterinarian } from "@/features/health/veterinarians/types";
import { fieldErrorsOf } from "@domain/schemas/parse";
import { newVeterinarianSchema } from "@domain/schemas/veterinarian";

export type VetFormValues = {
  dogId: string;
  veterinarianName: string;
  veterinaryClinic: string;
  specialization: string;
  clinicPhone: string;
  clinicAddress: string;
  licenseNumber: string;
  isPrimary: boolean;
  notes: string;
};

/** The form of a new veterinarian; the dog is given where it is opened from a dog. */
export const newVetValues = (dogId: string): VetFormValues => ({
  dogId,
  veterinarianName: "",
  veterinaryClinic: "",
  specialization: "",
  clinicPhone: "",
  clinicAddress: "",
  licenseNumber: "",
  isPrimary: false,
  notes: "",
});

/** Returns the form's values for a stored veterinarian. */
export const valuesOfVet = (vet: Veterinarian): VetFormValues => ({
  dogId: vet.dogId,
  veterinarianName: vet.veterinarianName,
  veterinaryClinic: vet.veterinaryClinic,
  specialization: vet.specialization ?? "",
  clinicPhone: vet.clinicPhone ?? "",
  clinicAddress: vet.clinicAddress ?? "",
  licenseNumber: vet.licenseNumber ?? "",
  isPrimary: vet.isPrimary,
  notes: vet.notes ?? "",
});

const fieldNames = Object.keys(newVetValues(""));

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export const toVetField = (name: string): keyof VetFormValues | null =>
  fieldNames.includes(name) ? (name as keyof VetFormValues) : null; // one of the form's own names

/** Makes what the server takes of a form's values, names trimmed. Source: rule VET-02. */
export const toServerFields = (values: VetFormValues) => ({
  dogId: values.dogId,
  veterinarianName: values.veterinarianName.trim(),
  veterinaryClinic: values.veterinaryClinic.trim(),
  specialization: values.specialization.trim() || null,
  clinicPhone: values.clinicPhone.trim() || null,
  clinicAddress: values.clinicAddress.trim() || null,
  licenseNumber: values.licenseNumber.trim() || null,
  isPrimary: values.isPrimary,
  notes: values.notes.trim() || null,
});

type ServerFields = ReturnType<typeof toServerFields>;

/** Returns only what differs from the record the form began with. */
export function changedFields(values: VetFormValues, begunWith: VetFormValues): Partial<ServerFields> {
  const before: Partial<ServerFields> = toServerFields(begunWith);
  const changed = Object.entries(toServerFields(values)).filter(
    ([name, value]) => before[name as keyof ServerFields] !== value, // names of the object itself
  );
  return Object.fromEntries(changed);
}

/** The order in which what is missing is told, one at a time. Source: rule VET-01. */
const CHECKED_IN_TURN = ["dogId", "veterinarianName", "veterinaryClinic"] as const;

/** Checks the form: of the needed fields only the first missing one is told. */
export const vetResolver: Resolver<VetFormValues, unknown, VetFormValues> = (values) => {
  const parsed = newVeterinarianSchema.safeParse(toServerFields(values));
  const faults: Record<string, string> = {
    ...(parsed.success ? {} : fieldErrorsOf(parsed.error)),
    ...(values.dogId === "" && { dogId: "Please select a dog." }),
  };
  const first = CHECKED_IN_TURN.find((name) => name in faults);
  const told = Object.entries(faults).filter(([name]) => first === undefined || name === first);
  if (told.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(told.map(([name, message]) => [name, { type: "custom", message }]));
  return { values: {}, errors };
};
