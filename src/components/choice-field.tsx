/**
 * A choice from a short list of values. "" means none or all, because the select component forbids an empty value.
 */
import type { ComponentProps, ReactNode } from "react";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";

const EMPTY = "(empty)";

/** The labels by value. Pairs keep their order, but the keys of an object may not. */
type Choices<Value extends string> =
  | Readonly<Partial<Record<Value, ReactNode>>>
  | Iterable<readonly [value: Value, label: ReactNode]>;

type ChoiceProps<Value extends string> = Omit<
  ComponentProps<typeof SelectTrigger>,
  "value" | "onChange" | "disabled"
> & {
  value: Value;
  choices: Choices<Value>;
  onValue: (value: Value) => void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
};

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { value, choices, onValue, placeholder, disabled = false, ...trigger } = props;
  const offered = Symbol.iterator in choices ? [...choices] : Object.entries<ReactNode | undefined>(choices);
  return (
    <Select
      value={value === "" && offered.some(([choice]) => choice === "") ? EMPTY : value}
      disabled={disabled}
      // The chosen value is always one of the choices.
      onValueChange={(chosen) => onValue((chosen === EMPTY ? "" : chosen) as Value)}
    >
      <SelectTrigger {...trigger}>
        <SelectValue placeholder={placeholder} />
      </SelectTrigger>
      <SelectContent>
        {offered.map(([choice, label]) => (
          <SelectItem key={choice} value={choice || EMPTY}>
            {label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

type ChoiceFieldProps<Value extends string> = Pick<
  ChoiceProps<Value>,
  "value" | "choices" | "onValue" | "placeholder" | "disabled"
> &
  Omit<ComponentProps<typeof FormField>, "children">;

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { value, choices, onValue, placeholder, disabled, ...field } = props;
  return (
    <FormField {...field}>
      {(described) => <Choice {...{ ...described, value, choices, onValue, placeholder, disabled }} />}
    </FormField>
  );
}
