/** What the form of a dog's veterinarian starts with, how it is checked, and what of it is sent. */
import type { Resolver } from "react-hook-form";
import type { Veterinarian } from "@/features/health/veterinarians/types";
import { namesOf } from "@domain/records/record";
import { differing, emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";
import { VETERINARIAN_FIELDS } from "@domain/records/veterinarian";
import { fieldErrorsOf } from "@domain/schemas/parse";
import { newVeterinarianSchema } from "@domain/schemas/veterinarian";

export type VetFormValues = TypedForm<typeof VETERINARIAN_FIELDS>;

/** The form of a new veterinarian; the dog is given where it is opened from a dog. */
export const newVetValues = (dogId: string): VetFormValues => ({
  ...emptyTypedForm(VETERINARIAN_FIELDS),
  dogId,
});

/** Returns the form's values for a stored veterinarian. */
export const valuesOfVet = (vet: Veterinarian): VetFormValues => typedForm(VETERINARIAN_FIELDS, vet);

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export const toVetField = (name: string): keyof VetFormValues | null =>
  // One of the form's own names.
  Object.hasOwn(VETERINARIAN_FIELDS, name) ? (name as keyof VetFormValues) : null;

/** Makes what the server takes of a form's values, names trimmed. Source: rule VET-02. */
export const toServerFields = (values: VetFormValues) => sentFields(VETERINARIAN_FIELDS, values);

/** Returns only what differs from the record the form began with. */
export const changedFields = (values: VetFormValues, begunWith: VetFormValues) =>
  differing(toServerFields(values), toServerFields(begunWith));

/** Checks the form: of the needed fields only the first missing one is told. Source: rule VET-01. */
export const vetResolver: Resolver<VetFormValues, unknown, VetFormValues> = (values) => {
  const parsed = newVeterinarianSchema.safeParse(toServerFields(values));
  if (parsed.success) return { values, errors: {} };
  const faults = Object.entries(fieldErrorsOf(parsed.error));
  const first = namesOf(VETERINARIAN_FIELDS).find(
    (name) => VETERINARIAN_FIELDS[name].presence === "required" && faults.some(([fault]) => fault === name),
  );
  const told = faults.filter(([name]) => first === undefined || name === first);
  const errors = Object.fromEntries(told.map(([name, message]) => [name, { type: "custom", message }]));
  return { values: {}, errors };
};
