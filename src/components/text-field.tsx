/** A labelled field for text, a date, a time or a number, with its helper text and its error. */
import type { ChangeEvent, ComponentProps } from "react";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";

type FieldProps = Omit<ComponentProps<typeof FormField>, "children">;

/** `FieldProps` belong to the field around a control, all other properties to the control. */
export type AroundControl<Control> = FieldProps &
  Omit<Control, keyof FieldProps> & {
    inputClassName?: string;
    onText?: (text: string) => void;
  };

export function partsOf<Control>(props: AroundControl<Control>) {
  const { label, error, helper, required, action, className, id, inputClassName, onText, ...rest } = props;
  const control = {
    ...rest,
    ...(inputClassName !== undefined && { className: inputClassName }),
    ...(onText && {
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onText(event.target.value),
    }),
  };
  return { field: { label, error, helper, required, action, className, id }, control };
}

export function TextField(props: AroundControl<ComponentProps<typeof Input>>) {
  const { field, control } = partsOf(props);
  return <FormField {...field}>{(described) => <Input {...described} {...control} />}</FormField>;
}

export function LongTextField(props: AroundControl<ComponentProps<typeof Textarea>>) {
  const { field, control } = partsOf(props);
  return <FormField {...field}>{(described) => <Textarea {...described} {...control} />}</FormField>;
}
