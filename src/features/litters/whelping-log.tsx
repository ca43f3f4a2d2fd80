/**
 * Recording puppies at birth: sex, collar, weight and one press. The time is that of the press; everything else can
 * be added later.
 */
import { type FormEvent, useRef, useState } from "react";
import { useMutation } from "convex/react";
import { ChevronDown, Plus } from "lucide-react";
import { toast } from "sonner";
import { ChoiceField } from "@/components/choice-field";
import { TextField } from "@/components/text-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { Label } from "@/components/ui/label";
import { useWeightQuestion } from "@/entities/weights/weight-question";
import { freeCollars } from "@/features/litters/puppy-dot";
import { birthWeightDoubt } from "@/features/litters/litter-words";
import { PuppyDot } from "@/features/litters/puppy-dot";
import type { Litter } from "@/features/litters/litter-words";
import { unlessAtField, useSaving } from "@/hooks/use-saving";
import { puppyWeightInput, usePuppyWeights } from "@/hooks/use-weight-units";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { GENDERS, type Gender } from "@domain/dogs/rules";
import { MAX_PUPPIES_BORN } from "@domain/litters/rules";
import { readPuppyWeight } from "@domain/health/weights";
import { genderLabels } from "@domain/dogs/words";
import { assistanceLabels, presentationLabels } from "@domain/litters/words";

interface NewPuppy {
  readonly gender: Gender | null;
  readonly collarColor: string | null;
  readonly weight: string;
  readonly presentation: string;
  readonly assistance: string;
  readonly color: string;
  readonly notes: string;
  readonly isStillborn: boolean;
}

const EMPTY: NewPuppy = {
  gender: null,
  collarColor: null,
  weight: "",
  presentation: "",
  assistance: "",
  color: "",
  notes: "",
  isStillborn: false,
};

/** Recent births are recorded as they happen; for an older litter the minute is unknown. */
const LIVE_DAYS_MS = 2 * 86_400_000;

const isHappeningNow = ({ whelpingDate }: Litter, now: number): boolean =>
  Math.abs(now - new Date(`${whelpingDate}T12:00:00`).getTime()) < LIVE_DAYS_MS;

function useNewPuppy(litter: Litter, onAdded: () => void) {
  const create = useMutation(api.litters.puppies.create);
  const { unit, gramsText } = usePuppyWeights();
  const { saveOrAsk, question } = useWeightQuestion();
  const [values, setValues] = useState(EMPTY);
  const { errors, setErrors, failure, isSaving, save } = useSaving({ staysOpen: true });
  const change = (changes: Partial<NewPuppy>) => {
    setErrors({});
    setValues((last) => ({ ...last, ...changes }));
  };
  const store = async () => {
    const now = Date.now();
    await save(async () => {
      const { order } = await create({
        litterId: litter._id,
        gender: values.gender,
        collarColor: values.collarColor,
        birthWeightGrams: readPuppyWeight(values.weight, unit),
        presentation: values.presentation || null,
        assistance: values.assistance || null,
        color: values.color,
        notes: values.notes,
        isStillborn: values.isStillborn,
        ...(isHappeningNow(litter, now) && { bornAt: now }),
      });
      toast.success(`Puppy ${order} recorded`);
      setValues(EMPTY);
      onAdded();
    }, unlessAtField("Failed to record the puppy"));
  };
  const add = () => {
    const birthWeightGrams = readPuppyWeight(values.weight, unit);
    const doubt = birthWeightDoubt({ bornAt: null, birthWeightGrams }, litter, gramsText);
    saveOrAsk(doubt, () => void store());
  };
  return { values, change, errors, failure, isSaving, add, unit, question };
}

type Form = ReturnType<typeof useNewPuppy>;

