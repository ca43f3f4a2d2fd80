/** The fields of the reminder form. Source: decision GAP-REM-18. */
import { useState } from "react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { DogCombobox, useDogName } from "@/entities/dogs/dog-combobox";
import { RecordTextArea, RecordTextField, RecordTick } from "@/components/record-form/record-fields";
import { assigneeChoices, useAssignees } from "@/entities/reminders/assignees";
import { ManyDogsField } from "@/entities/reminders/many-dogs-field";
import { NotificationFields } from "@/entities/reminders/notification-fields";
import type { RemindedDog, ReminderFormValues } from "@/entities/reminders/reminder-form-values";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { SaveAsTemplate } from "@/entities/reminders/save-as-template";
import { TemplateChoice } from "@/entities/reminders/template-choice";
import type { DogErrors } from "@/entities/reminders/use-reminder-form";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { frequencyLabels, reminderPriorityLabels, reminderTypeLabels } from "@domain/reminders/words";

type ReminderFormFieldsProps = {
  reminder: Reminder | null;
  /** Whether each of several dogs may get one of its own. */
  canBeMany: boolean;
  dogErrors: DogErrors;
  today: string;
};

/** Renders the fields; a new reminder may start from a template, and any may become one. */
export function ReminderFormFields({ reminder, canBeMany, dogErrors, today }: ReminderFormFieldsProps) {
  const isOfMany = useWatch<ReminderFormValues, "dogs">({ name: "dogs" }) !== null;
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {reminder ? null : <TemplateChoice today={today} />}
      <div className="sm:col-span-2">
        <RecordTextField<ReminderFormValues> name="title" label="Title" required />
      </div>
      <div className="grid grid-cols-[3fr_2fr] gap-3">
        <RecordTextField<ReminderFormValues> name="dueDate" label="Due Date" type="date" required />
        <RecordTextField<ReminderFormValues> name="dueTime" label="Time" type="time" />
      </div>
      {isOfMany ? (
        <ManyDogsField errors={dogErrors} />
      ) : (
        <DogField reminder={reminder} canBeMany={canBeMany} />
      )}
      <ChoiceField name="reminderType" label="Type" labels={reminderTypeLabels} />
      <ChoiceField name="priority" label="Priority" labels={reminderPriorityLabels} />
      <AssigneeField />
      <RepeatFields />
      <RecordTextArea<ReminderFormValues> name="description" label="Description" className="sm:col-span-2" />
      <NotificationFields />
      {reminder?.recurring ? (
        <div className="sm:col-span-2">
          <RecordTick<ReminderFormValues>
            name="isWholeSeries"
            label="Also change the following reminders in this series"
          />
        </div>
      ) : null}
      <SaveAsTemplate today={today} />
    </div>
  );
}

type ChoiceFieldProps = {
  name: "reminderType" | "priority" | "frequency" | "assigneeId";
  label: string;
  labels: Readonly<Record<string, string>>;
  className?: string;
};

/** Stands for an empty value, which a select cannot have. */
const NONE = "none";

function ChoiceField({ name, label, labels, className }: ChoiceFieldProps) {
  const { control, clearErrors, formState } = useFormContext<ReminderFormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <FormField label={label} error={formState.errors[name]?.message} className={className ?? ""}>
          {(props) => (
            <Select
              value={value === "" ? NONE : value}
              onValueChange={(chosen) => {
                clearErrors(name);
                onChange(chosen === NONE ? "" : chosen);
              }}
            >
              <SelectTrigger {...props} ref={ref} onBlur={onBlur}>
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {Object.entries(labels).map(([choice, text]) => (
                  <SelectItem key={choice} value={choice}>
                    {text}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        </FormField>
      )}
    />
  );
}

/** Whom it is for, where the kennel has several people who may act on it. */
function AssigneeField() {
  const assigneeId = useWatch<ReminderFormValues, "assigneeId">({ name: "assigneeId" });
  const labels = assigneeChoices(useAssignees(), assigneeId, NONE);
  if (!labels) return null;
  return <ChoiceField name="assigneeId" label="Assigned to" labels={labels} className="sm:col-span-2" />;
}

function DogField({ reminder, canBeMany }: { reminder: Reminder | null; canBeMany: boolean }) {
  const { control, clearErrors, formState, setValue } = useFormContext<ReminderFormValues>();
  const dogId = useWatch<ReminderFormValues, "dogId">({ name: "dogId" });
  const recorded = reminder?.dog ?? null;
  const [picked, setPicked] = useState<RemindedDog | null>(null);
  const name = useDogName(dogId, picked?._id === dogId ? picked : recorded);
  const beginMany = () => {
    setValue("dogs", name === "" ? [] : [{ _id: dogId, name }], { shouldDirty: true });
    setValue("dogId", "", { shouldDirty: true });
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Controller
        control={control}
        name="dogId"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <FormField label="Dog" error={formState.errors.dogId?.message}>
            {(props) => (
              <DogCombobox
                {...props}
                isPlanning
                ref={ref}
                dogId={value}
                recorded={recorded}
                onBlur={onBlur}
                onDog={(dog) => {
                  clearErrors("dogId");
                  setPicked(dog);
                  onChange(dog?._id ?? "");
                }}
              />
            )}
          </FormField>
        )}
      />
      {canBeMany ? (
        <Button
          variant="link"
          size="sm"
          className="self-start px-0"
          // The name of a dog that was chosen elsewhere may be on its way.
          disabled={dogId !== "" && name === ""}
          onClick={beginMany}
        >
          Several Dogs
        </Button>
      ) : null}
    </div>
  );
}

const repeatLabels = { [NONE]: "Does not repeat", ...frequencyLabels };

const UNITS = { daily: "days", weekly: "weeks", monthly: "months", yearly: "years" } as const;

/** How often it comes again; number and end only where it does. */
function RepeatFields() {
  const frequency = useWatch<ReminderFormValues, "frequency">({ name: "frequency" });
  return (
    <>
      <ChoiceField name="frequency" label="Repeat" labels={repeatLabels} />
      {frequency === "" ? (
        <span className="hidden sm:block" />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <RecordTextField<ReminderFormValues>
            name="interval"
            label={`Interval in ${UNITS[frequency]}`}
            inputMode="numeric"
          />
          <RecordTextField<ReminderFormValues> name="endDate" label="Until" type="date" />
        </div>
      )}
    </>
  );
}
