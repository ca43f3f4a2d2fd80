/** One switch of the notification settings with what it means, and what belongs to it below. */
import { useId, type ReactNode } from "react";
import { Switch } from "@/components/ui/switch";

type SettingRowProps = {
  label: string;
  text: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
  children?: ReactNode;
};

/** Renders the row. */
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
