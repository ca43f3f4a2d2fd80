/**
 * Mating date and expected delivery date. The delivery date is set to 63 days after the mating, and can be changed.
 * If this replaces a date that the user entered, the user can undo the replacement. Sources: BRD-10, BRD-11,
 * decisions GAP-BRD-08 and GAP-BRD-09.
 */
import type { BreedingFormValues } from "@/features/breedings/breeding-form-values";
import { useState, type ChangeEvent } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { TextField } from "@/components/text-field";
import type { Breeding } from "@/features/breedings/breeding-words";
import { useToday } from "@/hooks/use-today";
import { dueDateOf, isAheadOfMating, warnOfDueDate } from "@domain/breedings/dates";
import { breedingStatusLabels } from "@domain/breedings/words";
import { GESTATION_DAYS } from "@domain/breedings/rules";
import { isCalendarDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";

/** Updates the due date after the mating date was changed. Also returns the replaced due date. */
function useFollowingDueDate() {
  const { getValues, setValue, clearErrors } = useFormContext<BreedingFormValues>();
  const [calculated, setCalculated] = useState(() => {
    const { breedingDate } = getValues();
    return isCalendarDay(breedingDate) ? dueDateOf(breedingDate) : null;
  });
  const [replaced, setReplaced] = useState<string | null>(null);
  const put = (day: string) => {
    clearErrors("expectedDueDate");
    setValue("expectedDueDate", day, { shouldDirty: true, shouldTouch: true });
  };
  return {
    replaced,
    followMating: (mating: string) => {
      // A date field also reports years that are not completely typed.
      if (!isCalendarDay(mating)) return;
      const before = getValues("expectedDueDate");
      const next = dueDateOf(mating);
      if (before !== "" && before !== calculated && before !== next) setReplaced(before);
      setCalculated(next);
      put(next);
    },
    takeBack: () => {
      if (replaced !== null) put(replaced);
      setReplaced(null);
    },
    forget: () => setReplaced(null),
  };
}

/** An existing breeding whose mating is recorded as done gets a note if the mating date is in the future. */
export function BreedingDays({ record }: { record: Breeding | null }) {
  const today = useToday();
  const { control, register, clearErrors, formState } = useFormContext<BreedingFormValues>();
  const [breedingDate, expectedDueDate] = useWatch({ control, name: ["breedingDate", "expectedDueDate"] });
  const { replaced, followMating, takeBack, forget } = useFollowingDueDate();
  const onMating = (event: ChangeEvent<HTMLInputElement>) => {
    clearErrors("breedingDate");
    followMating(event.target.value);
  };
  const onDue = () => {
    clearErrors("expectedDueDate");
    forget();
  };
  const isAhead = record !== null && isAheadOfMating({ ...record, breedingDate }, today);
  const warning =
    isCalendarDay(breedingDate) && isCalendarDay(expectedDueDate)
      ? warnOfDueDate({ breedingDate, expectedDueDate })
      : null;
  return (
    <>
      <TextField
        label="Mating Date"
        required
        error={formState.errors.breedingDate?.message}
        helper={
          isAhead
            ? `In the future, although the breeding is ${breedingStatusLabels[record.status].toLowerCase()}`
            : undefined
        }
        type="date"
        {...register("breedingDate", { onChange: onMating })}
      />
      <TextField
        label="Expected Delivery Date"
        error={formState.errors.expectedDueDate?.message}
        helper={
          replaced === null ? (
            (warning ?? `${GESTATION_DAYS} days after mating, unless you change it`)
          ) : (
            <Replaced day={replaced} onTakeBack={takeBack} />
          )
        }
        type="date"
        {...register("expectedDueDate", { onChange: onDue })}
      />
    </>
  );
}

function Replaced({ day, onTakeBack }: { day: string; onTakeBack: () => void }) {
  return (
    <>
      Moved with the mating date; you had typed {formatDay(day)}.{" "}
      <button
        type="button"
        onClick={onTakeBack}
        className="rounded-sm font-semibold text-primary underline underline-offset-4"
      >
        Undo
      </button>
    </>
  );
}
