/**
 * Records puppies at birth with sex, collar, weight and one press. The time of birth is the time of the press.
 * Everything else can be added later.
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
import { useToday } from "@/hooks/use-today";
import { puppyWeightInput, usePuppyWeights } from "@/hooks/use-weight-units";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import type { Gender } from "@domain/dogs/rules";
import {
  CAESAREAN_REASONS,
  CAESAREAN_URGENCIES,
  MAX_PUPPIES_BORN,
  type BirthKind,
} from "@domain/litters/rules";
import { choiceLabelsOf } from "@domain/formatting/formatting";
import { readPuppyWeight } from "@domain/health/weights";
import { genderLabels } from "@domain/dogs/words";
import { assistanceLabels, birthLabels, presentationLabels } from "@domain/litters/words";

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

/**
 * Births are recorded with the current time only for a recent litter. For an older litter the minute is unknown.
 */
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
        <ChipChoice
          label="Sex"
          value={values.gender}
          choices={genderLabels}
          classOf={(gender) => (gender === "male" ? "text-male" : "text-female")}
          onChange={(gender) => change({ gender })}
        />
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

type ChipChoiceProps<Value extends string> = {
  label: string;
  value: Value | null;
  choices: Readonly<Record<Value, string>>;
  classOf?: (value: Value) => string;
  onChange: (value: Value | null) => void;
};

/** A second tap clears the choice. */
function ChipChoice<Value extends string>({
  label,
  value,
  choices,
  classOf,
  onChange,
}: ChipChoiceProps<Value>) {
  const offered = Object.keys(choices) as Value[]; // the values are the keys of `choices`
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-semibold">
        {label}
      </span>
      <div className="flex flex-wrap gap-1.5">
        {offered.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={value === choice}
            onClick={() => onChange(value === choice ? null : choice)}
            className={cn(chipClass, classOf?.(choice))}
          >
            {choices[choice]}
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

/** Derived from the births of the puppies. Null if there is no suggestion. */
function suggestedBirth({ puppies }: Litter): BirthKind | null {
  const help = puppies.map(({ assistance }) => assistance);
  if (help.includes("caesarean")) return "caesarean";
  return help.some((each) => each === "helped" || each === "veterinarian") ? "assisted" : null;
}

const URGENCIES = choiceLabelsOf(CAESAREAN_URGENCIES);
const REASONS = choiceLabelsOf(CAESAREAN_REASONS);

/** Compares the placentae with the recorded puppies. */
function placentaeNote(typed: string, puppies: number): string {
  const missing = puppies - Number(typed);
  if (typed === "" || !Number.isInteger(missing) || missing === 0) return `${puppies} puppies are recorded`;
  return missing > 0
    ? `${missing === 1 ? "One" : missing} fewer than puppies`
    : `${missing === -1 ? "One" : -missing} more than puppies`;
}

type WhelpingEndProps = { litter: Litter; onDone: () => void };

/** Asks how the litter was born. Every answer may stay empty. */
export function WhelpingEnd({ litter, onDone }: WhelpingEndProps) {
  const update = useMutation(api.litters.litters.update);
  const today = useToday();
  const [birth, setBirth] = useState(() => suggestedBirth(litter));
  const [urgency, setUrgency] = useState<(typeof CAESAREAN_URGENCIES)[number] | null>(null);
  const [reason, setReason] = useState<(typeof CAESAREAN_REASONS)[number] | null>(null);
  const [placentae, setPlacentae] = useState("");
  const { errors, failure, isSaving, save } = useSaving();
  const isCaesarean = birth === "caesarean";
  const store = async () => {
    const answers = {
      birth,
      ...(isCaesarean && { caesareanPlanned: urgency, caesareanReason: reason }),
      ...(placentae.trim() !== "" && { whelping: { placentae: Number(placentae) } }),
    };
    await save(async () => {
      await update({ litterId: litter._id, today, ...answers });
      onDone();
    }, unlessAtField("Failed to save how the litter was born"));
  };
  return (
    <form
      noValidate
      aria-label="How the litter was born"
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
      className="flex flex-col gap-3 rounded-lg border border-dashed border-input p-4"
    >
      <ChipChoice label="Birth" value={birth} choices={birthLabels} onChange={setBirth} />
      {isCaesarean ? (
        <>
          <ChipChoice label="Caesarean" value={urgency} choices={URGENCIES} onChange={setUrgency} />
          <ChipChoice label="Reason" value={reason} choices={REASONS} onChange={setReason} />
        </>
      ) : null}
      <TextField
        label="Placentae"
        helper={placentaeNote(placentae, litter.puppies.length)}
        error={errors["whelping.placentae"]}
        className="max-w-80"
        inputMode="numeric"
        inputClassName="h-11 w-24 text-lg"
        value={placentae}
        onText={setPlacentae}
      />
      {failure ? <Alert variant="error">{failure}</Alert> : null}
      <div className="flex gap-2">
        <Button type="submit" className="h-11" disabled={isSaving}>
          {isSaving ? "Saving..." : "Done"}
        </Button>
        <Button variant="ghost" className="h-11" disabled={isSaving} onClick={onDone}>
          Later
        </Button>
      </div>
    </form>
  );
}
