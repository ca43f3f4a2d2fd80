/** How a reminder is told: its channels, and how many days before it is due. */
import { Controller, useFormContext } from "react-hook-form";
import { RecordTick } from "@/components/record-form/record-fields";
import { AdvanceDays } from "@/entities/reminders/advance-days";
import {
  advanceDays,
  withAdvanceDays,
  type ReminderFormValues,
} from "@/entities/reminders/reminder-form-values";

/** Renders the group of fields. */
export function NotificationFields() {
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border p-3 sm:col-span-2">
      <legend className="px-1 font-semibold">Notifications</legend>
      <div className="flex flex-wrap gap-x-6">
        <RecordTick<ReminderFormValues> name="email" label="Email" />
        <RecordTick<ReminderFormValues> name="sms" label="SMS" />
        <RecordTick<ReminderFormValues> name="push" label="Push" />
      </div>
      <AdvanceField />
    </fieldset>
  );
}

function AdvanceField() {
  const { control, clearErrors, formState } = useFormContext<ReminderFormValues>();
  const error = formState.errors.advance?.message;
  return (
    <Controller
      control={control}
      name="advance"
      render={({ field: { value, onChange } }) => (
        <>
          <AdvanceDays
            days={advanceDays(value)}
            onChange={(days) => {
              clearErrors("advance");
              onChange(withAdvanceDays(days));
            }}
          />
          {error ? <p className="w-full text-sm text-error">{error}</p> : null}
        </>
      )}
    />
  );
}
