/** A clinic's name, with the kennel's own clinics as suggestions. */
import { useState, type ComponentProps } from "react";
import type { Control } from "@/components/record-form/record-field";
import { Combobox } from "@/components/ui/combobox";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useKennel } from "@/hooks/use-kennel";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";
import { matchesWords, searchWords } from "@domain/text/text";
import { api } from "@convex/_generated/api";

const SEARCH_DELAY_MS = 200;

type ClinicFieldProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  value: string;
  onValue: (name: string) => void;
};

export function ClinicField({ value, onValue, ...props }: ClinicFieldProps) {
  const { kennelId } = useKennel();
  const [typed, setTyped] = useState<string | null>(null);
  const search = useDebouncedValue((typed ?? "").trim(), SEARCH_DELAY_MS);
  const isOpen = typed !== null;
  const result = useLiveQuery(api.health.veterinaryRecords.clinics, isOpen ? { kennelId, search } : "skip");
  const words = searchWords(typed ?? "");
  const clinics = (useLastData(result, isOpen) ?? []).filter((name) => matchesWords(words, [name]));
  return (
    <Combobox
      {...props}
      text={value}
      onText={onValue}
      onSearch={setTyped}
      options={clinics.map((name) => ({ value: name, label: name }))}
      onSelect={(option) => onValue(option.value)}
    />
  );
}

export const ClinicControl: Control = ({ described, inputRef, value, onValue, onBlur }) => (
  <ClinicField {...described} ref={inputRef} {...{ value, onValue, onBlur }} />
);
