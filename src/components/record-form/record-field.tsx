/**
 * One field of a record's form. The record's description (domain/records/<kind>.ts) defines its label, control,
 * unit, choices and rights. Editing a field clears only that field's error.
 */
import { createContext, use, useId, useState, type ComponentProps, type ReactNode } from "react";
import { Plus } from "lucide-react";
import { Controller, useFormContext, type FieldValues } from "react-hook-form";
import { Choice } from "@/components/choice-field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { useKennel } from "@/hooks/use-kennel";
import { cn } from "@/lib/utils";
import { text, type Field, type Fields } from "@domain/records/fields";
import { namesOf } from "@domain/records/record";
import { emptyTypedForm, joinEntries, typedEntries } from "@domain/records/typed-form";
import { choiceInWords, labelOf } from "@domain/records/words";

type Described = Parameters<ComponentProps<typeof FormField>["children"]>[0];

interface Given extends Pick<
  ComponentProps<typeof Input>,
  | ("min" | "max" | "step" | "type" | "inputMode" | "placeholder")
  | ("autoComplete" | "autoCapitalize" | "autoFocus" | "spellCheck" | "readOnly" | "maxLength")
> {
  readonly inputClassName?: string;
  readonly rows?: number | undefined;
  /** The offered choices by value, if only some choices of the description are offered. "" means none. */
  readonly choices?: Readonly<Record<string, string>> | undefined;
}

export interface ControlProps extends Given {
  readonly field: Field;
  readonly described: Described;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onBlur: () => void;
  readonly inputRef: (element: HTMLElement | null) => void;
  readonly record: object | null;
  /** The error of one entry in a list, by the server's name of the field. */
  readonly refusedAt?: { readonly at: string; readonly message: string | undefined } | undefined;
}

export type Control = (props: ControlProps) => ReactNode;

interface RecordFieldsOf {
  readonly fields: Fields;
  readonly controls: Readonly<Record<string, Control | undefined>>;
  readonly record: object | null;
  /** Whether labels are in lower case. */
  readonly isPlain?: boolean | undefined;
}

export const RecordFieldsContext = createContext<RecordFieldsOf>({ fields: {}, controls: {}, record: null });

const INPUTS: Partial<Record<Field["type"], ComponentProps<typeof Input>>> = {
  day: { type: "date" },
  instant: { type: "datetime-local" },
  number: { inputMode: "decimal" },
  cents: { inputMode: "decimal" },
};

/** A count is a whole number. A measurement, or a number whose unit is in another field, is not. */
const isCount = (field: Field): boolean =>
  field.type === "number" && !field.unit && field.presence !== "required";

export const LineControl: Control = ({
  field,
  described,
  value,
  onValue,
  onBlur,
  inputRef,
  record: _,
  rows: __,
  choices: ___,
  refusedAt: ____,
  inputClassName,
  ...own
}) => (
  <Input
    {...described}
    ref={inputRef}
    type={field.input ?? "text"}
    {...INPUTS[field.type]}
    {...(isCount(field) && { inputMode: "numeric" })}
    {...{ value, autoComplete: "off", className: inputClassName }}
    {...own}
    onChange={({ target: { value: typed, selectionEnd } }) => {
      // A phone number is formatted only while the user types at its end. The caret then stays in place during
      // corrections.
      const isGrowing = field.input === "tel" && selectionEnd === typed.length;
      onValue((isGrowing && field.tidy?.(typed)) || typed);
    }}
    onBlur={() => {
      const tidied = field.tidy?.(value) ?? value;
      if (tidied !== value) onValue(tidied);
      onBlur();
    }}
  />
);

export const NotesControl: Control = ({ described, value, onValue, onBlur, inputRef, ...given }) => (
  <Textarea
    {...described}
    ref={inputRef}
    rows={given.rows ?? 3}
    {...{ value, onBlur, readOnly: given.readOnly, autoComplete: given.autoComplete }}
    onChange={(event) => onValue(event.target.value)}
  />
);

const choicesOf = (field: Field): Readonly<Record<string, string>> => ({
  ...(field.presence === "optional" && { "": field.openLabel ?? "Not recorded" }),
  ...("choices" in field &&
    Object.fromEntries(field.choices.map((choice) => [choice, choiceInWords(field, choice)]))),
});

export const ChoiceControl: Control = ({ field, described, value, onValue, onBlur, inputRef, ...given }) => (
  <Choice
    {...{ ...described, value, onValue, onBlur, ref: inputRef, placeholder: given.placeholder }}
    choices={given.choices ?? choicesOf(field)}
  />
);

export const RadioControl: Control = ({ field, described, value, onValue, choices = choicesOf(field) }) => (
  <RadioGroup
    {...described}
    aria-label={labelOf(field)}
    className="min-h-10 items-center"
    {...{ value, onValueChange: onValue }}
  >
    {Object.entries(choices).map(([choice, label]) => (
      <Label key={choice} className="flex items-center gap-2 text-base font-normal">
        <RadioGroupItem value={choice} />
        {label}
      </Label>
    ))}
  </RadioGroup>
);

const ListControl: Control = ({ field, described, value, onValue, choices = choicesOf(field) }) => {
  const id = useId();
  const chosen = value.split(",");
  // The values keep the order of the description, because a form compares its values as strings.
  const order = Object.keys(choices);
  const change = (choice: string, isChosen: boolean) =>
    onValue(order.filter((each) => (each === choice ? isChosen : chosen.includes(each))).join());
  return (
    <div role="group" {...described} aria-label={labelOf(field)} className="grid gap-x-5 sm:grid-cols-2">
      {order.map((choice) => (
        <div key={choice} className="flex min-h-10 items-center gap-2.5 pointer-coarse:min-h-11">
          <Checkbox
            id={`${id}-${choice}`}
            checked={chosen.includes(choice)}
            onCheckedChange={(isChecked) => change(choice, isChecked)}
          />
          <label htmlFor={`${id}-${choice}`} className="flex-1 py-2 pointer-coarse:py-2.5">
            {choices[choice]}
          </label>
        </div>
      ))}
    </div>
  );
};

