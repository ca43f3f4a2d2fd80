/**
 * One field of a record's form. Label, control, unit, choices and who may write it come from the record's description
 * (domain/records/<kind>.ts); editing one clears its error and only its own.
 */
import { createContext, use, type ComponentProps, type ReactNode } from "react";
import { Controller, useFormContext, type FieldValues } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { useKennel } from "@/hooks/use-kennel";
import { text, type Field, type Fields } from "@domain/records/fields";
import { namesOf } from "@domain/records/record";
import { choiceInWords, labelOf } from "@domain/records/words";

type Described = Parameters<ComponentProps<typeof FormField>["children"]>[0];

/** What a control is given: its description, its value as the form holds it, and what ties it to label and error. */
export interface ControlProps {
  readonly field: Field;
  readonly described: Described;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onBlur: () => void;
  readonly inputRef: (element: HTMLElement | null) => void;
  /** The record that the form was opened with. */
  readonly record: object | null;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly rows?: number | undefined;
}

export type Control = (props: ControlProps) => ReactNode;

export interface RecordFieldsOf {
  readonly fields: Fields;
  readonly controls: Readonly<Record<string, Control | undefined>>;
  readonly record: object | null;
}

/** The descriptions that the fields of a form have. */
export const RecordFieldsContext = createContext<RecordFieldsOf>({ fields: {}, controls: {}, record: null });

const INPUTS: Partial<Record<Field["type"], ComponentProps<typeof Input>>> = {
  day: { type: "date" },
  instant: { type: "datetime-local" },
  number: { inputMode: "decimal" },
  cents: { inputMode: "decimal" },
};

const LineControl: Control = ({ field, described, value, onValue, onBlur, inputRef, min, max }) => (
  <Input
    {...described}
    ref={inputRef}
    type={field.input ?? "text"}
    {...INPUTS[field.type]}
    {...(field.type === "number" && !field.unit && { inputMode: "numeric" })}
    {...{ min, max, value, autoComplete: "off" }}
    onChange={(event) => onValue(event.target.value)}
    onBlur={() => {
      const tidied = field.tidy?.(value) ?? value;
      if (tidied !== value) onValue(tidied);
      onBlur();
    }}
  />
);

const NotesControl: Control = ({ described, value, onValue, onBlur, inputRef, rows = 3 }) => (
  <Textarea
    {...described}
    ref={inputRef}
    {...{ rows, value, onBlur }}
    onChange={(event) => onValue(event.target.value)}
  />
);

/** Stands for 'not recorded', as a select takes no empty value. */
const OPEN = "open";

const ChoiceControl: Control = ({ field, described, value, onValue, onBlur, inputRef }) => {
  if (field.type !== "choice") return null;
  return (
    <Select
      value={value === "" ? OPEN : value}
      onValueChange={(chosen) => onValue(chosen === OPEN ? "" : chosen)}
    >
      <SelectTrigger {...described} ref={inputRef} onBlur={onBlur}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {field.presence === "optional" ? (
          <SelectItem value={OPEN}>{field.openLabel ?? "Not recorded"}</SelectItem>
        ) : null}
        {field.choices.map((choice) => (
          <SelectItem key={choice} value={choice}>
            {choiceInWords(field, choice)}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
};

const CONTROLS: Partial<Record<Field["type"], Control>> = { notes: NotesControl, choice: ChoiceControl };

type RecordFieldProps = Pick<ControlProps, "min" | "max" | "rows"> &
  Partial<
    Pick<ComponentProps<typeof FormField>, "label" | "required" | "helper" | "className" | "action">
  > & {
    name: string;
    /** Its control, where that is not the kind's or its type's. */
    control?: Control;
  };

/** What a form holds beside the described fields is text. */
const BESIDE: Field = text("");

/** Renders a field by its name; nothing where the person may not write it. What is given wins over its description. */
export function RecordField({ name, control: own, className, ...given }: RecordFieldProps) {
  const { fields, controls, record } = use(RecordFieldsContext);
  const { control, clearErrors } = useFormContext<FieldValues>();
  const { hasRight } = useKennel();
  const field = fields[name] ?? BESIDE;
  if (field.isConfidential && !hasRight("finances", "write")) return null;
  const Shown = own ?? controls[name] ?? CONTROLS[field.type] ?? LineControl;
  const { min, max, rows, label = labelOf(field), helper = field.helper, ...around } = given;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => {
        if (typeof value === "boolean") {
          return (
            <Label className="flex min-h-10 items-center gap-2.5">
              <Checkbox ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} />
              {label}
            </Label>
          );
        }
        const onValue = (typed: string) => {
          clearErrors(name);
          onChange(typed);
        };
        return (
          <FormField
            required={field.presence === "required"}
            {...{ label, helper, ...around }}
            error={error?.message}
            className={className ?? (field.isWide || field.type === "notes" ? "sm:col-span-2" : "")}
          >
            {(described) => (
              <Shown
                {...{ field, described, onValue, onBlur, record, min, max, rows }}
                value={typeof value === "string" ? value : ""}
                inputRef={ref}
              />
            )}
          </FormField>
        );
      }}
    />
  );
}

/** Renders all fields but some: the first ones, then the others in the order of the description. */
export function RecordFields({
  first = [],
  except = [],
}: {
  first?: readonly string[];
  except?: readonly string[];
}) {
  const { fields } = use(RecordFieldsContext);
  return [...new Set([...first, ...namesOf(fields)])]
    .filter((name) => !except.includes(name))
    .map((name) => <RecordField key={name} name={name} />);
}
