/**
 * Rows of the notification settings: a switch with its explanation and its dependent settings, and settings that
 * the user types.
 */
import { type ReactNode, useId, useState } from "react";
import { TextField } from "@/components/text-field";
import { Switch } from "@/components/ui/switch";

type SettingRowProps = {
  label: string;
  text: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
  children?: ReactNode;
};

export function SettingRow({ label, text, isOn, isDisabled = false, onChange, children }: SettingRowProps) {
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0"
    >
      <div className="flex items-start justify-between gap-4">
        <label htmlFor={id} className="min-w-0 flex-1">
          <span id={`${id}-label`} className="block font-semibold">
            {label}
          </span>
          <span id={`${id}-text`} className="block text-sm break-words text-muted-foreground">
            {text}
          </span>
        </label>
        <Switch
          id={id}
          aria-label={label}
          aria-describedby={`${id}-text`}
          checked={isOn}
          disabled={isDisabled}
          onCheckedChange={onChange}
        />
      </div>
      {children}
    </div>
  );
}

type TypedSettingProps = {
  label: string;
  type: "tel" | "time";
  stored: string;
  placeholder?: string;
  helper?: string;
  isDisabled?: boolean;
  className?: string;
  /** Returns the error of the value, or null. */
  onStore: (typed: string) => Promise<string | null>;
};

/**
 * Saves a typed setting when the user leaves the field or presses Enter. If the server refuses the value, the text
 * stays with the reason. Another person's change appears only while this user is not typing.
 */
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