/** An empty list shows the fields of a first record. */
const EntriesControl: Control = ({ field, described, value, onValue, onBlur, inputRef, refusedAt }) => {
  const [shown, setShown] = useState(1);
  if (field.type !== "entries") return null;
  const { fields, one, most } = field;
  const typed = typedEntries(value);
  const rows = Array.from(
    { length: Math.max(shown, typed.length) },
    (_, index) => typed[index] ?? emptyTypedForm(fields),
  );
  const change = (entries: typeof rows) => onValue(joinEntries(fields, entries));
  const remove = (index: number) => {
    setShown(Math.max(1, rows.length - 1));
    change(rows.filter((_, at) => at !== index));
  };
  return (
    <div role="group" {...described} aria-label={labelOf(field)} className="flex flex-col items-start gap-5">
      {rows.map((entry, index) => (
        <fieldset
          key={index}
          aria-label={`${one} ${index + 2}`}
          className="grid w-full gap-x-5 gap-y-4 border-l-2 pl-4 sm:grid-cols-2"
        >
          {namesOf(fields).map((name) => {
            const part = fields[name] as Field; // `name` is one of these fields
            const Shown = CONTROLS[part.type] ?? LineControl;
            const error = refusedAt?.at.endsWith(`.${index}.${name}`) ? refusedAt.message : undefined;
            return (
              <FormField
                key={name}
                label={labelOf(part)}
                required={part.presence === "required"}
                {...{ error }}
              >
                {(own) => (
                  <Shown
                    {...{ field: part, described: own, onBlur, record: null }}
                    value={String(entry[name])}
                    onValue={(next) =>
                      change(rows.map((each, at) => (at === index ? { ...each, [name]: next } : each)))
                    }
                    inputRef={(element) => {
                      if (error !== undefined || (index === 0 && name === namesOf(fields)[0]))
                        inputRef(element);
                    }}
                  />
                )}
              </FormField>
            );
          })}
          {typed.length > 0 ? (
            <Button variant="ghost" className="self-end justify-self-start" onClick={() => remove(index)}>
              Remove {one}
            </Button>
          ) : null}
        </fieldset>
      ))}
      {rows.length < most ? (
        <Button variant="outline" onClick={() => setShown(rows.length + 1)}>
          <Plus aria-hidden />
          Add {one}
        </Button>
      ) : null}
    </div>
  );
};

const CONTROLS: Partial<Record<Field["type"], Control>> = {
  notes: NotesControl,
  choice: ChoiceControl,
  entries: EntriesControl,
  list: ListControl,
};

type RecordFieldProps = Given &
  Partial<
    Pick<ComponentProps<typeof FormField>, "label" | "required" | "helper" | "error" | "className" | "action">
  > & {
    name: string;
    /** Replaces the standard control of the kind or of the field's type. */
    control?: Control;
    /** Whether a yes/no value is a switch rather than a checkbox. */
    isSwitch?: boolean;
  };

const WIDE: readonly Field["type"][] = ["notes", "list", "entries"];

/** Values of the form without a description are text. */
const BESIDE: Field = text("");

/** Renders nothing if the user may not write the field. The given properties override the field's description. */
export function RecordField({ name, control: own, isSwitch, className, ...given }: RecordFieldProps) {
  const { fields, controls, record, isPlain } = use(RecordFieldsContext);
  const { control, clearErrors } = useFormContext<FieldValues>();
  const { hasRight } = useKennel();
  const errorId = useId();
  const field = fields[name] ?? BESIDE;
  if (field.isConfidential && !hasRight("finances", "write")) return null;
  const Shown = own ?? controls[name] ?? CONTROLS[field.type] ?? LineControl;
  const {
    label = labelOf(field, isPlain),
    helper = field.helper,
    required,
    action,
    error: more,
    ...input
  } = given;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => {
        const onValue = (given: string | boolean) => {
          clearErrors(name);
          onChange(given);
        };
        if (typeof value === "boolean") {
          const Tick = isSwitch ? Switch : Checkbox;
          return (
            <div className={className}>
              <Label
                className={cn("flex min-h-10 items-center gap-2.5", isSwitch && "text-base font-normal")}
              >
                <Tick
                  {...{ ref, onBlur, checked: value, onCheckedChange: onValue }}
                  {...(error && { "aria-invalid": true, "aria-describedby": errorId })}
                />
                {label}
              </Label>
              {error ? (
                <p id={errorId} className="text-sm font-semibold text-error">
                  {error.message}
                </p>
              ) : null}
            </div>
          );
        }
        const isWithin = error?.type.startsWith(`${name}.`) === true;
        return (
          <FormField
            required={required ?? field.presence === "required"}
            {...{ label, helper, action }}
            error={isWithin ? more : (error?.message ?? more)}
            className={className ?? (field.isWide || WIDE.includes(field.type) ? "sm:col-span-2" : "")}
          >
            {(described) => (
              <Shown
                {...{ field, described, onValue, onBlur, record, ...input }}
                {...(isWithin && { refusedAt: { at: error.type, message: error.message } })}
                value={value === null || value === undefined ? "" : String(value)}
                inputRef={ref}
              />
            )}
          </FormField>
        );
      }}
    />
  );
}

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
