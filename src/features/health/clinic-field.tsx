/** A clinic's name, with the kennel's own clinics as suggestions. */
import { useState, type ComponentProps } from "react";
import { Combobox } from "@/components/ui/combobox";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "../../../convex/_generated/api";

const SEARCH_DELAY_MS = 200;

type ClinicFieldProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  value: string;
  onValue: (name: string) => void;
};

/** Renders the field. */
export function ClinicField({ value, onValue, ...props }: ClinicFieldProps) {
  const { kennelId } = useKennel();
  const [isOpen, setOpen] = useState(false);
  const search = useDebouncedValue(value.trim(), SEARCH_DELAY_MS);
  const clinics = useLiveQuery(api.veterinaryRecords.clinics, isOpen ? { kennelId, search } : "skip").data;
  return (
    <Combobox
      {...props}
      inputValue={value}
      onInputValueChange={onValue}
      options={(clinics ?? []).map((name) => ({ value: name, label: name }))}
      selectedValue={value}
      onSelect={(option) => onValue(option.value)}
      onOpenChange={setOpen}
    />
  );
}
