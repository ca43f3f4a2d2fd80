/**
 * The sign-in form of local accounts: the password, and where there is a second factor its code. What was typed stays
 * when the server says no.
 */
import { useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/text-field";
import type { SignInFormProps } from "@/identity/identity-context";
import { showRefusal, signInSchema, UNREACHABLE } from "@/identity/local/form-rules";
import { sessionStore } from "@/identity/local/page-session";
import { PasswordField } from "@/identity/local/password-field";
import { SignInCodeForm } from "@/identity/local/sign-in-code-form";

/** Renders the form; the guard around the page leads on once the user is signed in. */
export function LocalSignInForm({ email }: SignInFormProps) {
  const [step, setStep] = useState<{ isCode: boolean; note?: string }>({ isCode: false });
  return step.isCode ? (
    <SignInCodeForm onBack={(note) => setStep({ isCode: false, ...(note !== undefined && { note }) })} />
  ) : (
    <PasswordForm email={email} note={step.note} onCodeNeeded={() => setStep({ isCode: true })} />
  );
}

type PasswordFormProps = {
  email: string | undefined;
  note: string | undefined;
  onCodeNeeded: () => void;
};

function PasswordForm({ email = "", note, onCodeNeeded }: PasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(signInSchema),
    defaultValues: { email, password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      const answer = await sessionStore().signIn(values);
      if (!answer.ok) showRefusal(answer, ["email", "password"], setError);
      else if (answer.data.needsCode) onCodeNeeded();
    } catch {
      setError("root", { message: UNREACHABLE });
    }
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root ? <Alert variant="error">{errors.root.message}</Alert> : null}
      {note && !errors.root ? <Alert variant="info">{note}</Alert> : null}
      <TextField
        label="Email"
        error={errors.email?.message}
        {...register("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <PasswordField
        label="Password"
        error={errors.password?.message}
        {...register("password")}
        autoComplete="current-password"
      />
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? "Signing in..." : "Sign In"}
      </Button>
      <Link
        to="/forgot-password"
        className="self-start font-semibold text-primary underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        Forgot your password?
      </Link>
    </form>
  );
}
