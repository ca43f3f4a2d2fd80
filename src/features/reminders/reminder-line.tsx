/**
 * Adds a reminder from one typed line. Below the line, the field shows how it understands the text. The user can
 * change each part before saving, and later typing does not overwrite such a change. The text is stored in this
 * browser tab until it is saved.
 */
import { useEffect, useEffectEvent, useState, type ReactNode, type RefObject } from "react";
import { useMutation } from "convex/react";
import { CalendarDays, PawPrint, Plus, Repeat } from "lucide-react";
import { Choice } from "@/components/choice-field";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import type { GivenReminder } from "@/entities/reminders/reminder-form";
import { failureSentence } from "@/entities/reminders/reminder-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useIdentity } from "@/identity/identity";
import { attempt } from "@/lib/failure-text";
import { fetchLate } from "@/lib/fetch-late";
import { toast } from "@/lib/toast";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { isCalendarDay } from "@domain/dates/calendar-days";
import { formatShortDay, formatTime, formatWeekday } from "@domain/formatting/formatting";
import type { ReadLine, readReminder } from "@domain/reminders/read-reminder";
import { RECURRENCE_FREQUENCIES, type ReminderPriority, type ReminderType } from "@domain/reminders/rules";
import { recurrenceText, reminderPriorityLabels, reminderTypeLabels } from "@domain/reminders/words";

/** What a typed line describes. */
type Understood = ReadLine & { readonly priority: ReminderPriority };

const EXAMPLES = [
  "Worming all puppies every 2 weeks",
  "Call the vet tomorrow at 9",
  "Trim nails every 3 weeks from Monday",
] as const;

