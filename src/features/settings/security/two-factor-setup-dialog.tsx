/** Setting up the second factor in two steps: the secret goes into an app, and a code comes back; then the backup codes. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import encodeQr from "qr";
import { LoadError } from "@/components/load-error";
import { FormDialog } from "@/components/form-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { BackupCodes } from "@/features/settings/security/backup-codes";
import { useWork } from "@/features/settings/security/use-work";
import { useAccountSecurity, type TwoFactorSetup } from "@/identity/security/security-context";

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

const toImage = (uri: string): string =>
  `data:image/svg+xml,${encodeURIComponent(encodeQr(uri, "svg", { border: 2 }))}`;

/** Renders the open dialog. */
export function TwoFactorSetupDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <FormDialog onClose={onClose}>
      <DialogHeader>
        <DialogTitle>
          {codes ? "Two-factor authentication is on" : "Set up two-factor authentication"}
        </DialogTitle>
        <DialogDescription>
          {codes
            ? "From now on signing in takes a code from your app."
            : "You need an authenticator app on your phone, such as Google Authenticator, Aegis or 1Password."}
        </DialogDescription>
      </DialogHeader>
      {codes ? (
        <>
          <DialogBody>
            <BackupCodes codes={codes} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>I Have Kept Them</Button>
          </DialogFooter>
        </>
      ) : (
        <Setup onDone={setCodes} onClose={onClose} />
      )}
    </FormDialog>
  );
}

/** Asks for a secret, once for each time the dialog opens. */
function useSetup() {
  const { beginTwoFactor } = useAccountSecurity();
  const { run, failure } = useWork();
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const begin = async () => {
    const begun = await run(beginTwoFactor);
    if (begun) setSetup(begun.data);
  };
  const hasBegunRef = useRef(false);
  useEffect(() => {
    if (hasBegunRef.current) return;
    hasBegunRef.current = true;
    void begin();
  });
  return { setup, failure, begin };
}

function Setup({ onDone, onClose }: { onDone: (codes: readonly string[]) => void; onClose: () => void }) {
  const { confirmTwoFactor } = useAccountSecurity();
  const { setup, failure: beginFailure, begin } = useSetup();
  const { run, isBusy, failure, setFailure } = useWork();
  const [code, setCode] = useState("");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const digits = code.replaceAll(/\D/g, "");
    if (digits.length !== 6) {
      setFailure("The code has 6 digits");
      return;
    }
    const confirmed = await run(() => confirmTwoFactor(digits));
    if (confirmed) onDone(confirmed.data);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
      <DialogBody className="flex flex-col gap-5">
        {setup ? (
          <Secret setup={setup} />
        ) : beginFailure ? (
          <LoadError message={beginFailure} onRetry={() => void begin()} />
        ) : (
          <Skeleton className="h-56" />
        )}
        <FormField label="Code from the app" error={failure ?? undefined}>
          {(control) => (
            <Input
              {...control}
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                setFailure(null);
              }}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="max-w-44 text-lg tracking-widest tabular-nums"
            />
          )}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy || !setup}>
          {isBusy ? "Checking..." : "Turn On"}
        </Button>
      </DialogFooter>
    </form>
  );
}

function Secret({ setup: { secret, uri } }: { setup: TwoFactorSetup }) {
  return (
    <div className="grid items-center gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      {/* A QR code is read as dark on light, whatever the theme. */}
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
        <Alert variant="info">
          Only this app will show your codes; anybody who sees the key can make them too.
        </Alert>
      </div>
    </div>
  );
}
