/**
 * The dialog in which the Health screen adds a reminder, which then stands on the reminders page, too. One is told of
 * it a week and a day before. Sources: rules ALR-06 to ALR-09, decision GAP-ALR-01.
 */
import { useMemo, useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { Controller, useFormContext } from "react-hook-form";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { LongTextField, TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { serverTextOr } from "@/entities/health/health-words";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import {
  DEFAULT_ADVANCE_DAYS,
  DEFAULT_NOTIFICATIONS,
  HEALTH_REMINDER_TYPES,
  REMINDER_PRIORITIES,
  type ReminderType,
} from "@domain/reminders/rules";
import { reminderPriorityLabels, reminderTypeLabels } from "@domain/reminders/words";
import { healthReminderFormSchema, type HealthReminderFormValues } from "@domain/health/schemas";
import { api } from "@convex/_generated/api";

/** Source: rule ALR-09. */
const SAVE_FAILURE = "Failed to create reminder. Please try again.";

/** Source: rule ALR-06. */
const INCOMPLETE = "Please fill in the required fields.";

/** Source: rule ALR-07. */
const OFFERED_TYPES = [...HEALTH_REMINDER_TYPES, "other"] as const satisfies readonly ReminderType[];

/** Source: rule ALR-08. */
const NOTIFICATIONS = { ...DEFAULT_NOTIFICATIONS, daysInAdvance: [...DEFAULT_ADVANCE_DAYS] };

const NO_EDITS: readonly Edit[] = [];

const newValues = (dogId: string): HealthReminderFormValues => ({
  title: "",
  reminderType: "other",
  dueDate: "",
  dogId,
  priority: "medium",
  description: "",
});

type ReminderDialogProps = { dogId: string; today: string; onClose: () => void };

export function ReminderDialog({ dogId, today, onClose }: ReminderDialogProps) {
  const { kennelId } = useKennel();
  const create = useMutation(api.reminders.reminders.create);
  const [begun] = useState(() => newValues(dogId));
  const recordForm = useRecordForm<HealthReminderFormValues, HealthReminderFormValues, never>({
    opened: null,
    live: null,
    isDeleted: false,
    valuesOf: () => begun,
    newValues: begun,
    resolver: useMemo(() => zodResolver(healthReminderFormSchema), []),
    groups: [],
    draftKey: `health-reminder.new.${kennelId}`,
    toField: (name) =>
      Object.keys(begun).find((field): field is keyof typeof begun => field === name) ?? null,
    save: async ({ dogId: chosen, description, ...values }) => {
      await create({
        kennelId,
        ...values,
        dogId: chosen || null,
        description: description || null,
        notifications: NOTIFICATIONS,
      });
      return [];
    },
    savedText: "Reminder created successfully",
    failureTextOf: (error) => serverTextOr(SAVE_FAILURE, error),
    onSaved: onClose,
  });
  const { errors } = recordForm.form.formState;
  const { title, dueDate } = recordForm.form.getValues();
  const isIncomplete = (errors.title && title.trim() === "") || (errors.dueDate && dueDate === "");
  return (
    <RecordFormDialog
      recordForm={recordForm}
      title="Add Reminder"
      submitLabel="Add Reminder"
      noun="reminder"
      name="This Reminder"
      edits={NO_EDITS}
      {...(isIncomplete && { errorText: INCOMPLETE })}
      bodyClassName="grid content-start gap-x-5 gap-y-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <Fields today={today} />
    </RecordFormDialog>
  );
}

function Fields({ today }: { today: string }) {
  const { control, register, clearErrors, formState } = useFormContext<HealthReminderFormValues>();
  const { errors } = formState;
  return (
    <>
      <TextField
        label="Title"
        required
        error={errors.title?.message}
        className="sm:col-span-2"
        autoComplete="off"
        {...register("title", { onChange: () => clearErrors("title") })}
      />
      <ChoiceField
        name="reminderType"
        label="Type"
        choices={OFFERED_TYPES.map((type) => [type, reminderTypeLabels[type]])}
      />
      <TextField
        label="Due Date"
        required
        error={errors.dueDate?.message}
        helper="You are notified 7 days and 1 day before"
        type="date"
        min={today}
        {...register("dueDate", { onChange: () => clearErrors("dueDate") })}
      />
      <Controller
        control={control}
        name="dogId"
        render={({ field }) => (
          <FormField label="Dog" error={errors.dogId?.message}>
            {(props) => (
              <DogCombobox
                {...props}
                isPlanning
                ref={field.ref}
                dogId={field.value}
                onDog={(dog) => {
                  clearErrors("dogId");
                  field.onChange(dog?._id ?? "");
                }}
              />
            )}
          </FormField>
        )}
      />
      <ChoiceField
        name="priority"
        label="Priority"
        choices={REMINDER_PRIORITIES.map((priority) => [priority, reminderPriorityLabels[priority]])}
      />
      <LongTextField
        label="Description"
        error={errors.description?.message}
        className="sm:col-span-2"
        rows={3}
        {...register("description", { onChange: () => clearErrors("description") })}
      />
    </>
  );
}

type ChoiceFieldProps = {
  name: "reminderType" | "priority";
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
};

function ChoiceField({ name, label, choices }: ChoiceFieldProps) {
  const { control, clearErrors } = useFormContext<HealthReminderFormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <FormField label={label} error={fieldState.error?.message}>
          {(props) => (
            <Select
              value={field.value}
              onValueChange={(value) => {
                clearErrors(name);
                field.onChange(value);
              }}
            >
              <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur}>
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {choices.map(([value, text]) => (
                  <SelectItem key={value} value={value}>
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
