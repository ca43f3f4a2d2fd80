/** The fields of the profile: names, the address, and the time zone with suggestions. */
import { Controller, useFormContext } from "react-hook-form";
import { Combobox } from "@/components/ui/combobox";
import { TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { zoneOptions } from "@/features/settings/time-zones";
import type { ProfileInput } from "@domain/schemas/profile";

type NameFieldProps = { name: "firstName" | "lastName"; label: string; autoComplete: string };

function NameField({ name, label, autoComplete }: NameFieldProps) {
  const { register, clearErrors, formState } = useFormContext<ProfileInput>();
  return (
    <TextField
      label={label}
      error={formState.errors[name]?.message}
      autoComplete={autoComplete}
      {...register(name, { onChange: () => clearErrors(name) })}
    />
  );
}

function TimeZoneField({ deviceZone }: { deviceZone: string }) {
  const { control, clearErrors, formState } = useFormContext<ProfileInput>();
  return (
    <Controller
      control={control}
      name="timeZone"
      render={({ field: { value, onChange, onBlur, name } }) => (
        <FormField
          label="Time zone"
          helper={
            value
              ? "Quiet hours and the daily digest use it."
              : "Leave empty for the time zone of the device you used last."
          }
          error={formState.errors.timeZone?.message}
        >
          {(attributes) => (
            <Combobox
              {...attributes}
              name={name}
              placeholder={deviceZone || "Automatic"}
              text={value ?? ""}
              isKnownFirst
              onText={(text) => {
                clearErrors("timeZone");
                onChange(text);
              }}
              onBlur={onBlur}
              options={zoneOptions()}
              emptyText="No such time zone"
              onSelect={({ value: zone }) => {
                clearErrors("timeZone");
                onChange(zone);
              }}
            />
          )}
        </FormField>
      )}
    />
  );
}

/** Renders the fields; the address is shown, as it is changed by a link that is sent to the new one. */
export function ProfileFields({ email, deviceZone }: { email: string; deviceZone: string }) {
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <NameField name="firstName" label="First name" autoComplete="given-name" />
      <NameField name="lastName" label="Last name" autoComplete="family-name" />
      <TextField label="Email" helper="You sign in with it" type="email" value={email} readOnly />
      <TimeZoneField deviceZone={deviceZone} />
    </div>
  );
}
