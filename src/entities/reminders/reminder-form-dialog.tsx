/** The dialog that creates or changes a reminder. Source of its fields: decision GAP-REM-18. */
import { useState, useEffect, useRef } from "react";
import { useMutation } from "convex/react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import {
  ChoiceControl,
  RecordField,
  RecordFields,
  type Control,
} from "@/components/record-form/record-field";
import { Button } from "@/components/ui/button";
import { DogCombobox, useDogName, type PickedDog } from "@/entities/dogs/dog-combobox";
import { PlannedDogControl } from "@/entities/dogs/dog-control";
import { AdvanceDays } from "@/entities/reminders/advance-days";
import { assigneeChoices, useAssignees } from "@/entities/reminders/assignees";
import {
  advanceDays,
  dogErrorsOf,
  reminderForm,
  withAdvanceDays,
  type DogErrors,
  type GivenReminder,
  type RemindedDog,
  type ReminderFormValues,
  sentNotifications,
  valuesOfTemplate,
} from "@/entities/reminders/reminder-form";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { useKennel } from "@/hooks/use-kennel";
import { api } from "@convex/_generated/api";
import { frequencyLabels } from "@domain/reminders/words";
import { X, BookmarkPlus } from "lucide-react";
import { FormField } from "@/components/ui/form-field";
import { cn } from "@/lib/utils";
import type { KeyboardEvent } from "react";
import { toast } from "sonner";
import { TextField } from "@/components/text-field";
import { useFocusBack } from "@/hooks/use-focus-back";
import { failureText } from "@/lib/failure-text";
import { daysBetween, isCalendarDay } from "@domain/dates/calendar-days";
import { getErrorData } from "@domain/errors";
import { ChoiceField } from "@/components/choice-field";
import { useLiveQuery } from "@/hooks/use-live-query";

type ReminderFormDialogProps = {
  /** Null for a new reminder. */
  reminder: Reminder | null;
  given?: GivenReminder;
  today: string;
  onSaved?: (() => void) | undefined;
  onClose: () => void;
};

/**
 * With several dogs, each dog gets its own reminder. This is possible for a new reminder that is not about a
 * breeding or litter.
 */
export function ReminderFormDialog({
  reminder,
  given = {},
  today,
  onSaved,
  onClose,
}: ReminderFormDialogProps) {
  const { kennelId } = useKennel();
  const { breedingId, litterId, ...values } = given;
  const createForDogs = useMutation(api.reminders.reminders.createForDogs);
  const [dogErrors, setDogErrors] = useState<DogErrors>({});
  const createForMany = async (typed: ReminderFormValues, dogs: readonly RemindedDog[]) => {
    const { dogId: _, ...fields } = reminderForm.sentOf(typed);
    setDogErrors({});
    try {
      await createForDogs({ kennelId, ...fields, dogIds: dogs.map(({ _id }) => _id) });
    } catch (error) {
      setDogErrors(dogErrorsOf(error));
      throw error;
    }
  };
  const manyOf = ({ dogs }: ReminderFormValues) => (dogs && dogs.length > 1 ? dogs.length : null);
  return (
    <reminderForm.FormDialog
      record={reminder}
      given={{ dueDate: today, ...values }}
      owner={{ ...(breedingId && { breedingId }), ...(litterId && { litterId }) }}
      {...(!reminder && {
        draftKey: `reminder.new.${given.dogs ? "many" : (breedingId ?? litterId ?? given.dogId ?? kennelId)}`,
      })}
      title={reminder ? "Edit Reminder" : "Add New Reminder"}
      submitLabel={(typed) => {
        if (reminder) return "Save Reminder";
        const count = manyOf(typed);
        return count ? `Add Reminder for ${count} Dogs` : "Add Reminder";
      }}
      savedText={(typed) => {
        if (reminder) return "Reminder updated successfully";
        const count = manyOf(typed);
        return count ? `${count} reminders created` : "Reminder created successfully";
      }}
      save={async (typed, basis, store) => {
        await (typed.dogs ? createForMany(typed, typed.dogs) : store(typed, basis));
        onSaved?.();
      }}
      onClose={onClose}
    >
      {reminder ? null : <TemplateChoice today={today} />}
      <RecordField name="title" className="sm:col-span-2" />
      <div className="grid grid-cols-[3fr_2fr] gap-3">
        <RecordField name="dueDate" />
        <RecordField name="dueTime" />
      </div>
      <DogFields canBeMany={!reminder && !breedingId && !litterId} errors={dogErrors} />
      <RecordField name="reminderType" />
      <RecordField name="priority" />
      <AssigneeField />
      <RepeatFields />
      <RecordField name="description" />
      <RecordFields except={PLACED} />
      <NotificationFields />
      {reminder?.recurring ? (
        <RecordField
          name="isWholeSeries"
          label="Also change the following reminders in this series"
          className="sm:col-span-2"
        />
      ) : null}
      <SaveAsTemplate today={today} />
    </reminderForm.FormDialog>
  );
}

