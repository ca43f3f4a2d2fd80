/**
 * The page that the mail about a forgotten password links to. The user enters a new password, which ends all
 * sessions.
 */
import { useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "@/lib/router";
import { z } from "zod";
import { MessagePage } from "@/components/message-page";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SignInLayout } from "@/features/accounts/sign-in-layout";
import { usePageTitle } from "@/hooks/use-page-title";
import { setNewPassword } from "@/identity/forgotten-password";
import { MIN_PASSWORD_LENGTH, newPasswordRule, UNREACHABLE } from "@/identity/local/form-rules";
import { PasswordField } from "@/identity/local/password-field";

const schema = z
  .object({ password: newPasswordRule, again: z.string() })
  .refine(({ password, again }) => password === again, { path: ["again"], error: "Passwords do not match" });

type State = "asking" | "over" | { email: string | null };

export function ResetPasswordPage() {
  usePageTitle("Set a new password");
  const [params] = useSearchParams();
  const [state, setState] = useState<State>("asking");
  if (state === "over") {
    return (
      <MessagePage
        title="This link no longer works"
        actions={
          <Button asChild>
            <Link to="/forgot-password">Send Another Link</Link>
          </Button>
        }
      >
        <p>It is older than an hour, has already been used, or was replaced by a newer one.</p>
      </MessagePage>
    );
  }
  if (typeof state === "object") {
    return (
      <MessagePage
        title="Your password is changed"
        actions={
          <Button asChild>
            {/* After a reload, all parts of the app treat every session as ended. */}
            <a href="/login">Sign In</a>
          </Button>
        }
      >
        <p className="break-words">
          You were signed out everywhere. Sign in{state.email === null ? "" : ` as ${state.email}`} with your
          new password.
        </p>
      </MessagePage>
    );
  }
  return (
    <SignInLayout
      title="Set a new password"
      tagline="This signs you out on every device"
      other={{ question: "", label: "Back to sign in", to: "/login", state: null }}
    >
      <NewPasswordForm token={params.get("token") ?? ""} onEnd={setState} />
    </SignInLayout>
  );
}

type NewPasswordFormProps = { token: string; onEnd: (state: State) => void };

function NewPasswordForm({ token, onEnd }: NewPasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: "", again: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    try {
      const outcome = await setNewPassword(token, password);
      if (outcome.done) onEnd({ email: outcome.email });
      else if (outcome.isOver) onEnd("over");
      else setError("root", { message: outcome.message });
    } catch {
      setError("root", { message: UNREACHABLE });
    }
  });
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root ? <Alert variant="error">{errors.root.message}</Alert> : null}
      <PasswordField
        label="New password"
        error={errors.password?.message}
        helper={errors.password ? null : `At least ${MIN_PASSWORD_LENGTH} characters`}
        {...register("password")}
        autoComplete="new-password"
      />
      <PasswordField
        label="Confirm new password"
        error={errors.again?.message}
        {...register("again")}
        autoComplete="new-password"
      />
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? "Saving..." : "Set Password"}
      </Button>
    </form>
  );
}
