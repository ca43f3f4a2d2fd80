/** The shapes of an applicant of the waiting list as typed: form and functions parse with these. */
import { z } from "zod";
import { GENDERS } from "../constants/dogs";
import { MAX_DEPOSIT_CENTS } from "../constants/waiting-list";
import { optionalDay, optionalEmail, optionalNotes, optionalText, requiredDay, requiredText } from "./fields";

const name = requiredText("Name", "Name is required");

const fields = {
  email: optionalEmail("Email"),
  phone: optionalText("Phone"),
  address: optionalText("Address"),
  gender: z.enum(GENDERS, { error: "Choose male, female or either" }).nullish(),
  color: optionalText("Color"),
  breed: optionalText("Breed"),
  wantedFrom: optionalDay("Wanted from"),
  depositCents: z
    .number({ error: "Deposit must be a number" })
    .int("Deposit must be in whole cents")
    .min(0, "Deposit cannot be negative")
    .max(MAX_DEPOSIT_CENTS, "Deposit must be at most $1,000,000")
    .nullish(),
  notes: optionalNotes("Notes"),
};

/** A new applicant; only a name is needed. */
export const newApplicantSchema = z.object({ name, ...fields });

/** A change of an applicant: what is absent stays, what is null or empty is cleared. */
export const applicantChangesSchema = z.object({ name: name.optional(), ...fields });

/** Until when an offer stands. */
export const offerSchema = z.object({
  offerUntil: requiredDay("Answer by", "Choose the day by which they answer"),
});
