/**
 * Asks for the details of a status step. Marking as bred asks for the day of mating. Any step asks for it if the
 * recorded mating day is in the future. Confirming a pregnancy or adding a check asks for day, method and number of
 * puppies. Every field is preset or may stay empty. An unusual day is pointed out but allowed. Sources: decisions
 * GAP-BRD-03 and GAP-BRD-09.
 */
import { useId, useState } from "react";
import { useMutation } from "convex/react";
import { Plus } from "lucide-react";
import { toast } from "sonner";
import { SaveDialog } from "@/components/save-dialog";
import { LongTextField, TextField } from "@/components/text-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FormField } from "@/components/ui/form-field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { ContactField } from "@/entities/contacts/contact-field";
import { AdviceWarning } from "@/features/breedings/breeding-advice";
import { STEPS } from "@/features/breedings/breeding-menu";
import { failureSentence, titleOf } from "@/features/breedings/breeding-words";
import type { Breeding } from "@/features/breedings/breeding-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useSaving } from "@/hooks/use-saving";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { dueDateOf, isAheadOfMating, isMatingAhead } from "@domain/breedings/dates";
import {
  breedingStatusLabels,
  breedingTypeLabels,
  pregnancyMethodLabels,
  pregnancyResultLabels,
} from "@domain/breedings/words";
import { isUsualStep } from "@domain/breedings/status";
import {
  BREEDING_TYPES,
  PREGNANCY_METHODS,
  PREGNANCY_RESULTS,
  type BreedingStatus,
  type BreedingType,
} from "@domain/breedings/rules";
import { api } from "@convex/_generated/api";
import { planForBreeding, PREGNANCY_CHECK } from "@domain/reminders/generated";
import { daysBetween, isCalendarDay } from "@domain/dates/calendar-days";
import { getErrorData, type FieldErrors } from "@domain/errors";
import { formatDay } from "@domain/formatting/formatting";

export type StepValues = {
  breedingDate?: string;
  breedingType?: BreedingType;
  pregnancyCheck?: {
    on?: string;
    method?: string;
    result?: string;
    puppiesSeen?: number;
    veterinarianName?: string;
    veterinarianId?: string;
    notes?: string;
  };
};

export type StatusQuestion = { breeding: Breeding; status: BreedingStatus };

/** A step to the current status only adds a check. */
const isCheckAlone = ({ breeding, status }: StatusQuestion): boolean => breeding.status === status;

/** True if the step is only possible after a mating that is still in the future. */
const isFromAhead = ({ breeding, status }: StatusQuestion, today: string): boolean =>
  !isCheckAlone({ breeding, status }) &&
  isAheadOfMating(
    {
      status,
      breedingDate: breeding.breedingDate,
      isCalledOff: breeding.status === "planned" && status === "failed",
    },
    today,
  );

const asksMating = (question: StatusQuestion, today: string): boolean =>
  isMarkedBred(question) || isFromAhead(question, today);

const asksCheck = (question: StatusQuestion): boolean =>
  question.status === "confirmed" || isCheckAlone(question);

/** False if the step needs only a confirmation. */
export const hasFields = (question: StatusQuestion, today: string): boolean =>
  asksMating(question, today) || asksCheck(question);

/** The menu has the same labels. */
export const stepLabel = (status: BreedingStatus): string =>
  STEPS.find((step) => step.status === status)?.label ?? "Back to Planned";

/** One sentence for each unusual thing about the step. */
export function doubtsOf({ breeding, status }: StatusQuestion): string[] {
  if (isCheckAlone({ breeding, status })) return [];
  const label = breedingStatusLabels[breeding.status].toLowerCase();
  return [
    isUsualStep(breeding.status, status)
      ? ""
      : `It is ${label} now. This skips a step or goes back, and what lies between stays as it is.`,
    breeding.litterId !== null && status !== "completed" ? "Its litter stays recorded." : "",
  ].filter((doubt) => doubt !== "");
}

type Typed = {
  mating: string;
  type: string;
  on: string;
  method: string;
  result: string;
  puppiesSeen: string;
  veterinarianName: string;
  veterinarianId: string;
  notes: string;
};

const isMarkedBred = (question: StatusQuestion): boolean =>
  question.status === "bred" && !isCheckAlone(question);

