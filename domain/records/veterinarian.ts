/** A dog's veterinarian as recorded: each field once. Source: document 001 section 5, decision GAP-HLT-10. */
import { formatClinicPhone } from "../health/clinic-phone";
import { flag, neededReference, neededText, notes, text } from "./fields";

const clinicPhone = text("Clinic phone", { example: "(555) 123-4567" });

/** What a person writes of a veterinarian; what is needed is told in this order. */
export const VETERINARIAN_FIELDS = {
  dogId: neededReference("Dog", "dogs", "Please select a dog.", { isWide: true, example: "jd7f3k9m2" }),
  veterinarianName: neededText("Veterinarian name", "Please enter the veterinarian name.", {
    example: "Dr. Lee",
  }),
  veterinaryClinic: neededText("Veterinary clinic", "Please enter the veterinary clinic name.", {
    example: "Hill Veterinary Clinic",
  }),
  clinicAddress: text("Clinic address"),
  clinicPhone: {
    ...clinicPhone,
    schema: clinicPhone.schema.transform((phone) => phone && (formatClinicPhone(phone) || null)),
  },
  licenseNumber: text("License number"),
  specialization: text("Specialization", { example: "Reproduction" }),
  isPrimary: flag("Primary", {
    heading: "Primary veterinarian of this dog",
    history: "Primary veterinarian",
    about: "Exactly one veterinarian of a dog is",
    error: "Primary must be yes or no",
  }),
  notes: notes("Notes"),
} as const;
