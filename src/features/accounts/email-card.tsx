/** The email address for signing in. The user changes it by a link that is sent to the new address. */
import { useState, type FormEvent } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { TextField } from "@/components/text-field";
import { OtherDevices, useWork } from "@/features/accounts/card-parts";
import { PasswordField } from "@/identity/local/password-field";
import { useAccountSecurity, type SecurityState } from "@/identity/security/security-context";

export function EmailCard({ state: { email, pendingEmail } }: { state: SecurityState }) {
  const { changeEmail } = useAccountSecurity();
  return (
    <Card>
      <CardHeader>
        <CardTitle>Email address</CardTitle>
        <CardDescription className="break-words">
          You sign in with <strong className="text-foreground">{email}</strong>.
        </CardDescription>
      </CardHeader>
      {changeEmail === undefined ? (
        <CardContent>
          <Alert variant="info">
            The address cannot be changed here, because this server does not send account email.
          </Alert>
        </CardContent>
      ) : pendingEmail === null ? (
        <ChangeForm change={changeEmail} />
      ) : (
        <Pending pendingEmail={pendingEmail} />
      )}
    </Card>
  );
}

function Pending({ pendingEmail }: { pendingEmail: string }) {
  const { cancelEmailChange } = useAccountSecurity();
  const { run, isBusy, failure } = useWork();
  return (
    <>
      <CardContent className="flex flex-col gap-4">
        <Alert variant="info">
          <span className="break-words">
            A message with a link was sent to {pendingEmail}. Open it within 24 hours; until then nothing
            changes.
          </span>
        </Alert>
        {failure ? <Alert variant="error">{failure}</Alert> : null}
      </CardContent>
      {cancelEmailChange ? (
        <CardFooter className="justify-end">
          <Button variant="outline" disabled={isBusy} onClick={() => void run(cancelEmailChange)}>
            Keep Current Address
          </Button>
        </CardFooter>
      ) : null}
    </>
  );
}

type ChangeFormProps = { change: NonNullable<ReturnType<typeof useAccountSecurity>["changeEmail"]> };

function ChangeForm({ change }: ChangeFormProps) {
  const { run, isBusy, failure, setFailure } = useWork();
  const [typed, setTyped] = useState({ newEmail: "", password: "" });
  const [endsOthers, setEndsOthers] = useState(true);
  const set = (field: keyof typeof typed) => (text: string) => {
    setTyped({ ...typed, [field]: text });
    setFailure(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(() => change({ ...typed, newEmail: typed.newEmail.trim(), keepSessions: !endsOthers }));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <CardContent className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="New email address"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={typed.newEmail}
          onText={set("newEmail")}
        />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={typed.password}
          onText={set("password")}
        />
        <OtherDevices isEnded={endsOthers} onChange={setEndsOthers} />
        {failure ? (
          <Alert variant="error" className="sm:col-span-2">
            {failure}
          </Alert>
        ) : null}
      </CardContent>
      <CardFooter className="justify-end">
        <Button type="submit" disabled={isBusy || typed.newEmail === "" || typed.password === ""}>
          {isBusy ? "Sending..." : "Send Confirmation"}
        </Button>
      </CardFooter>
    </form>
  );
}
