/** The Security tab: who may get into the account and with what, and what others are shown of the person. */
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { AccountMailCard } from "@/features/settings/security/account-mail-card";
import { ApiKeysCard } from "@/features/settings/security/api-keys-card";
import { EmailCard } from "@/features/settings/security/email-card";
import { PasswordCard } from "@/features/settings/security/password-card";
import { PrivacyCard } from "@/features/settings/security/privacy-card";
import { SessionsCard } from "@/features/settings/security/sessions-card";
import { SignInsCard } from "@/features/settings/security/sign-ins-card";
import { TwoFactorCard } from "@/features/settings/security/two-factor-card";
import { SecurityProvider } from "@/identity/identity";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useAccountSecurity } from "@/identity/security/security-context";
import { api } from "@convex/_generated/api";

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
      <Skeleton className="h-56" />
    </div>
  );
}

/** Renders the tab. */
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
