/** A dog's weight on its page: recording it, the curve, and every entry with buttons to change and delete it. */
import { Suspense, useMemo, useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { Pencil, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import {
  pointsOf,
  type DogWeight,
  type DogWeights,
  type WeighedDog,
  doubtOf,
} from "@/entities/weights/weight-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useWeightUnits } from "@/hooks/use-weight-units";
import { failureText } from "@/lib/failure-text";
import { lateLazy } from "@/lib/ready-lazy";
import { formatDay } from "@domain/formatting/formatting";
import { formatGrams, fromGrams, type WeightUnit, readWeight, WEIGHT_UNITS } from "@domain/health/weights";
import { api } from "@convex/_generated/api";
import { Alert } from "@/components/ui/alert";
import { TextField } from "@/components/text-field";
import { useWeightQuestion } from "@/entities/weights/weight-question";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { cn } from "@/lib/utils";

type WeightFormProps = {
  dog: WeighedDog;
  /** The dog's other weights, once they are loaded. An unlikely new weight leads to a question. */
  known: DogWeights | undefined;
  today: string;
  unit: WeightUnit;
  onUnit: (unit: WeightUnit) => void;
  /** Undefined for a new weight. */
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

/** Usable with one thumb: number keys, and today as the preset date. */
function WeightForm(props: WeightFormProps) {
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

const WeightChart = lateLazy(async () => (await import("@/entities/weights/weight-chart")).default);

/** The user can ask for all entries. */
const FIRST_ENTRIES = 6;

type WeightSectionProps = { dog: WeighedDog; today: string };

/** Users who may write can record weights. */
export function WeightSection({ dog, today }: WeightSectionProps) {
  const canWrite = useKennel().can("health", "write");
  const result = useLiveQuery(api.health.dogWeights.list, { dogId: dog._id });
  const { units, choose } = useWeightUnits();
  const { dog: unit } = units;
  const chooseUnit = (chosen: WeightUnit) => choose({ dog: chosen });
  return (
    <DetailSection title="Weight">
      <div className="flex flex-col gap-4">
        {canWrite ? (
          <WeightForm
            dog={dog}
            known={result.data ?? undefined}
            today={today}
            unit={unit}
            onUnit={chooseUnit}
          />
        ) : null}
        <Loaded query={result} failureText="Failed to load weights. Please try again." height="h-24">
          {(data) => (
            <History
              dog={dog}
              today={today}
              data={data ?? { weights: [], asPuppy: [] }}
              unit={unit}
              onUnit={chooseUnit}
              canWrite={canWrite}
            />
          )}
        </Loaded>
      </div>
    </DetailSection>
  );
}

type HistoryProps = WeightSectionProps & {
  data: DogWeights;
  unit: WeightUnit;
  onUnit: (unit: WeightUnit) => void;
  canWrite: boolean;
};

function History({ data, unit, ...props }: HistoryProps) {
  const points = useMemo(() => pointsOf(data), [data]);
  if (points.length === 0) return <p className="text-muted-foreground">No weights recorded</p>;
  return (
    <>
      <Summary data={data} unit={unit} />
      {points.length > 1 ? (
        <Suspense fallback={<Skeleton className="h-56" />}>
          <WeightChart points={points} unit={unit} />
        </Suspense>
      ) : null}
      <Entries data={data} unit={unit} {...props} />
    </>
  );
}

const signed = (value: number): string => (value > 0 ? `+${value}` : `−${Math.abs(value)}`);

function Summary({ data: { weights, asPuppy }, unit }: { data: DogWeights; unit: WeightUnit }) {
  const [newest, before] = weights;
  const young =
    asPuppy.length === 0
      ? null
      : `${asPuppy.length === 1 ? "1 puppy weight is" : `${asPuppy.length} puppy weights are`} included in the curve.`;
  if (!newest) return <p>{young}</p>;
  const change = before ? fromGrams(newest.grams - before.grams, unit) : 0;
  return (
    <p>
      <span className="font-title text-2xl">{formatGrams(newest.grams, unit)}</span>{" "}
      <span className="text-muted-foreground">
        on {formatDay(newest.weighedOn)}
        {before && change !== 0 ? `, ${signed(change)} ${unit} since ${formatDay(before.weighedOn)}` : ""}
        {young === null ? "" : `. ${young}`}
      </span>
    </p>
  );
}

function Entries({ dog, today, data, unit, onUnit, canWrite }: HistoryProps) {
  const { weights } = data;
  const remove = useMutation(api.health.dogWeights.remove);
  const add = useMutation(api.health.dogWeights.add);
  const [editedId, setEditedId] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const undo = async ({ grams, weighedOn, notes }: DogWeight) => {
    try {
      await add({ dogId: dog._id, grams, weighedOn, notes, today, entryKey: crypto.randomUUID() });
    } catch (error) {
      toast.error(failureText("The weight could not be brought back", error));
    }
  };
  const drop = async (weight: DogWeight) => {
    try {
      await remove({ dogId: dog._id, weightId: weight._id });
      toast.success("Weight deleted", { action: { label: "Undo", onClick: () => void undo(weight) } });
    } catch (error) {
      toast.error(failureText("The weight could not be deleted", error));
    }
  };
  const shown = isWhole ? weights : weights.slice(0, FIRST_ENTRIES);
  return (
    <div>
      <ul aria-label="Weights" className="flex flex-col divide-y">
        {shown.map((weight) => (
          <li key={weight._id} className="py-1.5">
            {editedId === weight._id ? (
              <WeightForm
                dog={dog}
                known={data}
                today={today}
                unit={unit}
                onUnit={onUnit}
                weight={weight}
                onDone={() => setEditedId(null)}
              />
            ) : (
              <div className="flex min-h-9 items-center gap-1">
                <span className="w-28 font-semibold">{formatGrams(weight.grams, unit)}</span>
                <span className="min-w-0 flex-1 text-muted-foreground">{formatDay(weight.weighedOn)}</span>
                {canWrite ? (
                  <>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      aria-label={`Edit the weight of ${formatDay(weight.weighedOn)}`}
                      onClick={() => setEditedId(weight._id)}
                    >
                      <Pencil aria-hidden />
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      aria-label={`Delete the weight of ${formatDay(weight.weighedOn)}`}
                      onClick={() => void drop(weight)}
                    >
                      <Trash2 aria-hidden />
                    </Button>
                  </>
                ) : null}
              </div>
            )}
          </li>
        ))}
      </ul>
      {weights.length > FIRST_ENTRIES ? (
        <Button variant="link" size="sm" className="px-0" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show Fewer" : `Show All ${weights.length} Weights`}
        </Button>
      ) : null}
    </div>
  );
}
