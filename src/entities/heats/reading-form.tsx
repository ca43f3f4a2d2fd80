/**
 * Recording a progesterone reading with one thumb: the value has the number keys at once; day and time are now, unit
 * and laboratory those of the last reading, until somebody says otherwise.
 */
import { useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { formatProgesterone } from "@/entities/heats/heat-words";
import type { HeatReading } from "@/entities/heats/use-heat-actions";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { readStored, writeStored } from "@/lib/browser-storage";
import { cn } from "@/lib/utils";
import { PROGESTERONE_UNITS, type ProgesteroneUnit } from "@domain/heats/rules";
import { READING_FIELDS } from "@domain/heats/record";
import { emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";
import { readingSchema } from "@domain/heats/schemas";
import { fieldErrorsOf } from "@domain/records/parse";
import { api } from "@convex/_generated/api";

const UNIT_KEY = "studbook.progesterone-unit";
const LABORATORY_KEY = "studbook.progesterone-laboratory";

/** The unit this breeder's laboratory reports in, as last used on this device. */
export const storedUnit = (): ProgesteroneUnit =>
  PROGESTERONE_UNITS.find((unit) => unit === readStored(UNIT_KEY)) ?? "ng/mL";

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** The time on this device's clock, HH:MM. */
function timeNow(): string {
  const now = new Date();
  return `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`;
}

type ReadingFormProps = {
  heatId: string;
  today: string;
  /** The reading to change; without it a new one is recorded. */
  reading?: HeatReading | undefined;
  onDone: () => void;
};

type Values = TypedForm<typeof READING_FIELDS>;

function useReadingForm({ heatId, today, reading, onDone }: ReadingFormProps) {
  const add = useMutation(api.heats.heats.addProgesterone);
  const update = useMutation(api.heats.heats.updateProgesterone);
  const [values, setValues] = useState<Values>(() =>
    reading
      ? typedForm(READING_FIELDS, reading)
      : {
          ...emptyTypedForm(READING_FIELDS),
          ...{ unit: storedUnit(), takenOn: today, takenTime: timeNow() },
          laboratory: readStored(LABORATORY_KEY) ?? "",
        },
  );
  const { errors, setErrors, failure, isSaving, save: store } = useSaving();
  const change = (changes: Partial<Values>) => {
    setErrors({});
    setValues((last) => ({ ...last, ...changes }));
  };
  const save = async () => {
    const typed = sentFields(READING_FIELDS, values);
    const { success, error: fault } = readingSchema.safeParse(typed);
    if (!success) return setErrors(fieldErrorsOf(fault));
    const fields = { ...typed, heatId, today };
    await store(async () => {
      await (reading ? update({ ...fields, readingId: reading._id }) : add(fields));
      writeStored(UNIT_KEY, values.unit);
      writeStored(LABORATORY_KEY, values.laboratory);
      toast.success(`Progesterone ${formatProgesterone(typed.value, typed.unit)} recorded`);
      onDone();
    }, unlessAtField("The reading could not be saved"));
  };
  return { values, change, errors, failure, isSaving, save };
}

/** Renders the form. */
export function ReadingForm(props: ReadingFormProps) {
  const { values, change, errors, failure, isSaving, save } = useReadingForm(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-md border bg-background p-3">
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Progesterone"
          required
          error={errors.value}
          className="min-w-32 flex-1"
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          inputClassName="h-12 text-xl"
          value={values.value}
          onText={(text) => change({ value: text })}
        />
        <UnitField unit={values.unit} onUnit={(unit) => change({ unit })} />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <TextField
          label="Day"
          error={errors.takenOn}
          type="date"
          max={props.today}
          value={values.takenOn}
          onText={(text) => change({ takenOn: text })}
        />
        <TextField
          label="Time"
          error={errors.takenTime}
          type="time"
          value={values.takenTime}
          onText={(text) => change({ takenTime: text })}
        />
        <TextField
          label="Laboratory"
          error={errors.laboratory}
          className="col-span-2 sm:col-span-1"
          value={values.laboratory}
          onText={(text) => change({ laboratory: text })}
        />
      </div>
      {failure ? <Alert variant="error">{failure}</Alert> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={props.onDone} disabled={isSaving}>
          Cancel
        </Button>
        <Button type="submit" disabled={isSaving} className="flex-1 sm:flex-none">
          {isSaving ? "Saving..." : "Save Reading"}
        </Button>
      </div>
    </form>
  );
}

type UnitFieldProps = { unit: ProgesteroneUnit; onUnit: (unit: ProgesteroneUnit) => void };

function UnitField({ unit, onUnit }: UnitFieldProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">Unit</legend>
      <div className="flex overflow-hidden rounded-md border border-input">
        {PROGESTERONE_UNITS.map((choice) => (
          <label
            key={choice}
            className={cn(
              "flex h-12 cursor-pointer items-center px-3 font-semibold has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring",
              choice === unit ? "bg-primary text-primary-foreground" : "bg-card text-foreground",
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name="progesterone-unit"
              checked={choice === unit}
              onChange={() => onUnit(choice)}
            />
            {choice}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
