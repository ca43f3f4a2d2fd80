/** The second factor: whether it is on, setting it up, new backup codes, and turning it off. */
import { useState } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { BackupCodesDialog } from "@/features/settings/security/backup-codes-dialog";
import { OtherDevices } from "@/features/settings/security/ended-too";
import { OwnPasswordField } from "@/features/settings/security/own-password-field";
import { TwoFactorSetupDialog } from "@/features/settings/security/two-factor-setup-dialog";
import { useWork } from "@/features/settings/security/use-work";
import { useAccountSecurity, type SecurityState } from "@/identity/security/security-context";

const FEW_CODES = 3;

/** Says how many codes are left, where that is known. */
function codesSentence(left: number | null): string {
  if (left === null) return "";
  return left === 1 ? " One backup code is left." : ` ${left} backup codes are left.`;
}

/** Renders the card. */
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
