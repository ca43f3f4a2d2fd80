/**
 * Changing the password. Errors are shown in the documented order: the entries differ, the password is too short,
 * too long, the same as before.
 */
import { useState, type FormEvent } from "react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { EndedToo, useWork, writeDay } from "@/features/accounts/card-parts";
import { PasswordField } from "@/identity/local/password-field";
import { useAccountSecurity } from "@/identity/security/security-context";
import {
  MIN_PASSWORD_LENGTH,
  PASSWORD_CHANGE_FAILED,
  PASSWORD_CHANGED,
  passwordFault,
} from "@domain/accounts/schemas";

const NOTHING = { currentPassword: "", newPassword: "", repeated: "" };
const WRONG_PASSWORD = "Wrong password";

type PasswordCardProps = {
  changedAt: string | null;
  /** The API keys that stay valid after a new password, unless the user revokes them as well. */
  keyNames: readonly string[];
};

export function PasswordCard({ changedAt, keyNames }: PasswordCardProps) {
  const { changePassword, asksPassword } = useAccountSecurity();
  const [typed, setTyped] = useState(NOTHING);
  const [endApiKeys, setEndApiKeys] = useState(true);
  const { run, isBusy, failure, setFailure } = useWork();
  const set = (field: keyof typeof NOTHING) => (text: string) => {
    setTyped({ ...typed, [field]: text });
    setFailure(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fault = passwordFault(typed);
    if (fault) {
      setFailure(fault);
      return;
    }
    const { currentPassword, newPassword } = typed;
    const changed = await run(async () => {
      const outcome = await changePassword({ currentPassword, newPassword, endApiKeys });
      return !outcome.ok && outcome.message === WRONG_PASSWORD
        ? { ok: false, message: PASSWORD_CHANGE_FAILED }
        : outcome;
    });
    if (!changed) return;
    setTyped(NOTHING);
    toast.success(PASSWORD_CHANGED);
  };

  const isIncomplete = typed.currentPassword === "" || typed.newPassword === "";
  return (
    <Card>
      <CardHeader>
        <CardTitle>Password</CardTitle>
        <CardDescription>
          {changedAt ? `Last changed on ${writeDay(changedAt)}. ` : ""}A new password signs out every other
          device.
        </CardDescription>
      </CardHeader>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <CardContent className="grid gap-4 sm:grid-cols-2">
          <PasswordField
            label="Current password"
            className="sm:col-span-2 sm:max-w-[calc(50%-0.5rem)]"
            autoComplete="current-password"
            value={typed.currentPassword}
            onText={set("currentPassword")}
          />
          <PasswordField
            label="New password"
            helper={`At least ${MIN_PASSWORD_LENGTH} characters`}
            autoComplete="new-password"
            value={typed.newPassword}
            onText={set("newPassword")}
          />
          <PasswordField
            label="Confirm new password"
            autoComplete="new-password"
            value={typed.repeated}
            onText={set("repeated")}
          />
          {asksPassword ? (
            <EndedToo
              label="Revoke my API keys as well"
              {...(keyNames.length > 0 && { helper: keyNames.join(", ") })}
              isEnded={endApiKeys}
              onChange={setEndApiKeys}
            />
          ) : null}
          {failure ? (
            <Alert variant="error" className="sm:col-span-2">
              {failure}
            </Alert>
          ) : null}
        </CardContent>
        <CardFooter className="justify-end">
          <Button type="submit" disabled={isBusy || isIncomplete}>
            {isBusy ? "Changing..." : "Change Password"}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
