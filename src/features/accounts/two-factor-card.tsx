/** The second factor: its state, setting it up, new backup codes, and turning it off. */
import { useEffect, useRef, useState } from "react";
import { Copy, Smartphone } from "lucide-react";
import encodeQr from "qr";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { DialogForm } from "@/components/dialog-form";
import { FormDialog } from "@/components/form-dialog";
import { LoadError } from "@/components/load-error";
import { TextField } from "@/components/text-field";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { BackupCodesDialog } from "@/features/accounts/backup-codes-dialog";
import { OtherDevices, OwnPasswordField, useWork } from "@/features/accounts/card-parts";
import {
  type SecurityState,
  type TwoFactorSetup,
  useAccountSecurity,
} from "@/identity/security/security-context";

const FEW_CODES = 3;

function codesSentence(left: number | null): string {
  if (left === null) return "";
  return left === 1 ? " One backup code is left." : ` ${left} backup codes are left.`;
}

export function TwoFactorCard({ state: { isTwoFactorOn, backupCodesLeft } }: { state: SecurityState }) {
  const [open, setOpen] = useState<"setup" | "codes" | "disable" | null>(null);
  const close = () => setOpen(null);
  const isShort = isTwoFactorOn && backupCodesLeft !== null && backupCodesLeft <= FEW_CODES;
  return (
    <Card>
      <CardHeader>
        <div className="flex min-h-8 flex-wrap items-center gap-3">
          <CardTitle>Two-factor authentication</CardTitle>
          <Badge variant={isTwoFactorOn ? "success" : "neutral"}>{isTwoFactorOn ? "On" : "Off"}</Badge>
        </div>
        <CardDescription>
          {isTwoFactorOn
            ? `Signing in requires your password and a code from your authenticator app.${codesSentence(backupCodesLeft)}`
            : "A code from an app on your phone in addition to your password, so that a stolen password alone is not enough."}
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {isShort ? (
          <Alert variant="warning">
            Create new backup codes before you run out: without them and your app, nobody can let you in.
          </Alert>
        ) : null}
        <div className="flex flex-wrap gap-3">
          {isTwoFactorOn ? (
            <>
              <Button variant="outline" onClick={() => setOpen("codes")}>
                New Backup Codes
              </Button>
              <Button variant="outline" onClick={() => setOpen("disable")}>
                Turn Off
              </Button>
            </>
          ) : (
            <Button onClick={() => setOpen("setup")}>Set Up</Button>
          )}
        </div>
      </CardContent>
      {open === "setup" ? <TwoFactorSetupDialog onClose={close} /> : null}
      {open === "codes" ? <NewCodes onClose={close} /> : null}
      {open === "disable" ? <TurnOff onClose={close} /> : null}
    </Card>
  );
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const { renewBackupCodes, asksPassword } = useAccountSecurity();
  const { run, isBusy, failure } = useWork();
  const [password, setPassword] = useState("");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = async () => {
    const renewed = await run(() => renewBackupCodes(password));
    if (renewed) setCodes(renewed.data);
  };
  if (!codes) {
    return (
      <ConfirmDialog
        isOpen
        title="Create new backup codes?"
        confirmLabel="Create New Codes"
        busyLabel="Creating..."
        tone="default"
        isBusy={isBusy}
        isConfirmDisabled={asksPassword && password === ""}
        error={failure}
        onConfirm={() => void renew()}
        onCancel={onClose}
      >
        <p>The codes that you have now stop working.</p>
        <OwnPasswordField value={password} onChange={setPassword} />
      </ConfirmDialog>
    );
  }
  return (
    <BackupCodesDialog
      title="New backup codes"
      description="The previous ones no longer work."
      codes={codes}
      onClose={onClose}
    />
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const { disableTwoFactor, asksPassword } = useAccountSecurity();
  const { run, isBusy, failure } = useWork();
  const [password, setPassword] = useState("");
  const [endsOthers, setEndsOthers] = useState(true);
  const turnOff = async () => {
    if (!(await run(() => disableTwoFactor(password, { keepSessions: !endsOthers })))) return;
    toast.success("Two-factor authentication is off");
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title="Turn two-factor authentication off?"
      confirmLabel="Turn Off"
      busyLabel="Turning off..."
      isBusy={isBusy}
      isConfirmDisabled={asksPassword && password === ""}
      error={failure}
      onConfirm={() => void turnOff()}
      onCancel={onClose}
    >
      <p>You then sign in with your password alone, and your backup codes are deleted.</p>
      <OwnPasswordField value={password} onChange={setPassword} />
      <OtherDevices isEnded={endsOthers} onChange={setEndsOthers} />
    </ConfirmDialog>
  );
}

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

const toImage = (uri: string): string =>
  `data:image/svg+xml,${encodeURIComponent(encodeQr(uri, "svg", { border: 2 }))}`;

/** First the user adds the secret to an app and enters a code from the app. Then the backup codes are shown. */
function TwoFactorSetupDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <BackupCodesDialog
        title="Two-factor authentication is on"
        description="From now on, signing in requires a code from your app."
        codes={codes}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title="Set Up Two-Factor Authentication"
      description="You need an authenticator app on your phone, such as Google Authenticator, Aegis or 1Password."
      onClose={onClose}
    >
      <Setup onDone={setCodes} onClose={onClose} />
    </FormDialog>
  );
}