/** One sentence for each unusual thing about the typed days. */
function oddDays(question: StatusQuestion, { mating, on }: Typed, today: string): string[] {
  const { breedingDate } = question.breeding;
  const mated = asksMating(question, today) && isCalendarDay(mating) ? mating : breedingDate;
  const isAhead = isMatingAhead(mated, today);
  const isChecked = asksCheck(question) && isCalendarDay(on);
  return [
    isAhead ? `The mating date, ${formatDay(mated)}, is in the future.` : "",
    isChecked && on > today ? "The day of the check is in the future." : "",
    isChecked && !isAhead && on <= today && daysBetween(mated, on) < 0
      ? `The day of the check is before the mating date, ${formatDay(mated)}.`
      : "",
  ].filter((odd) => odd !== "");
}

/** Contains a mating day only if it was changed, and a check only if the step asks for a check. */
function valuesOf(question: StatusQuestion, typed: Typed, today: string): StepValues {
  const { mating, type, on, method, result, puppiesSeen, veterinarianName, veterinarianId, notes } = typed;
  const breedingType = BREEDING_TYPES.find((each) => each === type);
  const isTypeChanged = isMarkedBred(question) && breedingType !== question.breeding.breedingType;
  const isMoved = asksMating(question, today) && mating !== "" && mating !== question.breeding.breedingDate;
  const seen = puppiesSeen.trim();
  return {
    ...(isMoved && { breedingDate: mating }),
    ...(isTypeChanged && breedingType && { breedingType }),
    ...(asksCheck(question) && {
      pregnancyCheck: {
        ...(on !== "" && { on }),
        ...(method !== "" && { method }),
        ...(veterinarianName.trim() !== "" && { veterinarianName }),
        ...(veterinarianId !== "" && { veterinarianId }),
        ...(notes.trim() !== "" && { notes }),
        ...(isCheckAlone(question) && { result }),
        // text that is not a number gets an error at its field
        ...(seen !== "" && { puppiesSeen: /^\d+$/u.test(seen) ? Number(seen) : Number.NaN }),
      },
    }),
  };
}

type StepDialogProps = {
  question: StatusQuestion;
  today: string;
  /** Throws the reason if the step fails. */
  onStep: (question: StatusQuestion, values: StepValues) => Promise<void>;
  onClose: () => void;
};

function useStep({ question, today, onStep, onClose }: StepDialogProps) {
  const { breedingDate } = question.breeding;
  const isAhead = isMatingAhead(breedingDate, today);
  const follows = useFollows(question);
  const [typed, setTyped] = useState<Typed>(() => ({
    // For a later step, the user may not remember the mating day, so the planned day may stay.
    mating: isAhead ? (question.status === "bred" ? today : "") : breedingDate,
    ...{ type: question.breeding.breedingType, on: today, method: "", result: "pregnant", puppiesSeen: "" },
    ...{ veterinarianName: "", veterinarianId: "", notes: "" },
  }));
  const { errors, setErrors, failure, isSaving, check, save } = useSaving();
  const store = async (): Promise<void> => {
    const values = valuesOf(question, typed, today);
    const isUnreadable = Number.isNaN(values.pregnancyCheck?.puppiesSeen);
    if (!check(isUnreadable ? { puppiesSeen: "Puppies seen must be a whole number" } : {})) return;
    await save(
      async () => {
        await onStep(question, values);
        await follows.plan(today);
        onClose();
      },
      (error, fields) => {
        if (getErrorData(error)?.code === "STALE_UPDATE")
          return "Not saved: somebody else has changed the status since.";
        return Object.keys(fields).length > 0
          ? null
          : failureSentence("Failed to update breeding status.", error);
      },
    );
  };
  const change = (name: keyof Typed, value: string) => {
    setErrors({});
    setTyped((last) => ({ ...last, [name]: value }));
  };
  return { typed, change, errors, failure, isSaving, store, follows };
}

/** The error comes from the form or from the server. */
const checkError = (errors: FieldErrors, name: keyof Typed): string | undefined =>
  errors[`pregnancyCheck.${name}`] ?? errors[name];

