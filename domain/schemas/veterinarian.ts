/** The shape of a dog's veterinarian as typed: form, REST and functions parse with these. Source: document 001 section 5. */
import { z } from "zod";
import { formatClinicPhone } from "../health/clinic-phone";
import { optionalNotes, optionalText, requiredText } from "./fields";

const veterinarianName = requiredText("Veterinarian name", "Please enter the veterinarian name.");
const veterinaryClinic = requiredText("Clinic name", "Please enter the veterinary clinic name.");

const optionalFields = {
  clinicAddress: optionalText("Clinic address"),
  clinicPhone: optionalText("Clinic phone").transform((phone) =>
    typeof phone === "string" ? formatClinicPhone(phone) || null : phone,
  ),
  licenseNumber: optionalText("License number"),
  specialization: optionalText("Specialization"),
  isPrimary: z.boolean({ error: "Primary must be yes or no" }).optional(),
  notes: optionalNotes("Notes"),
};

/** A new veterinarian of a dog. */
export const newVeterinarianSchema = z.object({ veterinarianName, veterinaryClinic, ...optionalFields });

/** A change of a veterinarian: what is absent stays, what is null or empty is cleared. */
export const veterinarianChangesSchema = z.object({
  veterinarianName: veterinarianName.optional(),
  veterinaryClinic: veterinaryClinic.optional(),
  ...optionalFields,
});