/** Stores a text in this browser tab. `key` contains the user and the kennel. */
function useKeptText(key: string) {
  const [text, setText] = useState(() => attempt(() => sessionStorage.getItem(key) ?? "", ""));
  const keep = (next: string) => {
    setText(next);
    attempt(() => {
      if (next === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
    }, undefined);
  };
  return [text, keep] as const;
}

/** Null while the parser's code loads. Loading begins when the field is first used. */
function useReader(isUsed: boolean): typeof readReminder | null {
  const [reader, setReader] = useState<{ read: typeof readReminder } | null>(null);
  const isWanted = isUsed && reader === null;
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const load = async () => (await import("@domain/reminders/read-reminder")).readReminder;
    void fetchLate(load).then((read) => (isGone ? undefined : setReader({ read })));
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return reader?.read ?? null;
}

const timeOfDay = (): string => {
  const now = new Date();
  return [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
};

const plain = (line: string, today: string): ReadLine => ({
  title: line.trim(),
  ...{ dueDate: today, dueTime: null, dogId: null, reminderType: "other", recurring: null },
});

export function useReminderLine(today: string, ownDays: readonly number[] | null) {
  const { kennelId, can } = useKennel();
  const owner = useIdentity().user?.email ?? "";
  const [text, setText] = useKeptText(`studbook.draft.${owner}.reminder-line.${kennelId}`);
  const [isUsed, setUsed] = useState(text !== "");
  const [chosen, setChosen] = useState<Partial<Understood>>({});
  const [error, setError] = useState<string | null>(null);
  const [step, setStep] = useState<"typing" | "sending">("typing");
  const create = useMutation(api.reminders.reminders.create);
  const read = useReader(isUsed);
  const dogs = useLiveQuery(api.dogs.dogs.listCalled, isUsed && can("dogs", "read") ? { kennelId } : "skip");
  const isReady = read !== null && dogs.status !== "loading";
  const understood: Understood = {
    ...(isReady ? read(text, { today, time: timeOfDay(), dogs: dogs.data ?? [] }) : plain(text, today)),
    priority: "medium",
    ...chosen,
  };
  const clear = () => {
    setText("");
    setChosen({});
    setError(null);
  };
  const save = useEffectEvent(async () => {
    try {
      await create({
        kennelId,
        ...understood,
        ...(ownDays && { notifications: { daysInAdvance: [...ownDays] } }),
      });
      clear();
      toast.success("Reminder created successfully");
    } catch (failure) {
      setError(failureSentence("Failed to create reminder", failure));
    }
    setStep("typing");
  });
  // If the user presses Enter before the parser or the dogs are loaded, the reminder is saved once both are loaded.
  const isDue = step === "sending" && isReady;
  useEffect(() => {
    if (isDue) void Promise.resolve().then(async () => await save());
  }, [isDue]);
  return {
    ...{ text, understood, error },
    isReady,
    isBusy: step !== "typing",
    begin: () => setUsed(true),
    type: (next: string) => {
      setUsed(true);
      setError(null);
      setText(next);
      if (next.trim() === "") setChosen({});
    },
    choose: (choice: Partial<Understood>) => setChosen((before) => ({ ...before, ...choice })),
    clear,
    submit: () => {
      if (text.trim() === "") setError("Please enter a title");
      else setStep("sending");
    },
  };
}

export type ReminderLine = ReturnType<typeof useReminderLine>;

const givenOf = (understood: Understood): GivenReminder => {
  const { title, dueDate, dueTime, dogId, reminderType, priority, recurring } = understood;
  return {
    ...{ title, dueDate, reminderType, priority },
    ...{ dueTime: dueTime ?? "", dogId: dogId ?? "" },
    ...(recurring && {
      frequency: recurring.frequency,
      interval: String(recurring.interval),
      endDate: recurring.endDate ?? "",
    }),
  };
};

type ReminderLineFieldProps = {
  line: ReminderLine;
  today: string;
  inputRef: RefObject<HTMLInputElement | null>;
  onDetails: (given: GivenReminder) => void;
};

/** While the user types, also shows how the line is understood. */
export function ReminderLineField({ line, today, inputRef, onDetails }: ReminderLineFieldProps) {
  const { text, understood, error, isBusy } = line;
  const hasText = text.trim() !== "";
  return (
    <form
      aria-label="New reminder"
      className="rounded-lg border border-input bg-card shadow-page has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-ring print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) line.submit();
      }}
    >
      <div className="flex items-center gap-2 pr-1.5 pl-3">
        <Plus aria-hidden className="size-4 shrink-0 text-primary" />
        <Input
          ref={inputRef}
          aria-label="Add a reminder in one line"
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : "reminder-line-error"}
          placeholder="Add a reminder: what, for whom, when"
          autoComplete="off"
          enterKeyHint="done"
          readOnly={isBusy}
          value={text}
          onFocus={line.begin}
          onChange={({ target }) => line.type(target.value)}
          className="h-12 min-w-0 flex-1 border-0 bg-transparent px-0 shadow-none focus-visible:ring-0 focus-visible:outline-none"
        />
        {hasText ? (
          <Button type="submit" size="sm" className="pointer-coarse:h-11" aria-disabled={isBusy}>
            {isBusy ? "Saving..." : "Add"}
          </Button>
        ) : null}
      </div>
      {error === null ? null : (
        <p id="reminder-line-error" role="alert" className="px-3 pb-2 text-sm text-error">
          {error}
        </p>
      )}
      {hasText ? (
        <div
          role="group"
          aria-label="What was understood"
          className="flex flex-wrap items-center gap-1.5 rounded-b-lg border-t bg-secondary/50 px-3 py-1.5"
        >
          <DayChip {...understood} today={today} onChange={line.choose} />
          <DogChip dogId={understood.dogId} onChange={line.choose} />
          <RepeatChip recurring={understood.recurring} onChange={line.choose} />
          <Choice
            aria-label="Type"
            className={CHIP}
            value={understood.reminderType}
            choices={reminderTypeLabels}
            onValue={(reminderType: ReminderType) => line.choose({ reminderType })}
          />
          <Choice
            aria-label="Priority"
            className={CHIP}
            value={understood.priority}
            choices={reminderPriorityLabels}
            onValue={(priority: ReminderPriority) => line.choose({ priority })}
          />
          <Button
            variant="link"
            size="sm"
            className="ml-auto px-1 pointer-coarse:h-11"
            onClick={() => onDetails(givenOf(understood))}
          >
            All Details
          </Button>
        </div>
      ) : null}
    </form>
  );
}

