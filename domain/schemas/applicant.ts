/** The shapes of an applicant of the waiting list as typed: form and functions parse with these. */
import { z } from "zod";
import { APPLICANT_FIELDS } from "../records/applicant";
import { changeShape, newShape } from "../records/record";
import { requiredDay } from "./fields";

/** A new applicant. */
export const newApplicantSchema = newShape(APPLICANT_FIELDS);

/** A change of an applicant: what is absent stays, what is null or empty is cleared. */
export const applicantChangesSchema = changeShape(APPLICANT_FIELDS);

/** Until when an offer stands. */
export const offerSchema = z.object({
  offerUntil: requiredDay("Answer by", "Choose the day by which they answer"),
});
