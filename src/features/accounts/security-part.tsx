/** The Security tab of Settings. */
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { ChevronDown, KeyRound } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle, CardFooter } from "@/components/ui/card";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { Skeleton } from "@/components/ui/skeleton";
import { SettingRow } from "@/components/settings/setting-row";
import { ApiKeysCard } from "@/features/accounts/api-keys-card";
import { SessionsCard } from "@/features/accounts/sessions-card";
import { TwoFactorCard } from "@/features/accounts/two-factor-card";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useUserSettings } from "@/hooks/use-user-settings";
import { SecurityProvider } from "@/identity/identity";
import { type SignInEntry, useAccountSecurity } from "@/identity/security/security-context";
import { api } from "@convex/_generated/api";
import { deviceLabel } from "@domain/text/device-label";
import { formatMoment } from "@domain/formatting/formatting";
import type { FormEvent } from "react";
import { Alert } from "@/components/ui/alert";
import { TextField } from "@/components/text-field";
import { OtherDevices, useWork, EndedToo, writeDay } from "@/features/accounts/card-parts";
import { PasswordField } from "@/identity/local/password-field";
import type { SecurityState } from "@/identity/security/security-context";
import { toast } from "sonner";
import {
  MIN_PASSWORD_LENGTH,
  PASSWORD_CHANGE_FAILED,
  PASSWORD_CHANGED,
  passwordFault,
} from "@domain/accounts/schemas";

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
      <Skeleton className="h-56" />
    </div>
  );
}

export function SecurityPart() {
  return (
    <SecurityProvider fallback={<Loading />}>
      <AccountCards />
      <ApiKeysCard />
      <PrivacyCard />
    </SecurityProvider>
  );
}

function AccountCards() {
  const { state, reload, openAccountPage, changeEmail } = useAccountSecurity();
  const { data: keyNames = [] } = useLiveQuery(api.accounts.apiKeys.names, {});
  if (state === "loading") return <Loading />;
  if (state === "failed") {
    return (
      <LoadError
        message="Failed to load the security of your account. Please try again."
        onRetry={() => void reload()}
      />
    );
  }
  return (
    <>
      <PasswordCard changedAt={state.passwordChangedAt} keyNames={keyNames} />
      <TwoFactorCard state={state} />
      {openAccountPage ? (
        <Card>
          <CardHeader>
            <CardTitle>Your account</CardTitle>
            <CardDescription>
              Email addresses, connected accounts and the rest are on your account page.
            </CardDescription>
          </CardHeader>
          <CardContent>
            <Button variant="outline" onClick={openAccountPage}>
              Open Account Page
            </Button>
          </CardContent>
        </Card>
      ) : (
        <EmailCard key={changeEmail ? "mail" : "no mail"} state={state} />
      )}
      <SessionsCard state={state} />
      {state.signIns ? <SignInsCard signIns={state.signIns} /> : null}
      <AccountMailCard />
    </>
  );
}

type AccountMail = FunctionReturnType<typeof api.mail.accountMails.list>[number];

const states = {
  waiting: { label: "On its way", variant: "info" },
  sent: { label: "Sent", variant: "success" },
  failed: { label: "Not sent", variant: "error" },
  not_set_up: { label: "Not set up", variant: "warning" },
} as const;

