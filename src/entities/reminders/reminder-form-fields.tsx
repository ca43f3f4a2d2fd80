/** The fields of the reminder form. Source: decision GAP-REM-18. */
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { RecordTextArea, RecordTextField, RecordTick } from "@/components/record-form/record-fields";
import { NotificationFields } from "@/entities/reminders/notification-fields";
import type { ReminderFormValues } from "@/entities/reminders/reminder-form-values";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { SaveAsTemplate } from "@/entities/reminders/save-as-template";
import { TemplateChoice } from "@/entities/reminders/template-choice";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { frequencyLabels, reminderPriorityLabels, reminderTypeLabels } from "@domain/reminders/labels";

type ReminderFormFieldsProps = { reminder: Reminder | null; today: string };

/** Renders the fields; a new reminder may start from a template, and any may become one. */
export function ReminderFormFields({ reminder, today }: ReminderFormFieldsProps) {
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {reminder ? null : <TemplateChoice today={today} />}
      <div className="sm:col-span-2">
        <RecordTextField<ReminderFormValues> name="title" label="Title" required />
      </div>
      <RecordTextField<ReminderFormValues> name="dueDate" label="Due Date" type="date" required />
      <DogField reminder={reminder} />
      <ChoiceField name="reminderType" label="Type" labels={reminderTypeLabels} />
      <ChoiceField name="priority" label="Priority" labels={reminderPriorityLabels} />
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
  name: "reminderType" | "priority" | "frequency";
  label: string;
  labels: Readonly<Record<string, string>>;
};

/** Stands for an empty value, which a select cannot have. */
const NONE = "none";

function ChoiceField({ name, label, labels }: ChoiceFieldProps) {
  const { control, clearErrors, formState } = useFormContext<ReminderFormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <FormField label={label} error={formState.errors[name]?.message}>
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

function DogField({ reminder }: { reminder: Reminder | null }) {
  const { control, clearErrors, formState } = useFormContext<ReminderFormValues>();
  return (
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
              recorded={reminder?.dog ?? null}
              onBlur={onBlur}
              onDog={(dog) => {
                clearErrors("dogId");
                onChange(dog?._id ?? "");
              }}
            />
          )}
        </FormField>
      )}
    />
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
            label={`Every … ${UNITS[frequency]}`}
            inputMode="numeric"
          />
          <RecordTextField<ReminderFormValues> name="endDate" label="Until" type="date" />
        </div>
      )}
    </>
  );
}
