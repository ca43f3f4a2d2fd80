/** An applicant's form: its values as typed, what of them is sent, and which are decided together. */
import { longTextGroup, orEmpty, textGroup, type RecordGroup } from "@/components/record-form/record-groups";
import type { Applicant } from "@/features/waiting-list/waiting-list-words";
import { centsOf, dollarsOf } from "@domain/formatting/dollars";
import { formatCents, formatDay } from "@domain/formatting/formatting";

export type ApplicantFormValues = {
  name: string;
  email: string;
  phone: string;
  address: string;
  /** Empty where either sex will do. */
  gender: string;
  color: string;
  breed: string;
  wantedFrom: string;
  deposit: string;
  notes: string;
};

/** The form of a new applicant. */
export const newApplicantValues: ApplicantFormValues = {
  name: "",
  email: "",
  phone: "",
  address: "",
  gender: "",
  color: "",
  breed: "",
  wantedFrom: "",
  deposit: "",
  notes: "",
};

/** Fills the form with an applicant. */
export const valuesOfApplicant = (applicant: Applicant): ApplicantFormValues => ({
  name: applicant.name,
  email: applicant.email ?? "",
  phone: applicant.phone ?? "",
  address: applicant.address ?? "",
  gender: applicant.gender ?? "",
  color: applicant.color ?? "",
  breed: applicant.breed ?? "",
  wantedFrom: applicant.wantedFrom ?? "",
  deposit: applicant.depositCents === null ? "" : dollarsOf(applicant.depositCents),
  notes: applicant.notes ?? "",
});

/** Makes what the server takes of all the form's values; an amount that is none stays a fault of its field. */
export const toApplicantFields = ({ gender, deposit, ...typed }: ApplicantFormValues) => ({
  ...typed,
  gender: gender === "" ? null : gender,
  depositCents: deposit.trim() === "" ? null : (centsOf(deposit) ?? Number.NaN),
});

type Sent = ReturnType<typeof toApplicantFields>;

/** Returns only what differs from the applicant the form stands on, so that other people's fields stay theirs. */
export function changedApplicantFields(
  values: ApplicantFormValues,
  begunWith: ApplicantFormValues,
): Partial<Sent> {
  const before: Partial<Record<string, Sent[keyof Sent]>> = toApplicantFields(begunWith);
  return Object.fromEntries(
    Object.entries(toApplicantFields(values)).filter(([name, value]) => value !== before[name]),
  );
}

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toApplicantField(name: string): keyof ApplicantFormValues | null {
  const own = name === "depositCents" ? "deposit" : name;
  return own in newApplicantValues ? (own as keyof ApplicantFormValues) : null; // one of the form's own names
}

type Values = ApplicantFormValues;

/** All fields of the form, in its order. */
export const APPLICANT_GROUPS: readonly RecordGroup<Values>[] = [
  textGroup("name", "Name"),
  textGroup("email", "Email"),
  textGroup("phone", "Phone"),
  textGroup("address", "Address"),
  {
    key: "gender",
    label: "Sex",
    fields: ["gender"],
    show: ({ gender }) => (gender === "" ? "Either" : gender === "male" ? "Male" : "Female"),
  },
  textGroup("color", "Color"),
  textGroup("breed", "Breed"),
  {
    key: "wantedFrom",
    label: "Wanted From",
    fields: ["wantedFrom"],
    show: ({ wantedFrom }) => orEmpty(wantedFrom && formatDay(wantedFrom)),
  },
  {
    key: "deposit",
    label: "Deposit",
    fields: ["deposit"],
    show: ({ deposit }) => orEmpty(deposit && formatCents(centsOf(deposit) ?? 0)),
  },
  longTextGroup("notes", "Notes"),
];