export function StepDialog(props: StepDialogProps) {
  const { question, today, onClose } = props;
  const { typed, change, errors, failure, isSaving, store, follows } = useStep(props);
  const label = isCheckAlone(question) ? "Add Pregnancy Check" : stepLabel(question.status);
  const doubts = [...doubtsOf(question), ...oddDays(question, typed, today)];
  return (
    <SaveDialog
      title={label}
      description={titleOf(question.breeding)}
      isSaving={isSaving}
      onClose={onClose}
      failure={failure}
      saveLabel={label}
      onSave={store}
    >
      {question.breeding.status === "planned" && isMarkedBred(question) ? (
        <AdviceWarning breeding={question.breeding} breedingDate={typed.mating} />
      ) : null}
      {asksMating(question, today) ? (
        <MatingField
          question={question}
          value={typed.mating}
          error={errors["breedingDate"]}
          onChange={change}
        />
      ) : null}
      {isMarkedBred(question) ? (
        <Choices
          label="Method"
          choices={BREEDING_TYPES}
          labels={breedingTypeLabels}
          value={typed.type}
          onChange={(value) => change("type", value)}
        />
      ) : null}
      {asksCheck(question) ? (
        <CheckFields typed={typed} errors={errors} hasResult={isCheckAlone(question)} onChange={change} />
      ) : null}
      {isCheckAlone(question) ? null : <Follows question={question} typed={typed} {...follows} />}
      {doubts.length > 0 ? (
        <Alert variant="warning">
          {doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
        </Alert>
      ) : null}
    </SaveDialog>
  );
}

/** The reminders that the step creates or closes, for users who may see and create reminders. */
function useFollows({ breeding, status }: StatusQuestion) {
  const { can } = useKennel();
  const today = useToday();
  const [isPlanned, setPlanned] = useState(true);
  const generate = useMutation(api.reminders.reminderGeneration.forBreeding);
  const isAsked = (status === "bred" || status === "confirmed") && can("reminders", "read");
  const known = useLiveQuery(
    api.reminders.reminders.ofBreeding,
    isAsked ? { breedingId: breeding._id, today, limit: 100 } : "skip",
  );
  const pending = known.data?.data.filter(({ isCompleted }) => !isCompleted);
  const canPlan = status === "bred" && can("reminders", "write") && pending?.length === 0;
  return {
    pending,
    canPlan,
    isPlanned,
    setPlanned,
    /** If this fails, the step has still been taken. */
    plan: async (day: string): Promise<void> => {
      if (!canPlan || !isPlanned) return;
      try {
        await generate({ breedingId: breeding._id, today: day });
      } catch (error) {
        toast.error(failureText("Failed to plan reminders", error));
      }
    },
  };
}

type FollowsProps = Omit<ReturnType<typeof useFollows>, "plan"> & { question: StatusQuestion; typed: Typed };

/**
 * Effects of a step to bred or confirmed: the due date, and the reminders that the step creates, moves or closes.
 */
function Follows({ question, typed, pending, canPlan, isPlanned, setPlanned }: FollowsProps) {
  const id = useId();
  const { breeding, status } = question;
  if (status !== "bred" && status !== "confirmed") return null;
  const isMoved = isCalendarDay(typed.mating) && typed.mating !== breeding.breedingDate;
  const breedingDate = isMoved ? typed.mating : breeding.breedingDate;
  const due = isMoved ? dueDateOf(typed.mating) : breeding.expectedDueDate;
  const plan = planForBreeding({ name: callNameOf(breeding.dam), breedingDate, expectedDueDate: due });
  const check = plan.find(({ key }) => key === PREGNANCY_CHECK)?.title;
  const closed = status === "confirmed" && pending?.some(({ title }) => title === check) ? check : null;
  return (
    <div className="flex flex-col gap-2 rounded-md bg-muted px-4 py-3">
      <p>
        {due === null ? (
          "The due date is not set"
        ) : (
          <>
            Puppies due <strong>{formatDay(due)}</strong>, {daysBetween(breedingDate, due)} days after mating
          </>
        )}
      </p>
      {closed ? <p>Closes the reminder “{closed}”</p> : null}
      {status === "bred" && isMoved && pending?.length ? <p>Its planned reminders move along</p> : null}
      {canPlan ? (
        <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-1">
          <Checkbox
            id={id}
            className="mt-0.5"
            checked={isPlanned}
            onCheckedChange={(checked) => setPlanned(checked === true)}
          />
          <span>
            Plan reminders
            <span className="block text-sm text-muted-foreground">
              {plan.map(({ title, dueDate }) => `${title.split(":")[0]} ${formatDay(dueDate)}`).join(" · ")}
            </span>
          </span>
        </label>
      ) : null}
    </div>
  );
}

const callNameOf = (dog: Breeding["dam"]): string => dog?.callName ?? dog?.name ?? "";

type OnChange = (name: keyof Typed, value: string) => void;

type MatingFieldProps = {
  question: StatusQuestion;
  value: string;
  error: string | undefined;
  onChange: OnChange;
};

function MatingField({ question, value, error, onChange }: MatingFieldProps) {
  const { breedingDate } = question.breeding;
  const isMoved = isCalendarDay(value) && value !== breedingDate;
  return (
    <TextField
      label="Mating Date"
      error={error}
      helper={
        isMoved
          ? `Planned for ${formatDay(breedingDate)}`
          : `Leave it empty to keep ${formatDay(breedingDate)}`
      }
      type="date"
      value={value}
      onText={(text) => onChange("mating", text)}
    />
  );
}

type CheckFieldsProps = { typed: Typed; errors: FieldErrors; hasResult: boolean; onChange: OnChange };

function CheckFields({ typed, errors, hasResult, onChange }: CheckFieldsProps) {
  const [hasMore, setHasMore] = useState(false);
  return (
    <>
      <Choices
        label="Method"
        choices={PREGNANCY_METHODS}
        labels={pregnancyMethodLabels}
        value={typed.method}
        onChange={(value) => onChange("method", value)}
      />
      {hasResult ? (
        <Choices
          label="Result"
          choices={PREGNANCY_RESULTS}
          labels={pregnancyResultLabels}
          value={typed.result}
          onChange={(value) => onChange("result", value)}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Checked On"
          error={checkError(errors, "on")}
          type="date"
          value={typed.on}
          onText={(text) => onChange("on", text)}
        />
        <TextField
          label="Puppies Seen"
          error={checkError(errors, "puppiesSeen")}
          inputMode="numeric"
          autoComplete="off"
          value={typed.puppiesSeen}
          onText={(text) => onChange("puppiesSeen", text)}
        />
      </div>
      {hasMore ? (
        <>
          <VeterinarianField {...{ typed, errors, onChange }} />
          <LongTextField
            label="Notes"
            rows={2}
            error={checkError(errors, "notes")}
            value={typed.notes}
            onText={(text) => onChange("notes", text)}
          />
        </>
      ) : (
        <Button variant="ghost" size="sm" className="-ml-3 self-start" onClick={() => setHasMore(true)}>
          <Plus aria-hidden /> Add Veterinarian or Notes
        </Button>
      )}
    </>
  );
}

/** Users who may see contacts choose the veterinarian from the contacts. */
function VeterinarianField({ typed, errors, onChange }: Omit<CheckFieldsProps, "hasResult">) {
  const { hasRight } = useKennel();
  const { veterinarianName: name, veterinarianId: link } = typed;
  const error = checkError(errors, "veterinarianId") ?? checkError(errors, "veterinarianName");
  if (!hasRight("finances", "write")) {
    return (
      <TextField
        label="Veterinarian"
        error={error}
        autoComplete="off"
        value={name}
        onText={(text) => onChange("veterinarianName", text)}
      />
    );
  }
  return (
    <FormField label="Veterinarian" error={error}>
      {(described) => (
        <ContactField
          {...{ ...described, name, link }}
          onPerson={(person) => {
            onChange("veterinarianName", person.name ?? "");
            onChange("veterinarianId", person.link);
          }}
        />
      )}
    </FormField>
  );
}

type ChoicesProps<Choice extends string> = {
  label: string;
  choices: readonly Choice[];
  labels: Record<Choice, string>;
  value: string;
  onChange: (value: string) => void;
};

/** A few buttons, of which the user chooses one. */
function Choices<Choice extends string>({ label, choices, labels, value, onChange }: ChoicesProps<Choice>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <p id={`${id}-label`} className="text-sm font-semibold">
        {label}
      </p>
      <RadioGroup
        aria-labelledby={`${id}-label`}
        className="grid grid-cols-2 gap-2"
        value={value}
        onValueChange={onChange}
      >
        {choices.map((choice) => (
          <label
            key={choice}
            htmlFor={`${id}-${choice}`}
            className={cn(
              "flex min-h-11 min-w-0 cursor-pointer items-center gap-3 rounded-md border px-3.5",
              value === choice ? "border-primary bg-accent" : "hover:bg-muted",
            )}
          >
            <RadioGroupItem id={`${id}-${choice}`} value={choice} />
            {labels[choice]}
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}