/** Pressing an example puts it into the field. */
export function LineExamples({ onPick }: { onPick: (example: string) => void }) {
  return (
    <ul className="flex flex-col gap-2">
      {EXAMPLES.map((example) => (
        <li key={example}>
          <Button
            variant="outline"
            className="w-full justify-start font-normal"
            onClick={() => onPick(example)}
          >
            {example}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const CHIP =
  "h-8 w-auto gap-1.5 rounded-sm border-transparent bg-card px-2 py-0 text-sm font-semibold shadow-none";

type ChipProps = { icon: ReactNode; label: string; text: string; isEmpty?: boolean; children: ReactNode };

/** A part that was understood. The user can change it in a panel. */
function Chip({ icon, label, text, isEmpty = false, children }: ChipProps) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${label}: ${text}`}
          className={cn(CHIP, "pointer-coarse:min-h-11", isEmpty && "font-normal text-muted-foreground")}
        >
          {icon}
          {text}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="flex w-72 flex-col gap-3 p-3">
        {children}
      </PopoverContent>
    </Popover>
  );
}

type OnChange = { onChange: (choice: Partial<Understood>) => void };

function DayChip({
  dueDate,
  dueTime,
  today,
  onChange,
}: Pick<Understood, "dueDate" | "dueTime"> & OnChange & { today: string }) {
  const day =
    dueDate === today
      ? "Today"
      : `${formatWeekday(dueDate).slice(0, 3)}, ${formatShortDay(dueDate)}${
          dueDate.slice(0, 4) === today.slice(0, 4) ? "" : `, ${dueDate.slice(0, 4)}`
        }`;
  return (
    <Chip
      icon={<CalendarDays aria-hidden />}
      label="Due"
      text={dueTime === null ? day : `${day}, ${formatTime(dueTime)}`}
    >
      <FormField label="Due date">
        {(described) => (
          <Input
            {...described}
            type="date"
            value={dueDate}
            onChange={({ target: { value } }) => {
              if (isCalendarDay(value)) onChange({ dueDate: value });
            }}
          />
        )}
      </FormField>
      <FormField label="Time">
        {(described) => (
          <Input
            {...described}
            type="time"
            value={dueTime ?? ""}
            onChange={({ target }) => onChange({ dueTime: target.value || null })}
          />
        )}
      </FormField>
    </Chip>
  );
}

function DogChip({ dogId, onChange }: Pick<Understood, "dogId"> & OnChange) {
  const { can } = useKennel();
  const dog = useLiveQuery(api.dogs.dogs.get, dogId === null || !can("dogs", "read") ? "skip" : { dogId });
  const name = dog.data ? (dog.data.callName ?? dog.data.name) : "";
  if (!can("dogs", "read")) return null;
  return (
    <Chip
      icon={<PawPrint aria-hidden />}
      label="Dog"
      text={dogId === null ? "No dog" : name || "..."}
      isEmpty={dogId === null}
    >
      <FormField label="Dog">
        {(described) => (
          <DogCombobox
            {...described}
            isPlanning
            dogId={dogId ?? ""}
            onDog={(picked) => onChange({ dogId: picked?._id ?? null })}
          />
        )}
      </FormField>
    </Chip>
  );
}

type Recurring = NonNullable<Understood["recurring"]>;

const keyOf = ({ frequency, interval, endDate }: Recurring): string =>
  `${frequency} ${interval} ${endDate ?? ""}`;

const ORDINARY: readonly Recurring[] = [
  ...RECURRENCE_FREQUENCIES.map((frequency) => ({ frequency, interval: 1, endDate: null })),
  { frequency: "weekly", interval: 2, endDate: null },
  { frequency: "monthly", interval: 3, endDate: null },
];

function RepeatChip({ recurring, onChange }: Pick<Understood, "recurring"> & OnChange) {
  const offered = new Map(
    [...(recurring ? [recurring] : []), ...ORDINARY].map((each) => [keyOf(each), each] as const),
  );
  return (
    <Choice
      aria-label="Repeat"
      className={cn(CHIP, recurring === null && "font-normal text-muted-foreground")}
      value={recurring ? keyOf(recurring) : ""}
      choices={[
        ["", "Does not repeat"] as const,
        ...[...offered].map(
          ([key, each]) =>
            [
              key,
              <span key={key} className="flex items-center gap-1.5">
                <Repeat aria-hidden className="size-3.5" />
                {recurrenceText(each)}
              </span>,
            ] as const,
        ),
      ]}
      onValue={(key) => onChange({ recurring: offered.get(key) ?? null })}
    />
  );
}
