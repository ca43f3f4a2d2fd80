/** Which fields of the dose form are decided together when two people changed them, and how their values read. */
import { describedGroups, type RecordGroup } from "@/components/record-form/record-groups";
import type { DoseFormValues } from "@/features/health/immunizations/dose-form-values";
import { useNextDoses } from "@/features/health/immunizations/use-next-doses";
import { usePatientName } from "@/features/health/patients";
import { formatDay } from "@domain/formatting/formatting";
import { DOSE_FIELDS } from "@domain/records/dose";

type Values = DoseFormValues;

function PatientName({ patient }: { patient: string }) {
  return usePatientName(patient, null) || "…";
}

function Days({ values }: { values: Values }) {
  const [next] = useNextDoses(values);
  const due = values.isAutomatic ? (next?.dueOn ?? "") : values.nextDueDate;
  const given = `Given ${formatDay(values.dateAdministered)}`;
  return due === "" ? `${given}, no next dose` : `${given}, next due ${formatDay(due)}`;
}

/** All fields of the form. */
export const DOSE_GROUPS: readonly RecordGroup<Values>[] = [
  {
    key: "patients",
    label: "Dog",
    fields: ["patients"],
    show: ({ patients }) => <PatientName patient={patients} />,
  },
  ...describedGroups<Values>(DOSE_FIELDS, [
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
  ]),
];
