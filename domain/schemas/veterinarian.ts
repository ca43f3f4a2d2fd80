/** The shape of a dog's veterinarian as typed: form, REST and functions parse with these. Source: document 001 section 5. */
import { changeShape, newShape } from "../records/record";
import { VETERINARIAN_FIELDS } from "../records/veterinarian";

/** A new veterinarian of a dog. */
export const newVeterinarianSchema = newShape(VETERINARIAN_FIELDS);

/** A change of a veterinarian: what is absent stays, what is null or empty is cleared. */
export const veterinarianChangesSchema = changeShape(VETERINARIAN_FIELDS);
