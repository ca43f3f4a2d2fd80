/**
 * When the next dose is due. While the switch is on it follows from vaccine, date and age and cannot be typed; switched
 * off, it is the breeder's own and stays as typed. Sources: rules IMM-05 to IMM-08, decision GAP-IMM-02.
 */
import { useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import type { DoseFormValues } from "@/features/health/immunizations/dose-form-values";
import { keysIn } from "@/features/health/patients";
import { useNextDoses, type NextDoseOfSome } from "@/features/health/immunizations/use-next-doses";
import { formatDay } from "@domain/formatting/formatting";
import { findPuppyVaccine, FULL_COURSE_WEEKS } from "@domain/health/next-dose";
import { repeatYearsOf } from "@domain/health/vaccines";

const yearsText = (years: number): string => (years === 1 ? "1 year" : `${years} years`);

/** Said of vaccines that hold for years: the law or the guidelines of a place may ask for one booster earlier. */
const FIRST_BOOSTER = "Many places require a first booster after 1 year. Turn this off to set it yourself.";

/** Says why a next dose is due on its day; before a patient is chosen, whose dose it would be is open. */
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

/** Says by what the date is calculated. */
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

/** Renders the switch and the date. */
export function NextDueField() {
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
    // What was typed before stays; otherwise the calculated day is where to begin.
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
