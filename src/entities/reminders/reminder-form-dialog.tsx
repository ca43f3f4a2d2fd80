/** The dialog that creates or changes a reminder. Source of its fields: decision GAP-REM-18. */
import { useState } from "react";
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
import { ManyDogsField } from "@/entities/reminders/many-dogs-field";
import {
  advanceDays,
  dogErrorsOf,
  reminderForm,
  withAdvanceDays,
  type DogErrors,
  type GivenReminder,
  type RemindedDog,
  type ReminderFormValues,
} from "@/entities/reminders/reminder-form";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { SaveAsTemplate } from "@/entities/reminders/save-as-template";
import { TemplateChoice } from "@/entities/reminders/template-choice";
import { useKennel } from "@/hooks/use-kennel";
import { api } from "@convex/_generated/api";
import { frequencyLabels } from "@domain/reminders/words";

type ReminderFormDialogProps = {
  /** The reminder to edit, or null for a new one. */
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

/** The field for one dog, with a button to add several dogs. */
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

/** The assignee. The field is shown only if several people are possible. */
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

/** How often the reminder recurs. Interval and end are shown only for a recurring reminder. */
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

/** The notifications: the channels, and how many days in advance. */
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
