/** The sign-in page (/login). */
import { useLocation } from "@/lib/router";
import { Alert } from "@/components/ui/alert";
import { SignInLayout } from "@/features/accounts/sign-in-layout";
import { useLiveQuery } from "@/hooks/use-live-query";
import { usePageTitle } from "@/hooks/use-page-title";
import { SignInForm } from "@/identity/identity";
import { signInStateOf } from "@/identity/next-path";
import { api } from "@convex/_generated/api";

/** `?ended=1` means that the server no longer accepted the session (GAP-AUTH-08). */
export function LoginPage() {
  usePageTitle("Sign in");
  const location = useLocation();
  const state = signInStateOf(location);
  const registration = useLiveQuery(api.accounts.registration.mode, {}).data;
  const hasEnded = new URLSearchParams(location.search).get("ended") === "1";
  return (
    <SignInLayout
      title="Studbook"
      tagline="Professional kennel management made simple"
      note={
        hasEnded ? (
          <Alert variant="info">Your session has ended. Sign in again to continue where you were.</Alert>
        ) : null
      }
      other={
        registration === "closed"
          ? null
          : { question: "New to Studbook?", label: "Create an account", to: "/register", state }
      }
    >
      <SignInForm redirectTo={state.next} email={state.email} />
    </SignInLayout>
  );
}
