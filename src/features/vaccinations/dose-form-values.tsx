/** The dose form's values, and the dogs to which the server's errors belong. */
import { z } from "zod";
import { recordForm } from "@/components/record-form/record-form";
import { ClinicControl } from "@/entities/health/clinic-field";
import { DoseVaccineControl, TypeControl, useNextDoses } from "@/features/vaccinations/dose-form-fields";
import {
  type Dose,
  type DoseFormValues,
  type PatientErrors,
  doseTitle,
  saveFailureText,
} from "@/features/vaccinations/dose-words";
import { usePatientName } from "@/entities/health/patient-choices";
import { joinKeys, keyOfDog, keyOfPatient, keyOfPuppy, patientArgs } from "@/entities/health/patients";
import { api } from "@convex/_generated/api";
import { getErrorData } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";
import { sentFields } from "@domain/records/typed-form";
import { DOSE_FIELDS } from "@domain/vaccinations/record";
import { COMMON_VACCINES, PATIENT_MISSING } from "@domain/vaccinations/rules";
import { newDoseSchema } from "@domain/vaccinations/schemas";
import { vaccineKeyOf } from "@domain/vaccinations/vaccines";

/** A value that is not chosen yet is empty. */
export type GivenDose = { patients: readonly string[]; vaccine: string };

const commonVaccineOf = (name: string) =>
  COMMON_VACCINES.find((vaccine) => vaccineKeyOf(vaccine.name) === vaccineKeyOf(name));

/** The new dose is given today. */
export const givenDose = ({ patients, vaccine }: GivenDose, today: string) => ({
  patients: joinKeys(patients),
  vaccineName: vaccine,
  vaccineType: commonVaccineOf(vaccine)?.type ?? "",
  dateAdministered: today,
});

function PatientName({ patient }: { patient: string }) {
  return usePatientName(patient, null) || "…";
}

function Days({ values }: { values: DoseFormValues }) {
  const [next] = useNextDoses(values);
  const due = values.isAutomatic ? (next?.dueOn ?? "") : values.nextDueDate;
  const given = `Given ${formatDay(values.dateAdministered)}`;
  return due === "" ? `${given}, no next dose` : `${given}, next due ${formatDay(due)}`;
}

const { get, create, update, editsSince } = api.vaccinations.immunizations;

export const doseForm = recordForm({
  fields: DOSE_FIELDS,
  noun: "immunization record",
  title: "Immunization",
  draftName: "dose",
  nameOf: doseTitle,
  functions: { get, create, update, editsSince },
  id: "immunizationId",
  schema: newDoseSchema.extend({ patients: z.string().min(1, PATIENT_MISSING) }),
  controls: { vaccineName: DoseVaccineControl, vaccineType: TypeControl, veterinaryClinic: ClinicControl },
  together: [
    {
      key: "vaccine",
      label: "Vaccine",
      fields: ["vaccineName", "vaccineType"],
      show: ({ vaccineName, vaccineType }) => `${vaccineName} (${vaccineType})`,
    },
    {
      key: "days",
      label: "Dates",
      fields: ["dateAdministered", "isAutomatic", "nextDueDate"],
      show: (values) => <Days values={values} />,
    },
  ],
  beside: {
    empty: { patients: "", isAutomatic: true },
    of: (dose: Dose) => {
      const { isDueAutomatic: isAutomatic, nextDueDate, expirationDate } = dose;
      return {
        patients: keyOfPatient(dose),
        isAutomatic,
        nextDueDate: isAutomatic ? "" : (nextDueDate ?? ""),
        // If the expiration date equals the next due date, the user has not typed it, so the form leaves it empty.
        expirationDate: expirationDate === nextDueDate ? "" : (expirationDate ?? ""),
      };
    },
    // If the form sends no next due date, the server calculates it.
    send: ({ isAutomatic, patients }) => ({
      ...(isAutomatic && { nextDueDate: undefined }),
      ...patientArgs(patients),
    }),
    change: ({ isAutomatic }, begunWith) =>
      isAutomatic && !begunWith.isAutomatic ? { isDueAutomatic: true } : {},
    groups: [
      {
        key: "patients",
        label: "Dog",
        fields: ["patients"],
        show: ({ patients }) => <PatientName patient={patients} />,
      },
    ],
    names: { dogId: "patients", puppyId: "patients", dogIds: "patients", puppyIds: "patients" },
  },
  failureOf: saveFailureText,
  loadFailure: "Failed to load health data. Please try again.",
});

/** A calculated next due date is not sent. The server calculates it by the same rule. */
export const toDoseFields = ({ isAutomatic, ...values }: DoseFormValues) => {
  const sent = sentFields(DOSE_FIELDS, values);
  return { ...sent, nextDueDate: isAutomatic ? undefined : sent.nextDueDate };
};

/** An error about one of several patients names the patient's list and id. */
const LISTS: readonly [prefix: string, keyOf: (id: string) => string][] = [
  ["dogIds.", keyOfDog],
  ["puppyIds.", keyOfPuppy],
];

/** The server's messages about single dogs and puppies. */
export function errorsByPatient(error: unknown): PatientErrors {
  const fields = getErrorData(error)?.details.fields ?? {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) =>
      LISTS.filter(([prefix]) => name.startsWith(prefix)).map(([prefix, keyOf]) => [
        keyOf(name.slice(prefix.length)),
        message,
      ]),
    ),
  );
}
