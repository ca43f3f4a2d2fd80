/** How a reminder is told: its channels, and how many days before it is due. */
import { Controller, useFormContext } from "react-hook-form";
import { RecordTick } from "@/components/record-form/record-fields";
import {
  advanceDays,
  withAdvanceDays,
  type ReminderFormValues,
} from "@/components/reminders/reminder-form-values";
import { Button } from "@/components/ui/button";

/** Days that are offered; others that a reminder has stay. */
const OFFERED_DAYS = [1, 3, 7, 14, 30] as const;

const dayText = (days: number): string =>
  days === 0
    ? "same day"
    : days === 1
      ? "1 day"
      : days % 7 === 0 && days < 28
        ? `${days / 7} wk`
        : `${days} days`;

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
      render={({ field: { value, onChange } }) => {
        const chosen = advanceDays(value);
        const offered = [...new Set([...OFFERED_DAYS, ...chosen])].sort((a, b) => a - b);
        const toggle = (days: number) => {
          clearErrors("advance");
          const next = chosen.includes(days) ? chosen.filter((other) => other !== days) : [...chosen, days];
          onChange(withAdvanceDays(next));
        };
        return (
          <div role="group" aria-label="Before the due date" className="flex flex-wrap items-center gap-2">
            <span className="text-sm text-muted-foreground">On the due day, and before it:</span>
            {offered.map((days) => (
              <Button
                key={days}
                variant={chosen.includes(days) ? "default" : "outline"}
                size="sm"
                className="rounded-full"
                aria-pressed={chosen.includes(days)}
                onClick={() => toggle(days)}
              >
                {dayText(days)}
              </Button>
            ))}
            {error ? <p className="w-full text-sm text-error">{error}</p> : null}
          </div>
        );
      }}
    />
  );
}
