/** Typing a weight with one thumb: the number has the number keys, the day is today until somebody says otherwise. */
import { useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { useWeightQuestion } from "@/entities/weights/weight-question";
import { doubtOf, type DogWeight, type DogWeights, type WeighedDog } from "@/entities/weights/weight-words";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { cn } from "@/lib/utils";
import { formatGrams, fromGrams, readWeight, WEIGHT_UNITS, type WeightUnit } from "@domain/health/weights";
import { api } from "@convex/_generated/api";

type WeightFormProps = {
  dog: WeighedDog;
  /** What it weighed so far, once that is known; a weight far from it is asked about. */
  known: DogWeights | undefined;
  today: string;
  unit: WeightUnit;
  onUnit: (unit: WeightUnit) => void;
  /** The weight to change; without it a new one is recorded. */
  weight?: DogWeight | undefined;
  onDone?: () => void;
};

function useWeightForm({ dog, known, today, unit, weight, onDone }: WeightFormProps) {
  const { saveOrAsk, question } = useWeightQuestion();
  const add = useMutation(api.health.dogWeights.add);
  const update = useMutation(api.health.dogWeights.update);
  const fresh = {
    text: weight ? String(fromGrams(weight.grams, unit)) : "",
    day: weight?.weighedOn ?? today,
  };
  const [typed, setTyped] = useState(fresh);
  const [entryKey, setEntryKey] = useState(() => crypto.randomUUID());
  const { errors, setErrors, failure, isSaving, save: keep } = useSaving({ staysOpen: true });
  const change = (changes: Partial<typeof typed>) => {
    setErrors({});
    setTyped((last) => ({ ...last, ...changes }));
  };
  const save = () => {
    const grams = readWeight(typed.text, unit);
    if (grams === null) return setErrors({ grams: "Weight must be a number above zero" });
    const entry = { grams, weighedOn: typed.day, dateOfBirth: dog.dateOfBirth };
    const doubt = known ? doubtOf(known, entry, { unit, except: weight?._id }) : null;
    saveOrAsk(doubt, () => void store(grams));
  };
  const store = async (grams: number) => {
    const fields = { dogId: dog._id, grams, weighedOn: typed.day, today };
    await keep(async () => {
      if (weight) await update({ ...fields, weightId: weight._id, notes: weight.notes });
      else {
        const outcome = await add({ ...fields, entryKey });
        setEntryKey(crypto.randomUUID());
        if (outcome === "same") toast.info("This weight was already recorded");
        setTyped({ text: "", day: today });
      }
      toast.success(`${dog.name}: ${formatGrams(grams, unit)} recorded`);
      onDone?.();
    }, unlessAtField("The weight could not be saved"));
  };
  return { typed, change, errors, failure, isSaving, save, question };
}

/** Renders the form. */
export function WeightForm(props: WeightFormProps) {
  const { today, unit, onUnit, weight, onDone } = props;
  const { typed, change, errors, failure, isSaving, save, question } = useWeightForm(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Weight"
          required
          error={errors.grams}
          className="min-w-28 flex-1"
          inputMode="decimal"
          autoComplete="off"
          autoFocus={weight !== undefined}
          inputClassName="h-12 text-xl"
          value={typed.text}
          onText={(text) => change({ text: text })}
        />
        <UnitField unit={unit} onUnit={onUnit} isFixed={weight !== undefined} />
        <TextField
          label="Day"
          error={errors.weighedOn}
          className="min-w-36 flex-1"
          type="date"
          max={today}
          inputClassName="h-12"
          value={typed.day}
          onText={(text) => change({ day: text })}
        />
        <div className="flex gap-2 self-end max-sm:w-full">
          {onDone ? (
            <Button
              variant="outline"
              size="lg"
              onClick={onDone}
              disabled={isSaving}
              className="max-sm:flex-1"
            >
              Cancel
            </Button>
          ) : null}
          <Button type="submit" size="lg" disabled={isSaving} className="max-sm:flex-1">
            {isSaving ? "Saving..." : "Save Weight"}
          </Button>
        </div>
      </div>
      {question}
      {failure ? <Alert variant="error">{failure}</Alert> : null}
    </form>
  );
}

type UnitFieldProps = { unit: WeightUnit; onUnit: (unit: WeightUnit) => void; isFixed: boolean };

function UnitField({ unit, onUnit, isFixed }: UnitFieldProps) {
  return (
    <div role="group" aria-label="Unit" className="flex flex-col gap-1.5">
      <span className="min-h-5 text-sm font-semibold">Unit</span>
      <div className="flex h-12 overflow-hidden rounded-md border border-input">
        {WEIGHT_UNITS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === unit}
            disabled={isFixed}
            onClick={() => onUnit(each)}
            className={cn(
              "min-w-12 px-3 font-semibold focus-visible:-outline-offset-2",
              each === unit ? "bg-primary text-primary-foreground" : "bg-card text-muted-foreground",
            )}
          >
            {each}
          </button>
        ))}
      </div>
    </div>
  );
}