const PLACED = [
  ...["title", "dueDate", "dueTime", "dogId", "reminderType", "priority", "assigneeId", "description"],
];

function DogFields({ canBeMany, errors }: { canBeMany: boolean; errors: DogErrors }) {
  const isOfMany = useWatch<ReminderFormValues, "dogs">({ name: "dogs" }) !== null;
  if (isOfMany) return <ManyDogsField errors={errors} />;
  return <RecordField name="dogId" control={canBeMany ? SeveralDogsControl : PlannedDogControl} />;
}

/** A button adds further dogs. */
function SeveralDogsControl({ described, value, onValue, onBlur, inputRef }: Parameters<Control>[0]) {
  const { setValue } = useFormContext<ReminderFormValues>();
  const [picked, setPicked] = useState<PickedDog | null>(null);
  const name = useDogName(value, picked);
  const beginMany = () => {
    setValue("dogs", name === "" ? [] : [{ _id: value, name }], { shouldDirty: true });
    setValue("dogId", "", { shouldDirty: true });
  };
  return (
    <>
      <DogCombobox
        {...described}
        {...{ onBlur, ref: inputRef }}
        isPlanning
        dogId={value}
        onDog={(dog) => {
          setPicked(dog);
          onValue(dog?._id ?? "");
        }}
      />
      <Button
        variant="link"
        size="sm"
        className="self-start px-0"
        // The name of a dog that another page has chosen may still be loading.
        disabled={value !== "" && name === ""}
        onClick={beginMany}
      >
        Several Dogs
      </Button>
    </>
  );
}

/** Shown only if several people are possible. */
function AssigneeField() {
  const assigneeId = useWatch<ReminderFormValues, "assigneeId">({ name: "assigneeId" });
  const choices = assigneeChoices(useAssignees(), assigneeId, "");
  if (!choices) return null;
  return (
    <RecordField name="assigneeId" control={ChoiceControl} choices={choices} className="sm:col-span-2" />
  );
}

const FREQUENCIES = { "": "Does not repeat", ...frequencyLabels };

const UNITS = { daily: "days", weekly: "weeks", monthly: "months", yearly: "years" } as const;

/** Interval and end are shown only for a recurring reminder. */
function RepeatFields() {
  const frequency = useWatch<ReminderFormValues, "frequency">({ name: "frequency" });
  return (
    <>
      <RecordField name="frequency" label="Repeat" control={ChoiceControl} choices={FREQUENCIES} />
      {frequency === "" ? (
        <span className="hidden sm:block" />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <RecordField name="interval" label={`Interval in ${UNITS[frequency]}`} inputMode="numeric" />
          <RecordField name="endDate" label="Until" type="date" />
        </div>
      )}
    </>
  );
}

function NotificationFields() {
  const { control, clearErrors } = useFormContext<ReminderFormValues>();
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border p-3 sm:col-span-2">
      <legend className="px-1 font-semibold">Notifications</legend>
      <div className="flex flex-wrap gap-x-6">
        <RecordField name="email" label="Email" />
        <RecordField name="sms" label="SMS" />
        <RecordField name="push" label="Push" />
      </div>
      <Controller
        control={control}
        name="advance"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <>
            <AdvanceDays
              days={advanceDays(value)}
              onChange={(days) => {
                clearErrors("advance");
                onChange(withAdvanceDays(days));
              }}
            />
            {error ? <p className="w-full text-sm text-error">{error.message}</p> : null}
          </>
        )}
      />
    </fieldset>
  );
}

