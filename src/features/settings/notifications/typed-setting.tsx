/**
 * A setting that is typed: it is stored when the field is left or Enter is pressed, what the server refuses stays in
 * the field with the reason, and somebody else's change appears while nobody types.
 */
import { useState } from "react";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";

type TypedSettingProps = {
  label: string;
  type: "tel" | "time";
  stored: string;
  placeholder?: string;
  helper?: string;
  isDisabled?: boolean;
  className?: string;
  /** Stores what was typed; returns what is wrong with it, or null. */
  onStore: (typed: string) => Promise<string | null>;
};

/** Renders the field. */
export function TypedSetting(props: TypedSettingProps) {
  const { label, stored, helper, isDisabled = false, className, onStore, ...input } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const store = async () => {
    if (typed === null || typed.trim() === stored) {
      setTyped(null);
      setProblem(null);
      return;
    }
    const found = await onStore(typed.trim());
    setProblem(found);
    if (found === null) setTyped(null);
  };
  return (
    <FormField label={label} error={problem ?? undefined} helper={helper} {...(className && { className })}>
      {(control) => (
        <Input
          {...control}
          {...input}
          disabled={isDisabled}
          value={typed ?? stored}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
          onBlur={() => void store()}
          onKeyDown={(event) => {
            if (event.key === "Enter") void store();
          }}
        />
      )}
    </FormField>
  );
}
