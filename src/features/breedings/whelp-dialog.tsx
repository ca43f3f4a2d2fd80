/**
 * Marks a breeding as whelped: asks for the date and the numbers, and creates the litter. Creating the litter also
 * changes the breeding. Without a litter, only the status is set. Source: decision GAP-BRD-03.
 */
import { useId, useState } from "react";
import { useMutation } from "convex/react";
import { SaveDialog } from "@/components/save-dialog";
import { useNavigate } from "@/lib/router";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { LongTextField, TextField } from "@/components/text-field";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { failureSentence, titleOf } from "@/features/breedings/breeding-words";
import type { StepValues } from "@/features/breedings/step-dialog";
import type { Breeding } from "@/features/breedings/breeding-words";
import { useSaving } from "@/hooks/use-saving";
import { isMatingAhead, warnOfDueDate } from "@domain/breedings/dates";
import { isUsualStep } from "@domain/breedings/status";
import { breedingStatusLabels } from "@domain/breedings/words";
import type { FieldErrors } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";
import { api } from "@convex/_generated/api";

const COUNTS = [
  { name: "numberBorn", label: "Born", error: "Number born must be a number" },
  { name: "numberAlive", label: "Alive", error: "Number alive must be a number" },
  { name: "numberMales", label: "Males", error: "Number of males must be a number" },
  { name: "numberFemales", label: "Females", error: "Number of females must be a number" },
] as const;
type CountName = (typeof COUNTS)[number]["name"];

type Typed = Record<CountName | "breedingDate" | "whelpingDate" | "notes", string>;

/** The server fills in empty numbers. By default all puppies are born alive. */
function readCounts(typed: Typed): { counts: Partial<Record<CountName, number>>; errors: FieldErrors } {
  const counts: Partial<Record<CountName, number>> = {};
  const errors: FieldErrors = {};
  const text = { ...typed, numberAlive: typed.numberAlive.trim() || typed.numberBorn };
  for (const { name, error } of COUNTS) {
    const value = text[name].trim();
    if (value === "") continue;
    if (/^-?\d+$/u.test(value)) counts[name] = Number(value);
    else errors[name] = error;
  }
  return { counts, errors };
}

type WhelpDialogProps = {
  breeding: Breeding;
  today: string;
  /** Sets the status without a litter. */
  onStatusAlone: (breeding: Breeding, values: StepValues) => Promise<void>;
  onClose: () => void;
};

function useWhelping({ breeding, today, onStatusAlone, onClose }: WhelpDialogProps) {
  const createLitter = useMutation(api.litters.litters.create);
  const navigate = useNavigate();
  const [hasLitter, setHasLitter] = useState(true);
  const [typed, setTyped] = useState<Typed>({
    breedingDate: "",
    whelpingDate: today,
    numberBorn: "",
    numberAlive: "",
    numberMales: "",
    numberFemales: "",
    notes: "",
  });
  const { errors, setErrors, failure, isSaving, check, save } = useSaving();

  const moved = typed.breedingDate === "" ? {} : { breedingDate: typed.breedingDate };

  const createOne = async (counts: Partial<Record<CountName, number>>): Promise<void> => {
    const { whelpingDate, notes } = typed;
    const litter = { breedingId: breeding._id, today, whelpingDate, notes, ...counts, ...moved };
    const { _id, warnings } = await createLitter(litter);
    const open = { label: "Open Litter", onClick: () => void navigate(pageOf("litters", _id)) };
    toast.success("Breeding status updated to 'whelped'", { action: open });
    for (const warning of warnings) toast.warning(warning);
    onClose();
  };
  const store = async (): Promise<void> => {
    const { counts, errors: unreadable } = readCounts(typed);
    if (!check(hasLitter ? unreadable : {})) return;
    await save(
      async () => {
        if (hasLitter) return await createOne(counts);
        await onStatusAlone(breeding, moved);
        onClose();
      },
      (error, fields) =>
        Object.keys(fields).length > 0 ? null : failureSentence("Failed to update breeding status.", error),
    );
  };
  const change = (name: keyof Typed, value: string) => {
    setErrors(({ [name]: _, ...others }) => others);
    setTyped((last) => ({ ...last, [name]: value }));
  };
  return { typed, change, errors, failure, isSaving, hasLitter, setHasLitter, store };
}

export function WhelpDialog(props: WhelpDialogProps) {
  const { breeding, today, onClose } = props;
  const { typed, change, errors, failure, isSaving, hasLitter, setHasLitter, store } = useWhelping(props);
  const switchId = useId();
  const isUsual = isUsualStep(breeding.status, "whelped");
  return (
    <SaveDialog
      title="Mark as Whelped"
      description={titleOf(breeding)}
      isSaving={isSaving}
      onClose={onClose}
      failure={failure}
      saveLabel="Mark as Whelped"
      onSave={store}
    >
      {isUsual ? null : (
        <Alert variant="warning">
          It is {breedingStatusLabels[breeding.status].toLowerCase()} now. Marking it as whelped skips a step
          or goes back, and what lies between stays as it is.
        </Alert>
      )}
      {breeding.litterId === null ? null : (
        <Alert variant="warning">This breeding already has a litter; this adds another.</Alert>
      )}
      {isMatingAhead(breeding.breedingDate, today) ? (
        <TextField
          label="Mating Date"
          error={errors.breedingDate}
          helper={`The recorded one, ${formatDay(breeding.breedingDate)}, is in the future`}
          type="date"
          max={today}
          value={typed.breedingDate}
          onText={(text) => change("breedingDate", text)}
        />
      ) : null}
      <div className="flex min-h-10 items-center gap-3">
        <Switch id={switchId} checked={hasLitter} onCheckedChange={setHasLitter} />
        <Label htmlFor={switchId} className="text-base font-normal">
          Record the litter
        </Label>
      </div>
      {hasLitter ? (
        <LitterFields breeding={breeding} today={today} typed={typed} errors={errors} onChange={change} />
      ) : (
        <p className="text-muted-foreground">
          Only the status is set. The litter can be recorded later, with &ldquo;Mark as Whelped&rdquo;.
        </p>
      )}
    </SaveDialog>
  );
}

type LitterFieldsProps = {
  breeding: Breeding;
  today: string;
  typed: Typed;
  errors: FieldErrors;
  onChange: (name: keyof Typed, value: string) => void;
};

/** Undefined if the time since the mating is a possible length of a pregnancy. */
function unusualLength(breedingDate: string, whelpingDate: string): string | undefined {
  if (whelpingDate === "" || whelpingDate < breedingDate) return undefined;
  return warnOfDueDate({ breedingDate, expectedDueDate: whelpingDate }) === null
    ? undefined
    : "Unusually far from the mating date";
}

function LitterFields({ breeding, today, typed, errors, onChange }: LitterFieldsProps) {
  const mated = typed.breedingDate || breeding.breedingDate;
  return (
    <>
      <TextField
        label="Whelping date"
        required
        error={errors.whelpingDate}
        helper={unusualLength(mated, typed.whelpingDate)}
        type="date"
        min={mated > today ? undefined : mated}
        max={today}
        value={typed.whelpingDate}
        onText={(text) => onChange("whelpingDate", text)}
      />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {COUNTS.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            error={errors[name]}
            inputMode="numeric"
            autoComplete="off"
            placeholder={name === "numberAlive" ? typed.numberBorn : undefined}
            value={typed[name]}
            onText={(text) => onChange(name, text)}
          />
        ))}
      </div>
      <LongTextField
        label="Notes"
        error={errors.notes}
        rows={2}
        value={typed.notes}
        onText={(text) => onChange("notes", text)}
      />
    </>
  );
}