/** Dogs with a message come first. */
function ManyDogsField({ errors }: { errors: DogErrors }) {
  const { clearErrors, formState, setValue } = useFormContext<ReminderFormValues>();
  const dogs = useWatch<ReminderFormValues, "dogs">({ name: "dogs" }) ?? [];
  // A new key renders an empty field.
  const [added, setAdded] = useState(0);
  const sorted = [...dogs].sort((a, b) => Number(b._id in errors) - Number(a._id in errors));
  const change = (next: readonly RemindedDog[]) => {
    clearErrors("dogs");
    // A form that opened with several dogs keeps the list for several. A form that opened with one dog returns to
    // the field for one.
    const isOfOneAgain = next.length === 0 && !formState.defaultValues?.dogs;
    setValue("dogs", isOfOneAgain ? null : next, { shouldDirty: true });
  };
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <FormField
        label="Dogs"
        error={formState.errors.dogs?.message}
        helper={`${dogs.length} ${dogs.length === 1 ? "dog" : "dogs"}, each with a reminder of its own`}
      >
        {(props) => (
          <DogCombobox
            key={added}
            {...props}
            isPlanning
            autoFocus={added > 0 || dogs.length <= 1}
            placeholder="Search a dog to add"
            dogId=""
            onDog={(dog) => {
              if (!dog) return;
              setAdded((count) => count + 1);
              if (dogs.every(({ _id }) => _id !== dog._id)) change([...dogs, dog]);
            }}
          />
        )}
      </FormField>
      {dogs.length > 0 ? (
        <ul
          aria-label="Chosen dogs"
          className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto rounded-md border border-input bg-card p-2"
        >
          {sorted.map(({ _id, name }) => (
            <li
              key={_id}
              className={cn(
                "flex max-w-full items-center gap-1 rounded-md border bg-accent py-0.5 pl-2.5 text-accent-foreground",
                errors[_id] && "w-full border-error bg-error-soft text-error",
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="block break-words">{name}</span>
                {errors[_id] ? <span className="block text-sm font-semibold">{errors[_id]}</span> : null}
              </span>
              <button
                type="button"
                aria-label={`Take out ${name}`}
                onClick={() => change(dogs.filter((dog) => dog._id !== _id))}
                className="inline-flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-background/60"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** A past or missing date counts as today. */
function templateOf(values: ReminderFormValues, today: string) {
  const { title, description, reminderType, priority, dueDate } = reminderForm.sentOf(values);
  const notifications = sentNotifications(values);
  const offsetDays = isCalendarDay(dueDate) ? Math.max(0, daysBetween(today, dueDate)) : 0;
  return { title, description, reminderType, priority, notifications, offsetDays };
}

const daysText = (days: number): string =>
  days === 0 ? "on the same day" : days === 1 ? "a day later" : `${days} days later`;

function useSaveAsTemplate(today: string, onSaved: () => void) {
  const { kennelId } = useKennel();
  const create = useMutation(api.reminders.reminderTemplates.create);
  const { getValues, trigger } = useFormContext<ReminderFormValues>();
  const [error, setError] = useState<string | undefined>();
  const [isSaving, setSaving] = useState(false);
  const save = async (name: string) => {
    if (isSaving) return;
    if (name.trim() === "") return setError("Name is required");
    if (!(await trigger(["title", "advance"], { shouldFocus: true }))) return;
    setSaving(true);
    try {
      await create({ kennelId, name, ...templateOf(getValues(), today) });
      toast.success("Template saved");
      onSaved();
    } catch (failure) {
      const fields = getErrorData(failure)?.details.fields ?? {};
      setError(fields.name ?? Object.values(fields)[0] ?? failureText("Failed to save template", failure));
    }
    setSaving(false);
  };
  return { error, clearError: () => setError(undefined), isSaving, save };
}

function SaveAsTemplate({ today }: { today: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useFocusBack(isOpen);
  return (
    <div className="sm:col-span-2">
      {isOpen ? (
        <NameField today={today} onClose={() => setOpen(false)} />
      ) : (
        <Button ref={button} variant="ghost" className="h-11 px-3" onClick={() => setOpen(true)}>
          <BookmarkPlus aria-hidden />
          Save as Template
        </Button>
      )}
    </div>
  );
}

function NameField({ today, onClose }: { today: string; onClose: () => void }) {
  const { getValues } = useFormContext<ReminderFormValues>();
  const [name, setName] = useState(() => getValues("title"));
  const { error, clearError, isSaving, save } = useSaveAsTemplate(today, onClose);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter must not submit the reminder's form.
    if (event.key !== "Enter") return;
    event.preventDefault();
    void save(name);
  };
  const { offsetDays } = templateOf(getValues(), today);
  return (
    <div role="group" aria-label="Save as Template" className="flex flex-col gap-3 rounded-md border p-3">
      <TextField
        label="Template Name"
        required
        error={error}
        helper={`Keeps title, type, priority, description and notifications; due ${daysText(offsetDays)}.`}
        ref={input}
        autoComplete="off"
        value={name}
        onKeyDown={onKeyDown}
        onText={(text) => {
          clearError();
          setName(text);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" disabled={isSaving} onClick={onClose}>
          Not Now
        </Button>
        <Button disabled={isSaving} onClick={() => void save(name)}>
          {isSaving ? "Saving..." : "Save Template"}
        </Button>
      </div>
    </div>
  );
}

/** Choosing a template fills the form's fields. */
function TemplateChoice({ today }: { today: string }) {
  const { kennelId } = useKennel();
  const templates = useLiveQuery(api.reminders.reminderTemplates.list, { kennelId }).data ?? [];
  const { setValue, clearErrors } = useFormContext<ReminderFormValues>();
  const [chosen, setChosen] = useState("");
  const choose = (id: string) => {
    setChosen(id);
    const template = templates.find((each) => each.id === id);
    if (!template) return;
    clearErrors();
    for (const [name, value] of Object.entries(valuesOfTemplate(template, today))) {
      setValue(name as keyof ReminderFormValues, value, { shouldDirty: true }); // the keys come from the template itself
    }
  };
  return (
    <ChoiceField
      label="Start from"
      className="sm:col-span-2"
      value={chosen}
      choices={{
        "": "No template",
        ...Object.fromEntries(
          templates.map(({ id, name, isBuiltIn }) => [
            id,
            isBuiltIn ? (
              <>
                {name}
                <span className="text-muted-foreground"> (built in)</span>
              </>
            ) : (
              name
            ),
          ]),
        ),
      }}
      onValue={choose}
    />
  );
}
