/** The sign-up page (/register). */
import { useLocation } from "@/lib/router";
import { Alert } from "@/components/ui/alert";
import { SignInLayout } from "@/features/accounts/sign-in-layout";
import { useLiveQuery } from "@/hooks/use-live-query";
import { usePageTitle } from "@/hooks/use-page-title";
import { SignUpForm } from "@/identity/identity";
import { invitationOf } from "@/identity/accepted-invitation";
import { signInStateOf } from "@/identity/next-path";
import { api } from "@convex/_generated/api";

export function RegisterPage() {
  usePageTitle("Create an account");
  const state = signInStateOf(useLocation());
  const { next, email } = state;
  const registration = useLiveQuery(api.accounts.registration.mode, {}).data;
  const token = invitationOf(next);
  const invitation = useLiveQuery(api.kennels.invitations.describe, token === null ? "skip" : { token }).data;
  const needsInvitation = registration === "invited" && token === null;
  return (
    <SignInLayout
      title="Join Studbook"
      tagline="Start managing your kennel professionally today"
      note={
        needsInvitation ? (
          <Alert variant="info">
            New accounts are by invitation only. Open the link in your invitation, or sign up with the address
            that was invited.
          </Alert>
        ) : invitation ? (
          <Alert variant="info">Your account joins {invitation.kennelName}.</Alert>
        ) : null
      }
      other={{ question: "Already have an account?", label: "Sign in", to: "/login", state }}
    >
      {registration === "closed" ? (
        <Alert variant="info">This server does not accept new accounts. Ask the person who runs it.</Alert>
      ) : (
        <SignUpForm redirectTo={next} email={email} />
      )}
    </SignInLayout>
  );
}