type SetupProps = { onDone: (codes: readonly string[]) => void; onClose: () => void };

/** Asks for the password only if the provider requires it. */
function Setup(props: SetupProps) {
  const { beginTwoFactor, asksPassword } = useAccountSecurity();
  const work = useWork();
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const begin = async (password: string) => {
    const begun = await work.run(() => beginTwoFactor(password));
    if (begun) setSetup(begun.data);
  };
  const hasBegunRef = useRef(asksPassword);
  useEffect(() => {
    if (hasBegunRef.current) return;
    hasBegunRef.current = true;
    void begin("");
  });
  if (asksPassword && !setup) return <PasswordStep {...work} onClose={props.onClose} onTyped={begin} />;
  return <CodeStep {...props} setup={setup} beginFailure={work.failure} onRetry={() => void begin("")} />;
}

type PasswordStepProps = {
  isBusy: boolean;
  failure: string | null;
  onClose: () => void;
  onTyped: (password: string) => Promise<void>;
};

function PasswordStep({ isBusy, failure, onClose, onTyped }: PasswordStepProps) {
  const [password, setPassword] = useState("");
  return (
    <DialogForm
      isSaving={isBusy}
      isSaveDisabled={password === ""}
      saveLabel="Continue"
      busyLabel="Checking..."
      onSave={() => onTyped(password)}
      onCancel={onClose}
    >
      <OwnPasswordField value={password} onChange={setPassword} error={failure ?? undefined} />
    </DialogForm>
  );
}

type CodeStepProps = SetupProps & {
  setup: TwoFactorSetup | null;
  beginFailure: string | null;
  onRetry: () => void;
};

function CodeStep({ setup, beginFailure, onRetry, onDone, onClose }: CodeStepProps) {
  const { confirmTwoFactor } = useAccountSecurity();
  const { run, isBusy, failure, setFailure } = useWork();
  const [code, setCode] = useState("");
  const [endsOthers, setEndsOthers] = useState(true);

  const confirm = async () => {
    const digits = code.replaceAll(/\D/g, "");
    if (digits.length !== 6) {
      setFailure("The code has 6 digits");
      return;
    }
    const confirmed = await run(() => confirmTwoFactor(digits, { keepSessions: !endsOthers }));
    if (confirmed) onDone(confirmed.data);
  };

  return (
    <DialogForm
      className="flex flex-col gap-5"
      isSaving={isBusy}
      isSaveDisabled={!setup}
      saveLabel="Turn On"
      busyLabel="Checking..."
      onSave={confirm}
      onCancel={onClose}
    >
      {setup ? (
        <Secret setup={setup} />
      ) : beginFailure ? (
        <LoadError message={beginFailure} onRetry={onRetry} />
      ) : (
        <Skeleton className="h-56" />
      )}
      <TextField
        label="Code from the app"
        error={failure ?? undefined}
        value={code}
        onText={(text) => {
          setCode(text);
          setFailure(null);
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        inputClassName="max-w-44 text-lg tracking-widest tabular-nums"
      />
      <OtherDevices isEnded={endsOthers} onChange={setEndsOthers} />
    </DialogForm>
  );
}

async function copyKey(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast.success("Key copied");
  } catch {
    toast.error("Your browser does not let Studbook copy. Select the key instead.");
  }
}

function Secret({ setup: { secret, uri } }: { setup: TwoFactorSetup }) {
  return (
    <div className="grid items-center gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      {/* A QR code must be dark on light, in both themes. */}
      <img
        src={toImage(uri)}
        alt="QR code for your authenticator app"
        className="mx-auto size-44 rounded-md border bg-white p-1"
      />
      <div className="flex flex-col gap-2">
        <p>Scan this code with the app, or type the key into it:</p>
        <div
          role="group"
          aria-label="Key"
          className="rounded-md border bg-secondary p-3 font-mono break-words select-all"
        >
          {inGroups(secret)}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="button" variant="outline" size="sm" onClick={() => void copyKey(secret)}>
            <Copy aria-hidden />
            Copy Key
          </Button>
          {/* A phone with the app cannot scan its own screen. */}
          <Button asChild variant="outline" size="sm">
            <a href={uri}>
              <Smartphone aria-hidden />
              Open Authenticator App
            </a>
          </Button>
        </div>
        <Alert variant="info">Anybody who sees this key can generate your codes, too.</Alert>
      </div>
    </div>
  );
}
