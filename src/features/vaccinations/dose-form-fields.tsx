/** The fields of the dose form. */
import { useEffect, useId, useRef, useState } from "react";
import { Users } from "lucide-react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { type Control, RecordField, RecordFields } from "@/components/record-form/record-field";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import type { DoseFormValues, PatientErrors } from "@/features/vaccinations/dose-words";
import { PatientsChecklist } from "@/features/vaccinations/patients-checklist";
import { PatientCombobox } from "@/entities/health/patient-combobox";
import { batchPatientArgs, joinKeys, keysIn } from "@/entities/health/patients";
import { VaccineControl } from "@/features/vaccinations/vaccine-name-field";
import { visitOf } from "@/features/vaccinations/visit";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { CORE, NON_CORE } from "@domain/vaccinations/rules";
import { isCalendarDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import {
  FULL_COURSE_WEEKS,
  type NextDose,
  findPuppyVaccine,
  nextDoseAfter,
} from "@domain/vaccinations/next-dose";
import { repeatYearsOf } from "@domain/vaccinations/vaccines";

type Values = DoseFormValues;

type DoseFormFieldsProps = {
  recorded: { key: string; name: string } | null;
  isForMany: boolean;
  patientErrors: PatientErrors;
  today: string;
};

export function DoseFormFields({ recorded, isForMany, patientErrors, today }: DoseFormFieldsProps) {
  useVial(recorded === null, today);
  const who = (
    <PatientsField recorded={recorded} isForMany={isForMany} errors={patientErrors} today={today} />
  );
  return (
    <>
      {isForMany ? null : who}
      <RecordField name="vaccineName" />
      <RecordField name="vaccineType" />
      <RecordField name="dateAdministered" max={today} />
      <NextDueField />
      {/* For several patients, the user first chooses the vaccine and then the dogs. */}
      {isForMany ? who : null}
      <PaperFields />
    </>
  );
}

const VIAL = ["manufacturer", "batchNumber"] as const;

/** Another vaccine of a new dose has another vial. Typed values stay. */
function useVial(isNew: boolean, today: string): void {
  const { kennelId } = useKennel();
  const { control, getValues, setValue } = useFormContext<Values>();
  const vaccineName = useWatch({ control, name: "vaccineName" });
  const [visit] = useState(() => visitOf(kennelId, today));
  const filledRef = useRef(visit.vialOf(vaccineName));
  useEffect(() => {
    if (!isNew) return;
    const [filled, vial] = [filledRef.current, visit.vialOf(vaccineName)];
    for (const name of VIAL) {
      if (vial[name] !== filled[name] && getValues(name) === filled[name]) {
        setValue(name, vial[name], { shouldDirty: true });
      }
    }
    filledRef.current = vial;
  }, [isNew, visit, vaccineName, getValues, setValue]);
}

export function GivenDoseFields({ today }: { today: string }) {
  return (
    <>
      <RecordField name="dateAdministered" max={today} />
      <NextDueField />
      <RecordField name="vaccineType" />
      <PaperFields />
    </>
  );
}

/** The vial and the bill. */
const PaperFields = () => (
  <RecordFields
    first={["manufacturer", "batchNumber", "veterinarianName", "veterinaryClinic"]}
    except={["vaccineName", "vaccineType", "dateAdministered", "nextDueDate"]}
  />
);

/** A common vaccine sets its type. */
export const DoseVaccineControl: Control = (props) => {
  const { clearErrors, setValue } = useFormContext<Values>();
  const takeType = ({ type }: { readonly type: string }) => {
    clearErrors("vaccineType");
    setValue("vaccineType", type, { shouldDirty: true, shouldTouch: true });
  };
  return <VaccineControl {...props} onCommon={takeType} />;
};

export const TypeControl: Control = ({ described, value, onValue, onBlur, inputRef }) => (
  <Combobox
    {...described}
    ref={inputRef}
    text={value}
    onText={onValue}
    onBlur={onBlur}
    options={[CORE, NON_CORE].map((type) => ({ value: type, label: type }))}
    onSelect={(option) => onValue(option.value)}
  />
);

const yearsText = (years: number): string => (years === 1 ? "1 year" : `${years} years`);

/**
 * For vaccines that are repeated after years. The local law or guidelines may require the first booster earlier.
 */
const FIRST_BOOSTER = "Many places require a first booster after 1 year. Turn this off to set it yourself.";

/** Before a patient is chosen, the patient's age is left out. */
function reasonOf(next: NextDoseOfSome, vaccineName: string, isChosen: boolean): string {
  const after = `${yearsText(repeatYearsOf(vaccineName))} after the dose`;
  if (next.reason === "milestone") {
    return `The next dose of the puppy schedule (week ${next.week}), because this one is given before ${FULL_COURSE_WEEKS} weeks of age. After that, it is ${after}.`;
  }
  if (findPuppyVaccine(vaccineName) === undefined) return `${after}.`;
  if (next.bornOn !== null) return `${after}, by the dog's age when it was given.`;
  return isChosen
    ? `${after}, as the dog's birth date is not known. A dose given before ${FULL_COURSE_WEEKS} weeks of age is repeated sooner.`
    : `${after}, for a dog of ${FULL_COURSE_WEEKS} weeks or older.`;
}

function helperOf(
  { patients, vaccineName, isAutomatic }: Pick<DoseFormValues, "patients" | "vaccineName" | "isAutomatic">,
  nextDoses: readonly NextDoseOfSome[],
): string {
  if (!isAutomatic) return "Leave empty if no further dose is due";
  const [first] = nextDoses;
  if (!first) return "Calculated from vaccine, date and age";
  const reason =
    nextDoses.length === 1
      ? reasonOf(first, vaccineName, keysIn(patients).length > 0)
      : `By each dog's age: ${nextDoses.map(({ dueOn, count }) => `${formatDay(dueOn)} for ${count}`).join("; ")}.`;
  return repeatYearsOf(vaccineName) > 1 ? `${reason} ${FIRST_BOOSTER}` : reason;
}

/**
 * While the switch is on, the date is calculated from vaccine, date and age, and cannot be typed. While the switch
 * is off, the user's date stays as typed. Sources: rules IMM-05 to IMM-08, decision GAP-IMM-02.
 */
function NextDueField() {
  const id = useId();
  const { control, register, setValue, clearErrors, formState } = useFormContext<DoseFormValues>();
  const [patients, vaccineName, dateAdministered, isAutomatic, typed] = useWatch({
    control,
    name: ["patients", "vaccineName", "dateAdministered", "isAutomatic", "nextDueDate"],
  });
  const nextDoses = useNextDoses({ patients, vaccineName, dateAdministered });
  const calculated = nextDoses.length === 1 ? (nextDoses[0]?.dueOn ?? "") : "";
  const toggle = (isOn: boolean) => {
    clearErrors("nextDueDate");
    setValue("isAutomatic", isOn, { shouldDirty: true, shouldTouch: true });
    // A date that the user typed earlier stays. Otherwise the field starts with the calculated date.
    if (!isOn && typed === "") setValue("nextDueDate", calculated, { shouldDirty: true, shouldTouch: true });
  };
  return (
    <FormField
      label="Next Due Date"
      error={formState.errors.nextDueDate?.message}
      helper={helperOf({ patients, vaccineName, isAutomatic }, nextDoses)}
      action={
        <span className="-my-1 flex items-center gap-2 text-sm pointer-coarse:my-0 pointer-coarse:min-h-11">
          <label htmlFor={`${id}-automatic`}>Automatic</label>
          <Switch
            id={`${id}-automatic`}
            aria-label="Calculate the next due date automatically"
            checked={isAutomatic}
            onCheckedChange={toggle}
          />
        </span>
      }
    >
      {(props) =>
        isAutomatic ? (
          <Input key="calculated" {...props} type="date" disabled value={calculated} readOnly />
        ) : (
          <Input
            key="typed"
            {...props}
            type="date"
            {...register("nextDueDate", { onChange: () => clearErrors("nextDueDate") })}
          />
        )
      }
    </FormField>
  );
}

/** `count` patients have this next due date. It was calculated from the birth date `bornOn`. */
type NextDoseOfSome = NextDose & { bornOn: string | null; count: number };

type Given = Pick<DoseFormValues, "patients" | "vaccineName" | "dateAdministered">;

/**
 * The form gets the birth dates from the server and calculates with domain/vaccinations/next-dose.ts, as the server
 * does when it stores the doses. Returns one entry for each date, earliest first. The list is empty while vaccine
 * or date are missing.
 */
export function useNextDoses({ patients, vaccineName, dateAdministered }: Given): NextDoseOfSome[] {
  const { kennelId } = useKennel();
  const keys = keysIn(patients);
  const births = useLiveQuery(
    api.vaccinations.immunizations.births,
    keys.length > 0 ? { kennelId, ...batchPatientArgs(keys) } : "skip",
  ).data;
  if (vaccineName.trim() === "" || !isCalendarDay(dateAdministered)) return [];
  const days = keys.length === 0 ? [null] : (births?.map(({ bornOn }) => bornOn) ?? []);
  const byDay = new Map<string, NextDoseOfSome>();
  for (const bornOn of days) {
    const next = nextDoseAfter({ vaccineName, dateAdministered, bornOn });
    const known = byDay.get(next.dueOn);
    byDay.set(next.dueOn, { ...next, bornOn, ...known, count: (known?.count ?? 0) + 1 });
  }
  return [...byDay.values()].sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1));
}