/** If the server cannot send mail, the tab shows the text of each message. */
function AccountMailCard() {
  const mails = useLiveQuery(api.mail.accountMails.list, {}).data ?? [];
  if (mails.length === 0) return null;
  const isNotSetUp = mails[0]?.state === "not_set_up";
  return (
    <Card>
      <CardHeader>
        <CardTitle>Messages about your account</CardTitle>
        <CardDescription>
          {isNotSetUp
            ? "This server is not set up to send email, so the messages appear here, with their links."
            : "The messages Studbook sent you, and whether they arrived."}
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul aria-label="Messages" className="flex flex-col divide-y">
          {mails.map((mail) => (
            <MailRow key={mail._id} mail={mail} />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

const ADDRESS = /(https?:\/\/\S+)/;

function MailRow({ mail: { to, subject, createdAt, state, answer, text } }: { mail: AccountMail }) {
  return (
    <li className="py-3 first:pt-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold break-words">{subject}</p>
          <p className="text-sm break-words text-muted-foreground">
            {formatMoment(createdAt)} · to {to}
          </p>
          {state === "failed" && answer ? (
            <p className="text-sm break-words text-muted-foreground">{answer}</p>
          ) : null}
        </div>
        <Badge variant={states[state].variant}>{states[state].label}</Badge>
      </div>
      {text === null ? null : (
        <Collapsible>
          <CollapsibleTrigger className="mt-2 flex min-h-9 items-center gap-1.5 rounded-md text-sm font-semibold text-primary [&[data-state=open]>svg]:rotate-180">
            Show message
            <ChevronDown aria-hidden className="size-4 transition-transform" />
          </CollapsibleTrigger>
          <CollapsibleContent>
            <p className="mt-2 rounded-md border bg-secondary p-3 text-sm break-words whitespace-pre-wrap">
              {text.split(ADDRESS).map((part) =>
                ADDRESS.test(part) ? (
                  <a key={part} href={part} className="font-semibold underline underline-offset-4">
                    {part}
                  </a>
                ) : (
                  part
                ),
              )}
            </p>
          </CollapsibleContent>
        </Collapsible>
      )}
    </li>
  );
}

const FIRST_SHOWN = 8;

const outcomes = {
  signed_in: { label: "Signed in", variant: "success" },
  signed_up: { label: "Account created", variant: "success" },
  code_needed: { label: "Password correct, code requested", variant: "neutral" },
  wrong_password: { label: "Wrong password", variant: "warning" },
  wrong_code: { label: "Wrong code", variant: "warning" },
  blocked: { label: "Blocked after wrong codes", variant: "error" },
} as const satisfies Record<SignInEntry["outcome"], { label: string; variant: string }>;

export function SignInsCard({ signIns }: { signIns: readonly SignInEntry[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? signIns : signIns.slice(0, FIRST_SHOWN);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Sign-in history</CardTitle>
        <CardDescription>
          The latest attempts to sign in to your account, of the last 90 days. If one of them was not you,
          change your password.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {shown.length === 0 ? (
          <EmptyState
            icon={<KeyRound aria-hidden className="size-9 text-brass" />}
            title="Nothing yet"
            text="The next time you sign in, it appears here"
          />
        ) : (
          <ul aria-label="Sign-ins" className="flex flex-col divide-y">
            {shown.map(({ at, device, place, outcome }) => (
              <li
                key={`${at} ${outcome}`}
                className="flex items-start justify-between gap-3 py-2.5 first:pt-0"
              >
                <div className="min-w-0">
                  <p>{formatMoment(at)}</p>
                  <p className="text-sm break-words text-muted-foreground">
                    {[device === null ? null : deviceLabel(device), place].filter(Boolean).join(" · ")}
                  </p>
                </div>
                <Badge variant={outcomes[outcome].variant}>{outcomes[outcome].label}</Badge>
              </li>
            ))}
          </ul>
        )}
        {signIns.length > shown.length ? (
          <Button variant="outline" className="mt-3" onClick={() => setWhole(true)}>
            Show More
          </Button>
        ) : null}
      </CardContent>
    </Card>
  );
}

const TEXTS = { saved: "Privacy settings updated", failed: "Failed to update privacy settings" };

/** Changes are saved immediately. Source: GAP-SET-10. */
function PrivacyCard() {
  const { result, settings, change } = useUserSettings(TEXTS);
  return (
    <Card id="privacy">
      <CardHeader>
        <CardTitle>Privacy</CardTitle>
        <CardDescription>
          What you share beyond your kennels. Both are off until you turn them on.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {result.status === "error" ? (
          <LoadError message="Failed to load settings" retryLabel="Retry" onRetry={result.retry} />
        ) : settings === null ? (
          <Skeleton className="h-32" />
        ) : (
          <div className="divide-y">
            <SettingRow
              label="Show me in the directory"
              text="Everybody who signs in here then sees your name, the kennels that you own and the email address, phone number and website that you gave each of them. Dogs and records stay private."
              isOn={settings.privacy.showInDirectory}
              onChange={(showInDirectory) => void change({ privacy: { showInDirectory } })}
            >
              <Directory />
            </SettingRow>
            <SettingRow
              label="Share how I use Studbook"
              text="Allows whoever runs this server to count how you use Studbook. Studbook itself measures and sends nothing, whether this is on or off; your choice is stored with your data."
              isOn={settings.privacy.shareAnalytics}
              onChange={(shareAnalytics) => void change({ privacy: { shareAnalytics } })}
            />
          </div>
        )}
      </CardContent>
    </Card>
  );
}

function Directory() {
  const directory = useLiveQuery(api.accounts.directory.list, {});
  if (directory.status !== "ready") return null;
  const { breeders } = directory.data;
  if (breeders.length === 0)
    return <p className="text-sm text-muted-foreground">Nobody is in the directory yet.</p>;
  return (
    <details className="rounded-md border px-3 py-2">
      <summary className="cursor-pointer text-sm font-semibold">
        {breeders.length === 1
          ? "1 breeder in the directory"
          : `${breeders.length} breeders in the directory`}
      </summary>
      <ul className="mt-3 flex flex-col gap-3">
        {breeders.map(({ userId, name, kennels }) => (
          <li key={userId} className="min-w-0 text-sm break-words">
            <span className="font-semibold">{name}</span>
            {kennels.map((kennel) => (
              <span key={kennel.kennelId} className="block text-muted-foreground">
                {[kennel.name, kennel.email, kennel.phone, kennel.website].filter(Boolean).join(" · ")}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

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

const NOTHING = { currentPassword: "", newPassword: "", repeated: "" };

const WRONG_PASSWORD = "Wrong password";

type PasswordCardProps = {
  changedAt: string | null;
  /** These API keys stay valid after a new password, unless the user revokes them. */
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