/** Renders the form for the next puppy. */
export function WhelpingLog({ litter }: { litter: Litter }) {
  const weightRef = useRef<HTMLInputElement>(null);
  const form = useNewPuppy(litter, () => weightRef.current?.focus());
  const { values, change, errors, unit } = form;
  if (litter.puppies.length >= MAX_PUPPIES_BORN) {
    return <p className="text-muted-foreground">This litter has reached the maximum number of puppies.</p>;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.add();
  };
  return (
    <form
      noValidate
      aria-label="Record a puppy"
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-lg border border-dashed border-input p-4"
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <SexChoice gender={values.gender} onChange={(gender) => change({ gender })} />
        <TextField
          label={unit === "g" ? "Weight (grams)" : "Weight (lb, oz)"}
          error={errors.birthWeightGrams}
          className="w-36"
          ref={weightRef}
          {...puppyWeightInput(unit)}
          inputClassName="h-11 text-lg"
          value={values.weight}
          onText={(text) => change({ weight: text })}
        />
        <Button type="submit" className="h-11" disabled={form.isSaving}>
          <Plus aria-hidden /> {form.isSaving ? "Recording..." : "Record Puppy"}
        </Button>
      </div>
      <CollarChoice litter={litter} form={form} />
      <MoreFields form={form} />
      {form.question}
      {form.failure ? <Alert variant="error">{form.failure}</Alert> : null}
    </form>
  );
}

const chipClass =
  "inline-flex h-11 items-center gap-1.5 rounded-md border border-input bg-card px-3 font-semibold aria-pressed:border-primary aria-pressed:bg-accent aria-pressed:text-accent-foreground";

function SexChoice({
  gender,
  onChange,
}: {
  gender: Gender | null;
  onChange: (value: Gender | null) => void;
}) {
  return (
    <div role="group" aria-label="Sex" className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-semibold">
        Sex
      </span>
      <div className="flex gap-1.5">
        {GENDERS.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={gender === choice}
            onClick={() => onChange(gender === choice ? null : choice)}
            className={cn(chipClass, choice === "male" ? "text-male" : "text-female")}
          >
            {genderLabels[choice]}
          </button>
        ))}
      </div>
    </div>
  );
}

function CollarChoice({ litter, form: { values, change } }: { litter: Litter; form: Form }) {
  const free = freeCollars(litter.puppies.map(({ collarColor }) => collarColor));
  return (
    <div role="group" aria-label="Collar" className="flex flex-wrap items-center gap-1.5">
      <span aria-hidden className="mr-1 text-sm font-semibold">
        Collar
      </span>
      {free.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={values.collarColor === name}
          onClick={() => change({ collarColor: values.collarColor === name ? null : name })}
          className={cn(chipClass, "h-10 px-2.5 text-sm font-normal")}
        >
          <PuppyDot puppy={{ collarColor: name }} />
          {name}
        </button>
      ))}
    </div>
  );
}

function MoreFields({ form: { values, change, errors } }: { form: Form }) {
  return (
    <Collapsible>
      <CollapsibleTrigger asChild>
        <Button variant="ghost" size="sm" className="-ml-3 self-start [&[data-state=open]_svg]:rotate-180">
          <ChevronDown aria-hidden /> Presentation, Help, Notes
        </Button>
      </CollapsibleTrigger>
      <CollapsibleContent className="grid gap-3 pt-2 sm:grid-cols-2">
        <ChoiceField
          label="Presentation"
          value={values.presentation}
          choices={{ "": "Not recorded", ...presentationLabels }}
          error={errors.presentation}
          onValue={(presentation) => change({ presentation })}
        />
        <ChoiceField
          label="Assistance"
          value={values.assistance}
          choices={{ "": "Not recorded", ...assistanceLabels }}
          error={errors.assistance}
          onValue={(assistance) => change({ assistance })}
        />
        <TextField
          label="Color"
          error={errors.color}
          value={values.color}
          onText={(text) => change({ color: text })}
        />
        <TextField
          label="Notes"
          error={errors.notes}
          value={values.notes}
          onText={(text) => change({ notes: text })}
        />
        <Label className="flex items-center gap-2.5 py-1">
          <Checkbox
            checked={values.isStillborn}
            onCheckedChange={(checked) => change({ isStillborn: checked })}
          />
          Stillborn
        </Label>
      </CollapsibleContent>
    </Collapsible>
  );
}
