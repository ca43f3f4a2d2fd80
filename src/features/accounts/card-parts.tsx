/** Shared parts of the cards in the Security tab: changes of the account, password fields, and times. */
import { useId, useState } from "react";
import { type Outcome, useAccountSecurity } from "@/identity/security/security-context";
import { PasswordField } from "@/identity/local/password-field";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";

/** Also returns whether an action is running, and its last failure. */
export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async <T,>(work: () => Promise<Outcome<T>>): Promise<{ data: T } | null> => {
    setBusy(true);
    setFailure(null);
    const outcome = await work();
    setBusy(false);
    if (outcome.ok) return { data: outcome.data };
    setFailure(outcome.message);
    return null;
  };
  return { run, isBusy, failure, setFailure };
}

type OwnPasswordFieldProps = { value: string; onChange: (value: string) => void; error?: string };

/**
 * Actions that a stolen session must not do require the password again. Renders nothing if the provider has its own
 * way of asking.
 */
export function OwnPasswordField({ value, onChange, error }: OwnPasswordFieldProps) {
  const { asksPassword } = useAccountSecurity();
  if (!asksPassword) return null;
  return (
    <PasswordField
      label="Your password"
      error={error}
      autoComplete="current-password"
      value={value}
      onText={onChange}
    />
  );
}

type EndedTooProps = {
  label: string;
  helper?: string;
  isEnded: boolean;
  onChange: (isEnded: boolean) => void;
};

/** For something that a change of the password or address also revokes. Ticked by default. */
export function EndedToo({ label, helper, isEnded, onChange }: EndedTooProps) {
  const id = useId();
  const helperId = `${id}-helper`;
  return (
    <div className="flex items-start gap-3 sm:col-span-2">
      <Checkbox
        id={id}
        aria-describedby={helper === undefined ? undefined : helperId}
        checked={isEnded}
        onCheckedChange={onChange}
      />
      <div className="grid gap-1">
        <Label htmlFor={id} className="font-normal">
          {label}
        </Label>
        {helper === undefined ? null : (
          <p id={helperId} className="text-sm break-words text-muted-foreground">
            {helper}
          </p>
        )}
      </div>
    </div>
  );
}

type OtherDevicesProps = Pick<EndedTooProps, "isEnded" | "onChange">;

export function OtherDevices(props: OtherDevicesProps) {
  return <EndedToo label="Sign out all other devices" {...props} />;
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

export const writeDay = (at: string | number): string => day.format(new Date(at));
