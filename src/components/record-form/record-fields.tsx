/** The labelled controls of a record's form; editing one clears its error and only its own. */
import { Controller, useFormContext, type FieldPath, type FieldValues } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { LongTextField, TextField } from "@/components/text-field";
import { Label } from "@/components/ui/label";

type FieldProps<Values extends FieldValues> = { name: FieldPath<Values>; label: string };

/** The message at a field of a flat form. */
function useFieldError<Values extends FieldValues>(name: FieldPath<Values>): string | undefined {
  const { getFieldState, formState } = useFormContext<Values>();
  return getFieldState(name, formState).error?.message;
}

type TextFieldProps<Values extends FieldValues> = FieldProps<Values> & {
  required?: boolean;
  type?: "text" | "date" | "datetime-local" | "time" | "email" | "tel" | "password";
  inputMode?: "numeric" | "decimal" | "text";
  min?: string;
  max?: string;
  placeholder?: string;
  autoComplete?: "off" | "new-password";
  autoCapitalize?: "none";
  spellCheck?: boolean;
  helper?: string | null;
  className?: string;
  /** Writes what was typed as it is usually written, when the field is left. */
  tidy?: (typed: string) => string;
};

/** Renders a field of one line. */
export function RecordTextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { name, label, required = false, type = "text", helper, tidy, className, ...input } = props;
  const { control, clearErrors } = useFormContext<Values>();
  const error = useFieldError<Values>(name);
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <TextField
          label={label}
          required={required}
          error={error}
          helper={helper}
          {...(className && { className })}
          autoComplete="off"
          {...input}
          {...field}
          type={type}
          onChange={(event) => {
            clearErrors(name);
            field.onChange(event);
          }}
          onBlur={() => {
            const typed: unknown = field.value;
            if (tidy && typeof typed === "string" && tidy(typed) !== typed) field.onChange(tidy(typed));
            field.onBlur();
          }}
        />
      )}
    />
  );
}

/** Renders a field of several lines. */
export function RecordTextArea<Values extends FieldValues>({
  name,
  label,
  rows = 3,
  required = false,
  helper,
  className,
}: FieldProps<Values> &
  Pick<TextFieldProps<Values>, "required" | "helper" | "className"> & { rows?: number }) {
  const { register, clearErrors } = useFormContext<Values>();
  return (
    <LongTextField
      label={label}
      required={required}
      error={useFieldError<Values>(name)}
      helper={helper}
      {...(className && { className })}
      rows={rows}
      {...register(name, { onChange: () => clearErrors(name) })}
    />
  );
}

/** Renders a tick box with its label. */
export function RecordTick<Values extends FieldValues>({ name, label }: FieldProps<Values>) {
  const { control } = useFormContext<Values>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Label className="flex min-h-10 items-center gap-2.5">
          <Checkbox ref={ref} checked={value === true} onCheckedChange={onChange} onBlur={onBlur} />
          {label}
        </Label>
      )}
    />
  );
}
