/**
 * When the next dose is due. While the switch is on it follows from vaccine and date and cannot be typed; switched off,
 * it is the breeder's own and stays as typed. Sources: rules IMM-05 to IMM-08, decision GAP-IMM-02.
 */
import { useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { commonVaccineOf, reckonedDueDate } from "@/features/health/immunizations/dose-form-values";
import { vaccineKeyOf } from "../../../../domain/health/vaccines";
import type { DoseFormValues } from "../../../../domain/schemas/dose-form";

const DHPP = vaccineKeyOf("DHPP");

/** Says by what the date is reckoned. */
function helperOf(vaccineName: string, isAutomatic: boolean, reckoned: string): string {
  if (!isAutomatic) return "Empty when no further dose is due";
  if (reckoned === "") return "Follows from vaccine and date";
  const isDhpp = vaccineKeyOf(vaccineName) === DHPP;
  const years = isDhpp || commonVaccineOf(vaccineName)?.name === "Rabies" ? "3 years" : "1 year";
  return isDhpp
    ? `${years} after the dose. A puppy gets the next one after 3 to 4 weeks, and the first booster after 1 year: switch off to set it.`
    : `${years} after the dose`;
}

/** Renders the switch and the date. */
export function NextDueField() {
  const id = useId();
  const { control, register, setValue, clearErrors, formState } = useFormContext<DoseFormValues>();
  const [vaccineName, dateAdministered, isAutomatic, typed] = useWatch({
    control,
    name: ["vaccineName", "dateAdministered", "isAutomatic", "nextDueDate"],
  });
  const reckoned = reckonedDueDate({ vaccineName, dateAdministered });
  const toggle = (isOn: boolean) => {
    clearErrors("nextDueDate");
    setValue("isAutomatic", isOn, { shouldDirty: true, shouldTouch: true });
    // What was typed before stays; otherwise the reckoned day is where to begin.
    if (!isOn && typed === "") setValue("nextDueDate", reckoned, { shouldDirty: true, shouldTouch: true });
  };
  return (
    <FormField
      label="Next Due Date"
      error={formState.errors.nextDueDate?.message}
      helper={helperOf(vaccineName, isAutomatic, reckoned)}
      action={
        <span className="-my-1 flex items-center gap-2 text-sm">
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
          <Input key="reckoned" {...props} type="date" disabled value={reckoned} readOnly />
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
