/** An applicant's form: its values as typed, what of them is sent, and which are decided together. */
import { describedGroups } from "@/components/record-form/record-groups";
import type { Applicant } from "@/features/waiting-list/waiting-list-words";
import { APPLICANT_FIELDS } from "@domain/litters/record";
import { differing, emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";
import { spoken } from "@domain/records/words";

export type ApplicantFormValues = TypedForm<typeof APPLICANT_FIELDS>;

/** The form of a new applicant. */
export const newApplicantValues = emptyTypedForm(APPLICANT_FIELDS);

/** Fills the form with an applicant. */
export const valuesOfApplicant = (applicant: Applicant): ApplicantFormValues =>
  typedForm(APPLICANT_FIELDS, applicant);

/** Makes what the server takes of all the form's values; an amount that is none stays a fault of its field. */
export const toApplicantFields = (values: ApplicantFormValues) => sentFields(APPLICANT_FIELDS, values);

/** Returns only what differs from the applicant the form stands on, so that other people's fields stay theirs. */
export const changedApplicantFields = (values: ApplicantFormValues, begunWith: ApplicantFormValues) =>
  differing(toApplicantFields(values), toApplicantFields(begunWith));

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export const toApplicantField = (name: string): keyof ApplicantFormValues | null =>
  // One of the form's own names.
  Object.hasOwn(APPLICANT_FIELDS, name) ? (name as keyof ApplicantFormValues) : null;

/** All fields of the form, in its order. */
export const APPLICANT_GROUPS = describedGroups<ApplicantFormValues>(APPLICANT_FIELDS, [
  {
    key: "gender",
    label: "Sex",
    fields: ["gender"],
    show: ({ gender }) => (gender === "" ? "Either" : spoken(gender)),
  },
]);
