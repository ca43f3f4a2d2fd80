/**
 * A setting that is typed: it is stored when the field is left or Enter is pressed, what the server refuses stays in
 * the field with the reason, and somebody else's change appears while nobody types.
 */
import { useState } from "react";
import { TextField } from "@/components/text-field";

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
    <TextField
      label={label}
      error={problem ?? undefined}
      helper={helper}
      {...(className && { className })}
      {...input}
      disabled={isDisabled}
      value={typed ?? stored}
      onText={(text) => {
        setTyped(text);
        setProblem(null);
      }}
      onBlur={() => void store()}
      onKeyDown={(event) => {
        if (event.key === "Enter") void store();
      }}
    />
  );
}
