/** The name of a vaccine. Common vaccines are offered as buttons, and any other name can be typed. */
import type { ComponentProps } from "react";
import type { Control } from "@/components/record-form/record-field";
import { Combobox } from "@/components/ui/combobox";
import { COMMON_VACCINES, type CommonVaccine } from "@domain/vaccinations/rules";

type VaccineNameFieldProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  value: string;
  onValue: (name: string) => void;
  onCommon: (vaccine: CommonVaccine) => void;
};

export function VaccineNameField({ value, onValue, onCommon, ...props }: VaccineNameFieldProps) {
  return (
    <Combobox
      placeholder="Choose or type a vaccine"
      {...props}
      text={value}
      onText={onValue}
      options={COMMON_VACCINES.map(({ name, type }) => ({
        value: name,
        label: `${name}, ${type}`,
        content: (
          <span className="flex items-baseline justify-between gap-3">
            <span className="font-semibold">{name}</span>
            <span className="text-sm text-muted-foreground">{type}</span>
          </span>
        ),
      }))}
      onSelect={(option) => {
        const vaccine = COMMON_VACCINES.find(({ name }) => name === option.value);
        if (vaccine) onCommon(vaccine);
      }}
    />
  );
}

type VaccineControlProps = Parameters<Control>[0] & { onCommon?: (vaccine: CommonVaccine) => void };

export const VaccineControl = ({
  described,
  inputRef,
  value,
  onValue,
  onBlur,
  onCommon,
}: VaccineControlProps) => (
  <VaccineNameField
    {...described}
    ref={inputRef}
    {...{ value, onValue, onBlur }}
    onCommon={(vaccine) => {
      onValue(vaccine.name);
      onCommon?.(vaccine);
    }}
  />
);
