/**
 * The page on which a user who forgot the password requests a link. If the server cannot send mail, the page says
 * who can help.
 */
import { useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Navigate } from "@/lib/router";
import { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import { Skeleton } from "@/components/ui/skeleton";
import { SignInLayout } from "@/features/accounts/sign-in-layout";
import { useLiveQuery } from "@/hooks/use-live-query";
import { usePageTitle } from "@/hooks/use-page-title";
import { clerkPublishableKey } from "@/identity/environment";
import { askForLink } from "@/identity/forgotten-password";
import { UNREACHABLE } from "@/identity/local/form-rules";
import { requiredEmail } from "@domain/records/parts";
import { api } from "@convex/_generated/api";

const schema = z.object({ email: requiredEmail("Email") });

function taglineOf(isSent: boolean, isDelivered: boolean): string {
  if (isSent) return "Check your inbox for the link";
  return isDelivered
    ? "We will send you a link to set a new one"
    : "Set a new one with the link that we email you";
}

/** An outside provider has its own page. */
export function ForgotPasswordPage() {
  usePageTitle("Forgot your password?");
  const mail = useLiveQuery(api.mail.accountMails.isDelivered, {});
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (clerkPublishableKey() !== undefined) return <Navigate to="/login" replace />;
  return (
    <SignInLayout
      title="Forgot your password?"
      tagline={taglineOf(sentTo !== null, mail.data !== false)}
      other={{ question: "", label: "Back to sign in", to: "/login", state: null }}
    >
      {sentTo !== null ? (
        <Alert variant="info">
          If {sentTo} has an account, a link is on its way there. It works once, within an hour. Check your
          junk folder too.
        </Alert>
      ) : mail.status === "loading" ? (
        <div role="status" aria-label="Loading" className="flex flex-col gap-5">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      ) : mail.data === false ? (
        <Alert variant="info">
          This server cannot send email, so it cannot send you a link. Ask the person who runs it to set up
          email, then come back to this page.
        </Alert>
      ) : (
        <AskForm onSent={setSentTo} />
      )}
    </SignInLayout>
  );
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email }) => {
    try {
      const outcome = await askForLink(email);
      if (outcome.done) onSent(email);
      else setError("root", { message: outcome.message });
    } catch {
      setError("root", { message: UNREACHABLE });
    }
  });
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root ? <Alert variant="error">{errors.root.message}</Alert> : null}
      <TextField
        label="Email"
        error={errors.email?.message}
        {...register("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? "Sending..." : "Send Link"}
      </Button>
    </form>
  );
}