type PatientsFieldProps = {
  /** The patient that the record had when the form opened. A recorded dose has only one patient. */
  recorded: { key: string; name: string } | null;
  /** Whether the form starts as a form for several patients. */
  isForMany: boolean;
  errors: PatientErrors;
  today: string;
};

/**
 * One patient is searched by typing, several have checkboxes. A form for one patient can become a form for several,
 * and keeps the chosen patient.
 */
function PatientsField({ recorded, isForMany, errors, today }: PatientsFieldProps) {
  const { control, clearErrors } = useFormContext<DoseFormValues>();
  const { field, fieldState } = useController({ control, name: "patients" });
  const vaccineName = useWatch({ control, name: "vaccineName" });
  const keys = keysIn(field.value);
  const [isAskedForMany, setAskedForMany] = useState(isForMany);
  const change = (text: string) => {
    clearErrors("patients");
    field.onChange(text);
  };
  const message = fieldState.error?.message;
  // A restored draft may contain several patients.
  if (isAskedForMany || keys.length > 1) {
    return (
      <FormField label="Dogs" required error={message} className="sm:col-span-2">
        {(props) => (
          <PatientsChecklist
            id={props.id}
            describedBy={props["aria-describedby"]}
            isInvalid={message !== undefined}
            chosen={keys}
            vaccineName={vaccineName}
            today={today}
            errors={errors}
            onChosen={(chosen) => change(joinKeys(chosen))}
          />
        )}
      </FormField>
    );
  }
  return (
    <FormField
      label="Dog"
      required
      error={message}
      className="sm:col-span-2"
      helper={
        recorded ? undefined : (
          <button
            type="button"
            onClick={() => setAskedForMany(true)}
            className="inline-flex min-h-6 items-center gap-1.5 rounded-sm font-semibold text-primary underline underline-offset-4 pointer-coarse:min-h-11"
          >
            <Users aria-hidden className="size-4" />
            Several dogs or a whole litter
          </button>
        )
      }
    >
      {(props) => (
        <PatientCombobox
          {...props}
          ref={field.ref}
          patientKey={field.value}
          onPatient={change}
          recorded={recorded}
        />
      )}
    </FormField>
  );
}
