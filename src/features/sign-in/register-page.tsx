/** The sign-up page (/register). */
import { useLocation } from "@/lib/router";
import { SignInLayout } from "@/features/sign-in/sign-in-layout";
import { usePageTitle } from "@/hooks/use-page-title";
import { SignUpForm } from "@/identity/identity";
import { nextPathOf } from "@/identity/next-path";

/** Renders the page. */
export function RegisterPage() {
  usePageTitle("Create an account");
  const next = nextPathOf(useLocation());
  return (
    <SignInLayout
      title="Join Studbook"
      tagline="Start managing your kennel professionally today"
      other={{ question: "Already have an account?", label: "Sign in", to: "/login", state: { next } }}
    >
      <SignUpForm redirectTo={next} />
    </SignInLayout>
  );
}
